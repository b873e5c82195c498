import type { Knex } from "knex";
import { reword } from "./071_hidden_parties";

/**
 * Cheques in hand (docs/decisions/cheques.md): a bank that is an account of cheques, the cheque's bank and due date, and where and when it
 * was collected. Collecting is a pair of movements without payment method and purpose, so that it is neither income nor spending.
 *
 * The release before this one writes vouchers without these columns: a trigger gives each its state, and a collected voucher, which that
 * release does not know, is not changed by it.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE accounts ADD is_cheques_in_hand boolean NOT NULL DEFAULT false,
      ADD CONSTRAINT accounts_cheques_in_hand_check CHECK (kind = 'bank' OR NOT is_cheques_in_hand);
    CREATE UNIQUE INDEX accounts_cheques_in_hand_once ON accounts (currency_id) WHERE is_cheques_in_hand AND deleted_at IS NULL;

    ALTER TABLE receipt_vouchers ADD cheque_due_date date, ADD cheque_bank text, ADD collected_account_id integer, ADD collected_on date,
      ADD CONSTRAINT receipt_vouchers_collected_account_id_fkey FOREIGN KEY (collected_account_id) REFERENCES accounts NOT VALID,
      DROP CONSTRAINT receipt_vouchers_cheque, ADD CONSTRAINT receipt_vouchers_cheque ${isCheque} NOT VALID;
    COMMENT ON COLUMN receipt_vouchers.cheque_bank IS 'the bank on which the cheque is drawn';
    COMMENT ON COLUMN receipt_vouchers.collected_account_id IS 'the bank where the money of a collected cheque is';

    CREATE FUNCTION keep_cheque_state() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.payment_method <> 'cheque' THEN
        NEW.cheque_due_date := NULL;
        NEW.cheque_bank := NULL;
      END IF;
      IF NEW.status = 'confirmed' AND NEW.payment_method = 'cheque' AND (SELECT is_cheques_in_hand FROM accounts WHERE id = NEW.account_id) THEN
        NEW.cheque_state := CASE WHEN NEW.collected_account_id IS NULL THEN 'in_hand' ELSE 'collected' END;
        NEW.cheque_due_date := coalesce(NEW.cheque_due_date, NEW.date);
      ELSIF NEW.status = 'confirmed' OR NEW.cheque_state <> 'returned' THEN
        NEW.cheque_state := NULL;
      END IF;
      RETURN NEW;
    END $$;
    -- after \`end_return\`, by its name
    CREATE TRIGGER keep_cheque_state BEFORE INSERT OR UPDATE ON receipt_vouchers FOR EACH ROW
      WHEN (NEW.payment_method = 'cheque' OR num_nonnulls(NEW.cheque_state, NEW.cheque_due_date, NEW.cheque_bank) > 0)
      EXECUTE FUNCTION keep_cheque_state();

    CREATE FUNCTION keep_collected() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'UPDATE' AND (NEW.collected_account_id IS NULL OR ${of("NEW")} IS NOT DISTINCT FROM ${of("OLD")}) THEN
        RETURN NEW;
      END IF;
      RAISE EXCEPTION 'a collected cheque stays' USING ERRCODE = 'check_violation', TABLE = 'receipt_vouchers', CONSTRAINT = 'receipt_vouchers_collected';
    END $$;
    CREATE TRIGGER keep_collected BEFORE UPDATE OR DELETE ON receipt_vouchers FOR EACH ROW
      WHEN (OLD.collected_account_id IS NOT NULL) EXECUTE FUNCTION keep_collected();
    CREATE TRIGGER closed_cheque_at_update BEFORE UPDATE ON receipt_vouchers FOR EACH ROW
      WHEN ((OLD.cheque_due_date, OLD.cheque_bank) IS DISTINCT FROM (NEW.cheque_due_date, NEW.cheque_bank))
      EXECUTE FUNCTION keep_period_closed('date');
    ${causes(`${before}, ${own}`)}
    ${reversals(", 'collect_reversal'")}`);
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
}

/** What of a collected voucher decides how much was collected, and where. */
const money = ["account_id", "account_amount", "amount", "currency_id", "collected_account_id"];
const of = (row: string) => `(${money.map((column) => `${row}.${column}`).join(", ")})`;

const isCheque = `CHECK (CASE
  WHEN cheque_state IS NULL THEN num_nonnulls(return_reason, collected_account_id, collected_on) = 0
  WHEN payment_method <> 'cheque' THEN false
  WHEN cheque_state = 'returned' THEN status = 'cancelled' AND num_nonnulls(collected_account_id, collected_on) = 0
  ELSE status = 'confirmed' AND return_reason IS NULL AND cheque_due_date IS NOT NULL
    AND (cheque_state, num_nonnulls(collected_account_id, collected_on)) IN (('in_hand', 0), ('collected', 2)) END)`;

/** As the migration of returned cheques says it. */
const isCancelledCheque = `CHECK (CASE WHEN cheque_state IS NULL THEN return_reason IS NULL
  ELSE cheque_state = 'returned' AND payment_method = 'cheque' AND status = 'cancelled' END)`;

