import { rateOn } from "~/features/money/rates-of-days.server";
import { riyal } from "~/features/money/riyal";
import { type AmountName, amountNames } from "./debt";
import type { DebtKind } from "./kinds";
import { creditsOf, netsOf, sources, unpaidOfNets } from "./nets.server";

/* The lists of debts and deposits, in SQL: `page` has the rows of a page, `sums` the sums of all, `credits` what parties have besides. */

/** The conditions of each amount, by the days since the part was due. */
const conditions: Record<AmountName, string> = {
  remaining_amount: "true",
  due_amount: "days >= 0",
  overdue_amount: "days > 0",
  upcoming_amount: "days <= 0",
  overdue_30: "days BETWEEN 1 AND 30",
  overdue_60: "days BETWEEN 31 AND 60",
  overdue_90: "days BETWEEN 61 AND 90",
  overdue_older: "days > 90",
};

/** Columns that have each amount's name. */
const each = (figure: (name: AmountName) => string) =>
  amountNames.map((name) => `${figure(name)} AS ${name}`).join(", ");

/** The last day on which a part has the age that it has, in SQL. */
const lastDayOfAge = `due_date + CASE
  WHEN days < 0 THEN -1 WHEN days < 1 THEN 0 WHEN days < 31 THEN 30 WHEN days < 61 THEN 60 WHEN days < 91 THEN 90 END`;

const ownOf = (kind: DebtKind) =>
  kind === "customers" ? "contracts_amount, cancelled_campaigns_amount" : sources[kind].items;

/**
 * What each party has with the office in a currency by its net, in SQL, with its ages, and until when they are these. What a party has on
 * account, and what contracts are to give back, covers the parts that are due first.
 */
export const agesOfNets = (kind: DebtKind) => `
    ${unpaidOfNets},
    ages AS (
    SELECT party_id, code, net, ${ownOf(kind)}, -pot AS on_account_amount, oldest_due_date, least(nets.until, parts.until) AS until,
           ${each((name) => `coalesce(${name}, 0)`)}
    FROM nets LEFT JOIN (
      SELECT party_id, code, min(due_date) FILTER (WHERE amount > 0) AS oldest_due_date, min(${lastDayOfAge}) FILTER (WHERE amount > 0) AS until,
             ${each((name) => `sum(amount) FILTER (WHERE ${conditions[name]})`)}
      FROM unpaid GROUP BY 1, 2) AS parts USING (party_id, code))`;

/** Where a list's rows are, and what they have of the columns of `agesOfNets`; in SQL. */
const lists = {
  debts: { where: "net > 0", columns: (kind: DebtKind) => `${ownOf(kind)}, ${amountNames}` },
  deposits: {
    where: "net < 0",
    columns: (kind: DebtKind) =>
      `-${sources[kind].items} AS ${sources[kind].items}, ${each((name) => (name === "remaining_amount" ? "-net" : name))}`,
  },
};

/** Debts, or what parties have with the office by their net. */
export type DebtList = keyof typeof lists;

const notReminded = `
            AND (:quietSince::date IS NULL OR party_id NOT IN (
              SELECT customer_id FROM reminders WHERE sent_on > :quietSince))`;

/** A customer's latest reminder as JSON, in a query of debts. */
export const lastReminder = `(
  SELECT json_build_object('date', sent_on, 'how', how, 'by', username)
  FROM reminders JOIN users ON users.id = sent_by WHERE customer_id = party_id ORDER BY reminders.id DESC LIMIT 1)`;

/** The worth of a currency: to the default currency, of partners to riyals. */
const rateOf = (kind: DebtKind) => (kind === "customers" ? `coalesce(${rateOn(":day")}, 1)` : rateToRiyal);

/** The chosen of these codes, each with its symbol and worth, in SQL: once for each currency, since a closing's worth takes long to find. */
const codesOf = (kind: DebtKind, codes: string) => `
    codes AS MATERIALIZED (
    SELECT code, coalesce(symbol, '${riyal.symbol}') AS symbol, ${rateOf(kind)} AS rate
    FROM (${codes}) AS codes LEFT JOIN currencies USING (code) WHERE :currencyCode::text IS NULL OR code = :currencyCode)`;

