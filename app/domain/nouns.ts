/**
 * The office's nouns, by the table whose rows they name: for refusals, empty lists, questions and the trail.
 * `one` is definite («العقد»), `a` is not («عقد»); `many` and `some` are their plurals. Feminine nouns and, in the
 * plural, people («موردون») change the words around them. `name` is the column that names a row.
 */
export type Noun = {
  one: string;
  a: string;
  many: string;
  some: string;
  feminine?: true;
  people?: true;
  name: string;
};

const person = { people: true } as const;
const feminine = { feminine: true } as const;

export const nouns = {
  accounts: { one: "الحساب", a: "حساب", many: "الحسابات المالية", some: "حسابات مالية", name: "name" },
  agents: { one: "الوكيل", a: "وكيل", many: "الوكلاء", some: "وكلاء", ...person, name: "name" },
  bus_types: {
    one: "نوع الحافلة",
    a: "نوع حافلة",
    many: "أنواع الحافلات",
    some: "أنواع حافلات",
    name: "name",
  },
  campaigns: { one: "الحملة", a: "حملة", many: "الحملات", some: "حملات", ...feminine, name: "name" },
  cash_counts: {
    one: "جرد الصندوق",
    a: "جرد صندوق",
    many: "جرود الصناديق",
    some: "جرود صناديق",
    name: "count_number",
  },
  catering_services: {
    one: "خدمة الإعاشة",
    a: "خدمة إعاشة",
    many: "خدمات الإعاشة",
    some: "خدمات إعاشة",
    ...feminine,
    name: "name",
  },
  catering_types: {
    one: "نوع الإعاشة",
    a: "نوع إعاشة",
    many: "أنواع الإعاشة",
    some: "أنواع إعاشة",
    name: "name",
  },
  cities: { one: "المدينة", a: "مدينة", many: "المدن", some: "مدن", ...feminine, name: "name" },
  company_info: {
    one: "بيانات الشركة",
    a: "بيانات الشركة",
    many: "بيانات الشركة",
    some: "بيانات شركة",
    name: "name",
  },
  contracts: { one: "العقد", a: "عقد", many: "العقود", some: "عقود", name: "contract_number" },
  currencies: { one: "العملة", a: "عملة", many: "العملات", some: "عملات", ...feminine, name: "code" },
  customers: { one: "العميل", a: "عميل", many: "العملاء", some: "عملاء", ...person, name: "name" },
  expense_categories: {
    one: "فئة المصروفات",
    a: "فئة مصروفات",
    many: "فئات المصروفات",
    some: "فئات مصروفات",
    ...feminine,
    name: "name",
  },
  expenses: { one: "المصروف", a: "مصروف", many: "المصروفات", some: "مصروفات", name: "name" },
  groups: { one: "المجموعة", a: "مجموعة", many: "المجموعات", some: "مجموعات", ...feminine, name: "name" },
  hotels: { one: "الفندق", a: "فندق", many: "الفنادق", some: "فنادق", name: "name" },
  import_headings: {
    one: "عنوان العمود",
    a: "عنوان عمود",
    many: "عناوين الأعمدة المستوردة",
    some: "عناوين أعمدة مستوردة",
    name: "heading",
  },
  imports: {
    one: "استيراد الملف",
    a: "استيراد ملف",
    many: "الملفات المستوردة",
    some: "ملفات مستوردة",
    name: "file_name",
  },
  invoices: {
    one: "الفاتورة",
    a: "فاتورة",
    many: "الفواتير",
    some: "فواتير",
    ...feminine,
    name: "invoice_number",
  },
  movements: {
    one: "حركة الحساب",
    a: "حركة حساب",
    many: "حركات الحسابات",
    some: "حركات حسابات",
    ...feminine,
    name: "id",
  },
  other_services: { one: "الخدمة", a: "خدمة", many: "الخدمات", some: "خدمات", ...feminine, name: "name" },
  packages: { one: "الباقة", a: "باقة", many: "الباقات", some: "باقات", ...feminine, name: "name" },
  payment_vouchers: {
    one: "سند الصرف",
    a: "سند صرف",
    many: "سندات الصرف",
    some: "سندات صرف",
    name: "payment_number",
  },
  period_closings: {
    one: "إقفال الفترة",
    a: "إقفال فترة",
    many: "إقفالات الفترات",
    some: "إقفالات فترات",
    name: "closed_until",
  },
  plan_stages: {
    one: "مرحلة الخطة",
    a: "مرحلة خطة",
    many: "مراحل الخطط",
    some: "مراحل خطط",
    ...feminine,
    name: "name",
  },
  permissions: {
    one: "الصلاحية",
    a: "صلاحية",
    many: "الصلاحيات",
    some: "صلاحيات",
    ...feminine,
    name: "name",
  },
  ratings: { one: "التصنيف", a: "تصنيف", many: "التصنيفات", some: "تصنيفات", name: "value" },
  receipt_vouchers: {
    one: "سند القبض",
    a: "سند قبض",
    many: "سندات القبض",
    some: "سندات قبض",
    name: "receipt_number",
  },
  rooms: { one: "الغرفة", a: "غرفة", many: "الغرف", some: "غرف", ...feminine, name: "name" },
  roles: { one: "الدور", a: "دور", many: "الأدوار", some: "أدوار", name: "name" },
  saved_views: {
    one: "العرض المحفوظ",
    a: "عرض محفوظ",
    many: "المفضلة",
    some: "عروض محفوظة",
    name: "name",
  },
  service_categories: {
    one: "فئة الخدمات",
    a: "فئة خدمات",
    many: "فئات الخدمات",
    some: "فئات خدمات",
    ...feminine,
    name: "name",
  },
  suppliers: { one: "المورد", a: "مورد", many: "الموردون", some: "موردون", ...person, name: "name" },
  trail: {
    one: "العملية",
    a: "عملية",
    many: "سجل العمليات",
    some: "عمليات",
    ...feminine,
    name: "id",
  },
  transportations: {
    one: "وسيلة النقل",
    a: "وسيلة نقل",
    many: "وسائل النقل",
    some: "وسائل نقل",
    ...feminine,
    name: "company_name",
  },
  trip_plans: {
    one: "خطة الرحلة",
    a: "خطة رحلة",
    many: "خطط الرحلات",
    some: "خطط رحلات",
    ...feminine,
    name: "name",
  },
  trip_stages: {
    one: "مرحلة الرحلة",
    a: "مرحلة رحلة",
    many: "مراحل الرحلات",
    some: "مراحل رحلات",
    ...feminine,
    name: "name",
  },
  trips: { one: "الرحلة", a: "رحلة", many: "الرحلات", some: "رحلات", ...feminine, name: "name" },
  users: { one: "المستخدم", a: "مستخدم", many: "المستخدمون", some: "مستخدمون", ...person, name: "username" },
  visa_documents: {
    one: "مستند التأشيرة",
    a: "مستند تأشيرة",
    many: "مستندات التأشيرات",
    some: "مستندات تأشيرات",
    name: "given_name",
  },
  visas: {
    one: "التأشيرة",
    a: "تأشيرة",
    many: "التأشيرات",
    some: "تأشيرات",
    ...feminine,
    name: "passport_number",
  },
} satisfies Record<string, Noun>;

