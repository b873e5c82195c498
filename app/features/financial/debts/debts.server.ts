import { drawRows } from "~/db/drawing.server";
import { type Db, db } from "~/db/knex.server";
import { choiceOf, currencyCodeOf, filterOf, idOf, pageOf, searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { later } from "~/domain/dates";
import { date } from "~/domain/input.server";
import type { ShownCurrency } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { contract } from "~/features/contracts/contract";
import { customersNamed } from "~/features/customers/customers.server";
import { paidInHand } from "~/features/money/cheques-in-hand.server";
import { type Decimal, minorUnit, roundTo } from "~/features/money/money.server";
import { riyal } from "~/features/money/riyal";
import {
  type AmountName,
  ageLabels,
  amountNames,
  type Debt,
  type DebtSum,
  type OwnAmountName,
  ownAmountNames,
} from "./debt";
import type { DebtKind } from "./kinds";
import { type DebtList, lastReminder, listOf, mostPainful, todaysList } from "./lists.server";
import { sources, toCredits } from "./nets.server";
import { areOutdated, withTodaysDebts } from "./today.server";

export type { DebtList };

import { unremindedDays } from "./reminder";

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
      searched: someoneNamed(kind, searchOf(params)),
      /** Customers who were reminded after this day are left out. */
      quietSince: unreminded ? later(today, -Number(unreminded)) : null,
    },
    /** The amount that the listed debts have. */
    wanted: age ? wantedBy[age] : "due_amount",
  };
}

type StoredDebt = Record<AmountName | OwnAmountName, Decimal> &
  Omit<Debt, AmountName | OwnAmountName | "currency" | "credits" | "last_payment"> & {
    credits: { code: string; amount: Decimal }[] | null;
    code: string;
    symbol: string;
    last_payment: { date: string; amount: Decimal; code: string } | null;
  };

function toDebt({ code, symbol, credits, last_payment, last_reminder, ...row }: StoredDebt): Debt {
  const own = ownAmountNames.filter((name) => row[name] !== undefined);
  const amounts = Object.fromEntries([...amountNames, ...own].map((name) => [name, Number(row[name])]));
  return {
    party_id: row.party_id,
    name: row.name,
    phone: row.phone,
    currency: { code, symbol, decimals: minorUnit(code) },
    ...(amounts as Pick<Debt, AmountName | OwnAmountName>),
    credits: toCredits(credits),
    oldest_due_date: row.oldest_due_date,
    last_payment: last_payment && {
      ...last_payment,
      amount: Number(last_payment.amount),
      decimals: minorUnit(last_payment.code),
    },
    ...(last_reminder !== undefined && { last_reminder }),
  };
}

/** What of a row's paid amounts is in cheques in hand, in SQL. */
const chequesAmount = `(SELECT coalesce(sum(amount), 0)::text FROM (${paidInHand("page.party_id")}) AS paid WHERE paid.code = page.code)`;

type Slice = { limit: number; offset: number };
type StoredSlice = {
  rows: StoredDebt[];
  sums: Record<AmountName | `${AmountName}_count`, Decimal>;
  base: ShownCurrency | null;
  are_outdated: boolean;
};

/**
 * A part of the list, those who are overdue with most first, and the sums of all its debts whatever their age.
 * @throws DomainError invalid
 */
async function readSlice(list: DebtList, kind: DebtKind, params: URLSearchParams, { limit, offset }: Slice) {
  const { bindings, day, ...asked } = askedOf(kind, params);
  const wanted = list === "debts" ? asked.wanted : "remaining_amount";
  const { vouchers, party } = sources[kind];
  const isSearched = Boolean(searchOf(params));
  const isOfToday = kind === "customers" && !isSearched && !bindings.isPast && bindings.campaignId === null;
  const read = async (db: Db, source: string) => {
    const { rows } = await db.raw<{ rows: StoredSlice[] }>(
      `WITH ${source}
     SELECT (SELECT coalesce(json_agg(to_jsonb(page) || jsonb_build_object('name', party.name, 'phone', party.phone, 'credits', ${list === "debts" ? "credits" : "'[]'::json"}, 'last_payment', (
               SELECT json_build_object('date', date, 'amount', amount, 'code', currencies.code)
               FROM ${vouchers} AS vouchers JOIN currencies ON currencies.id = vouchers.currency_id
               WHERE vouchers.${party} = party_id AND vouchers.status = 'confirmed' AND date <= :day
               ORDER BY date DESC, vouchers.id DESC LIMIT 1)${kind === "customers" ? `, 'last_reminder', ${lastReminder}, 'cheques_amount', ${chequesAmount}` : ""}) ORDER BY ${mostPainful}), '[]')
             FROM page JOIN ${kind} AS party ON party.id = party_id LEFT JOIN credits USING (party_id)) AS rows,
            (SELECT to_jsonb(sums) FROM sums) AS sums,
            (SELECT json_build_object('code', code, 'symbol', symbol) FROM currencies WHERE is_default) AS base,
            ${isOfToday ? areOutdated : "false"} AS are_outdated`,
      { ...bindings, limit, offset },
    );
    return rows[0] as StoredSlice;
  };
  const answer = isOfToday
    ? await withTodaysDebts(day, (db) => read(db, todaysList(list, wanted, bindings.quietSince !== null)))
    : await read(db, listOf(list, kind, wanted, { isSearched }));
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

/** A page of a list by an address's filters, and the sums of all of it. @throws DomainError invalid */
export async function readDebts(kind: DebtKind, params: URLSearchParams, list: DebtList = "debts") {
  const { page, perPage } = pageOf(params);
  const slice = await readSlice(list, kind, params, { limit: perPage, offset: (page - 1) * perPage });
  return { ...slice, page, perPage };
}

/** The first rows of a list by an address's filters, and the sums of all of it. @throws DomainError invalid */
export const firstDebts = (
  kind: DebtKind,
  params: URLSearchParams,
  limit: number,
  list: DebtList = "debts",
) => readSlice(list, kind, params, { limit, offset: 0 });

const batch = 10_000;

/** All rows of a list by an address's filters, in batches. @throws DomainError invalid */
export async function* allDebts(
  kind: DebtKind,
  params: URLSearchParams,
  list: DebtList = "debts",
): AsyncGenerator<Debt[]> {
  for (let offset = 0; ; offset += batch) {
    const { rows } = await readSlice(list, kind, params, { limit: batch, offset });
    if (rows.length) yield rows;
    if (rows.length < batch) return;
  }
}
