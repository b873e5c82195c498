import { countNoun } from "~/domain/count-words";
import { chequesPath } from "~/features/links/cheques-address";
import type { ChequeState } from "~/features/money/voucher";
import { receipt } from "../receipts/receipt";

/** A receipt by cheque, as the list of cheques names it. */
export const cheque = {
  table: receipt.table,
  noun: { one: "الشيك", a: "شيك", many: "الشيكات", some: "شيكات" },
  path: chequesPath,
  write: receipt.write,
} as const;

export const chequeCount = countNoun("شيك واحد", "شيكان", "شيكات", "شيكًا", "شيك");

/** The tabs of the list: the cheques in hand, those that are due soon or already, those that were collected or returned. */
export const tabs = {
  in_hand: "برسم التحصيل",
  overdue: "حل أجلها",
  week: "تستحق هذا الأسبوع",
  collected: "محصلة",
  returned: "مرتجعة",
} as const;
export type Tab = keyof typeof tabs;

export const stateOf = (tab: Tab): ChequeState =>
  tab === "collected" || tab === "returned" ? tab : "in_hand";

/** The parameter that names cheques, and the greatest number that is dealt with at once. */
export const chosen = "cheque";
export const most = 100;

export const deeds = {
  collect: { title: "تحصيل شيكات", save: "تسجيل التحصيل", state: "in_hand" },
  uncollect: { title: "التراجع عن التحصيل", save: "تسجيل التراجع", state: "collected" },
  return: { title: "شيكات مرتجعة", save: "تسجيلها مرتجعة", state: undefined },
} as const;
export type Deed = keyof typeof deeds;

export const deedAddress = (deed: Deed | "slip", ids: number[]) =>
  `${chequesPath}/${deed}?${new URLSearchParams(ids.map((id) => [chosen, String(id)]))}`;
