/**
 * The office's nouns by table, for refusals, empty lists, questions and the audit log. `one` is definite («العقد»), `a` is not
 * («عقد»); `many` and `some` are their plurals. Feminine nouns and, in the plural, people («موردون») change the words around
 * them. `name` is the column that names a row.
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

const noun = (
  one: string,
  a: string,
  many: string,
  some: string,
  name = "name",
  more: Pick<Noun, "feminine" | "people"> = {},
): Noun => ({ one, a, many, some, ...more, name });

export const nouns = {
  accounts: noun("الحساب", "حساب", "الحسابات المالية", "حسابات مالية"),
  agents: noun("الوكيل", "وكيل", "الوكلاء", "وكلاء", "name", person),
  bus_types: noun("نوع الحافلة", "نوع حافلة", "أنواع الحافلات", "أنواع حافلات"),
  campaigns: noun("الحملة", "حملة", "الحملات", "حملات", "name", feminine),
  cash_counts: noun("جرد الصندوق", "جرد صندوق", "جرود الصناديق", "جرود صناديق", "count_number"),
  catering_services: noun("خدمة الإعاشة", "خدمة إعاشة", "خدمات الإعاشة", "خدمات إعاشة", "name", feminine),
  catering_types: noun("نوع الإعاشة", "نوع إعاشة", "أنواع الإعاشة", "أنواع إعاشة"),
  cities: noun("المدينة", "مدينة", "المدن", "مدن", "name", feminine),
  company_info: noun("بيانات الشركة", "بيانات الشركة", "بيانات الشركة", "بيانات شركة"),
  contracts: noun("العقد", "عقد", "العقود", "عقود", "contract_number"),
  currencies: noun("العملة", "عملة", "العملات", "عملات", "code", feminine),
  customers: noun("العميل", "عميل", "العملاء", "عملاء", "name", person),
  customer_notes: noun(
    "ملاحظة العميل",
    "ملاحظة عميل",
    "ملاحظات العملاء",
    "ملاحظات عملاء",
    "noted_on",
    feminine,
  ),
  customer_papers: noun("ورقة العميل", "ورقة عميل", "أوراق العملاء", "أوراق عملاء", "given_name", feminine),
  expense_categories: noun(
    "فئة المصروفات",
    "فئة مصروفات",
    "فئات المصروفات",
    "فئات مصروفات",
    "name",
    feminine,
  ),
  expenses: noun("المصروف", "مصروف", "المصروفات", "مصروفات"),
  groups: noun("المجموعة", "مجموعة", "المجموعات", "مجموعات", "name", feminine),
  holds: noun("الحجز المؤقت", "حجز مؤقت", "الحجوزات المؤقتة", "حجوزات مؤقتة"),
  hotels: noun("الفندق", "فندق", "الفنادق", "فنادق"),
  import_headings: noun(
    "عنوان العمود",
    "عنوان عمود",
    "عناوين الأعمدة المستوردة",
    "عناوين أعمدة مستوردة",
    "heading",
  ),
  imports: noun("استيراد الملف", "استيراد ملف", "الملفات المستوردة", "ملفات مستوردة", "file_name"),
  invoices: noun("الفاتورة", "فاتورة", "الفواتير", "فواتير", "invoice_number", feminine),
  movements: noun("حركة الحساب", "حركة حساب", "حركات الحسابات", "حركات حسابات", "id", feminine),
  offers: noun("عرض السعر", "عرض سعر", "عروض الأسعار", "عروض أسعار", "offer_number"),
  other_services: noun("الخدمة", "خدمة", "الخدمات", "خدمات", "name", feminine),
  packages: noun("الباقة", "باقة", "الباقات", "باقات", "name", feminine),
  payment_vouchers: noun("سند الصرف", "سند صرف", "سندات الصرف", "سندات صرف", "payment_number"),
  period_closings: noun("إقفال الفترة", "إقفال فترة", "إقفالات الفترات", "إقفالات فترات", "closed_until"),
  plan_stages: noun("مرحلة الخطة", "مرحلة خطة", "مراحل الخطط", "مراحل خطط", "name", feminine),
  permissions: noun("الصلاحية", "صلاحية", "الصلاحيات", "صلاحيات", "name", feminine),
  allocations: noun("التخصيص", "تخصيص", "التخصيصات", "تخصيصات", "allocation_number"),
  ratings: noun("التصنيف", "تصنيف", "التصنيفات", "تصنيفات", "value"),
  receipt_vouchers: noun("سند القبض", "سند قبض", "سندات القبض", "سندات قبض", "receipt_number"),
  reminders: noun("التذكير بالسداد", "تذكير بالسداد", "التذكيرات بالسداد", "تذكيرات بالسداد", "sent_on"),
  rooms: noun("الغرفة", "غرفة", "الغرف", "غرف", "name", feminine),
  roles: noun("الدور", "دور", "الأدوار", "أدوار"),
  saved_views: noun("العرض المحفوظ", "عرض محفوظ", "المفضلة", "عروض محفوظة"),
  service_categories: noun("فئة الخدمات", "فئة خدمات", "فئات الخدمات", "فئات خدمات", "name", feminine),
  suppliers: noun("المورد", "مورد", "الموردون", "موردون", "name", person),
  audit_log: noun("العملية", "عملية", "سجل العمليات", "عمليات", "id", feminine),
  transfers: noun("سند التحويل", "سند تحويل", "سندات التحويل", "سندات تحويل", "transfer_number"),
  transportations: noun("وسيلة النقل", "وسيلة نقل", "وسائل النقل", "وسائل نقل", "company_name", feminine),
  trip_plans: noun("خطة الرحلة", "خطة رحلة", "خطط الرحلات", "خطط رحلات", "name", feminine),
  trip_stages: noun("مرحلة الرحلة", "مرحلة رحلة", "مراحل الرحلات", "مراحل رحلات", "name", feminine),
  trips: noun("الرحلة", "رحلة", "الرحلات", "رحلات", "name", feminine),
  users: noun("المستخدم", "مستخدم", "المستخدمون", "مستخدمون", "username", person),
  visa_documents: noun(
    "مستند التأشيرة",
    "مستند تأشيرة",
    "مستندات التأشيرات",
    "مستندات تأشيرات",
    "given_name",
  ),
  visas: noun("التأشيرة", "تأشيرة", "التأشيرات", "تأشيرات", "passport_number", feminine),
  waiting_lines: noun("المنتظر", "منتظر", "المنتظرون", "منتظرون", "name", person),
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

/** A name in a sentence. A number that we issue, such as C-2026-00001, has no quotation marks. */
export const quote = (name: string) => (/^[A-Z]+-\d/.test(name) ? name : `«${name}»`);

/**
 * «لا يمكن الحذف: الباقة مستخدمة في الحملات «أ»، «ب» وغيرها»
 * @param names the names of the rows that use it
 * @param more whether further rows use it
 */
export function usedBy(
  what: Pick<Noun, "one" | "feminine"> & { usedWord?: string },
  by: TableName,
  names: string[],
  more: boolean,
) {
  const { one, feminine, usedWord = feminine ? "مستخدمة" : "مستخدم" } = what;
  const user = names.length > 1 ? nounOf(by).many : nounOf(by).one;
  const list = names.map(quote).join("، ");
  return `لا يمكن الحذف: ${one} ${usedWord} في ${user} ${list}${more ? " وغيرها" : ""}`;
}
