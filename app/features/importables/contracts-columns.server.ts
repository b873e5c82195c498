import { z } from "zod";
import { choice, code, decimal, documentDate, optional, text } from "~/domain/input.server";
import { roomLabels, travellerLabels } from "~/domain/travellers";
import { contractStates, contract as entity } from "~/features/contracts/contract";
import { contracts } from "~/features/contracts/writes.server";
import { percent, sum } from "./cells.server";
import { oneOf } from "./choices";
import { customerLabels, customerReadings, customerShape } from "./customers.server";
import { date } from "./dates.server";
import { columnsOf } from "./importable.server";

/* The columns of files of contracts. */

const {
  room,
  traveller,
  discount_amount,
  discount_reason,
  commission_rate,
  commission_reason,
  visa_issue_date,
  visa_duration_days,
  notes,
} = contracts.schema.shape;

export const schema = z.object({
  ...customerShape,
  campaign_id: text(200),
  package_id: text(200),
  room,
  traveller,
  contract_date: documentDate(),
  discount_amount,
  discount_reason,
  total_amount: decimal(),
  currency_id: optional(text(50)),
  paid_amount: optional(decimal()),
  account_id: optional(text(150)),
  payment_date: optional(documentDate()),
  status: choice(contractStates.names).optional(),
  contract_number: optional(code(50)),
  visa_issue_date,
  visa_duration_days,
  agent_id: optional(text(150)),
  commission_rate,
  commission_reason,
  notes,
});
export type ContractRow = z.output<typeof schema>;

export const labels = {
  ...customerLabels,
  campaign_id: entity.labels.campaign_id,
  package_id: entity.labels.package_id,
  room: entity.labels.room,
  traveller: entity.labels.traveller,
  contract_date: entity.labels.contract_date,
  discount_amount: entity.labels.discount_amount,
  discount_reason: entity.labels.discount_reason,
  total_amount: entity.labels.total_amount,
  currency_id: "العملة",
  paid_amount: entity.labels.paid_amount,
  account_id: "الصندوق أو الحساب البنكي",
  payment_date: "تاريخ السداد",
  status: entity.labels.status,
  contract_number: "رقم العقد السابق",
  visa_issue_date: entity.labels.visa_issue_date,
  visa_duration_days: entity.labels.visa_duration_days,
  agent_id: entity.labels.agent_id,
  commission_rate: entity.labels.commission_rate,
  commission_reason: entity.labels.commission_reason,
  notes: entity.labels.notes,
};

export const columns = columnsOf(labels, schema, {
  ...customerReadings,
  name: {
    ...customerReadings.name,
    others: `${customerReadings.name.others}، ${entity.labels.customer_id}`,
  },
  campaign_id: { own: "words", hint: "كما في قائمة الحملات", others: "اسم الحملة، Campaign" },
  package_id: { hint: "من باقات الحملة", others: "اسم الباقة، البرنامج، Package" },
  room: {
    ...oneOf(Object.entries(roomLabels)),
    hint: "مع المسافر، إن كان السعر بهما",
    others: "نوع الغرفة، Room",
  },
  traveller: {
    ...oneOf(Object.entries(travellerLabels)),
    hint: "مع الغرفة",
    others: "نوع المسافر، Traveller",
  },
  contract_date: { ...date, others: "التاريخ، تاريخ التوقيع، Date، Contract Date" },
  discount_amount: { ...sum, hint: "بعملة العقد، إن كان خصم", others: "مبلغ الخصم، التخفيض، Discount" },
  discount_reason: { hint: "يلزم مع الخصم", others: "Discount Reason" },
  total_amount: {
    ...sum,
    own: "code",
    hint: "سعر العقد كما وقع، بعد الخصم",
    others: "الإجمالي، إجمالي العقد، قيمة العقد، المبلغ، السعر، Total، Amount",
  },
  currency_id: { hint: "رمزها أو اسمها، وإن تركت فعملة الباقة", others: "عملة العقد، Currency" },
  paid_amount: {
    ...sum,
    own: "code",
    hint: "بعملة العقد، ويسجل سند قبض",
    others: "المبلغ المدفوع، المسدد، الواصل، المقبوض، Paid",
  },
  account_id: { hint: "الذي دخله المدفوع", others: "الحساب، الصندوق، البنك، الحساب البنكي، Account" },
  payment_date: { ...date, hint: "وإن ترك فتاريخ العقد", others: "تاريخ الدفع، تاريخ القبض، Payment Date" },
  status: { ...oneOf(Object.entries(contractStates.labels)), others: "حالة العقد، Status" },
  contract_number: { hint: "يحفظ في الملاحظات", others: "رقم العقد، العقد، Contract No، Contract Number" },
  visa_issue_date: date,
  agent_id: { hint: "كما في قائمة الوكلاء", others: "اسم الوكيل، المندوب، Agent" },
  commission_rate: { ...percent, hint: "وإن تركت فنسبة الوكيل" },
  commission_reason: { hint: "يلزم إن لم تكن نسبة الوكيل", others: "Commission Reason" },
  notes: { others: "ملاحظة، Notes، Remarks" },
});
