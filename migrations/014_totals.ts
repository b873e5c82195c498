import type { Knex } from "knex";

/**
 * Counts and sums kept by the writes, in their transaction: exact, and read at once however many rows there are
 * (docs/decisions/totals.md). One statement-level trigger a table and kind of write; rows are locked in key order.
 */
const totals = [
  { table: "customers", keys: { status: "status" }, sums: [] },
  {
    table: "contracts",
    keys: { currency_id: "currency_id", status: "status" },
    sums: ["total_amount", "paid_amount"],
  },
  {
    table: "receipt_vouchers",
    keys: { currency_id: "currency_id", status: "status", month: "date_trunc('month', date)::date" },
    sums: ["amount"],
  },
];
const types: Record<string, string> = { status: "text", currency_id: "integer", month: "date" };
const events = [
  { event: "INSERT", rows: { added: "NEW TABLE" } },
  { event: "UPDATE", rows: { added: "NEW TABLE", removed: "OLD TABLE" } },
  { event: "DELETE", rows: { removed: "OLD TABLE" } },
];

export async function up(knex: Knex) {
  for (const { table, keys, sums } of totals) {
    const names = Object.keys(keys);
    const figures = ["count", ...sums];
    await knex.raw(`CREATE TABLE ${table}_totals (
      ${names.map((name) => `${name} ${types[name]} NOT NULL,`).join(" ")}
      count bigint NOT NULL,
      ${sums.map((sum) => `${sum} numeric NOT NULL,`).join(" ")}
      PRIMARY KEY (${names}))`);
    for (const { event, rows } of events) {
      const change = Object.keys(rows).map((rowsName) => {
        const sign = rowsName === "added" ? "" : "-";
        return `SELECT ${Object.entries(keys).map(([name, value]) => `${value} AS ${name}`)},
          ${sign}1 AS count ${sums.map((sum) => `, ${sign}${sum} AS ${sum}`).join("")} FROM ${rowsName}`;
      });
      const trigger = `keep_${table}_totals_at_${event.toLowerCase()}`;
      await knex.raw(`
        CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO ${table}_totals AS kept (${[...names, ...figures]})
          SELECT ${names}, ${figures.map((figure) => `sum(${figure})`)} FROM (${change.join(" UNION ALL ")}) change
          GROUP BY ${names} HAVING ${figures.map((figure) => `sum(${figure}) <> 0`).join(" OR ")} ORDER BY ${names}
          ON CONFLICT (${names}) DO UPDATE SET
            ${figures.map((figure) => `${figure} = kept.${figure} + excluded.${figure}`)};
          RETURN NULL;
        END $$;
        CREATE TRIGGER ${trigger} AFTER ${event} ON ${table}
          REFERENCING ${Object.entries(rows)
            .map(([name, kind]) => `${kind} AS ${name}`)
            .join(" ")}
          FOR EACH STATEMENT EXECUTE FUNCTION ${trigger}()`);
    }
  }
}

export async function down(knex: Knex) {
  for (const { table } of totals) {
    for (const { event } of events) {
      await knex.raw(`DROP FUNCTION keep_${table}_totals_at_${event.toLowerCase()}() CASCADE`);
    }
    await knex.raw(`DROP TABLE ${table}_totals`);
  }
}
