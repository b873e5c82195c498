import type { Period } from "~/db/list.server";
import { notFound } from "~/domain/domain-error";
import { type Entity, wordsOf } from "~/domain/entity";
import type { ShownCurrency } from "~/domain/money";
import { accountKinds } from "~/features/accounts/account";
import { agent } from "~/features/agents/agent";
import { customer } from "~/features/customers/customer";
import { expense } from "~/features/expenses/expense";
import type { StatementKind } from "~/features/links/statement-link";
import { supplier } from "~/features/suppliers/supplier";

/**
 * A statement of account (كشف حساب). A debit increases what the holder owes the office, what an account holds or what an
 * expense has cost; a credit decreases it. So a debit balance of a customer, agent or supplier is owed by them
 * («عليه»), a credit balance is owed to them («له»).
 */
export type Statement = Period & {
  rows: Line[];
  total: number;
  page: number;
  perPage: number;
  /** For each currency with a line up to the period's end, by code. A bank or cash box has its own currency only. */
  sums: Sums[];
  /** The sentence about the closing of its period, unless its last day is open. */
  closing?: string | null;
  /** Of a bank or cash box: the sentence about the days of the period at whose end it was below zero, if there are any. */
  belowZero?: string;
};

/** What a page has instead of a statement that cannot be read. */
export const noStatement = {
  sums: [] as Sums[],
  from: undefined,
  to: undefined,
  closing: undefined,
  belowZero: undefined,
};

/** The parameters of a statement: a period, and a page of its lines. */
export type StatementParams = Period & { page: number; perPage: number; oldestFirst: boolean };

export type Line = {
  id: string;
  /** The document's date; a movement's also has the time if it was entered on that day, in the office's time zone. */
  date: string;
  /** The document's word: «سند قبض». */
  document: string;
  number: string | null;
  /** The document's address, if the reader may open it. */
  href: string | null;
  /** The document that it settles: the words «عن العقد» and the number. Without one what it is for: «دفعة تحت الحساب» and no number. */
  settles: { what: string; number: string } | null;
  description: string | null;
  /** Of a movement: when it was entered, if that was on another day. */
  entered?: string | null;
  currency: string;
  debit: number | null;
  credit: number | null;
  balance: number;
  /** Of a movement: whether its day ended with it, and the account below zero. */
  isBelowZero?: boolean;
  /** The paid amount and the rate, if it was paid in another currency: «100.00 $», «3.75». */
  paid: { amount: string; rate: string } | null;
  /** The user who moved an account's money. */
  username?: string | null;
};

export type Sums = {
  currency: ShownCurrency;
  /** The balances before the period and at its end. */
  opening: number;
  closing: number;
  /** The sums within the period. */
  debit: number;
  credit: number;
  /** The balances before and after a page that is read oldest first; a printed page brings and carries them forward. */
  brought: number;
  carried: number;
  /** Of a cash box that has a holder. */
  custody?: Custody;
};

/** What became of a holder's money within the period. The opening balance and this sum to the closing one. */
export type Custody = {
  given: number;
  /** By payment vouchers, less what came back of them. */
  spent: number;
  returned: number;
  /** The differences of cash counts: positive if more was there. */
  counted: number;
};

export const custodyLabels: Record<keyof Custody, string> = {
  given: "المسلَّم له",
  spent: "المصروف منها",
  returned: "المردود منه",
  counted: "فروق الجرد",
};

/** Whose statement it is. @property custody the holder of a cash box */
export type Holder = { id: number; name: string; code: string | null; custody?: string | null };

type Kind = {
  of: Entity;
  /** The headings of the columns. A kind that only has debits has no credit. */
  heads: { debit: string; credit?: string; balance: string };
  /** The words for the two sides of a balance, for kinds that owe and are owed. */
  sides?: { owes: string; owed: string };
  /** The second signature on a printed statement, beside the accountant's. */
  signature: string;
  /** The sentence about what an empty statement will show. */
  shows: string;
};

