import { kindBy } from "~/domain/address-kind";
import { invalid } from "~/domain/domain-error";

/** Who owes what: customers owe the office by their contracts; the office owes agents and suppliers by their invoices. */
export const debtKinds = {
  customers: {
    tab: "ما لنا على العملاء",
    title: "ديون العملاء",
    deposits: "أمانات العملاء",
    party: "العميل",
    lastPayment: "آخر دفعة منه",
    isOwedToOffice: true,
  },
  agents: {
    tab: "ما علينا للوكلاء",
    title: "المستحق للوكلاء",
    deposits: "دفعات على حساب الوكلاء",
    party: "الوكيل",
    lastPayment: "آخر دفعة له",
    isOwedToOffice: false,
  },
  suppliers: {
    tab: "ما علينا للموردين",
    title: "المستحق للموردين",
    deposits: "دفعات على حساب الموردين",
    party: "المورد",
    lastPayment: "آخر دفعة له",
    isOwedToOffice: false,
  },
} as const;

export type DebtKind = keyof typeof debtKinds;

/** What the amounts of deposits are called: a customer's are owed to him, a partner's to the office. */
export const depositHead = (kind: DebtKind) => (debtKinds[kind].isOwedToOffice ? "له عندنا" : "لنا عنده");

/** The kind that an address names. @throws DomainError not_found */
export const debtKindOf = kindBy<DebtKind>({
  customers: "customers",
  agents: "agents",
  suppliers: "suppliers",
});

export const debtsPath = (kind: DebtKind) => `/financial/debts/${kind}`;

/**
 * The list that an address names: debts of a kind, or deposits, whose kind is a filter (customers without one).
 * @throws DomainError not_found, invalid
 */
export function debtListOf(params: { kind?: string }, searchParams: URLSearchParams) {
  if (params.kind !== "deposits") {
    const kind = debtKindOf(params);
    return { list: "debts" as const, kind, title: debtKinds[kind].title, path: debtsPath(kind) };
  }
  const kind = (searchParams.get("kind") || "customers") as DebtKind;
  if (!Object.hasOwn(debtKinds, kind)) throw invalid("kind", "النوع: العملاء أو الوكلاء أو الموردون");
  return { list: "deposits" as const, kind, title: debtKinds[kind].deposits, path: depositsPath };
}

/** The list of a screen; that of customers where its filter is refused. @throws DomainError not_found */
export function screenListOf(params: { kind?: string }, searchParams: URLSearchParams) {
  try {
    return debtListOf(params, searchParams);
  } catch {
    return debtListOf(params, new URLSearchParams());
  }
}

export const depositsPath = "/financial/debts/deposits";
