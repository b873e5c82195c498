import type { Knex } from "knex";

/**
 * Who writes the journal (books.md, rule 11; docs/decisions/journal.md): `enter_journal`, which numbers lines and balances each number in the base.
 *
 * `post_journal` enters what was written since: reading the journal calls it, and a closing, so that no write of a document pays for it. Drafts of lines are rows
 * of journal_lines whose number is the key of what gets one number, and whose id is their order.
 */
export async function up(knex: Knex) {
  await knex.raw(`${[draftsOfRows, enter, post, draftsOfEarnings, draftsOfRevaluation, draftsOfReopening, close].join(";\n")};
    CREATE TRIGGER close_journal AFTER INSERT ON period_closings FOR EACH ROW EXECUTE FUNCTION close_journal();
    CREATE FUNCTION post_before_setting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
    BEGIN
      PERFORM post_journal(2147483647);
      RETURN NEW;
    END $$;
    CREATE TRIGGER post_before_setting BEFORE UPDATE OF sales_earned ON company_info FOR EACH ROW
      WHEN (OLD.sales_earned <> NEW.sales_earned) EXECUTE FUNCTION post_before_setting()`);
}

const columns = `date, document, document_kind, account, currency_code, amount, rate, base_code, base_amount, party, campaign, description,
          customer_id, agent_id, supplier_id, contract_id, revalues, entry_id, movement_id, tax_id, closing_id`;

/** What a movement does that does not only enter its document. */
const deed = `CASE WHEN movements.cause = 'collect' AND reverses IS NULL THEN 'تحصيل شيك' WHEN movements.cause = 'collect_reversal' AND reverses IS NULL THEN 'تراجع عن تحصيل شيك'
          WHEN is_return THEN 'شيك مرتجع' WHEN reverses IS NOT NULL THEN 'تصحيح' WHEN is_reversal(movements.cause) THEN 'إلغاء' END`;

/** The account of what an invoice is for; the services of an agent are commissions where his shares of contracts made the invoice. */
const purchases = `CASE WHEN suppliers.id IS NOT NULL THEN 'purchases:' || coalesce(suppliers.service_type, 'other')
            WHEN EXISTS (SELECT FROM commission_parts AS parts WHERE parts.invoice_id = invoices.id) THEN 'commissions' ELSE 'agent_services' END`;

/**
 * The lines of entries, movements and taxes: of each what it says, and what stands against it where nothing else of the document does. A number is what one
 * transaction did to a document for one day; of what was written before transactions were kept, it is all of the document's day.
 */
