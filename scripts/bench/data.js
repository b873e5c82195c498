import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { projectDir, run } from "../prepare.js";
import { fillMoney } from "./fill/money.js";
import { fillOffers } from "./fill/offers.js";
import { fillAuditLog, fillRecords } from "./fill/records.js";
import { fillContents, fillSale } from "./fill/sale.js";
import { fillTravel } from "./fill/travel.js";

export const administrator = { username: "bench", password: "Arafat-2026" };

/**
 * Creates a database with an office of the last year: twice as many contracts as customers, five times as many
 * receipts, as many payments, in two currencies, some cancelled; half as many offers, with holds, a waiting list and notes. It obeys the rules of the product: balances are sums of
 * movements, paid amounts are sums of receipts, numbers continue after the last one, and the triggers compute the
 * totals. One that an earlier run has filled is brought up to date instead.
 *
 * @param {string} serverUrl any database of the PostgreSQL that will hold it
 * @param {string} name
 * @param {number} customers
 * @param {{ hasAuditLog?: boolean }} [options]
 * @returns {Promise<string>} its address
 */
export async function createOffice(serverUrl, name, customers, options) {
  const url = new URL(`/${name}`, serverUrl).href;
  const { rowCount } = await query(
    serverUrl,
    "SELECT FROM pg_database WHERE datname = $1 AND shobj_description(oid, 'pg_database') = 'filled'",
    [name],
  );
  if (rowCount) {
    knex("migrate:latest", url);
    return url;
  }
  await query(serverUrl, `DROP DATABASE IF EXISTS ${name}`);
  await query(serverUrl, `CREATE DATABASE ${name}`);
  await query(url, "CREATE EXTENSION pg_stat_statements");
  knex("migrate:latest", url);
  knex("seed:run", url);
  await fillOffice(url, customers, options);
  await query(url, `COMMENT ON DATABASE ${name} IS 'filled'`);
  return url;
}

/**
 * Copies an office for an earlier commit: its later migrations are taken back. Nobody may be connected to the office.
 *
 * @param {string} url
 * @param {string} name of the copy
 * @param {string} folder of that commit's code
 * @returns {Promise<string>} the copy's address
 */
export async function copyForBefore(url, name, folder) {
  const source = new URL(url).pathname.slice(1);
  const server = new URL("/postgres", url).href;
  await query(server, `DROP DATABASE IF EXISTS ${name}`);
  await query(server, `CREATE DATABASE ${name} TEMPLATE ${source}`);
  const copy = new URL(`/${name}`, url).href;
  const known = new Set(readdirSync(join(folder, "migrations")));
  const { rows } = await query(copy, "SELECT name FROM knex_migrations ORDER BY id DESC");
  for (const { name: migration } of rows) {
    if (known.has(migration)) break;
    knex("migrate:down", copy);
  }
  await query(copy, "VACUUM ANALYZE");
  return copy;
}

/**
 * Fills the database of an office on its first day.
 *
 * @param {string} url as its owner
 * @param {number} customers 1,000 or more
 * @param {{ hasAuditLog?: boolean }} [options]
 */
export async function fillOffice(url, customers, { hasAuditLog = true } = {}) {
  await query(url, fill(customers, hasAuditLog));
  await query(url, "VACUUM ANALYZE");
  await enterDocuments(url);
  await query(url, "INSERT INTO debt_changes (customer_id) SELECT id FROM customers"); // triggers were off
  await query(url, "VACUUM ANALYZE");
}

/**
 * @param {string} url
 * @param {string} text
 * @param {unknown[]} [values]
 */
export async function query(url, text, values) {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    return await session.query(text, values);
  } finally {
    await session.end();
  }
}

/**
 * @param {"migrate:latest" | "migrate:down" | "seed:run"} command
 * @param {string} url
 */
function knex(command, url) {
  const { username, password } = administrator;
  run(process.execPath, [join(projectDir, "node_modules", "knex", "bin", "cli.js"), command], {
    ...{
      DATABASE_URL: url,
      ALLOW_ROLLBACK: "1",
      DEMO: "0",
      ADMIN_USERNAME: username,
      ADMIN_PASSWORD: password,
    },
  });
}

/**
 * A row's number alone decides its values, so that every run has the same office. Triggers and foreign keys are off meanwhile,
 * since they would double the time; only those that derive columns and keep totals stay on.
 *
 * @param {number} customers
 * @param {boolean} hasAuditLog
 */