/** The list of an address's filters. */
export const listOf = (list: DebtList, kind: DebtKind, wanted: AmountName, { isSearched = false }) => `
    ${netsOf(kind, { isSearched })}, ${agesOfNets(kind)}, ${creditsOf("nets")},
    ${codesOf(kind, "SELECT DISTINCT code FROM nets")},
    debts AS MATERIALIZED (
    SELECT party_id, code, symbol, rate, oldest_due_date, on_account_amount,
           ${lists[list].columns(kind)}
    FROM ages JOIN codes USING (code)
    WHERE ${lists[list].where} AND (:campaignId::int IS NULL OR ${sources[kind].items} <> 0)${kind === "customers" ? notReminded : ""}),
    page AS (SELECT * FROM debts WHERE ${wanted} > 0 ORDER BY ${mostPainful} LIMIT :limit OFFSET :offset),
    sums AS (
    SELECT ${each((name) => `coalesce(sum(${name} * rate), 0)::text`)},
           ${amountNames.map((name) => `count(*) FILTER (WHERE ${name} > 0) AS ${name}_count`).join(", ")}
    FROM debts)`;

/** What the office owes partners is told in riyals. */
const rateToRiyal = `coalesce(exchange_rate / (SELECT exchange_rate FROM currencies WHERE code = '${riyal.code}'), 1)`;

/** The order of rows: who is overdue with most first. */
export const mostPainful =
  "overdue_amount * rate DESC, due_amount * rate DESC, remaining_amount * rate DESC, party_id, code";

/** The same within a currency. */
const orders: Record<DebtList, string> = {
  debts: "overdue_amount DESC, due_amount DESC, remaining_amount DESC",
  deposits: "net",
};

/** The kept columns of a list's amount and of the number of rows that have it. */
const sumOf = (list: DebtList, name: AmountName) => {
  const column = list === "debts" ? name : name === "remaining_amount" ? "deposit_amount" : undefined;
  return column
    ? `coalesce(sum(${column} * rate), 0)::text AS ${name}, coalesce(sum(${column}_count), 0) AS ${name}_count`
    : `0 AS ${name}, 0 AS ${name}_count`;
};

/**
 * The same of today's customers, from `customer_debts`: an index has each currency's rows in their order, and the sums are kept. Those of
 * customers who were not reminded are added up.
 */
export const todaysList = (list: DebtList, wanted: AmountName, isOfUnreminded: boolean) => `
    ${codesOf("customers", "SELECT code FROM customer_debts_totals")},
    page AS MATERIALIZED (
    SELECT * FROM (
      SELECT party_id, codes.code, symbol, rate, oldest_due_date, on_account_amount, ${lists[list].columns("customers")}
      FROM codes, LATERAL (
        SELECT * FROM ${debts}
        WHERE debts.code = codes.code AND ${lists[list].where}${list === "debts" ? ` AND ${wanted} > 0` : ""}${notReminded}
        ORDER BY ${orders[list]}, party_id LIMIT :limit::integer + :offset::integer) AS debts) AS first
    ORDER BY ${mostPainful} LIMIT :limit OFFSET :offset),
    sums AS (
    SELECT ${amountNames.map((name) => sumOf(list, name))}
    FROM codes JOIN ${isOfUnreminded ? `${debts} ON debts.code = codes.code WHERE true${notReminded}` : "customer_debts_totals AS totals USING (code)"}),
    ${creditsOf("(SELECT customer_id AS party_id, code, net FROM customer_debts WHERE customer_id IN (SELECT party_id FROM page)) AS nets")}`;

const debts = "(SELECT customer_id AS party_id, * FROM customer_debts) AS debts";

/** What the rows of customers have of `agesOfNets`. */
export const rowColumns = `net, on_account_amount, oldest_due_date, ${lists.debts.columns("customers")}`;
