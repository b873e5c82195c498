import { kindBy } from "~/domain/address-kind";

/** Who owes what: customers owe the office by their contracts; the office owes agents and suppliers by their invoices. */
export const debtKinds = {
  customers: {
    tab: "ما لنا على العملاء",
    title: "ديون العملاء",
    party: "العميل",
    lastPayment: "آخر دفعة منه",
    isOwedToOffice: true,
  },
  agents: {
    tab: "ما علينا للوكلاء",
    title: "المستحق للوكلاء",
    party: "الوكيل",
    lastPayment: "آخر دفعة له",
    isOwedToOffice: false,
  },
  suppliers: {
    tab: "ما علينا للموردين",
    title: "المستحق للموردين",
    party: "المورد",
    lastPayment: "آخر دفعة له",
    isOwedToOffice: false,
  },
} as const;

export type DebtKind = keyof typeof debtKinds;

/** The kind that an address names. @throws DomainError not_found */
export const debtKindOf = kindBy<DebtKind>({
  customers: "customers",
  agents: "agents",
  suppliers: "suppliers",
});

export const debtsPath = (kind: DebtKind) => `/financial/debts/${kind}`;