const before = `'opening', 'adjustment', 'receipt', 'receipt_reversal', 'payment', 'payment_reversal',
  'transfer', 'transfer_reversal', 'transfer_fee', 'transfer_fee_reversal'`;
const own = "'collect', 'collect_reversal'";
const causes = (all: string) => `
  ALTER TABLE movements DROP CONSTRAINT movements_cause_check, ADD CONSTRAINT movements_cause_check CHECK (cause IN (${all})) NOT VALID;
  ALTER TABLE movements VALIDATE CONSTRAINT movements_cause_check;`;
const reversals = (more: string) => `
  CREATE OR REPLACE FUNCTION is_reversal(cause text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN cause IN ('receipt_reversal', 'payment_reversal', 'transfer_reversal', 'transfer_fee_reversal'${more});`;

/**
 * What functions say before and after. Both movements of a collecting, and of its end, are events with a day of their own. A returned cheque
 * is taken from where it is: its receipt is then of another account. What was collected meanwhile does not say whether a receipt stands.
 */
const rewordings = [
  {
    of: "with_words(movements)",
    from: "    IF movement.cause LIKE 'receipt%' THEN",
    to: `    IF movement.cause LIKE 'collect%' THEN
      SELECT date, coalesce(customers.name, agents.name, suppliers.name, payer), concat_ws('، ', 'شيك ' || payment_reference,
          (SELECT name FROM accounts WHERE id = CASE movement.account_id WHEN account_id THEN collected_account_id ELSE account_id END), receipts.description)
        INTO movement.date, movement.party, movement.description
        FROM receipt_vouchers AS receipts LEFT JOIN customers ON customers.id = receipts.customer_id
        LEFT JOIN agents ON agents.id = receipts.agent_id LEFT JOIN suppliers ON suppliers.id = receipts.supplier_id
        WHERE receipt_number = movement.document_number;
    ELSIF movement.cause LIKE 'receipt%' THEN`,
  },
  {
    of: "describe_movement()",
    from: "WHERE document_number = NEW.document_number ORDER BY id DESC LIMIT 1;\n    IF NOT FOUND",
    to: "WHERE document_number = NEW.document_number AND cause NOT IN ('collect', 'collect_reversal') ORDER BY id DESC LIMIT 1;\n    IF NOT FOUND",
  },
  {
    of: "describe_movement()",
    from: `        WHERE account_id = NEW.account_id AND amount = -NEW.amount AND cause || '_reversal' = NEW.cause ORDER BY id DESC LIMIT 1;
      IF FOUND THEN
        IF (SELECT`,
    to: `        WHERE (account_id = NEW.account_id OR EXISTS (SELECT FROM returned_cheque(NEW.document_number)))
          AND amount = -NEW.amount AND cause || '_reversal' = NEW.cause ORDER BY id DESC LIMIT 1;
      IF FOUND THEN
        IF movement.account_id <> NEW.account_id THEN
          movement.account_id := NEW.account_id;
          movement.account_name := (SELECT name FROM accounts WHERE id = NEW.account_id);
        END IF;
        IF NEW.cause = 'collect_reversal' OR (SELECT`,
  },
  {
    of: "describe_movement()",
    from: "    IF earlier.is_event THEN",
    to: `    IF NEW.cause = 'collect' THEN
      movement.is_event := true;
      movement.date := event_day(movement.date, NEW.created_at);
    ELSIF earlier.is_event THEN`,
  },
  {
    of: "rewrite_movements()",
    from: "FROM lines_of_document(number) ORDER BY id DESC OFFSET CASE",
    to: "FROM lines_of_document(number) ORDER BY cause IN ('collect', 'collect_reversal'), id DESC OFFSET CASE",
  },
];

/** @throws Error while the schema before cannot hold what there is, naming it */
export async function down(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(`
    SELECT name FROM accounts WHERE is_cheques_in_hand
    UNION SELECT receipt_number FROM receipt_vouchers WHERE num_nonnulls(cheque_due_date, cheque_bank) > 0
    UNION SELECT document_number FROM movements WHERE cause IN (${own}) ORDER BY 1 LIMIT 50`);
  if (rows.length)
    throw new Error(`The schema before holds no cheques in hand: ${rows.map(({ name }) => name).join(", ")}`);
  for (const { of, from, to } of rewordings.toReversed()) await knex.raw(reword(of, to, from));
  await knex.raw(`
    ${causes(before)}
    ${reversals("")}
    ${["keep_cheque_state", "keep_collected", "closed_cheque_at_update"].map((name) => `DROP TRIGGER ${name} ON receipt_vouchers;`).join("")}
    DROP FUNCTION keep_cheque_state();
    DROP FUNCTION keep_collected();
    ALTER TABLE receipt_vouchers DROP CONSTRAINT receipt_vouchers_cheque, ADD CONSTRAINT receipt_vouchers_cheque ${isCancelledCheque};
    ALTER TABLE receipt_vouchers DROP cheque_due_date, DROP cheque_bank, DROP collected_account_id, DROP collected_on;
    ALTER TABLE accounts DROP is_cheques_in_hand`);
}