export type TableName = keyof typeof nouns;

export const isNamed = (table: string): table is TableName => Object.hasOwn(nouns, table);

const nounOf = (table: TableName): Noun => nouns[table];

/** «العقد غير موجود»، «الحملة غير موجودة» */
export function missingSentence(table: TableName) {
  const { one, feminine } = nounOf(table);
  return `${one} غير ${feminine ? "موجودة" : "موجود"}`;
}

/** «لا توجد عقود بعد»، «لا يوجد موردون بعد» */
export function noneYet({ some, people }: Noun) {
  return `لا ${people ? "يوجد" : "توجد"} ${some} بعد`;
}

/** «لا توجد عقود تطابق البحث»، «لا يوجد موردون يطابقون البحث» */
export function noneMatch({ some, people }: Noun) {
  return `لا ${people ? "يوجد" : "توجد"} ${some} ${people ? "يطابقون" : "تطابق"} البحث`;
}

/** A name in a sentence; a number of ours, such as C-2026-00001, stands without quotation marks. */
export const quote = (name: string) => (/^[A-Z]+-\d/.test(name) ? name : `«${name}»`);

/**
 * «لا يمكن الحذف: الباقة مستخدمة في الحملات «أ»، «ب» وغيرها»
 * @param names of the rows that use it
 * @param more whether there are others
 */
export function usedBy(
  what: Pick<Noun, "one" | "feminine"> & { used?: string },
  by: TableName,
  names: string[],
  more: boolean,
) {
  const { one, feminine, used = feminine ? "مستخدمة" : "مستخدم" } = what;
  const user = names.length > 1 ? nounOf(by).many : nounOf(by).one;
  const list = names.map(quote).join("، ");
  return `لا يمكن الحذف: ${one} ${used} في ${user} ${list}${more ? " وغيرها" : ""}`;
}
