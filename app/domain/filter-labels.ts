/** The names of filters that are no field, in sentences and in the audit log. */
export const filterLabels = {
  search: "البحث",
  person: "المستخدم",
  user_id: "المستخدم",
  account_id: "الحساب",
  account: "الحساب",
  record: "السجل",
  status: "الحالة",
  type: "النوع",
  from: "من تاريخ",
  to: "إلى تاريخ",
  due_from: "استحقاق الشيك من",
  due_to: "استحقاق الشيك إلى",
  due: "استحقاق الشيك",
  page: "رقم الصفحة",
  per_page: "عدد السجلات في الصفحة",
  role_id: "الدور",
  customer_name: "اسم العميل",
  currency_code: "العملة",
  purpose: "الغرض",
  number_repeats: "رقم تأشيرة مكرر",
  passport_ends: "الجواز",
  call: "الاتصال",
  note: "في الملاحظات",
  uncounted: "الجرد",
  has_holder: "العهدة",
  overdue: "تاريخ الاستحقاق",
  in_cancelled_campaign: "الحملات الملغاة",
  discounted: "الخصم",
  refundable: "الرد",
  moved: "النقل",
  fits: "المقاعد الشاغرة",
  is_owing: "السداد",
  signed_with: "عقد العائلة",
  kind: "نوع السجل",
  booking: "الحجز",
  deed: "العملية",
  hijri_year: "السنة الهجرية",
  hijri_month: "الشهر الهجري",
  state: "الجاهزية",
  check: "البند",
  age: "العمر",
  unreminded: "لم يُذكَّر منذ",
  report: "التقرير",
  period: "الفترة",
  on: "اليوم",
  trip_id: "الرحلة",
  outcome: "النتيجة",
  missing: "الورقة الناقصة",
  travels: "السفر",
  format: "الشكل",
} as const satisfies Record<string, string>;

/** The filters by a field of what is listed, whose label they have. */
export const fieldFilters = [
  "agent_id",
  "agent_invoice_id",
  "beneficiary_type",
  "bus_type_id",
  "campaign_id",
  "catering_type_id",
  "category_id",
  "cheque_state",
  "city_id",
  "contract_id",
  "customer_id",
  "expense_id",
  "gender",
  "group_id",
  "is_active",
  "nationality",
  "other_service_id",
  "passport_number",
  "payer_type",
  "payment_method",
  "payment_status",
  "purchase_invoice_id",
  "rating_id",
  "room",
  "service_type",
  "supplier_id",
  "traveller",
  "user_type",
  "visa_type",
] as const;

type OwnFilter = keyof typeof filterLabels;
type FieldFilter = (typeof fieldFilters)[number];
export type FilterName = OwnFilter | FieldFilter;

/** The labels that a filter by a field needs: those of the entity that is listed. */
export type LabelsFor<Name extends FilterName> = Name extends OwnFilter
  ? []
  : [labels: Readonly<Record<Name, string>>];

/** A filter's name in sentences. */
export const filterLabel = (name: FilterName, labels: Readonly<Record<string, string>> = {}) =>
  labels[name] ?? filterLabels[name as OwnFilter];

const filterNames = new Set<string>([...Object.keys(filterLabels), ...fieldFilters]);

/** Whether a parameter of an address is a filter. The audit log notes no other (docs/decisions/audit-log.md). */
export const isFilter = (name: string) => filterNames.has(name);
