/**
 * Creates a receipt with one statement, by the rules of the office: the key is used once; the contract is locked and has
 * enough left; the account is active; numbers have no gaps; payment, booking and movement are written together.
 */
export const receiptFunction = `
  CREATE OR REPLACE FUNCTION bench_take_receipt(by_user integer, idempotency_key text, content text, sent jsonb)
  RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    contract contracts; account accounts; stored receipt_vouchers; currency currencies; target currencies;
    amount numeric := (sent ->> 'amount')::numeric;
    day date := (sent ->> 'date')::date;
    rate numeric; equivalent numeric; balance_now numeric; number text; answer jsonb; earlier idempotency_keys;
  BEGIN
    INSERT INTO idempotency_keys (user_id, key, content_hash) VALUES (by_user, idempotency_key, content)
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      SELECT * INTO earlier FROM idempotency_keys WHERE user_id = by_user AND key = idempotency_key;
      IF earlier.content_hash <> content THEN RAISE EXCEPTION 'another content'; END IF;
      RETURN earlier.result;
    END IF;

    SELECT * INTO contract FROM contracts WHERE id = (sent ->> 'contract_id')::int FOR UPDATE;
    IF contract.customer_id IS DISTINCT FROM (sent ->> 'customer_id')::int THEN RAISE EXCEPTION 'contract'; END IF;
    IF contract.status = 'cancelled' THEN RAISE EXCEPTION 'cancelled'; END IF;
    SELECT * INTO currency FROM currencies WHERE id = (sent ->> 'currency_id')::int;
    SELECT * INTO target FROM currencies WHERE id = contract.currency_id;
    IF NOT amount > 0 OR scale(amount) > 2 THEN RAISE EXCEPTION 'amount'; END IF;
    rate := round(currency.exchange_rate / target.exchange_rate, 20);
    equivalent := round(amount * rate, 2);
    IF equivalent > contract.remaining_amount THEN RAISE EXCEPTION 'too much'; END IF;
    SELECT * INTO account FROM accounts
      WHERE id = (sent ->> 'cash_box_id')::int AND kind = 'cash_box' AND deleted_at IS NULL;
    IF account.status IS DISTINCT FROM 'active' OR account.currency_id <> currency.id THEN
      RAISE EXCEPTION 'account';
    END IF;

    INSERT INTO document_numbers AS kept VALUES ('RV', extract(year FROM day)::int, 1)
      ON CONFLICT (prefix, year) DO UPDATE SET last = kept.last + 1
      RETURNING 'RV-' || year || '-' || lpad(last::text, greatest(5, length(last::text)), '0') INTO number;
    INSERT INTO receipt_vouchers (receipt_number, date, customer_id, contract_id, amount, currency_id, payment_method,
        account_id, account_amount, description, exchange_rate_at_payment, equivalent_amount, equivalent_currency_id,
        received_by)
      VALUES (number, day, contract.customer_id, contract.id, amount, currency.id, sent ->> 'payment_method',
        account.id, amount, sent ->> 'description', rate, equivalent, target.id, by_user)
      RETURNING * INTO stored;
    UPDATE contracts SET paid_amount = paid_amount + equivalent WHERE id = contract.id;
    UPDATE accounts SET balance = balance + amount WHERE id = account.id RETURNING balance INTO balance_now;
    INSERT INTO movements (account_id, amount, balance_after, cause, document_number, user_id)
      VALUES (account.id, amount, balance_now, 'receipt', number, by_user);

    SELECT jsonb_build_object(
        'id', stored.id, 'receipt_number', number, 'date', day,
        'customer_id', customers.id, 'customer', customers.name,
        'customer_details', jsonb_build_object('name', customers.name, 'phone', customers.phone),
        'contract_id', contract.id, 'contract_number', contract.contract_number,
        'contract', jsonb_build_object('contract_number', contract.contract_number,
          'start_date', contract.contract_date, 'total_amount', contract.total_amount,
          'remaining_amount', contract.remaining_amount - equivalent,
          'currency', jsonb_build_object('id', target.id, 'code', target.code, 'symbol', target.symbol, 'decimals', 2)),
        'amount', amount, 'currency_id', currency.id, 'currency_code', currency.code,
        'currency', jsonb_build_object('id', currency.id, 'code', currency.code, 'symbol', currency.symbol, 'decimals', 2),
        'payment_method', stored.payment_method, 'payment_reference', stored.payment_reference,
        'account', account.name, 'cash_box_id', account.id, 'bank_account_id', NULL,
        'description', stored.description, 'exchange_rate_at_payment', rate, 'equivalent_amount', equivalent,
        'received_by', users.username, 'status', stored.status,
        'created_at', stored.created_at, 'updated_at', stored.updated_at)
      INTO answer FROM customers, users WHERE customers.id = contract.customer_id AND users.id = by_user;
    UPDATE idempotency_keys SET result = answer WHERE user_id = by_user AND key = idempotency_key;
    RETURN answer;
  END $$`;
