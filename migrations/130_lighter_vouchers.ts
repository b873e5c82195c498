import type { Knex } from "knex";
import { reword } from "./071_hidden_parties";
import { changeOfDebts } from "./092_customer_debts";
import { foldAs, folded } from "./093_spellings";
import { changeTriggers, renewTrigger, triggersOf } from "./127_triggers_of_columns";
import { addRules, dropRules, isOneOf, type Tables } from "./128_rules_in_functions";

/**
 * A voucher costs PostgreSQL less.
 * - A new one enters its lines at once, since nothing stands that they could be compared with. That of a plain receipt is read without the lines
 *   that it does not have.
 * - PostgreSQL puts the text of an SQL function into an index or a trigger's condition anew for each statement that writes a row. Each line of the
 *   audit log did so with fold(text), which is in PL/pgSQL now, and each movement with is_reversal(text).
 * - Each payment changes a debt, and PostgreSQL read a condition of ten columns to find that out. Any change of a contract is noted now.
 * - PostgreSQL copies the conditions of all triggers of a table for each statement that writes it: those of vouchers were 37 kilobytes. They are functions.
 * - The rules of accounts and movements are functions, as those of contracts are (migration 128). The next migration checks the rows that an office has.
 */
export async function up(knex: Knex) {
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
  await knex.raw(
    `CREATE OR REPLACE FUNCTION fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN
      RETURN ${folded.replaceAll("?", "\\?")};
    END $$`,
  );
  // the tables in the order in which a voucher's transaction locks them
  await changeTriggers(knex, "contracts", ["note_debt_change_at_update"], (definition) =>
    definition.replace(/ WHEN \(.*\) EXECUTE/, " EXECUTE"),
  );
  await addRules(knex, { accounts: tables.accounts });
  await moveConditions(knex, "receipt_vouchers");
  await moveConditions(knex, "payment_vouchers");
  await addRules(knex, { movements: tables.movements });
  await changeTriggers(knex, "movements", ["describe_return"], (definition) =>
    definition.replace(" AND is_reversal(new.cause)", ""),
  );
  await moveConditions(knex, "movements");
}

export async function down(knex: Knex) {
  await changeTriggers(knex, "contracts", ["note_debt_change_at_update"], (definition) =>
    definition.replace(" EXECUTE", ` WHEN (${changeOfDebts()}) EXECUTE`),
  );
  await dropRules(knex, { accounts: tables.accounts });
  await restoreConditions(knex, "receipt_vouchers");
  await restoreConditions(knex, "payment_vouchers");
  await dropRules(knex, { movements: tables.movements });
  await changeTriggers(knex, "movements", ["describe_return"], (definition) =>
    definition.replace("new.is_event", "new.is_event AND is_reversal(new.cause)"),
  );
  await restoreConditions(knex, "movements");
  await knex.raw(foldAs("fold", "now"));
  for (const { of, from, to } of rewordings.toReversed()) await knex.raw(reword(of, to, from));
}

const atUpdate = ["enter_update", "rewrite_cancelled", "rewrite_movements_at_update"];
/** Triggers with long conditions. PostgreSQL copies them for each statement that writes the table, also for an INSERT. */
const conditions = {
  receipt_vouchers: ["closed_period_at_update", ...atUpdate],
  payment_vouchers: atUpdate, // a condition before an update cannot name a row that has generated columns
  movements: ["movements_stay"],
};

/** Makes the conditions functions of the row before and after. */
async function moveConditions(knex: Knex, table: keyof typeof conditions) {
  for (const definition of await triggersOf(knex, table, conditions[table])) {
    const [, name, condition] = / TRIGGER (\w+) .* WHEN \((.*)\) EXECUTE /.exec(definition) as string[];
    await knex.raw(
      `CREATE FUNCTION fires_${name}(old ${table}, new ${table}) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN ${condition}; END $$`,
    );
    await renewTrigger(knex, definition.replace(`(${condition})`, `(fires_${name}(OLD, NEW))`));
  }
}

async function restoreConditions(knex: Knex, table: keyof typeof conditions) {
  for (const definition of await triggersOf(knex, table, conditions[table])) {
    const [, name] = / TRIGGER (\w+) /.exec(definition) as string[];
    const signature = `fires_${name}(${table}, ${table})`;
    const { rows } = await knex.raw("SELECT prosrc AS body FROM pg_proc WHERE oid = ?::regprocedure", [
      signature,
    ]);
    const [, condition] = / RETURN (.*); END/.exec(rows[0].body) as string[];
    await renewTrigger(
      knex,
      definition.replace(/ WHEN \(.*\) EXECUTE /, () => ` WHEN (${condition}) EXECUTE `),
    );
    await knex.raw(`DROP FUNCTION ${signature}`);
  }
}

