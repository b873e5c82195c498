import type { Period } from "~/db/list.server";
import { notFound } from "~/domain/domain-error";
import { type Entity, wordsOf } from "~/domain/entity";
import { accountKinds } from "~/features/accounts/account";
import { agent } from "~/features/agents/agent";
import { customer } from "~/features/customers/customer";
import { expense } from "~/features/expenses/expense";
import type { StatementKind } from "~/features/links/statement-link";
import { supplier } from "~/features/suppliers/supplier";
import type { ShownCurrency } from "~/ui/page/money";

/**
 * A statement of account (كشف حساب). What is debited grows what its holder owes the office, an account holds or an
 * expense has cost; what is credited lessens it. So a debit balance of a customer, agent or supplier is owed by them
 * («عليه»), a credit balance is owed to them («له»).
 */
export type Statement = Period & {
  rows: Line[];
  total: number;
  page: number;
  perPage: number;
  /** Per currency that has a line up to the period's end, by its code; of a bank and a cash box, its own. */
  sums: Sums[];
};

/** What is asked of a statement: a period, and a page of its lines. */
export type Asked = Period & { page: number; perPage: number; oldestFirst: boolean };

export type Line = {
  id: string;
  /** A document's date; of a movement its time too, on the office's clock. */
  date: string;
  /** «سند قبض» */
  document: string;
  number: string | null;
  /** Where the reader may open the document. */
  href: string | null;
  /** The document that it settles: «عن العقد C-2026-00001» without its number, and the number. */
  settles: { what: string; number: string } | null;
  description: string | null;
  /** Of a movement: the day of its voucher, where that is another than the one on which its money moved. */
  dated?: string | null;
  currency: string;
  debit: number | null;
  credit: number | null;
  balance: number;
  /** What was really paid, where that was in another currency, and the rate: «100.00 $», «3.75». */
  paid: { amount: string; rate: string } | null;
  /** Who moved an account's money. */
  username?: string | null;
};

export type Sums = {
  currency: ShownCurrency;
  /** Before the period, and at its end. */
  opening: number;
  closing: number;
  /** Within the period. */
  debit: number;
  credit: number;
  /** Before and after a page that is read oldest first: what a printed one brings and carries forward. */
  brought: number;
  carried: number;
};

type Kind = {
  of: Entity;
  /** Heads of the columns; of what is only ever debited there is no credit. */
  heads: { debit: string; credit?: string; balance: string };
  /** Whose balance it is: people owe and are owed. */
  sides?: { owes: string; owed: string };
  /** Who signs a printed one beside the accountant. */
  signature: string;
  /** What an empty one will show. */
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

/** The kind that an address names, in capitals too, as everywhere. @throws DomainError not_found */
export function statementKindOf({ kind = "" }: { kind?: string }): StatementKind {
  const name = kind.toLowerCase();
  if (!Object.hasOwn(statementKinds, name)) throw notFound("لا توجد صفحة بهذا العنوان");
  return name as StatementKind;
}

/** The period as it stands in an address. */
export function periodSearch({ from, to }: Period) {
  const params = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
  return params.size ? `?${params}` : "";
}

export const noMovements = ({ from, to }: Period) =>
  from || to ? "لا توجد حركات في هذه المدة" : "لا توجد حركات بعد";

/** «كشف حساب العميل «سالم باوزير»» */
export const titleOf = (kind: StatementKind, name: string) =>
  `كشف حساب ${wordsOf(statementKinds[kind].of).one} «${name}»`;

/** A balance as it is written: people's without a sign, but with the side it is on. */
export function balanceOf(kind: StatementKind, balance: number) {
  if (!statementKinds[kind].sides) return { amount: balance, side: null };
  return { amount: Math.abs(balance), side: balance === 0 ? null : balance > 0 ? "عليه" : "له" };
}

/** What stood when a period began: «الرصيد أول المدة». */
export const openingLabel = (kind: StatementKind) => `${standing(kind)} أول المدة`;

/** What a closing balance is called: «المستحق على العميل», «المستحق للعميل», or the balance, where nothing is due. */
export function closingLabel(kind: StatementKind, balance: number, to: string | undefined) {
  const { sides } = statementKinds[kind];
  const due = sides && balance !== 0 && (balance > 0 ? sides.owes : sides.owed);
  return to ? `${due || standing(kind)} آخر المدة` : due || `${standing(kind)} الحالي`;
}

const standing = (kind: StatementKind) => (kind === "expenses" ? "المجموع" : "الرصيد");
