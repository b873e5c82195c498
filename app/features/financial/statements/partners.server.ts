import { drawRows } from "~/db/drawing.server";
import type { Db } from "~/db/knex.server";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import type { SessionUser } from "~/domain/permissions";
import { type EntryCause, entryHolders, entryLabels } from "~/features/money/entry";
import { entriesByTurn, entryItem } from "~/features/money/event-turns.server";
import { causeLabels } from "~/features/money/ledger.server";
import { shownCurrency } from "~/features/money/money.server";
import { saidRate } from "~/features/money/rate";
import { riyal } from "~/features/money/riyal";
import { paidFor, receivedFor } from "../vouchers/purpose";
import { addressOf, type DocumentKind } from "./documents";
import type { Line, Statement, StatementParams, Sums } from "./statement";

/*
 * Statements of customers, agents and suppliers, which are their entries, and of expenses, which are their vouchers and the fees of transfers.
 */

const line = `date, ${entryItem}, turn`;

/** What a customer's voucher without a contract is for: a service where the voucher entered one that stands. */
const purposeOf = `
  CASE WHEN customer_id IS NOT NULL AND contract_id IS NULL AND document IN ('receipt', 'payment') THEN
    CASE WHEN sum(amount) FILTER (WHERE cause IN ('service', 'service_returned')) OVER own <> 0
      THEN 'service' ELSE 'on_account' END END`;

/**
 * Of an allocation from one contract to another: their numbers and currencies. Between them the money is on account for no moment, so its two
 * entries there are no lines, and in one currency those of the contracts are one line (docs/decisions/statements.md).
 */
const movedBetween = `
  CASE WHEN document = 'allocation' THEN max(item_number) FILTER (WHERE cause LIKE 'release%') OVER own END AS source_number,
  CASE WHEN document = 'allocation' THEN max(item_number) FILTER (WHERE cause LIKE 'allocation%') OVER own END AS target_number,
  max(currency_code) FILTER (WHERE cause LIKE 'release%') OVER own AS source_code,
  max(currency_code) FILTER (WHERE cause LIKE 'allocation%' AND contract_id IS NOT NULL) OVER own AS target_code`;
const isBetween = "(source_number || target_number) IS NOT NULL";
const isOneLine = `(${isBetween} AND source_code = target_code)`;

/**
 * The lines of a party's entries. What a document entered on a day for one cause is a line, in the words that were written last: a day's
 * corrections are in it, and where they sum to nothing there is none. Each event has a line of its own.
 */
const entriesOf = (holder: string) => `
  SELECT date, created_at, place, document, document_id AS id, document_number AS number,
         CASE WHEN ${isBetween} THEN replace(cause, 'release', 'allocation') ELSE cause END AS cause,
         CASE WHEN document IN ('receipt', 'payment') OR cause LIKE 'credit_note%' THEN item_number END AS settles, purpose,
         coalesce('نقل من العقد ' || source_number || ' إلى العقد ' || target_number, description) AS description, currency_code AS currency,
         CASE WHEN amount > 0 OR ${isOneLine} THEN abs(amount) END AS debit, CASE WHEN amount < 0 OR ${isOneLine} THEN abs(amount) END AS credit,
         voucher_amount AS paid, voucher_code AS paid_currency, voucher_rate AS rate
  FROM (
    SELECT DISTINCT ON (${line}) date, document, document_id, document_number, cause, item_number, description, currency_code,
           voucher_amount, voucher_code, voucher_rate, sum(amount) OVER line AS amount, min(id) OVER line AS place, ${purposeOf} AS purpose, ${movedBetween},
           CASE WHEN turn > 0 THEN min(created_at) OVER line ELSE min(created_at) OVER (PARTITION BY document, document_id, cause) END AS created_at
    FROM (${entriesByTurn(`${holder} = :id`)}) AS entries
    WINDOW line AS (PARTITION BY ${line}), own AS (PARTITION BY document, document_id) ORDER BY ${line}, id DESC) AS lines
  WHERE amount <> 0 AND (NOT ${isBetween} OR item_number IS NOT NULL AND (cause LIKE 'release%' OR NOT ${isOneLine}))`;

/** A cancelled voucher cost nothing, nor did the fee of a cancelled transfer. */
const costs = `
  SELECT date, vouchers.created_at, vouchers.id AS place, 'payment' AS document, vouchers.id, payment_number AS number, 'payment' AS cause,
         NULL AS settles, NULL AS purpose, description, code AS currency, amount AS debit, NULL::numeric AS credit,
         amount AS paid, code AS paid_currency, NULL::numeric AS rate
  FROM payment_vouchers AS vouchers
  JOIN currencies ON currencies.id = currency_id
  WHERE expense_id = :id AND status = 'confirmed'
  UNION ALL
  SELECT date, transfers.created_at, -transfers.id, 'transfer', transfers.id, transfer_number, 'transfer_fee',
         NULL, NULL, description, code, fee_amount, NULL, fee_amount, code, NULL
  FROM transfers JOIN accounts ON accounts.id = from_account_id JOIN currencies ON currencies.id = currency_id
  WHERE fee_expense_id = :id AND transfers.status = 'confirmed'`;

