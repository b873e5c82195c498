const number = (/** @type {string} */ prefix, id = "id") =>
  `'${prefix}-' || year || '-' || lpad(${id}::text, greatest(5, length(${id}::text)), '0')`;

/**
 * Contracts, vouchers, invoices and their movements: every voucher was booked on its day, two fifths of
 * the receipts were edited, and one voucher of fifty was cancelled; each time the old booking was reversed.
 *
 * @param {number} customers
 */
export const fillMoney = (customers) => `
  -- Of twenty contracts three are the first campaign's, a large one; in an office of 100,000 customers the third has 2,000 pilgrims.
  CREATE TEMP TABLE signed AS SELECT g AS id, 1 + g::bigint * 7919 % ${customers} AS customer_id, campaign_id, packages.id AS package_id,
    currency_id, total_price, total_cost / exchange_rate AS cost, new_year + g * 360 / ${2 * customers} AS day,
    (ARRAY['active', 'active', 'active', 'completed', 'cancelled'])[1 + g % 5] AS status
    FROM said CROSS JOIN generate_series(1, ${2 * customers}) g
    CROSS JOIN LATERAL (SELECT CASE WHEN (g + g / ${customers + 1} * 7) % 20 IN (1, 2, 3) THEN 1
                      WHEN g <= ${Math.round(customers / 60)} THEN 3
                      ELSE 2 + (g + g / ${customers + 1}) % ${customers / 500 - 1} END AS campaign_id) sold
    JOIN packages ON packages.id = 1 + (3 * campaign_id + g / 200 % 4) % 24 JOIN currencies ON currencies.id = currency_id;
  CREATE TEMP TABLE taken AS SELECT
    g AS id, signed.id AS contract_id, customer_id, signed.currency_id, method, accounts.id AS account_id,
    100 + g % 7 * 25 AS amount, CASE WHEN g % 50 = 0 THEN 'cancelled' ELSE 'confirmed' END AS status,
    new_year + g * 360 / ${5 * customers} AS day
    FROM said CROSS JOIN generate_series(1, ${5 * customers}) g
    CROSS JOIN LATERAL (SELECT (ARRAY['cash', 'bank_transfer', 'cheque', 'credit_card'])[1 + g % 4] AS method) paid
    JOIN signed ON signed.id = 1 + g % ${2 * customers}
    JOIN accounts ON accounts.kind = CASE method WHEN 'cash' THEN 'cash_box' ELSE 'bank' END
      AND accounts.currency_id = signed.currency_id AND accounts.name LIKE '% ' || 1 + g % 3;
  ANALYZE taken;

  INSERT INTO contracts (contract_number, customer_id, campaign_id, package_id, contract_date, currency_id,
      total_amount, package_cost, paid_amount, visa_duration_days, status, contents_id, room, traveller, supplement_amount,
      created_by, created_at, updated_at)
    SELECT ${number("C")}, customer_id, campaign_id, package_id, day, currency_id, total_price, cost,
      coalesce(paid, 0), CASE WHEN id % 3 = 0 THEN 90 END, status, CASE WHEN id % 2 = 0 THEN package_id END,
      CASE WHEN id % 4 = 0 THEN 'quad' END, CASE WHEN id % 4 = 0 THEN 'adult' END, CASE WHEN id % 4 = 0 THEN 0 END,
      1 + id % 20, day, day
    FROM said, signed
    LEFT JOIN (SELECT contract_id, sum(amount) AS paid FROM taken WHERE status = 'confirmed' GROUP BY 1) receipts
      ON contract_id = id
    ORDER BY id;
  INSERT INTO receipt_vouchers (receipt_number, date, customer_id, contract_id, amount, currency_id, payment_method,
      account_id, account_amount, description, exchange_rate_at_payment, equivalent_amount, equivalent_currency_id,
      received_by, status, created_at, updated_at)
    SELECT ${number("RV")}, day, customer_id, contract_id, amount, currency_id, method, account_id,
      amount, 'دفعة من قيمة العقد', 1, amount, currency_id, 1 + id % 20, status, day, day
    FROM said, taken ORDER BY id;

  -- Of ten payments two settle an agent's invoice and three a supplier's, every third of them whole.
  CREATE TEMP TABLE spent AS SELECT g AS id, currency_id, accounts.id AS account_id, 10 + g % 9 AS amount,
    CASE WHEN g % 50 = 0 THEN 'cancelled' ELSE 'confirmed' END AS status, new_year + g * 360 / ${customers} AS day,
    (ARRAY['expense', 'agent', 'agent', 'supplier', 'supplier', 'supplier', 'expense', 'expense', 'customer', 'other'])[1 + g % 10] AS whom,
    CASE WHEN g % 10 BETWEEN 1 AND 5 THEN g / 10 * 5 + g % 10 END AS invoice_id,
    round((10 + g % 9) * CASE code WHEN 'SAR' THEN 1 ELSE 3.75 END, 2) AS settled
    FROM said CROSS JOIN generate_series(1, ${customers}) g JOIN accounts ON accounts.id = 1 + g % 6
    JOIN currencies ON currencies.id = currency_id;
  INSERT INTO invoices (id, kind, agent_id, supplier_id, invoice_number, invoice_date, due_date, description, amount, tax_amount,
      paid_amount, payment_status, created_by, created_at, updated_at)
    OVERRIDING SYSTEM VALUE
    SELECT invoice_id, CASE whom WHEN 'agent' THEN 'agent' ELSE 'purchase' END,
      CASE whom WHEN 'agent' THEN 1 + id / 10 % ${customers / 500} END, CASE whom WHEN 'supplier' THEN 1 + id / 10 % ${customers / 500} END,
      CASE whom WHEN 'agent' THEN 'AGT' ELSE 'PUR' END || '-' || year || '-' || lpad(id::text, greatest(3, length(id::text)), '0'),
      day, day + 30, 'خدمات الموسم', total - tax, tax, paid,
      CASE WHEN paid = total THEN 'paid' WHEN id % 20 = 1 THEN 'pending' ELSE 'overdue' END, 1 + id % 20, day, day
    FROM said, spent, LATERAL (SELECT settled * CASE WHEN id % 3 = 0 THEN 1 ELSE 2 END AS total,
        CASE status WHEN 'confirmed' THEN settled ELSE 0 END AS paid) owed,
      LATERAL (SELECT round(total * 0.13, 2) AS tax) taxed
    WHERE invoice_id IS NOT NULL ORDER BY invoice_id;
  INSERT INTO payment_vouchers (payment_number, date, beneficiary_type, customer_id, agent_id, supplier_id, expense_id, beneficiary,
      invoice_id, amount, currency_id, payment_method, account_id, account_amount, settled_amount, exchange_rate_at_payment,
      paid_by, status, created_at, updated_at)
    SELECT ${number("PV", "spent.id")}, day, whom, CASE whom WHEN 'customer' THEN spent.id END, invoices.agent_id, invoices.supplier_id,
      CASE whom WHEN 'expense' THEN 1 + spent.id % 20 END, CASE whom WHEN 'other' THEN 'مستفيد ' || spent.id % 500 END, spent.invoice_id,
      spent.amount, currency_id, 'cash', account_id, spent.amount, CASE WHEN whom IN ('agent', 'supplier') THEN settled END,
      CASE WHEN whom IN ('agent', 'supplier') THEN settled / spent.amount END, 1 + spent.id % 20, status, day, day
    FROM said, spent LEFT JOIN invoices ON invoices.id = spent.invoice_id ORDER BY spent.id;

  -- With their days and words, as the triggers would have written them.
  INSERT INTO movements OVERRIDING SYSTEM VALUE
    SELECT movement.* FROM (
      SELECT jsonb_build_object('id', turn, 'account_id', account_id, 'amount', amount,
        'balance_after', sum(amount) OVER (PARTITION BY account_id ORDER BY turn), 'cause', cause, 'document_number', number,
        'user_id', 1 + id % 20, 'created_at', at, 'date', at::date, 'is_event', step = 1 AND is_cancelled, 'reverses', reverses,
        'line_count', CASE WHEN reverses IS NULL THEN 1 ELSE -1 END) AS facts
      FROM (SELECT *, CASE WHEN step = 1 AND NOT is_cancelled THEN lag(turn) OVER (PARTITION BY number ORDER BY step) END AS reverses
        FROM (SELECT *, row_number() OVER (ORDER BY at, id, step) AS turn FROM (
        SELECT id, step, account_id, CASE step WHEN 1 THEN -amount ELSE amount END AS amount, ${number("RV")} AS number,
          CASE step WHEN 1 THEN 'receipt_reversal' ELSE 'receipt' END AS cause, day + step * interval '1 minute' AS at, status = 'cancelled' AS is_cancelled
        FROM said, taken JOIN generate_series(0, 2) step
          ON step = 0 OR step = 1 AND (id % 5 < 2 OR status = 'cancelled') OR step = 2 AND id % 5 < 2 AND status = 'confirmed'
        UNION ALL
        SELECT 0, 0, id, 10000, NULL, 'opening', new_year - 1, false FROM said, accounts
        UNION ALL
        SELECT id, step, account_id, CASE step WHEN 1 THEN amount ELSE -amount END, ${number("PV")},
          CASE step WHEN 1 THEN 'payment_reversal' ELSE 'payment' END, day + interval '12 hours' + step * interval '1 minute', status = 'cancelled'
        FROM said, spent JOIN generate_series(0, 1) step ON step = 0 OR status = 'cancelled') moved) AS moved) AS moved, said) AS moved,
    jsonb_populate_record(NULL::movements, facts) AS plain, with_words(plain) AS movement;
  SELECT setval(pg_get_serial_sequence('movements', 'id'), max(id)) FROM movements;
  UPDATE accounts SET balance = (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id);
  INSERT INTO cash_counts (count_number, account_id, expected, counted, counted_by, created_at)
    SELECT 'CC-' || year || '-' || lpad(g::text, 5, '0'), 1 + g % 6, 1000 + g, 1000 + g, 1 + g % 20, new_year + g % 360
    FROM said, generate_series(1, ${customers / 50}) g;
  INSERT INTO period_closings (deed, closed_until, closed_by, reason)
    SELECT 'close', new_year - 30 * (22 - g), 1, 'إقفال الشهر' FROM said, generate_series(1, 20) g;

  INSERT INTO document_numbers SELECT prefix, year, last FROM said, (VALUES
    ('C', ${2 * customers}), ('RV', ${5 * customers}), ('PV', ${customers}), ('CC', ${customers / 50})) given (prefix, last);`;
