import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { choiceOf, currencyCodeOf, filterOf, idOf, pageOf, searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { later } from "~/domain/dates";
import { date } from "~/domain/input.server";
import type { ShownCurrency } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { contract } from "~/features/contracts/contract";
import { customersNamed } from "~/features/customers/customers.server";
import { instalmentsOf } from "~/features/instalments/instalments.server";
import { type Decimal, minorUnit, roundTo } from "~/features/money/money.server";
import { riyal } from "~/features/money/riyal";
import { type AmountName, ageLabels, amountNames, type Debt, type DebtSum } from "./debt";
import type { DebtKind } from "./kinds";
import { unremindedDays } from "./reminder";

/*
 * Debts by party and due date (docs/decisions/debts.md). Those of customers follow from their contracts' instalments, those of the
 * office from invoices; an invoice without a due date is due on its own date. On an earlier day, what was paid since was still owed.
 */

const laterReceipts = `
  SELECT contract_id, sum(equivalent_amount) AS paid FROM receipt_vouchers
  WHERE status = 'confirmed' AND date > :day AND contract_id IS NOT NULL AND :isPast GROUP BY 1`;

const laterPayments = `
  SELECT invoice_id, sum(settled_amount) AS paid FROM payment_vouchers
  WHERE status = 'confirmed' AND date > :day AND invoice_id IS NOT NULL AND :isPast GROUP BY 1`;

const invoiceDebts = (kind: "agent" | "purchase", party: string) => ({
  party,
  currency: "NULL::int",
  parts:
    "(SELECT coalesce(due_date, invoice_date) AS due_date, total_amount - paid_amount + coalesce(later.paid, 0) AS amount)",
  documents: `invoices LEFT JOIN (${laterPayments}) AS later ON later.invoice_id = invoices.id`,
  isOwed: `kind = '${kind}' AND invoice_date <= :day AND (payment_status IN ('pending', 'overdue') OR payment_status = 'paid' AND later.paid > 0)`,
  vouchers: "payment_vouchers",
});

/**
 * By kind: the documents, those that are owed on a day, their party and currency, and the unpaid parts of each; then the party's
 * vouchers. Invoices are in riyals and have no currency.
 */
const sources: Record<DebtKind, ReturnType<typeof invoiceDebts>> = {
  customers: {
    party: "customer_id",
    currency: "currency_id",
    parts: `(SELECT due_date, remaining_amount AS amount FROM ${instalmentsOf("contracts.paid_amount - coalesce(later.paid, 0)")})`,
    documents: `contracts LEFT JOIN (${laterReceipts}) AS later ON later.contract_id = contracts.id`,
    isOwed: "contract_date <= :day AND stands(status) AND (contracts.remaining_amount > 0 OR later.paid > 0)",
    vouchers: "receipt_vouchers",
  },
  agents: invoiceDebts("agent", "agent_id"),
  suppliers: invoiceDebts("purchase", "supplier_id"),
};

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

const someoneNamed = (kind: DebtKind, search: string) =>
  kind === "customers" ? customersNamed(search) : whereSearch(db(kind).select("id"), "search", search);

const aDate = date();
const unremindedNames = Object.keys(unremindedDays) as [string, ...string[]];

const wantedBy: Record<keyof typeof ageLabels, AmountName> = {
  overdue: "overdue_amount",
  overdue_30: "overdue_30",
  overdue_60: "overdue_60",
  overdue_90: "overdue_90",
  overdue_older: "overdue_older",
  upcoming: "upcoming_amount",
  all: "remaining_amount",
};

/** The filters of an address. @throws DomainError invalid */
function askedOf(kind: DebtKind, params: URLSearchParams) {
  const [today, on] = [officeToday(), filterOf(params, "on", aDate)];
  const day = on && on < today ? on : today;
  const age = choiceOf(params, "age", namesOf(ageLabels));
  const unreminded = kind === "customers" ? choiceOf(params, "unreminded", unremindedNames) : undefined;
  return {
    day,
    bindings: {
      day,
      isPast: day < today,
      campaignId: idOf(params, "campaign_id", contract.labels) ?? null,
      currencyCode: currencyCodeOf(params) ?? null,
      searched: searchOf(params) ? someoneNamed(kind, searchOf(params)) : db.raw("NULL"),
      hasSearch: Boolean(searchOf(params)),
      /** Customers who were reminded after this day are left out. */
      quietSince: unreminded ? later(today, -Number(unreminded)) : null,
    },
    /** The amount that the listed debts have. */
    wanted: age ? wantedBy[age] : "due_amount",
  };
}

const each = (figure: (name: AmountName) => string) =>
  amountNames.map((name) => `${figure(name)} AS ${name}`).join(", ");

const notReminded = `
            AND (:quietSince::date IS NULL OR customer_id NOT IN (
              SELECT customer_id FROM reminders WHERE sent_on > :quietSince))`;

/** A customer's latest reminder as JSON, in a query of debts. */
const lastReminder = `(
  SELECT json_build_object('date', sent_on, 'how', how, 'by', username)
  FROM reminders JOIN users ON users.id = sent_by WHERE customer_id = party_id ORDER BY reminders.id DESC LIMIT 1)`;

/**
 * The debts of an address's filters but the age, in SQL. `rate` is that to the default currency; riyals of invoices stay. The parts of
 * each document are added first, so that PostgreSQL knows how many rows it has to group.
 */
const debtsOf = (kind: DebtKind) => {
  const { party, currency, parts, documents, isOwed } = sources[kind];
  return `
    SELECT party_id, coalesce(code, '${riyal.code}') AS code, coalesce(symbol, '${riyal.symbol}') AS symbol,
           coalesce(exchange_rate, 1) AS rate, oldest_due_date, ${amountNames.join(", ")}
    FROM (SELECT ${party} AS party_id, ${currency} AS currency_id, min(oldest) AS oldest_due_date, ${each((name) => `sum(sums.${name})`)}
          FROM ${documents}, LATERAL (
            SELECT min(due_date) AS oldest, ${each((name) => `coalesce(sum(amount) FILTER (WHERE ${conditions[name]}), 0)`)}
            FROM (SELECT due_date, amount, :day::date - due_date AS days FROM ${parts} AS part WHERE amount > 0) AS part) AS sums
          WHERE ${isOwed} AND (:campaignId::int IS NULL OR campaign_id = :campaignId)
            AND (NOT :hasSearch OR ${party} IN (:searched))${kind === "customers" ? notReminded : ""}
          GROUP BY 1, 2) AS debts
    LEFT JOIN currencies ON currencies.id = currency_id
    WHERE remaining_amount > 0 AND (:currencyCode::text IS NULL OR code = :currencyCode)`;
};

type StoredDebt = Record<AmountName, Decimal> &
  Omit<Debt, AmountName | "currency" | "last_payment"> & {
    code: string;
    symbol: string;
    last_payment: { date: string; amount: Decimal; code: string } | null;
  };

function toDebt({ code, symbol, last_payment, last_reminder, ...row }: StoredDebt): Debt {
  const amounts = Object.fromEntries(amountNames.map((name) => [name, Number(row[name])]));
  return {
    party_id: row.party_id,
    name: row.name,
    phone: row.phone,
    currency: { code, symbol, decimals: minorUnit(code) },
    ...(amounts as Record<AmountName, number>),
    oldest_due_date: row.oldest_due_date,
    last_payment: last_payment && {
      ...last_payment,
      amount: Number(last_payment.amount),
      decimals: minorUnit(last_payment.code),
    },
    ...(last_reminder !== undefined && { last_reminder }),
  };
}

type Slice = { limit: number; offset: number };
type StoredSums = Record<AmountName | `${AmountName}_count`, Decimal>;

/**
 * A part of the list, those who are overdue with most first, and the sums of all its debts whatever their age.
 * @throws DomainError invalid
 */
async function readSlice(kind: DebtKind, params: URLSearchParams, { limit, offset }: Slice) {
  const { bindings, day, wanted } = askedOf(kind, params);
  const { vouchers, party } = sources[kind];
  const { rows } = await db.raw<{
    rows: { rows: StoredDebt[]; sums: StoredSums; base: ShownCurrency | null }[];
  }>(
    `WITH debts AS MATERIALIZED (${debtsOf(kind)}),
     page AS (SELECT * FROM debts WHERE ${wanted} > 0 ORDER BY ${mostPainful} LIMIT :limit OFFSET :offset)
     SELECT (SELECT coalesce(json_agg(to_jsonb(page) || jsonb_build_object('name', party.name, 'phone', party.phone, 'last_payment', (
               SELECT json_build_object('date', date, 'amount', amount, 'code', currencies.code)
               FROM ${vouchers} AS vouchers JOIN currencies ON currencies.id = vouchers.currency_id
               WHERE vouchers.${party} = party_id AND vouchers.status = 'confirmed' AND date <= :day
               ORDER BY date DESC, vouchers.id DESC LIMIT 1)${kind === "customers" ? `, 'last_reminder', ${lastReminder}` : ""}) ORDER BY ${mostPainful}), '[]')
             FROM page JOIN ${kind} AS party ON party.id = party_id) AS rows,
            (SELECT to_jsonb(sums) FROM (
               SELECT ${each((name) => `coalesce(sum(${name} * rate), 0)::text`)},
                      ${amountNames.map((name) => `count(*) FILTER (WHERE ${name} > 0) AS ${name}_count`).join(", ")}
               FROM debts) AS sums) AS sums,
            (SELECT json_build_object('code', code, 'symbol', symbol) FROM currencies WHERE is_default) AS base`,
    { ...bindings, limit, offset },
  );
  const [answer] = rows as [(typeof rows)[number]];
  const base = answer.base ?? { code: "USD", symbol: "$" };
  const currency: ShownCurrency = kind === "customers" ? { ...base, decimals: minorUnit(base.code) } : riyal;
  const sums = Object.fromEntries(
    amountNames.map((name): [AmountName, DebtSum] => {
      const [exact, count] = [answer.sums[name], Number(answer.sums[`${name}_count`])];
      return [name, { count, exact, sum: Number(roundTo(exact, currency.code)) }];
    }),
  ) as Record<AmountName, DebtSum>;
  return { rows: drawRows(answer.rows, toDebt), total: sums[wanted].count, figures: { day, currency, sums } };
}

const mostPainful =
  "overdue_amount * rate DESC, due_amount * rate DESC, remaining_amount * rate DESC, party_id, code";

/** A page of the debts of an address's filters, and the sums of all of them. @throws DomainError invalid */
export async function readDebts(kind: DebtKind, params: URLSearchParams) {
  const { page, perPage } = pageOf(params);
  const slice = await readSlice(kind, params, { limit: perPage, offset: (page - 1) * perPage });
  return { ...slice, page, perPage };
}

/** The first debts of an address's filters, and the sums of all of them. @throws DomainError invalid */
export const firstDebts = (kind: DebtKind, params: URLSearchParams, limit: number) =>
  readSlice(kind, params, { limit, offset: 0 });

const batch = 10_000;

/** All debts of an address's filters, in batches. @throws DomainError invalid */
export async function* allDebts(kind: DebtKind, params: URLSearchParams): AsyncGenerator<Debt[]> {
  for (let offset = 0; ; offset += batch) {
    const { rows } = await readSlice(kind, params, { limit: batch, offset });
    if (rows.length) yield rows;
    if (rows.length < batch) return;
  }
}
