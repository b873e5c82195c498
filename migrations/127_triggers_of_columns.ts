import type { Knex } from "knex";
import { reword } from "./071_hidden_parties";

/**
 * A receipt costs PostgreSQL less. It changes what a contract was paid, and PostgreSQL read the condition of each of the contract's triggers again, which
 * compare other columns: they name their columns now. The lines of a voucher without a service look for no service.
 */
export async function up(knex: Knex) {
  await changeTriggers(knex, "contracts", triggers, (definition) =>
    definition.replace(" UPDATE ON ", ` UPDATE OF ${columnsOf(definition).join(", ")} ON `),
  );
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
}

export async function down(knex: Knex) {
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, to, from));
  await changeTriggers(knex, "contracts", triggers, (definition) =>
    definition.replace(/ UPDATE OF .+? ON /, " UPDATE ON "),
  );
}

/** The triggers of contracts whose columns no other trigger changes. */
const triggers = [
  "closed_cancellation",
  "closed_discount",
  "closed_period_at_update",
  "closed_share",
  "enter_update",
  "keep_sales_monthly_totals_after_update",
  "keep_sales_monthly_totals_before_update",
];

/** Changes triggers of a table by their definitions, as PostgreSQL writes them. */
export async function changeTriggers(
  knex: Knex,
  table: string,
  names: string[],
  change: (definition: string) => string,
) {
  for (const definition of await triggersOf(knex, table, names)) await renewTrigger(knex, change(definition));
}

export async function triggersOf(knex: Knex, table: string, names: string[]): Promise<string[]> {
  const { rows } = await knex.raw(
    `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger
     WHERE tgrelid = ?::regclass AND tgname = ANY (?) ORDER BY tgname`,
    [table, names],
  );
  return rows.map(({ definition }: { definition: string }) => definition);
}

export const renewTrigger = (knex: Knex, definition: string) =>
  knex.raw(definition.replace("CREATE TRIGGER", "CREATE OR REPLACE TRIGGER"));

/** The columns that the condition of a trigger compares. */
const columnsOf = (definition: string) => [
  ...new Set([...definition.matchAll(/\bnew\.(\w+)/g)].map(([, column]) => column)),
];

const service = "service_of(voucher.service_name, voucher.other_service_id)";
const rewordings = ["receipt_vouchers", "payment_vouchers"].map((table) => ({
  of: `lines_of(${table}, ${table})`,
  from: `service text := ${service};`,
  to: `service text := CASE WHEN num_nonnulls(voucher.service_name, voucher.other_service_id) > 0 THEN ${service} END;`,
}));