const isNumber = (column: string) => `one.${column} <> 'NaN'`;

export const tables = {
  accounts: {
    accounts_balance_check: `${isNumber("balance")} AND (one.balance >= 0 OR one.kind = 'bank')`,
    accounts_check: "one.kind <> 'bank' OR (one.account_number IS NOT NULL AND one.account_name IS NOT NULL)",
    accounts_cheques_in_hand_check: "one.kind = 'bank' OR NOT one.is_cheques_in_hand",
    accounts_holder_check:
      "num_nonnulls(one.holder_user_id, one.holder_name) <= CASE WHEN one.kind = 'cash_box' THEN 1 ELSE 0 END",
    accounts_kind_check: isOneOf("kind", "bank cash_box"),
    accounts_status_check: isOneOf("status", "active inactive"),
  },
  movements: {
    movements_amount_check: `one.amount <> 0 AND ${isNumber("amount")}`,
    movements_cause_check: isOneOf(
      "cause",
      "opening adjustment receipt receipt_reversal payment payment_reversal transfer transfer_reversal transfer_fee transfer_fee_reversal collect collect_reversal",
    ),
    movements_with_days: "num_nulls(one.date, one.is_event, one.line_count, one.account_name) = 0",
  },
} satisfies Tables;

const entersAtOnce = (kind: string, table: string) => ({
  of: `enter_${table}()`,
  from: `PERFORM keep_entries('${kind}', document.id, ARRAY(SELECT lines_of(document, NULL::${table})), true, document.created_at);
      RETURN NULL;`,
  to: `INSERT INTO entries (document, document_id, date, amount, is_event, customer_id, agent_id, supplier_id, currency_code, cause,
        document_number, description, contract_id, invoice_id, item_number, voucher_amount, voucher_code, voucher_rate, base_code, base_rate, created_at)
      SELECT '${kind}', NEW.id, coalesce(date, event_day(NEW.date, NEW.created_at)), amount, is_event, customer_id, agent_id, supplier_id, currency_code, cause,
        document_number, description, contract_id, invoice_id, item_number, voucher_amount, voucher_code, voucher_rate,
        (SELECT code FROM currencies WHERE is_default), (SELECT exchange_rate FROM currencies WHERE code = currency_code), NEW.created_at
      FROM lines_of(NEW, NULL::${table}) WHERE amount <> 0;
      RETURN NULL;`,
});

const rewordings = [
  {
    of: "describe_return()",
    from: "FROM returned_cheque(NEW.document_number) LOOP",
    to: "FROM returned_cheque(NEW.document_number) WHERE is_reversal(NEW.cause) LOOP",
  },
  entersAtOnce("receipt", "receipt_vouchers"),
  entersAtOnce("payment", "payment_vouchers"),
  {
    of: "lines_of(receipt_vouchers, receipt_vouchers)",
    from: "  BEGIN\n    RETURN QUERY",
    to: `  BEGIN
    IF before IS NULL AND service IS NULL AND stands(voucher.status) AND voucher.settled_amount IS NULL AND voucher.charge_amount = 0 THEN
      RETURN QUERY
      SELECT false, voucher.date, coalesce(contracts.customer_id, voucher.customer_id),
        CASE WHEN contracts.id IS NULL THEN voucher.agent_id END, CASE WHEN contracts.id IS NULL THEN voucher.supplier_id END,
        CASE WHEN contracts.id IS NULL THEN own.code ELSE equivalents.code END,
        -CASE WHEN contracts.id IS NULL THEN voucher.amount - coalesce(voucher.converted_amount, 0) ELSE voucher.equivalent_amount END, 'receipt',
        voucher.receipt_number, words, contracts.id, NULL::integer, contract_number, voucher.amount, own.code, voucher.exchange_rate_at_payment
      FROM currencies AS own
      JOIN currencies AS equivalents ON equivalents.id = voucher.equivalent_currency_id
      LEFT JOIN contracts ON contracts.id = voucher.contract_id
      WHERE own.id = voucher.currency_id AND num_nonnulls(contracts.id, voucher.customer_id, voucher.agent_id, voucher.supplier_id) > 0;
      RETURN;
    END IF;
    RETURN QUERY`,
  },
];
