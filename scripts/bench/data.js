import { spawnSync } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { projectDir } from "../prepare.js";
import { switchTrail } from "./trail-cost.js";

export const administrator = { username: "bench", password: "Arafat-2026" };

/** A first name that one customer of twenty has, and a family that twenty customers have, however many there are. */
export const names = { common: "خديجة", rare: "الباهلي" };

/** The tables that grow with the office. */
export const largeTables = ["customers", "contracts", "receipt_vouchers", "movements"];

/**
 * Makes a database with an office of last year in it: twice as many contracts as customers, five times as many
 * receipts, as many payments, in two currencies, some cancelled. It obeys the rules of the product: accounts are the sums of their
 * movements, contracts have paid what their receipts say, numbers go on where they ended, and the totals are the
 * triggers' own.
 *
 * @param {string} serverUrl any database of the PostgreSQL that shall have it
 * @param {string} name
 * @param {number} customers
 * @returns {Promise<string>} its address
 */
export async function createOffice(serverUrl, name, customers) {
  await query(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(`/${name}`, serverUrl).href;
  knex("migrate:latest", url);
  knex("seed:run", url);
  await switchTrail(url, "DISABLE"); // a million lines of last year's would only take their time
  await query(url, fill(customers));
  await switchTrail(url, "ENABLE");
  await query(url, "VACUUM ANALYZE");
  return url;
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
 * @param {"migrate:latest" | "seed:run"} command
 * @param {string} url
 */
function knex(command, url) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(projectDir, "node_modules", "knex", "bin", "cli.js"), command],
    {
      cwd: projectDir,
      encoding: "utf8",
      env: {
        ...process.env,
        DATABASE_URL: url,
        DEMO: "0",
        ADMIN_USERNAME: administrator.username,
        ADMIN_PASSWORD: administrator.password,
      },
    },
  );
  if (status !== 0) throw new Error(`knex ${command} failed: ${stderr}`);
}

/**
 * What a row holds follows from its number alone, so that every run has the same office.
 *
 * @param {number} customers
 */