const draftsOfRows = `
  CREATE FUNCTION drafts_of_rows(of_entries bigint[], of_movements bigint[], of_taxes bigint[]) RETURNS SETOF journal_lines LANGUAGE sql STABLE AS $$
    WITH base AS (SELECT code FROM currencies WHERE is_default),
    source AS (
      SELECT concat_ws(' ', lpad(entries.transaction_id::text, 20, '0'), entries.document, entries.document_number, entries.date) AS key, 1 AS kind_order, entries.id, entries.created_at,
        entries.date, entries.document_number AS document, entries.document AS document_kind,
        CASE WHEN entries.agent_id IS NOT NULL THEN 'agents' WHEN entries.supplier_id IS NOT NULL THEN 'suppliers'
          WHEN entries.contract_id IS NULL THEN 'customer_advances' ELSE 'customers' END AS account,
        CASE
          WHEN entries.cause IN ('contract', 'discount', 'cancelling', 'fee') THEN
            CASE WHEN kept.is_deferred AND kept.closing_id IS NULL THEN 'deferred_sales'
              ELSE CASE entries.cause WHEN 'discount' THEN 'discounts' WHEN 'fee' THEN 'fees' ELSE 'sales' END END
          WHEN entries.cause = 'charge' THEN 'fees'
          WHEN entries.cause LIKE 'service%' THEN 'services'
          WHEN entries.cause = 'paid_without_voucher' THEN 'paid_without_voucher'
          WHEN entries.cause IN ('invoice', 'invoice_cancelled', 'credit_note', 'credit_note_cancelled') THEN ${purchases}
        END AS counter,
        entries.currency_code, entries.amount, coalesce(entries.base_rate, CASE entries.currency_code WHEN coalesce(entries.base_code, base.code) THEN 1 END) AS rate,
        coalesce(entries.base_code, base.code) AS base_code,
        coalesce(customers.name, agents.name, suppliers.name) AS party, campaigns.name AS campaign, entries.description,
        entries.customer_id, entries.agent_id, entries.supplier_id, entries.contract_id,
        entries.id AS entry_id, NULL::bigint AS movement_id, NULL::bigint AS tax_id, true AS is_own
      FROM base, entries
      LEFT JOIN journal_contracts AS kept ON kept.contract_id = entries.contract_id
      LEFT JOIN customers ON customers.id = entries.customer_id
      LEFT JOIN agents ON agents.id = entries.agent_id
      LEFT JOIN suppliers ON suppliers.id = entries.supplier_id
      LEFT JOIN contracts ON contracts.id = entries.contract_id
      LEFT JOIN invoices ON invoices.id = CASE WHEN entries.document IN ('agent', 'purchase') THEN entries.document_id ELSE entries.invoice_id END
      LEFT JOIN campaigns ON campaigns.id = coalesce(contracts.campaign_id, invoices.campaign_id)
      WHERE entries.id = ANY (of_entries)
      UNION ALL
      SELECT concat_ws(' ', lpad(movements.transaction_id::text, 20, '0'), split_part(cause, '_', 1), coalesce(document_number, 'movement ' || movements.id), movements.date), 2, movements.id, movements.created_at,
        movements.date, coalesce(document_number, accounts.name),
        CASE WHEN document_number IS NULL THEN cause WHEN cause = 'adjustment' THEN 'count' WHEN cause LIKE 'collect%' THEN 'receipt' ELSE split_part(cause, '_', 1) END,
        'account:' || movements.account_id,
        CASE
          WHEN cause IN ('opening', 'adjustment') THEN cause || 's'
          WHEN document_number IS NULL THEN 'adjustments'
          WHEN purpose = 'income' THEN 'other_income'
          WHEN purpose = 'expense' THEN coalesce('expense:' || expenses.category_id, 'expenses')
          WHEN purpose = 'other' THEN 'other_payments'
        END,
        currencies.code, movements.amount, coalesce(base_rate, CASE currencies.code WHEN base.code THEN 1 END), coalesce(base_code, base.code),
        movements.party, coalesce(campaign_name, campaigns.name), concat_ws(': ', ${deed}, movements.description),
        coalesce(receipts.customer_id, payments.customer_id), coalesce(receipts.agent_id, payments.agent_id), coalesce(receipts.supplier_id, payments.supplier_id),
        coalesce(receipts.contract_id, payments.contract_id),
        NULL, movements.id, NULL, true
      FROM base, movements
      JOIN accounts ON accounts.id = movements.account_id
      JOIN currencies ON currencies.id = accounts.currency_id
      LEFT JOIN receipt_vouchers AS receipts ON receipt_number = document_number
      LEFT JOIN payment_vouchers AS payments ON payment_number = document_number
      LEFT JOIN expenses ON expenses.id = movements.expense_id
      LEFT JOIN campaigns ON campaigns.id = payments.campaign_id
      WHERE movements.id = ANY (of_movements)
      UNION ALL
      SELECT concat_ws(' ', lpad(taxes.transaction_id::text, 20, '0'), taxes.kind, taxes.invoice_number, taxes.date), 3, taxes.id, taxes.created_at,
        taxes.date, taxes.invoice_number, taxes.kind, 'taxes', ${purchases},
        'SAR', taxes.amount, (SELECT exchange_rate FROM currencies WHERE code = 'SAR'), base.code,
        coalesce(agents.name, suppliers.name), campaigns.name, invoices.description, NULL, taxes.agent_id, taxes.supplier_id, NULL, NULL, NULL, taxes.id, false
      FROM base, invoice_taxes AS taxes
      LEFT JOIN invoices ON invoices.id = taxes.invoice_id
      LEFT JOIN agents ON agents.id = taxes.agent_id
      LEFT JOIN suppliers ON suppliers.id = taxes.supplier_id
      LEFT JOIN campaigns ON campaigns.id = invoices.campaign_id
      WHERE taxes.id = ANY (of_taxes)),
    line AS (
      SELECT source.*, side, CASE side WHEN 1 THEN account ELSE counter END AS of_account, side * amount AS of_amount,
        round(side * amount * rate, minor_unit(base_code)) AS base_amount
      FROM source, (VALUES (1), (-1)) AS both_sides (side) WHERE side = 1 OR counter IS NOT NULL),
    rated AS ( -- a party's line in riyals of an office that has no riyals is worth what was paid
      SELECT *, CASE WHEN rate IS NULL AND is_own AND side = 1 AND count(*) FILTER (WHERE rate IS NULL) OVER written = 1
        THEN -coalesce(sum(base_amount) OVER written, 0) ELSE coalesce(base_amount, 0) END AS worth,
        min(created_at) OVER written AS began
      FROM line WINDOW written AS (PARTITION BY key))
    SELECT row_number() OVER (ORDER BY began, key, kind_order, id, side DESC), key, date, document, document_kind, of_account, currency_code, of_amount,
      rate, base_code, worth, party, campaign, description,
      customer_id, agent_id, supplier_id, contract_id, NULL::text, entry_id, movement_id, tax_id, NULL::integer, NULL::timestamptz
    FROM rated
  $$`;

