import { type Db, db } from "~/db/knex.server";
import { choiceOf, currencyCodeOf, filterOf, idOf, type Page, pageOf, searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { date } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { defaultCurrency } from "~/features/currencies/currencies.server";
import { customersNamed } from "~/features/customers/customers.server";
import { riyal } from "~/features/invoices/invoice";
import { type Decimal, minorUnit, roundTo } from "~/features/money/money.server";
import { namesOf } from "~/ui/page/states";
import { type AmountName, ageLabels, amountNames, type Debt, type DebtKind, type DebtSum } from "./debt";

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

const invoiceParts = (kind: "agent" | "purchase", holder: string) => `
  SELECT ${holder} AS party_id, NULL::int AS currency_id,
         coalesce(due_date, invoice_date) AS due_date, total_amount - paid_amount + coalesce(later.paid, 0) AS amount
  FROM invoices LEFT JOIN (${laterPayments}) AS later ON later.invoice_id = invoices.id
  WHERE kind = '${kind}' AND invoice_date <= :day AND (:campaignId::int IS NULL OR campaign_id = :campaignId)
    AND (payment_status IN ('pending', 'overdue') OR payment_status = 'paid' AND later.paid > 0)
    AND total_amount > paid_amount - coalesce(later.paid, 0)`;

/** By kind: the unpaid parts with their due dates, in riyals without a currency; the party's table; its vouchers. */
const sources = {
  customers: {
    table: "customers",
    parts: `
      SELECT customer_id AS party_id, currency_id, part.due_date, part.remaining_amount AS amount
      FROM contracts LEFT JOIN (${laterReceipts}) AS later ON later.contract_id = contracts.id,
           instalments_of(contracts, contracts.paid_amount - coalesce(later.paid, 0)) AS part
      WHERE contract_date <= :day AND status <> 'cancelled' AND (contracts.remaining_amount > 0 OR later.paid > 0)
        AND part.remaining_amount > 0 AND (:campaignId::int IS NULL OR campaign_id = :campaignId)`,
    vouchers: "receipt_vouchers",
    party: "customer_id",
  },
  agents: {
    table: "agents",
    parts: invoiceParts("agent", "agent_id"),
    vouchers: "payment_vouchers",
    party: "agent_id",
  },
  suppliers: {
    table: "suppliers",
    parts: invoiceParts("purchase", "supplier_id"),
    vouchers: "payment_vouchers",
    party: "supplier_id",
  },
} as const;

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

type Asked = { kind: DebtKind; params: URLSearchParams };

const aDate = date();

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
function askedOf({ kind, params }: Asked) {
  const [today, on] = [officeToday(), filterOf(params, "on", aDate)];
  const day = on && on < today ? on : today;
  const age = choiceOf(params, "age", namesOf(ageLabels));
  return {
    day,
    search: searchOf(params),
    bindings: {
      day,
      isPast: day < today,
      campaignId: idOf(params, "campaign_id") ?? null,
      currencyCode: currencyCodeOf(params) ?? null,
      searched: searchOf(params) ? someoneNamed(kind, searchOf(params)) : db.raw("NULL"),
      hasSearch: Boolean(searchOf(params)),
    },
    /** The amount that the listed debts have. */
    wanted: age ? wantedBy[age] : "due_amount",
  };
}

/** The debts of an address's filters but the age, in SQL. `rate` is that to the default currency; riyals of invoices stay. */
const debtsOf = (kind: DebtKind) => `
  SELECT coalesce(code, '${riyal.code}') AS code, coalesce(symbol, '${riyal.symbol}') AS symbol, coalesce(exchange_rate, 1) AS rate, debts.*
  FROM (SELECT party_id, currency_id, min(due_date) AS oldest_due_date,
          ${amountNames.map((name) => `coalesce(sum(amount) FILTER (WHERE ${conditions[name]}), 0) AS ${name}`).join(", ")}
        FROM (SELECT *, :day::date - due_date AS days FROM (${sources[kind].parts}) AS part) AS part
        GROUP BY party_id, currency_id) AS debts
  LEFT JOIN currencies ON currencies.id = currency_id
  WHERE (:currencyCode::text IS NULL OR code = :currencyCode) AND (NOT :hasSearch OR party_id IN (:searched))`;

type StoredDebt = Record<AmountName, Decimal> &
  Omit<Debt, AmountName | "currency" | "last_payment"> & {
    code: string;
    symbol: string;
    last_payment: { date: string; amount: Decimal; code: string } | null;
  };

function toDebt({ code, symbol, last_payment, ...row }: StoredDebt): Debt {
  const amounts = Object.fromEntries(amountNames.map((name) => [name, Number(row[name])]));
  return {
    party_id: row.party_id,
    name: row.name,
    phone: row.phone,
    currency: { code, symbol, decimals: minorUnit(code) },
    ...(amounts as Record<AmountName, number>),
    oldest_due_date: row.oldest_due_date,
    last_payment: last_payment && { ...last_payment, amount: Number(last_payment.amount) },
  };
}

const mostPainful =
  "overdue_amount * rate DESC, due_amount * rate DESC, remaining_amount * rate DESC, party_id, code";

/** A part of the list: those who are overdue with most come first. @throws DomainError invalid */
async function readSlice(asked: Asked, { limit, offset }: { limit: number; offset: number }) {
  const { bindings, wanted } = askedOf(asked);
  const { table, vouchers, party } = sources[asked.kind];
  const { rows } = await db.raw<{ rows: (StoredDebt & { total: number })[] }>(
    `SELECT debt.*, party.name, party.phone, (
       SELECT json_build_object('date', date, 'amount', amount, 'code', currencies.code)
       FROM ${vouchers} AS vouchers JOIN currencies ON currencies.id = vouchers.currency_id
       WHERE vouchers.${party} = party_id AND vouchers.status = 'confirmed' AND date <= :day
       ORDER BY date DESC, vouchers.id DESC LIMIT 1) AS last_payment
     FROM (SELECT debts.*, count(*) OVER ()::int AS total FROM (${debtsOf(asked.kind)}) AS debts WHERE ${wanted} > 0
           ORDER BY ${mostPainful} LIMIT :limit OFFSET :offset) AS debt
     JOIN ${table} AS party ON party.id = party_id
     ORDER BY ${mostPainful}`,
    { ...bindings, limit, offset } as never,
  );
  return { rows: rows.map(toDebt), total: rows[0]?.total ?? 0 };
}

/** A page of the debts of an address's filters. @throws DomainError invalid */
export async function readDebts(kind: DebtKind, params: URLSearchParams): Promise<Page<Debt>> {
  const { page, perPage } = pageOf(params);
  const slice = await readSlice({ kind, params }, { limit: perPage, offset: (page - 1) * perPage });
  return { ...slice, page, perPage };
}

const batch = 5000;

/** All debts of an address's filters, in batches. @throws DomainError invalid */
export async function* allDebts(kind: DebtKind, params: URLSearchParams): AsyncGenerator<Debt[]> {
  for (let offset = 0; ; offset += batch) {
    const { rows } = await readSlice({ kind, params }, { limit: batch, offset });
    if (rows.length) yield rows;
    if (rows.length < batch) return;
  }
}

/**
 * The sums of an address's filters but the age, in the default currency at the stored rates, and how many debts each has.
 * @throws DomainError invalid
 */
export async function sumsOfDebts(db: Db, kind: DebtKind, params: URLSearchParams) {
  const { bindings, day, wanted } = askedOf({ kind, params });
  const sumOf = (name: string) =>
    `count(*) FILTER (WHERE ${name} > 0) AS ${name}_count, coalesce(sum(${name} * rate), 0) AS ${name}`;
  const [base, { rows }] = await Promise.all([
    defaultCurrency(db),
    db.raw<{ rows: Record<string, Decimal>[] }>(
      `SELECT ${amountNames.map(sumOf).join(", ")} FROM (${debtsOf(kind)}) AS debts`,
      bindings as never,
    ),
  ]);
  const currency = kind === "customers" ? (base ?? { code: "USD", symbol: "$", decimals: 2 }) : riyal;
  const { code, symbol, decimals } = currency;
  const sums = amountNames.map((name): [AmountName, DebtSum] => {
    const exact = rows[0]?.[name] ?? "0";
    return [
      name,
      { count: Number(rows[0]?.[`${name}_count`] ?? 0), exact, sum: Number(roundTo(exact, code)) },
    ];
  });
  return {
    day,
    wanted,
    currency: { code, symbol, decimals },
    sums: Object.fromEntries(sums) as Record<AmountName, DebtSum>,
  };
}
