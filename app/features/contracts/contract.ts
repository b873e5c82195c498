import { statesOf } from "~/ui/states";
import type { Entity } from "~/domain/entity";
import type { Noun } from "~/ui/count-words";
import type { ShownCurrency } from "~/ui/money";

/** A pilgrim's contract, as the API shows one (spec §3); amounts are in its own currency. */
export type Contract = {
  id: number;
  contract_number: string;
  customer_id: number;
  customer_name: string;
  customer: { id: number; name: string; phone: string };
  campaign_id: number;
  campaign: { id: number; name: string };
  package_id: number;
  package: { id: number; name: string };
  contract_date: string;
  total_amount: number;
  paid_amount: number;
  remaining_amount: number;
  currency_id: number;
  currency: ShownCurrency & { id: number };
  currency_code: string;
  visa_issue_date: string | null;
  visa_duration_days: number | null;
  status: ContractStatus;
  notes: string | null;
  created_by: number;
  created_at: string;
  updated_at: string;
};

export const contract = {
  table: "contracts",
  path: "/contracts",
  key: "contracts",
  item: "contract",
  write: "manage_contracts",
  read: ["manage_financials"],
  labels: {
    contract_number: "رقم العقد",
    customer_id: "العميل",
    companion_ids: "المسافرون معه",
    campaign_id: "الحملة",
    package_id: "الباقة",
    contract_date: "تاريخ العقد",
    total_amount: "المبلغ الإجمالي",
    paid_amount: "المدفوع",
    remaining_amount: "المتبقي",
    visa_issue_date: "تاريخ إصدار التأشيرة",
    visa_duration_days: "مدة التأشيرة (بالأيام)",
    status: "الحالة",
    notes: "ملاحظات",
  },
  required: "الرجاء اختيار العميل والحملة والباقة",
} as const satisfies Entity;

export const contractCount: Noun = {
  one: "عقد واحد",
  two: "عقدين",
  few: "عقود",
  many: "عقدًا",
  other: "عقد",
};

/** How many may be signed for together with a customer: twenty in all. */
export const mostCompanions = 19;

/** Where contracts that were signed together are shown. */
export function familyAddress(ids: number[], search = "") {
  const params = new URLSearchParams(search);
  params.set("contracts", ids.join());
  return `${contract.path}/family?${params}`;
}

const statuses = statesOf({
  active: ["نشط", "good"],
  completed: ["مكتمل", "gold"],
  cancelled: ["ملغي", "bad"],
});
export const { names: contractStatuses, labels: contractStatusLabels, tones: contractStatusTones } = statuses;
type ContractStatus = keyof typeof statuses.labels;

/** What a list is filtered by: a status, or all but the cancelled ones. */
export const contractFilterLabels = { ...contractStatusLabels, standing: "غير ملغي" };
export const contractFilters = [...contractStatuses, "standing"] as const;