const people = { debit: "مدين (عليه)", credit: "دائن (له)", balance: "الرصيد" };
const money = { debit: "الوارد", credit: "الصادر", balance: "الرصيد بعدها" };
const movements = "تظهر هنا كل حركة تغير رصيد الحساب: السندات والتسويات.";

/** By the word in their address. */
export const statementKinds: Record<StatementKind, Kind> = {
  customers: {
    of: customer,
    heads: people,
    sides: { owes: "المستحق على العميل", owed: "المستحق للعميل" },
    signature: "توقيع العميل",
    shows: "تظهر هنا عقود العميل، وما قبض منه وما رد إليه.",
  },
  agents: {
    of: agent,
    heads: people,
    sides: { owes: "المستحق على الوكيل", owed: "المستحق للوكيل" },
    signature: "توقيع الوكيل",
    shows: "تظهر هنا فواتير الوكيل، وما صرف له.",
  },
  suppliers: {
    of: supplier,
    heads: people,
    sides: { owes: "المستحق على المورد", owed: "المستحق للمورد" },
    signature: "توقيع المورد",
    shows: "تظهر هنا فواتير المورد، وما صرف له.",
  },
  expenses: {
    of: expense,
    heads: { debit: "المبلغ", balance: "المجموع" },
    signature: "توقيع المدير",
    shows: "تظهر هنا سندات الصرف على هذا المصروف.",
  },
  banks: { of: accountKinds.bank, heads: money, signature: "توقيع المدير", shows: movements },
  "cash-boxes": {
    of: accountKinds.cash_box,
    heads: money,
    signature: "توقيع أمين الصندوق",
    shows: movements,
  },
};

/** The kind that an address names, in any case. @throws DomainError not_found */
export function statementKindOf({ kind = "" }: { kind?: string }): StatementKind {
  const name = kind.toLowerCase();
  if (!Object.hasOwn(statementKinds, name)) throw notFound("لا توجد صفحة بهذا العنوان");
  return name as StatementKind;
}

/** What stands beside the balance of a line whose `isBelowZero`. */
export const belowZeroMark = "انتهى اليوم تحت الصفر";

/** The period as a query string. */
export function periodSearch({ from, to }: Period) {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
  return params.size ? `?${params}` : "";
}

export const noMovements = ({ from, to }: Period) =>
  from || to ? "لا توجد حركات في هذه المدة" : "لا توجد حركات بعد";

/** «كشف حساب», of a cash box that has a holder «كشف عهدة» */
export const paperTitle = ({ custody }: Pick<Holder, "custody">) => (custody ? "كشف عهدة" : "كشف حساب");

/** «كشف حساب العميل «سالم باوزير»», «كشف عهدة «خالد السقاف» في الصندوق «مصروف مكة»» */
export const titleOf = (kind: StatementKind, { name, custody }: Pick<Holder, "name" | "custody">) =>
  `${paperTitle({ custody })} ${custody ? `«${custody}» في ` : ""}${wordsOf(statementKinds[kind].of).one} «${name}»`;

/** A balance in words: for people without a sign, but with its side. */
export function balanceOf(kind: StatementKind, balance: number) {
  if (!statementKinds[kind].sides) return { amount: balance, side: null };
  return { amount: Math.abs(balance), side: balance === 0 ? null : balance > 0 ? "عليه" : "له" };
}

/** The label of the balance at a period's start: «الرصيد أول المدة». */
export const openingLabel = (kind: StatementKind) => `${standing(kind)} أول المدة`;

/** The label of a closing balance: «المستحق على العميل», «المستحق للعميل», or the plain balance if it is zero. */
export function closingLabel(kind: StatementKind, balance: number, to: string | undefined) {
  const { sides } = statementKinds[kind];
  const due = sides && balance !== 0 && (balance > 0 ? sides.owes : sides.owed);
  return to ? `${due || standing(kind)} آخر المدة` : due || `${standing(kind)} الحالي`;
}

const standing = (kind: StatementKind) => (kind === "expenses" ? "المجموع" : "الرصيد");