/** What all lines of a number have alike. */
const ofAll = (column: string) => `CASE WHEN count(DISTINCT ${column}) = 1 THEN min(${column}) END`;

/** Writes drafts, each number with the line of what is left in the base: differences of exchange and rounding. Takes the text of a query. */
const enter = `
  CREATE FUNCTION enter_journal(drafts text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format($query$
      WITH draft AS MATERIALIZED (SELECT * FROM %s),
      entry AS MATERIALIZED (
        SELECT number AS key, extract(year FROM date)::integer AS year, min(id) AS first,
          row_number() OVER (PARTITION BY extract(year FROM date) ORDER BY min(id)) AS place, count(*) OVER (PARTITION BY extract(year FROM date)) AS count
        FROM draft GROUP BY number, date),
      given AS (
        INSERT INTO document_numbers AS kept (prefix, year, last) SELECT 'J', year, count(*) FROM entry GROUP BY year ORDER BY year
        ON CONFLICT (prefix, year) DO UPDATE SET last = kept.last + excluded.last RETURNING year, last),
      numbered AS (
        SELECT key, first, format('J-%%s-%%s', year, lpad(ordinal::text, greatest(5, length(ordinal::text)), '0')) AS number
        FROM entry JOIN given USING (year),
        LATERAL (SELECT last - count + place AS ordinal) AS counted),
      line AS (
        SELECT 0 AS turn, * FROM draft
        UNION ALL
        SELECT 1, max(id), number, min(date), min(document), min(document_kind), 'exchange_differences', base_code, -sum(base_amount), 1,
          base_code, -sum(base_amount), ${ofAll("party")}, ${ofAll("campaign")}, ${ofAll("description")}, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, min(closing_id), NULL
        FROM draft GROUP BY number, base_code HAVING sum(base_amount) <> 0)
      INSERT INTO journal_lines (number, ${columns})
      SELECT numbered.number, ${columns}
      FROM line JOIN numbered ON numbered.key = line.number ORDER BY first, turn, amount < 0 OR base_amount < 0, id
    $query$, drafts);
  END $$`;

/** What of a table is not in the journal. */
function pending(table: string, column: string, condition: string, value = "transaction_id") {
  return `SELECT ${value} FROM ${table} WHERE NOT EXISTS (SELECT FROM journal_lines WHERE ${column} = ${table}.id) AND ${condition}`;
}
const inReach = "transaction_id >= after AND transaction_id < ceiling";

/**
 * Enters what committed transactions wrote since the last time, at most so many rows and the rest of the last transaction. Says whether more is left.
 * A restored database counts its transactions anew: then everything is looked at once, and rows of numbers that are still to come are in the journal already.
 */
const post = `
  CREATE FUNCTION post_journal(most integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
  DECLARE
    after bigint := (SELECT posted_before FROM journal_state FOR UPDATE);
    unfinished bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
    last bigint := greatest(pg_snapshot_xmax(pg_current_snapshot())::text::bigint, pg_current_xact_id()::text::bigint);
    is_anew boolean := after > last;
    ceiling bigint := CASE WHEN is_anew THEN 9223372036854775807 ELSE last + 1 END;
    horizon bigint;
    of_entries bigint[];
    of_movements bigint[];
    of_taxes bigint[];
  BEGIN
    IF is_anew THEN after := 0; END IF;
    horizon := (SELECT transaction_id FROM (
      (${pending("entries", "entry_id", `${inReach} ORDER BY transaction_id OFFSET most - 1 LIMIT 1`)}) UNION ALL
      (${pending("movements", "movement_id", `${inReach} ORDER BY transaction_id OFFSET most - 1 LIMIT 1`)})) AS far ORDER BY 1 LIMIT 1);
    ceiling := coalesce(horizon + 1, ceiling);
    of_entries := ARRAY(${pending("entries", "entry_id", inReach, "id")});
    of_movements := ARRAY(${pending("movements", "movement_id", inReach, "id")});
    of_taxes := ARRAY(${pending("invoice_taxes", "tax_id", inReach, "id")});
    IF num_nonnulls(of_entries[1], of_movements[1], of_taxes[1]) > 0 THEN PERFORM post_rows(of_entries, of_movements, of_taxes); END IF;
    IF NOT is_anew OR horizon IS NULL THEN
      UPDATE journal_state SET posted_before = least(unfinished, horizon + 1) WHERE posted_before <> least(unfinished, horizon + 1);
    END IF;
    RETURN horizon IS NOT NULL;
  END $$;
  CREATE FUNCTION post_rows(of_entries bigint[], of_movements bigint[], of_taxes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO journal_contracts (contract_id, is_deferred)
    SELECT DISTINCT document_id, (SELECT sales_earned FROM company_info) IS DISTINCT FROM 'signing' FROM entries WHERE id = ANY (of_entries) AND document = 'contract'
    ON CONFLICT DO NOTHING;
    PERFORM enter_journal(format('drafts_of_rows(%L, %L, %L)', of_entries, of_movements, of_taxes));
  END $$`;

