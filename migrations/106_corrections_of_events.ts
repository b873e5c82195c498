import type { Knex } from "knex";
import { reword } from "./071_hidden_parties";

/**
 * A voucher that was cancelled and confirmed again is corrected on its own day, as its entries are (books.md, «Two kinds of change»), and its events stay as they were:
 * until now the correction of the account stood on the day of the confirmation.
 *
 * Whoever confirms a voucher with other words or another amount corrects it and confirms it: what it was is rewritten on its own day and on that of its cancelling.
 */
export async function up(knex: Knex) {
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
  await knex.raw(`
    CREATE FUNCTION rewrite_cancelled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
    DECLARE
      number text := to_jsonb(NEW) ->> TG_ARGV[0];
      lines movements[] := ARRAY(SELECT lines FROM lines_of_document(number) AS lines
        WHERE NOT is_event OR id > (SELECT coalesce(max(id), 0) FROM lines_of_document(number) WHERE is_event AND cause = TG_ARGV[1])
        ORDER BY is_event, id);
      earlier movements;
      line movements;
    BEGIN
      FOREACH earlier IN ARRAY lines LOOP
        line := earlier;
        PERFORM take_back(earlier);
        -- A cheque that a bank returned stays there, if it can be of that bank.
        IF line.account_id = OLD.account_id OR (SELECT count(DISTINCT currency_id) FROM accounts WHERE id IN (line.account_id, NEW.account_id)) > 1 THEN
          line.account_id := NEW.account_id;
        END IF;
        line.amount := sign(line.amount) * NEW.account_amount;
        line := with_words(line);
        IF line.is_event THEN
          line.date := earlier.date;
          line.description := earlier.description;
        END IF;
        PERFORM insert_movement(line);
      END LOOP;
      RETURN NULL;
    END $$;
    ${vouchers
      .map(
        ({
          table,
          number,
          cause,
          words,
        }) => `CREATE TRIGGER rewrite_cancelled AFTER UPDATE ON ${table} FOR EACH ROW
      WHEN (current_setting('office.joins_customers', true) IS DISTINCT FROM 'true' AND OLD.status = 'cancelled'
        AND ${row("OLD", words)} IS DISTINCT FROM ${row("NEW", words)})
      EXECUTE FUNCTION rewrite_cancelled('${number}', '${cause}')`,
      )
      .join(";\n    ")}`);
}

const money =
  "account_id, account_amount, payment_method, date, description, customer_id, agent_id, supplier_id";
const vouchers = [
  {
    table: "receipt_vouchers",
    number: "receipt_number",
    cause: "receipt",
    words: `${money}, contract_id, payer_type, payer`,
  },
  {
    table: "payment_vouchers",
    number: "payment_number",
    cause: "payment",
    words: `${money}, beneficiary_type, expense_id, beneficiary`,
  },
];

const row = (name: string, columns: string) => `(${columns.replace(/\w+/g, `${name}.$&`)})`;

const rewordings = [
  {
    of: "describe_movement()",
    from: "SELECT is_event, date, cause, xmin",
    to: "SELECT is_event, date, cause, reverses, xmin",
  },
  {
    of: "describe_movement()", // what is taken back is the line of the voucher's own day; the one that takes its place may be there already
    from: "= NEW.cause ORDER BY id DESC LIMIT 1;",
    to: "= NEW.cause ORDER BY is_event, CASE WHEN is_event THEN -id ELSE id END LIMIT 1;",
  },
  {
    of: "describe_movement()", // what follows a cancelling confirms, with all its lines; anything else corrects
    from: `    ELSIF earlier.is_event THEN
      movement.is_event := true;
      movement.date := CASE WHEN is_reversal(earlier.cause) AND NOT earlier.is_now THEN`,
    to: `    ELSIF earlier.is_event AND earlier.reverses IS NULL AND (is_reversal(earlier.cause) OR earlier.is_now) THEN
      movement.is_event := true;
      movement.date := CASE WHEN is_reversal(earlier.cause) THEN`,
  },
  {
    of: "insert_movement(movements)", // an account that has no movement yet
    from: `line.amount + (
      SELECT balance_after FROM movements WHERE account_id = line.account_id ORDER BY created_at DESC, id DESC LIMIT 1);`,
    to: `line.amount + coalesce((
      SELECT balance_after FROM movements WHERE account_id = line.account_id ORDER BY created_at DESC, id DESC LIMIT 1), 0);`,
  },
];

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION rewrite_cancelled() CASCADE");
  for (const { of, from, to } of rewordings.toReversed()) await knex.raw(reword(of, to, from));
}
