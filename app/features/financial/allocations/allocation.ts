import type { Entity } from "~/domain/entity";
import { internal, type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { allocationsPath } from "~/features/links/allocation-address";
import { eventDayLabel } from "~/features/money/event-day";
import { voucherStates } from "~/features/money/voucher";
import { currencyField, statusField } from "../vouchers/fields";

/** An allocation (تخصيص) as calls show it: books.md, Names. */
export type Allocation = RowOf<(typeof allocation)["fields"]> & {
  /** The name of the party. */
  party: string;
  from_contract_number: string | null;
  contract_number: string | null;
  invoice_number: string | null;
  payment_number: string | null;
  /** The currency that is on account. */
  currency: ShownCurrency;
  /** That of the contract or invoice. */
  equivalent_currency: Omit<ShownCurrency, "id"> | null;
  /** The last day on which something was taken back of it. */
  taken_on: string | null;
  /** The same of one that is cancelled, which has nothing left. */
  cancelled_on: string | null;
  created_by: string | null;
};

const partner = { kind: "reference", optional: true, inSheet: false } as const;
const invoice = { ...partner, to: "invoices", stored: false } as const;

export const allocation = withLabels(
  {
    table: "allocations",
    path: allocationsPath,
    write: "manage_financials",
    fields: {
      allocation_number: {
        label: "رقم التخصيص",
        kind: "code",
        max: 20,
        computed: true,
        sheet: { width: 14 },
      },
      date: { label: "تاريخ التخصيص", kind: "date", computed: true },
      customer_id: { ...partner, label: "العميل", to: "customers" },
      agent_id: { ...partner, label: "الوكيل", to: "agents" },
      supplier_id: { ...partner, label: "المورد", to: "suppliers" },
      from_contract_id: { ...partner, label: "من المستحق رده من العقد", to: "contracts" },
      contract_id: { ...partner, label: "إلى العقد", to: "contracts" },
      agent_invoice_id: { ...invoice, label: "إلى فاتورة الوكيل" },
      purchase_invoice_id: { ...invoice, label: "إلى فاتورة المورد" },
      amount: { label: "المبلغ", kind: "price" },
      currency_id: currencyField,
      exchange_rate: { label: "سعر الصرف", kind: "price", optional: true, sheet: { width: 10 } },
      /** In the currency of the contract or invoice. */
      equivalent_amount: { label: "المبلغ المعادل", kind: "price", optional: true, computed: true },
      /** What of the amount was taken back. */
      taken_amount: { label: "المسترجع منه", kind: "price", computed: true },
      payment_id: {
        label: "سند الصرف",
        kind: "reference",
        to: "payment_vouchers",
        optional: true,
        ...internal,
      },
      status: statusField,
    },
    failures: { create: "فشل التخصيص", remove: "فشل حذف التخصيص" },
    saved: "تم",
  },
  { event_date: eventDayLabel, source: "يؤخذ من", rate_shown: "سعر الصرف المعروض" },
) satisfies Entity;

/** What a party's money may be set against. */
export const targetFields = {
  customers: "contract_id",
  agents: "agent_invoice_id",
  suppliers: "purchase_invoice_id",
} as const;

/** An allocation in search results. It has no screen of its own, only its row in the list and its print. */
export const allocationHit = ({
  allocation_number,
  party,
  amount,
  currency,
  status,
  ...row
}: Allocation): Hit => ({
  title: allocation_number,
  facts: [party, row.contract_number ?? row.invoice_number ?? row.from_contract_number ?? ""],
  amount: formatMoney(amount, currency),
  state: voucherStates.labels[status],
  tone: voucherStates.tones[status],
  href: `${allocation.path}?search=${allocation_number}`,
});