/** The day on which a contract's journey departs (journey.md, 3). */
export const departure = `coalesce(
      (SELECT departure_of(groups, trips) FROM group_members JOIN groups ON groups.id = group_id LEFT JOIN trips ON trips.id = trip_id
       WHERE group_members.customer_id = contracts.customer_id AND groups.campaign_id = contracts.campaign_id LIMIT 1),
      campaigns.start_date)`;

/** What of contracts is earned until a day, and its lines. */
export const linesOfEarnings = `    WITH held AS (
      SELECT contract_id, currency_code, base_code, sum(amount) AS amount, sum(base_amount) AS base_amount FROM journal_lines
      WHERE account = 'deferred_sales' AND date <= until AND contract_id BETWEEN first AND last GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 OR sum(base_amount) <> 0),
    earned AS (
      SELECT held.*, contract_number, customers.name AS party, campaigns.name AS campaign,
        held.amount <> 0 AND sign(held.amount) * held.base_amount >= 0 AS is_sale
      FROM held JOIN journal_contracts USING (contract_id) JOIN contracts ON contracts.id = held.contract_id
      JOIN customers ON customers.id = contracts.customer_id JOIN campaigns ON campaigns.id = contracts.campaign_id
      WHERE closing_id IS NOT NULL OR ${departure} <= until),
    line AS (
      SELECT earned.*, turn, of_account, of_amount, worth,
        CASE WHEN turn > 2 THEN base_code ELSE currency_code END AS code
      FROM earned, LATERAL (VALUES
        (1, 'deferred_sales', -amount, CASE WHEN is_sale THEN -base_amount ELSE 0 END),
        (2, 'sales', amount, CASE WHEN is_sale THEN base_amount ELSE 0 END),
        (3, 'deferred_sales', -base_amount, -base_amount),
        (4, 'exchange_differences', base_amount, base_amount)) AS of (turn, of_account, of_amount, worth)
      WHERE CASE WHEN turn > 2 THEN NOT is_sale AND base_amount <> 0 ELSE amount <> 0 END)`;

/**
 * What stands in deferred sales of journeys that departed up to a day, or that an earlier closing earned: each contract's goes to sales. What only rates left is a difference.
 * Of the contracts from one to another, so that an office's are read in parts.
 */
const draftsOfEarnings = `
  CREATE FUNCTION drafts_of_earnings(until date, closing integer, first integer DEFAULT 0, last integer DEFAULT 2147483647) RETURNS SETOF journal_lines LANGUAGE sql STABLE AS $$
${linesOfEarnings}
    SELECT row_number() OVER (ORDER BY contract_id, base_code, turn), concat_ws(' ', 'earned', contract_id, base_code), until, contract_number, 'contract',
      of_account, code, of_amount, round(worth / of_amount, 12), base_code, worth,
      party, campaign, 'استحقاق مبيعات العقد', NULL::integer, NULL::integer, NULL::integer, contract_id, NULL::text, NULL::bigint, NULL::bigint, NULL::bigint, closing, NULL::timestamptz
    FROM line
  $$`;