const fill = (customers, hasAuditLog) => `
  BEGIN;
  SET LOCAL work_mem = '256MB';
  ${triggersOfSums("ALWAYS")}
  SET LOCAL session_replication_role = replica;
  ${fillOffers(customers)}
  ${fillContents}
  ${fillMoney(customers)}
  ${fillTravel(customers)}
  ${fillSale(customers)}
  ${hasAuditLog ? fillAuditLog(customers) : ""}
  ${fillRecords(customers)}
  SET LOCAL session_replication_role = origin;
  ${identitiesGoOn}
  ${triggersOfSums("")}
  COMMIT;`;

/** @param {"ALWAYS" | ""} when ALWAYS runs them even while other triggers are off */
const triggersOfSums = (when) => `
  DO $$ DECLARE kept record; BEGIN
    FOR kept IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE tgname = 'derive' OR tgname LIKE 'keep\\_%\\_totals\\_%' LOOP
      EXECUTE format('ALTER TABLE %s ENABLE ${when} TRIGGER %I', kept.name, kept.tgname);
    END LOOP;
  END $$;`;

/** The documents, each with the kind that its entries name. */
const documents = {
  contracts: "'contract'",
  receipt_vouchers: "'receipt'",
  payment_vouchers: "'payment'",
  invoices: "invoices.kind",
};

/** As many documents as are entered by one plan: a plan for few entries would read all of them. */
const batch = 20_000;

/**
 * Writes what the triggers of documents would have entered, as the migration of an office does it; what was paid of contracts, and
 * sales, are not added up for each entry.
 *
 * @param {string} url
 */
async function enterDocuments(url) {
  const turn = (/** @type {"DISABLE" | "ENABLE"} */ how) =>
    query(
      url,
      `ALTER TABLE entries ${how} TRIGGER settle_contract, ${how} TRIGGER keep_sales_monthly_totals_at_insert,
         ALTER transaction_id ${how === "DISABLE" ? "DROP DEFAULT" : "SET DEFAULT pg_current_xact_id()::text::bigint"}`,
    );
  await turn("DISABLE");
  for (const [table, kind] of Object.entries(documents)) {
    const { rows } = await query(url, `SELECT coalesce(max(id), 0) AS last FROM ${table}`);
    for (let first = 0; first <= rows[0].last; first += batch) {
      await query(
        url,
        `SELECT count(keep_entries(${kind}, id, ARRAY(SELECT lines_of(${table}, NULL::${table})), true, created_at))
         FROM ${table} WHERE id BETWEEN ${first} AND ${first + batch - 1}`,
      );
      await query(url, "ANALYZE entries");
    }
  }
  await query(url, "SELECT keep_sales(ARRAY(SELECT id FROM entries WHERE document = 'contract'), 1)");
  await turn("ENABLE");
  await postDocuments(url);
}

/**
 * Enters all in the journal, as the migration of an office does. What triggers keep beside invoices and accounts comes first.
 *
 * @param {string} url
 */
async function postDocuments(url) {
  await query(
    url,
    `UPDATE accounts SET name = name;
     UPDATE expense_categories SET name = name;
     INSERT INTO invoice_taxes (transaction_id, invoice_id, invoice_number, kind, date, is_event, agent_id, supplier_id, amount)
     SELECT NULL, id, invoice_number, kind, invoice_date, false, agent_id, supplier_id, tax_amount FROM invoices
     WHERE tax_amount <> 0 AND stands(payment_status)`,
  );
  for (const [table, number] of Object.entries(numbers)) {
    const { rows } = await query(url, `SELECT coalesce(max(id), 0) AS last FROM ${table}`);
    for (let first = 0; first <= rows[0].last; first += batch)
      await query(
        url,
        `WITH part AS MATERIALIZED (SELECT id, ${number} AS number FROM ${table} WHERE id BETWEEN ${first} AND ${first + batch - 1})
         SELECT post_rows(
           ARRAY(SELECT entries.id FROM entries JOIN part ON document_id = part.id AND document_number = number),
           ARRAY(SELECT movements.id FROM movements JOIN part ON document_number = number),
           ARRAY(SELECT invoice_taxes.id FROM invoice_taxes JOIN part ON invoice_number = number))`,
      );
  }
  await query(
    url,
    "SELECT post_rows('{}', ARRAY(SELECT id FROM movements WHERE NOT EXISTS (SELECT FROM journal_lines WHERE movement_id = movements.id)), '{}')",
  );
}

/** The number of each document of money, by its table. */
const numbers = {
  contracts: "contract_number",
  receipt_vouchers: "receipt_number",
  payment_vouchers: "payment_number",
  invoices: "invoice_number",
};

const identitiesGoOn = "SELECT setval(pg_get_serial_sequence('invoices', 'id'), max(id)) FROM invoices;";