const lines = {
  customers: entriesOf(entryHolders.customers),
  agents: entriesOf(entryHolders.agents),
  suppliers: entriesOf(entryHolders.suppliers),
  expenses: costs,
};

type PartnerKind = keyof typeof lines;

export const isPartner = (kind: string): kind is PartnerKind => Object.hasOwn(lines, kind);

/**
 * One statement reads everything, so that sums and lines are of the same moment. A balance includes everything before it in its
 * currency, whatever the page and the period. `n` numbers the period's lines and is 0 before the period.
 */
export async function partnerStatement(
  db: Db,
  user: SessionUser,
  kind: PartnerKind,
  id: number,
  { from, to, page, perPage, oldestFirst }: StatementParams,
): Promise<Statement> {
  const { rows: answer } = await db.raw<{ rows: { rows: StoredLine[]; sums: StoredSums[] }[] }>(
    `WITH lines AS MATERIALIZED (
       SELECT *,
              sum(coalesce(debit, 0) - coalesce(credit, 0)) OVER (PARTITION BY currency ORDER BY ${order}) AS balance,
              count(*) FILTER (WHERE date >= coalesce(:from::date, '-infinity')) OVER (ORDER BY ${order}) AS n
       FROM (${lines[kind]}) AS lines
       WHERE date <= coalesce(:to::date, 'infinity'))
     SELECT (SELECT coalesce(json_agg(page), '[]') FROM
              (SELECT * FROM lines WHERE n > 0 ORDER BY n ${oldestFirst ? "" : "DESC"}
               LIMIT :perPage::int OFFSET :skipped::int) AS page) AS rows,
            (SELECT coalesce(json_agg(sums), '[]') FROM
              (SELECT currency, count(*) FILTER (WHERE n > 0), ${sum("n = 0")} AS opening, ${sum("true")} AS closing,
                      coalesce(sum(debit) FILTER (WHERE n > 0), 0) AS debit,
                      coalesce(sum(credit) FILTER (WHERE n > 0), 0) AS credit,
                      ${sum("n <= :skipped::int")} AS brought, ${sum("n <= :skipped::int + :perPage::int")} AS carried
               FROM lines GROUP BY currency ORDER BY currency) AS sums) AS sums`,
    { id, from: from ?? null, to: to ?? null, perPage, skipped: (page - 1) * perPage },
  );
  const [{ rows, sums }] = answer as [(typeof answer)[0]];
  const currencies = await readCurrencies(db);
  return {
    from,
    to,
    rows: drawRows(rows, (line) => toLine(line, user, currencies, kind)),
    total: sums.reduce((total, { count }) => total + count, 0),
    page,
    perPage,
    sums: sums.map(({ currency, count, ...rest }) => ({
      ...rest,
      currency: currencyFor(currencies, currency),
    })),
  };
}

const order = "date, created_at, place";

const sum = (which: string) =>
  `coalesce(sum(coalesce(debit, 0) - coalesce(credit, 0)) FILTER (WHERE ${which}), 0)`;

type StoredSums = Omit<Sums, "currency"> & { currency: string; count: number };

type StoredLine = Pick<Line, "date" | "description" | "currency" | "debit" | "credit" | "balance"> & {
  document: DocumentKind;
  cause: EntryCause | "transfer_fee";
  place: number;
  id: number;
  number: string;
  settles: string | null;
  purpose: keyof typeof paidFor | null;
  paid: number | null;
  paid_currency: string | null;
  rate: number | null;
};

type Currencies = Map<string, ShownCurrency>;

/** The office's currencies by their codes; always with riyals, the currency of invoices. */
async function readCurrencies(db: Db): Promise<Currencies> {
  const rows = await db("currencies").select("id", "code", "symbol");
  return new Map([
    [riyal.code, riyal],
    ...rows.map(({ id, code, symbol }): [string, ShownCurrency] => [code, shownCurrency(id, code, symbol)]),
  ]);
}

function currencyFor(currencies: Currencies, code: string): ShownCurrency {
  return currencies.get(code) ?? shownCurrency(0, code, code);
}

function toLine(line: StoredLine, user: SessionUser, currencies: Currencies, kind: PartnerKind): Line {
  const { document, place, id, number, cause, settles, purpose, paid, paid_currency, rate } = line;
  const purposeLabels = document === "receipt" ? receivedFor : paidFor;
  const { date, description, currency, debit, credit, balance } = line;
  return {
    id: String(place),
    date,
    document: cause === "transfer_fee" ? causeLabels[cause] : entryLabels[cause][debit === null ? 1 : 0],
    number,
    href: addressOf(user, document, { id, number }),
    settles:
      settles === null
        ? purpose && cause !== "charge" && !cause.startsWith("service")
          ? { what: purposeLabels[purpose], number: "" }
          : null
        : {
            what: cause.startsWith("credit_note")
              ? "من الفاتورة"
              : document === "receipt"
                ? "عن العقد"
                : kind === "customers"
                  ? "رد من العقد"
                  : "سداد الفاتورة",
            number: settles,
          },
    description,
    currency,
    debit,
    credit,
    balance,
    paid:
      paid !== null && paid_currency && paid_currency !== currency && rate !== null
        ? {
            amount: formatMoney(paid, currencyFor(currencies, paid_currency)),
            rate: saidRate(rate, paid_currency, currency),
          }
        : null,
  };
}