/** The lines that bring each account, and each party's debts in a currency, to a closing's rates. */
const draftsOfRevaluation = `
  CREATE FUNCTION drafts_of_revaluation(closing integer) RETURNS SETOF journal_lines LANGUAGE sql STABLE AS $$
    WITH base AS (SELECT code FROM currencies WHERE is_default),
    item AS (
      SELECT account, of_customer AS customer_id, of_agent AS agent_id, of_supplier AS supplier_id, coalesce(revalues, currency_code) AS code, base.code AS base_code, closed_until, closings.id AS closing,
        (rates ->> coalesce(revalues, currency_code))::numeric AS rate,
        coalesce(sum(amount) FILTER (WHERE revalues IS NULL), 0) AS amount, coalesce(sum(base_amount) FILTER (WHERE journal_lines.base_code = base.code), 0) AS base_amount
      FROM period_closings AS closings, base, journal_lines,
        LATERAL (SELECT account LIKE 'account:%' AS is_money) AS kind,
        LATERAL (SELECT CASE WHEN NOT is_money THEN customer_id END AS of_customer, CASE WHEN NOT is_money THEN agent_id END AS of_agent,
          CASE WHEN NOT is_money THEN supplier_id END AS of_supplier) AS party
      WHERE closings.id = drafts_of_revaluation.closing AND date <= closed_until AND coalesce(revalues, currency_code) <> base.code
        AND (is_money OR account IN ('customers', 'agents', 'suppliers'))
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9)
    SELECT row_number() OVER (ORDER BY account, coalesce(customer_id, agent_id, supplier_id), code), 'revaluation', closed_until, 'إقفال ' || closed_until, 'closing', account, base_code, difference,
      1::numeric, base_code, difference, coalesce(customers.name, agents.name, suppliers.name), NULL::text, concat('فرق عملة ', code, ' بسعر ', trim_scale(round(rate, 6))),
      customer_id, agent_id, supplier_id, NULL::integer, code, NULL::bigint, NULL::bigint, NULL::bigint, closing, NULL::timestamptz
    FROM item
    LEFT JOIN customers ON customers.id = customer_id LEFT JOIN agents ON agents.id = agent_id LEFT JOIN suppliers ON suppliers.id = supplier_id,
    LATERAL (SELECT round(amount * rate, minor_unit(base_code)) - base_amount AS difference) AS worth
    WHERE difference <> 0
  $$`;

/** The lines that a reopening takes back, each on its day. */
const draftsOfReopening = `
  CREATE FUNCTION drafts_of_reopening(reopening integer, closings integer[]) RETURNS SETOF journal_lines LANGUAGE sql STABLE AS $$
    SELECT id, number, date, document, document_kind, account, currency_code, -amount, rate, base_code, -base_amount, party, campaign, concat_ws(': ', 'إعادة فتح', description),
      customer_id, agent_id, supplier_id, contract_id, revalues, NULL::bigint, NULL::bigint, NULL::bigint, reopening, NULL::timestamptz
    FROM journal_lines WHERE closing_id = ANY (closings)
  $$`;

/** A closing enters everything that was written before it, then its own lines; a reopening reverses those of the closings that it reopens. */
const close = `
  CREATE FUNCTION close_journal_of(closing period_closings) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM enter_journal(format('drafts_of_earnings(%L, %s)', closing.closed_until, closing.id));
    UPDATE journal_contracts SET closing_id = closing.id FROM contracts, campaigns
    WHERE is_deferred AND closing_id IS NULL AND contracts.id = contract_id AND campaigns.id = contracts.campaign_id
      AND contract_date <= closing.closed_until AND ${departure} <= closing.closed_until;
    PERFORM enter_journal(format('drafts_of_revaluation(%s)', closing.id));
  END $$;
  CREATE FUNCTION reopen_journal_of(reopening period_closings) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    closings integer[] := ARRAY(SELECT id FROM period_closings AS closing
      WHERE deed = 'close' AND closed_until > coalesce(reopening.closed_until, '-infinity') AND id < reopening.id
        AND NOT EXISTS (SELECT FROM period_closings AS other WHERE other.deed = 'reopen' AND other.id > closing.id AND other.id < reopening.id
          AND coalesce(other.closed_until, '-infinity') < closing.closed_until));
  BEGIN
    PERFORM enter_journal(format('drafts_of_reopening(%s, %L)', reopening.id, closings));
    UPDATE journal_contracts SET closing_id = NULL WHERE closing_id = ANY (closings);
  END $$;
  CREATE FUNCTION close_journal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
  BEGIN
    PERFORM post_journal(2147483647);
    IF NEW.deed = 'close' THEN PERFORM close_journal_of(NEW); ELSE PERFORM reopen_journal_of(NEW); END IF;
    RETURN NULL;
  END $$`;

export async function down(knex: Knex) {
  await knex.raw(`
    DROP TRIGGER post_before_setting ON company_info;
    DROP TRIGGER close_journal ON period_closings;
    DROP FUNCTION post_before_setting(), close_journal(), close_journal_of(period_closings), reopen_journal_of(period_closings), post_journal(integer), post_rows(bigint[], bigint[], bigint[]), enter_journal(text),
      drafts_of_rows(bigint[], bigint[], bigint[]), drafts_of_earnings(date, integer, integer, integer), drafts_of_revaluation(integer), drafts_of_reopening(integer, integer[])`);
}
