import { notesField } from "~/domain/common-fields";
import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { internal, type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { statesOf } from "~/domain/states";
import { roomLabels, travellerLabels } from "~/domain/travellers";
import { campaignField } from "~/features/campaigns/campaign-field";
import { rateField } from "~/features/commissions/rate-field";
import type { Dues } from "~/features/instalments/instalment";
import type { LeftGroup } from "~/features/journey/left-group";
import { eventDayLabel } from "~/features/money/event-day";

export const contractStates = statesOf({
  active: ["نشط", "good"],
  completed: ["مكتمل", "gold"],
  cancelled: ["ملغي", "bad"],
});

/** Whether a contract counts: it was not cancelled. In SQL it is `stands(contracts.status)`. */
export const stands = ({ status }: { status: string }) => status !== "cancelled";

export type NamedContract = { id: number; contract_number: string };

/** A pilgrim's contract as calls show it (spec §3); amounts are in its own currency. */
export type Contract = Omit<RowOf<(typeof contract)["fields"]>, "currency"> &
  Dues & {
    /** Before the discount: the package's price, or that of the cell. */
    price_amount: number;
    customer_name: string;
    moved_from: NamedContract | null;
    moved_to: NamedContract | null;
    offer: { id: number; offer_number: string } | null;
    currency: ShownCurrency & { id: number };
    currency_code: string;
    created_by: number;
  };

/** A contract after a write, with the group that its customer is no longer in. */
/** @property again_in the group in which its customer travels again */
export type SavedContract = Contract & { left_group?: LeftGroup; again_in?: LeftGroup };

const reason = { kind: "text", max: 300, optional: true, inSheet: false } as const;

const otherContract = {
  kind: "reference",
  to: "contracts",
  by: "contract_number",
  optional: true,
  computed: true,
  inSheet: false,
} as const;

export const contract = withLabels(
  {
    table: "contracts",
    path: "/contracts",
    write: "manage_contracts",
    read: ["manage_financials"],
    fields: {
      contract_number: { label: "رقم العقد", kind: "code", max: 20, computed: true, sheet: { width: 13 } },
      customer_id: {
        label: "العميل",
        kind: "reference",
        to: "customers",
        shows: ["name", "phone"],
        sheet: { width: 28, after: "contract_date" },
      },
      campaign_id: { ...campaignField, sheet: { width: 22 } },
      package_id: {
        label: "الباقة",
        kind: "reference",
        to: "packages",
        shows: ["name"],
        sheet: { width: 22 },
      },
      /** With `traveller` the cell of the package's prices that was sold; null of a contract at the package's own price. */
      room: {
        label: "الغرفة",
        kind: "choice",
        choices: roomLabels,
        optional: true,
        sheet: { width: 9, after: "package_id" },
      },
      traveller: {
        label: "المسافر",
        kind: "choice",
        choices: travellerLabels,
        optional: true,
        sheet: { width: 12, after: "room" },
      },
      contract_date: {
        label: "تاريخ العقد",
        kind: "date",
        computed: true,
        sheet: { after: "contract_number" },
      },
      /** What the cell is more than the package's price was then; less than nothing where it is less. */
      supplement_amount: {
        label: "فرق الغرفة والعمر",
        kind: "price",
        optional: true,
        computed: true,
        inSheet: false,
      },
      discount_amount: {
        label: "الخصم",
        kind: "price",
        wrong: "الخصم مبلغ لا يكون سالبًا",
        usual: 0,
        sheet: { width: 8 },
      },
      discount_reason: { ...reason, label: "سبب الخصم" },
      /** The package's at the signing. */
      currency_id: {
        label: "العملة",
        kind: "reference",
        to: "currencies",
        shows: ["code", "symbol"],
        ...internal,
      },
      /** What is owed: the price of the package or of its cell, less the discount. */
      total_amount: { label: "المبلغ الإجمالي", kind: "price", computed: true, sheet: { width: 10 } },
      paid_amount: { label: "المدفوع", kind: "price", computed: true, sheet: { width: 10 } },
      remaining_amount: { label: "المتبقي", kind: "price", computed: true, sheet: { width: 10 } },
      visa_issue_date: { label: "تاريخ إصدار التأشيرة", kind: "date", optional: true },
      visa_duration_days: {
        label: "مدة التأشيرة (بالأيام)",
        kind: "wholeNumber",
        min: 1,
        max: 3650,
        optional: true,
        sheet: { width: 6 },
      },
      status: {
        label: "الحالة",
        kind: "choice",
        choices: contractStates.labels,
        computed: true,
        sheet: { width: 8 },
      },
      discounted_on: { label: "تاريخ الخصم", kind: "date", optional: true, ...internal },
      cancelled_on: { label: "تاريخ الإلغاء", kind: "date", optional: true, ...internal },
      cancellation_reason: { ...reason, label: "سبب الإلغاء" },
      cancellation_fee: {
        label: "رسم الإلغاء",
        kind: "price",
        wrong: "الرسم مبلغ لا يكون سالبًا",
        usual: 0,
        sheet: { width: 8, after: "status" },
      },
      /** Why the fee is another one than the contract's own terms give. */
      fee_reason: { ...reason, label: "سبب تغيير الرسم" },
      /** What vouchers have given back, and what is still to be given back, of a cancelled contract. */
      refunded_amount: { label: "المردود للعميل", kind: "price", ...internal },
      refundable_amount: { label: "المستحق رده", kind: "price", computed: true, sheet: { width: 10 } },
      /** Who brought the customer. */
      agent_id: {
        label: "الوكيل",
        kind: "reference",
        to: "agents",
        shows: ["name"],
        optional: true,
        sheet: { width: 14 },
      },
      /** In percent of what the customer has paid. */
      commission_rate: { ...rateField, optional: true, inSheet: false },
      /** Why it is not the agent's own rate. */
      commission_reason: { ...reason, label: "سبب نسبة العمولة" },
      earned_commission: { label: "العمولة المستحقة", kind: "price", optional: true, ...internal },
      notes: { ...notesField, sheet: { width: 32 } },
      /** The contract that this one took the place of in another campaign or package, and the one that took this one's. */
      moved_from_id: { ...otherContract, label: "نُقل من العقد" },
      moved_to_id: { ...otherContract, label: "نُقل إلى العقد", stored: false },
      /** The offer that it was signed by. */
      offer_id: { ...otherContract, to: "offers", by: "offer_number", label: "من عرض السعر" },
    },
    required: "الرجاء اختيار العميل والحملة والباقة",
  },
  {
    companion_ids: "المسافرون معه",
    companion_cells: "غرف المسافرين معه",
    discount_kind: "نوع الخصم",
    free_place: "المقاعد المجانية",
    fee_kind: "نوع الرسم",
    event_date: eventDayLabel,
    schedule: "جدول السداد",
    schedule_terms: "السداد",
    down_percent: "الدفعة المقدمة (%)",
    instalment_count: "عدد الأقساط بعدها",
    last_due_date: "موعد آخر قسط",
    leave_group: "المجموعة",
    end_rest: "ما بقي من الحجز",
  },
) satisfies Entity;

export const priceLabel = "السعر قبل الخصم";
export const packagePriceLabel = "سعر الباقة";

export const contractCount = countNoun("عقد واحد", "عقدان", "عقود", "عقدًا", "عقد");

/** The most companions who can sign together with a customer: twenty persons in all. */
export const mostCompanions = 19;

/** The address that shows contracts which were signed together. */
export function familyAddress(ids: number[], search = "") {
  const params = new URLSearchParams(search);
  params.set("contracts", ids.join());
  return `${contract.path}/family?${params}`;
}

/** The choices of a list's status filter: a status, or all but the cancelled ones. */
export const contractFilterLabels = { ...contractStates.labels, standing: "غير ملغي" };
export const contractFilters = [...contractStates.names, "standing"] as const;

/** The reason with which a contract is cancelled that was moved to another one. */
export const movedReason = (contract_number: string) => `نُقل إلى العقد ${contract_number}`;

/** The reason of a cancelling where it says more than that the contract was moved. */
export const ownReason = ({
  cancellation_reason,
  moved_to,
}: Pick<Contract, "cancellation_reason" | "moved_to">) =>
  moved_to && cancellation_reason === movedReason(moved_to.contract_number) ? null : cancellation_reason;

/** What was given back; of a contract that was moved also what went on to the other one. */
export const refundedLabel = ({ moved_to }: Pick<Contract, "moved_to">) =>
  moved_to ? "المردود والمنقول إلى العقد الآخر" : contract.labels.refunded_amount;

/** The choices of the filter by moving. */
export const movedLabels = { to: "نُقل إلى عقد آخر", from: "نُقل من عقد آخر" };

export const contractHit = (row: Contract): Hit => ({
  title: row.contract_number,
  facts: [row.customer_name],
  amount: formatMoney(row.total_amount, row.currency),
  state: contractStates.labels[row.status],
  tone: contractStates.tones[row.status],
  href: `${contract.path}/${row.id}`,
});
