import { drawRows } from "~/db/drawing.server";
import type { Db } from "~/db/knex.server";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import type { SessionUser } from "~/domain/permissions";
import { shownCurrency } from "~/features/money/money.server";
import { saidRate } from "~/features/money/rate";
import { riyal } from "~/features/money/riyal";
import { addressOf, type DocumentKind, documentKinds } from "./documents";
import type { Line, Statement, StatementParams, Sums } from "./statement";

/*
 * Statements that are made of documents: for customers, agents, suppliers and expenses. Each document counts in the
 * currency in which it is owed. Cancelled vouchers, contracts and invoices are left out.
 */

const contracts = `
  SELECT contract_date AS date, contracts.created_at, 'contract' AS document, contracts.id, contract_number AS number,
         NULL AS settles, concat(campaigns.name, '، بعد خصم ' || round(nullif(discount_amount, 0), minor_unit(code)) || ' ' || code) AS description,
         code AS currency, total_amount AS debit, NULL::numeric AS credit,
         NULL::numeric AS paid, NULL AS paid_currency, NULL::numeric AS rate
  FROM contracts
  JOIN currencies ON currencies.id = contracts.currency_id
  JOIN campaigns ON campaigns.id = campaign_id
  WHERE customer_id = :id AND stands(contracts.status)`;

/** The fee that the office keeps of a cancelled contract. */
const cancellationFees = `
  SELECT cancelled_on AS date, contracts.created_at, 'contract' AS document, contracts.id, contract_number AS number,
         NULL AS settles, concat_ws('، ', 'رسم الإلغاء', campaigns.name, cancellation_reason) AS description,
         code AS currency, cancellation_fee AS debit, NULL::numeric AS credit,
         NULL::numeric AS paid, NULL AS paid_currency, NULL::numeric AS rate
  FROM contracts
  JOIN currencies ON currencies.id = contracts.currency_id
  JOIN campaigns ON campaigns.id = campaign_id
  WHERE customer_id = :id AND cancellation_fee > 0`;

/** Receipts for a contract count in the contract's currency, as they were booked. */
const receipts = `
  SELECT date, vouchers.created_at, 'receipt' AS document, vouchers.id, receipt_number AS number,
         contract_number AS settles, description,
         CASE WHEN contract_id IS NULL THEN currencies.code ELSE equivalents.code END AS currency,
         NULL::numeric AS debit, CASE WHEN contract_id IS NULL THEN amount ELSE equivalent_amount END AS credit,
         amount AS paid, currencies.code AS paid_currency, exchange_rate_at_payment AS rate
  FROM receipt_vouchers AS vouchers
  JOIN currencies ON currencies.id = vouchers.currency_id
  JOIN currencies AS equivalents ON equivalents.id = equivalent_currency_id
  LEFT JOIN contracts ON contracts.id = contract_id
  WHERE vouchers.customer_id = :id AND vouchers.status = 'confirmed'`;

const invoices = (holder: "agent_id" | "supplier_id") => `
  SELECT invoice_date AS date, created_at, kind AS document, id, invoice_number AS number,
         NULL AS settles, description, :riyal::text AS currency, NULL::numeric AS debit, total_amount AS credit,
         NULL::numeric AS paid, NULL AS paid_currency, NULL::numeric AS rate
  FROM invoices
  WHERE ${holder} = :id AND stands(payment_status)`;

/** The part of an invoice that a user marked as paid without a voucher. It is no longer owed from the day of that decision on. */
const paidWithoutVoucher = (holder: "agent_id" | "supplier_id") => `
  SELECT coalesce(paid_on, invoice_date) AS date, created_at, kind AS document, id, invoice_number AS number,
         NULL AS settles, concat_ws(': ', 'سدد دون سند صرف', payment_reason) AS description, :riyal::text AS currency,
         total_amount - paid_amount AS debit, NULL::numeric AS credit,
         NULL::numeric AS paid, NULL AS paid_currency, NULL::numeric AS rate
  FROM invoices
  WHERE ${holder} = :id AND payment_status = 'paid' AND paid_amount < total_amount`;

/** Payments of an invoice count in riyals, refunds in the contract's currency, as they were booked. */
const payments = (holder: "customer_id" | "agent_id" | "supplier_id" | "expense_id") => `
  SELECT date, vouchers.created_at, 'payment' AS document, vouchers.id, payment_number AS number,
         coalesce(invoice_number, contract_number) AS settles, vouchers.description,
         CASE WHEN invoice_id IS NULL THEN coalesce(own.code, currencies.code) ELSE :riyal::text END AS currency,
         coalesce(settled_amount, vouchers.amount) AS debit, NULL::numeric AS credit,
         vouchers.amount AS paid, currencies.code AS paid_currency, exchange_rate_at_payment AS rate
  FROM payment_vouchers AS vouchers
  JOIN currencies ON currencies.id = vouchers.currency_id
  LEFT JOIN invoices ON invoices.id = invoice_id
  LEFT JOIN contracts ON contracts.id = contract_id
  LEFT JOIN currencies AS own ON own.id = contracts.currency_id
  WHERE vouchers.${holder} = :id AND vouchers.status = 'confirmed'`;

const documents = {
  customers: [contracts, cancellationFees, receipts, payments("customer_id")],
  agents: [invoices("agent_id"), paidWithoutVoucher("agent_id"), payments("agent_id")],
  suppliers: [invoices("supplier_id"), paidWithoutVoucher("supplier_id"), payments("supplier_id")],
  expenses: [payments("expense_id")],
};

type PartnerKind = keyof typeof documents;

export const isPartner = (kind: string): kind is PartnerKind => Object.hasOwn(documents, kind);

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
       FROM (${documents[kind].join(" UNION ALL ")}) AS documents
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
    { id, riyal: riyal.code, from: from ?? null, to: to ?? null, perPage, skipped: (page - 1) * perPage },
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

const order = "date, created_at, document, id, debit NULLS FIRST";

const sum = (which: string) =>
  `coalesce(sum(coalesce(debit, 0) - coalesce(credit, 0)) FILTER (WHERE ${which}), 0)`;

type StoredSums = Omit<Sums, "currency"> & { currency: string; count: number };

type StoredLine = Pick<Line, "date" | "description" | "currency" | "debit" | "credit" | "balance"> & {
  document: DocumentKind;
  id: number;
  number: string;
  settles: string | null;
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
  const { document, id, number, settles, paid, paid_currency, rate } = line;
  const { date, description, currency, debit, credit, balance } = line;
  return {
    id: `${document} ${id}${document !== "payment" && document !== "contract" && debit !== null ? " paid" : ""}`,
    date,
    document: documentKinds[document].name,
    number,
    href: addressOf(user, document, { id, number }),
    settles:
      settles === null
        ? null
        : {
            what:
              document === "receipt" ? "عن العقد" : kind === "customers" ? "رد من العقد" : "سداد الفاتورة",
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
