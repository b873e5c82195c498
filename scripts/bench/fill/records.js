/**
 * The audit log of what the office has, and of logins.
 *
 * @param {number} customers
 */
export const fillAuditLog = (customers) => `
  INSERT INTO audit_log (at, user_id, username, action, kind, record_id, record_name, changes)
    SELECT at, user_id, 'clerk' || user_id, action, kind, record_id, record_name, changes FROM (
      SELECT created_at AS at, 2 + id % 20 AS user_id, 'insert' AS action, 'customers' AS kind, id AS record_id, name AS record_name,
        jsonb_build_object('name', name, 'phone', phone, 'status', status) AS changes FROM customers
      UNION ALL SELECT created_at, 2 + id % 20, 'insert', 'contracts', id, contract_number,
        jsonb_build_object('customer_id', customer_id, 'campaign_id', campaign_id, 'total_amount', total_amount) FROM contracts
      UNION ALL SELECT created_at, 2 + id % 20, 'insert', 'receipt_vouchers', id, receipt_number,
        jsonb_build_object('customer_id', customer_id, 'contract_id', contract_id, 'amount', amount) FROM receipt_vouchers
      UNION ALL SELECT created_at, 2 + id % 20, 'insert', 'payment_vouchers', id, payment_number,
        jsonb_build_object('amount', amount, 'account_id', account_id) FROM payment_vouchers
      UNION ALL SELECT changed_at, 2 + visa_id % 20, 'update', 'visas', visa_id, passport_number,
        jsonb_build_object('status', jsonb_build_array('pending', visa_history.status))
        FROM visa_history JOIN visas ON visas.id = visa_id WHERE visa_history.status <> 'pending' AND visa_id % 2 = 0
    ) done ORDER BY at;
  INSERT INTO audit_log (at, user_id, username, action, kind, record_id, record_name, address)
    SELECT now() - (${customers / 10} - g) * interval '1 hour' / ${customers / 1000}, CASE WHEN g % 10 <> 0 THEN 2 + g % 20 END,
      CASE WHEN g % 10 <> 0 THEN 'clerk' || 2 + g % 20 END, CASE WHEN g % 10 <> 0 THEN 'login' ELSE 'login_failed' END,
      'users', 2 + g % 20, 'clerk' || 2 + g % 20, '10.0.0.' || g % 250
    FROM generate_series(1, ${customers / 10}) g;`;

/**
 * Further records of the office: sessions, failed logins, idempotency keys, imports, favourites.
 *
 * @param {number} customers
 */
export const fillRecords = (customers) => `
  INSERT INTO sessions (token_hash, user_id, expires_at)
    SELECT md5(g::text), 2 + g % 20, now() + g % 10 * interval '1 day' FROM generate_series(1, ${customers / 100}) g;
  INSERT INTO failed_logins (username, address) SELECT 'clerk' || g % 20, '10.0.0.' || g % 250 FROM generate_series(1, ${customers / 100}) g;
  INSERT INTO idempotency_keys (user_id, key, content_hash, result)
    SELECT 2 + g % 20, md5(g::text), md5(g::text), '{"id": 1}' FROM generate_series(1, ${customers / 10}) g;
  INSERT INTO imports (user_id, kind, file_name, made, existing, left_out, done_at)
    SELECT 1 + g % 20, 'customers', 'customers-' || g || '.xlsx', 500, 3, 2, now() FROM generate_series(1, ${Math.ceil(customers / 500)}) g;
  INSERT INTO saved_views (user_id, name, address)
    SELECT 1 + g % 20, 'عرض ' || g, '/contracts?campaign_id=' || g FROM generate_series(1, ${Math.ceil(customers / 200)}) g;`;