const fill = (customers) => `
  BEGIN;
  SET LOCAL work_mem = '256MB';

  CREATE TEMP TABLE said AS SELECT
    make_date(extract(year FROM now())::int - 1, 1, 1) AS new_year,
    extract(year FROM now())::int - 1 AS year,
    '{محمد,أحمد,عبدالله,فاطمة,سالم,${names.common},علي,عمر,يوسف,إبراهيم,نورة,صالح,هدى,حسن,زينب,بدر,ماجد,لطيفة,ياسر,وائل}'::text[] AS firsts,
    '{سعيد,ناصر,مبارك,قاسم,بكر,هادي,عوض,سليمان,راشد,جابر,منصور,حمود,فرج}'::text[] AS fathers,
    '{الغامدي,باوزير,الحربي,القحطاني,الأهدل,العمودي,بامطرف,الزهراني,السقاف,الكندي,اليافعي,الشامي}'::text[] AS families;

  INSERT INTO currencies (name, code, symbol, exchange_rate, is_default) VALUES
    ('دولار أمريكي', 'USD', '$', 1, true),
    ('ريال سعودي', 'SAR', 'ر.س', 0.26666666666666666667, false),
    ('دينار كويتي', 'KWD', 'د.ك', 3.25, false);
  INSERT INTO packages (name, currency_id, total_price, total_cost)
    SELECT 'باقة ' || g, currency.id, CASE code WHEN 'SAR' THEN 5600 ELSE 1500 END, 1200
    FROM generate_series(1, 12) g JOIN currencies currency ON code = CASE WHEN g % 4 = 0 THEN 'SAR' ELSE 'USD' END;
  INSERT INTO campaigns (name, type, start_date, end_date, total_seats)
    SELECT 'حملة ' || g, 'عمرة', new_year, new_year + 360, 1000000 FROM generate_series(1, 10) g, said;
  INSERT INTO campaign_packages SELECT campaigns.id, packages.id FROM campaigns, packages;
  INSERT INTO accounts (kind, name, currency_id)
    SELECT 'cash_box', 'صندوق ' || code || ' ' || g, currency.id
    FROM generate_series(1, 3) g, currencies currency WHERE code IN ('USD', 'SAR') ORDER BY 3, g;

  INSERT INTO customers (name, phone, national_id)
    SELECT firsts[1 + g % 20] || ' بن ' || fathers[1 + g / 20 % 13] || ' '
      || CASE WHEN g % (${customers} / 20) = 0 THEN '${names.rare}' ELSE families[1 + g / 260 % 12] END,
      '+96777' || lpad(g::text, 7, '0'), (1000000000 + g)::text
    FROM generate_series(1, ${customers}) g, said;

  CREATE TEMP TABLE signed AS SELECT
    g AS id, 1 + g::bigint * 7919 % ${customers} AS customer_id, 1 + g % 10 AS campaign_id, packages.id AS package_id,
    currency_id, total_price, total_cost / exchange_rate AS cost,
    (ARRAY['active', 'active', 'active', 'completed', 'cancelled'])[1 + g % 5] AS status
    FROM generate_series(1, ${2 * customers}) g JOIN packages ON packages.id = 1 + g / 10 % 12
    JOIN currencies ON currencies.id = currency_id;
  CREATE TEMP TABLE taken AS SELECT
    g AS id, signed.id AS contract_id, customer_id, signed.currency_id, accounts.id AS account_id,
    100 + g % 7 * 25 AS amount, CASE WHEN g % 50 = 0 THEN 'cancelled' ELSE 'confirmed' END AS status
    FROM generate_series(1, ${5 * customers}) g
    JOIN signed ON signed.id = 1 + g % ${2 * customers}
    JOIN accounts ON accounts.name = CASE signed.currency_id WHEN 1 THEN 'صندوق USD ' ELSE 'صندوق SAR ' END || 1 + g % 3;

  INSERT INTO contracts (contract_number, customer_id, campaign_id, package_id, contract_date, currency_id,
      total_amount, package_cost, paid_amount, status, created_by)
    SELECT 'C-' || year || '-' || lpad(id::text, greatest(5, length(id::text)), '0'), customer_id, campaign_id,
      package_id, new_year + id * 360 / ${2 * customers}, currency_id, total_price, cost, coalesce(paid, 0),
      status, 1
    FROM said, signed
    LEFT JOIN (SELECT contract_id, sum(amount) AS paid FROM taken WHERE status = 'confirmed' GROUP BY 1) receipts
      ON contract_id = id
    ORDER BY id;

  INSERT INTO receipt_vouchers (receipt_number, date, customer_id, contract_id, amount, currency_id, payment_method,
      account_id, account_amount, description, exchange_rate_at_payment, equivalent_amount, equivalent_currency_id,
      received_by, status)
    SELECT 'RV-' || year || '-' || lpad(id::text, greatest(5, length(id::text)), '0'),
      new_year + id * 360 / ${5 * customers}, customer_id, contract_id, amount, currency_id,
      (ARRAY['cash', 'bank_transfer', 'cheque'])[1 + id % 3], account_id, amount, 'دفعة من قيمة العقد', 1, amount, currency_id, 1, status
    FROM said, taken ORDER BY id;

  INSERT INTO expense_categories (name) SELECT 'فئة ' || g FROM generate_series(1, 5) g;
  INSERT INTO expenses (name, category_id) SELECT 'مصروف ' || g, 1 + g % 5 FROM generate_series(1, 20) g;
  CREATE TEMP TABLE spent AS SELECT
    g AS id, currency_id, accounts.id AS account_id, 1 + g % 20 AS expense_id, 10 + g % 9 AS amount,
    CASE WHEN g % 50 = 0 THEN 'cancelled' ELSE 'confirmed' END AS status
    FROM generate_series(1, ${customers}) g JOIN accounts ON accounts.id = 1 + g % 6;
  INSERT INTO payment_vouchers (payment_number, date, beneficiary_type, expense_id, amount, currency_id, payment_method,
      account_id, account_amount, paid_by, status)
    SELECT 'PV-' || year || '-' || lpad(id::text, greatest(5, length(id::text)), '0'),
      new_year + id * 360 / ${customers}, 'expense', expense_id, amount, currency_id, 'cash', account_id, amount, 1, status
    FROM said, spent ORDER BY id;

  INSERT INTO movements (account_id, amount, balance_after, cause, document_number, user_id)
    SELECT account_id, amount, sum(amount) OVER (PARTITION BY account_id ORDER BY prefix DESC, id), cause,
      prefix || '-' || year || '-' || lpad(id::text, greatest(5, length(id::text)), '0'), 1
    FROM said, (SELECT 'RV' AS prefix, 'receipt' AS cause, id, account_id, amount, status FROM taken
                UNION ALL SELECT 'PV', 'payment', id, account_id, -amount, status FROM spent) moved
    WHERE status = 'confirmed' ORDER BY prefix DESC, id;
  UPDATE accounts SET balance = (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id);

  INSERT INTO document_numbers SELECT prefix, year, last
    FROM said, (VALUES ('C', ${2 * customers}), ('RV', ${5 * customers}), ('PV', ${customers})) given (prefix, last);
  COMMIT;`;
