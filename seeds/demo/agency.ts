import type { Rated } from "./money";

/** The office itself: its data on printed sheets, its accounts and its expenses. */

export const company = {
  name: "وكالة ركب الحجاز للسفر وخدمات الحج والعمرة",
  name_latin: "Rakb Al-Hijaz Travel, Hajj & Umrah Services",
  address_latin: "Al-Baraka Building, 2nd floor, Haddah Street, Sana'a, Republic of Yemen",
  address: "الجمهورية اليمنية، صنعاء، شارع حدة، عمارة البركة، الدور الثاني",
  country: "YE",
  phone: "+967 1 441 250",
  emergency_phone: "+967 777 441 250",
  email: "info@rakb-alhijaz.example",
  commercial_register: "21/14587",
  tax_number: "10034876-5",
  discount_limit_percent: "5",
  child_share: "75",
  infant_share: "10",
  website: "https://www.rakb-alhijaz.example",
  description: "برامج عمرة وحج متكاملة منذ عام 1998: تأشيرات ونقل وسكن قريب من الحرمين وإعاشة وإرشاد ديني.",
};

export const currencies = [
  { code: "USD", name: "دولار أمريكي", symbol: "$", exchange_rate: "1", is_default: true },
  {
    code: "SAR",
    name: "ريال سعودي",
    symbol: "ر.س",
    exchange_rate: "0.26666666666666666667",
    is_default: false,
  },
  {
    code: "YER",
    name: "ريال يمني",
    symbol: "ر.ي",
    exchange_rate: "0.00188679245283018868",
    is_default: false,
  },
  { code: "KWD", name: "دينار كويتي", symbol: "د.ك", exchange_rate: "3.25", is_default: false },
  { code: "EUR", name: "يورو", symbol: "€", exchange_rate: "1.16", is_default: false },
  { code: "EGP", name: "جنيه مصري", symbol: "ج.م", exchange_rate: "0.0205", is_default: false },
] as const;

export type CurrencyCode = (typeof currencies)[number]["code"];

export const baseCurrency: Rated = currencies[0];

export function currencyOf(code: CurrencyCode): Rated {
  return currencies.find((currency) => currency.code === code) ?? baseCurrency;
}

/** `opening` is in the account's currency. `holder` is a user; `daysAgo` says when it was opened, if not with the office. */
export const accounts = [
  {
    kind: "cash_box",
    name: "صندوق الدولار",
    location: "صنعاء، المكتب الرئيسي",
    currency: "USD",
    opening: "18500.00",
  },
  {
    kind: "cash_box",
    name: "صندوق السعودي",
    location: "صنعاء، المكتب الرئيسي",
    currency: "SAR",
    opening: "42000.00",
  },
  {
    kind: "cash_box",
    name: "صندوق اليمني",
    location: "صنعاء، نافذة الاستقبال",
    currency: "YER",
    opening: "3750000.00",
  },
  {
    kind: "bank",
    name: "مصرف الراجحي",
    account_name: "وكالة ركب الحجاز للسفر",
    account_number: "SA4480000214608010173652",
    currency: "SAR",
    opening: "165000.00",
  },
  {
    kind: "bank",
    name: "بنك التضامن",
    account_name: "وكالة ركب الحجاز للسفر وخدمات الحج والعمرة",
    account_number: "003-1147-20586-01",
    currency: "USD",
    opening: "52300.50",
  },
  {
    kind: "bank",
    name: "بيت التمويل الكويتي",
    account_name: "ركب الحجاز – حساب الوكلاء في الكويت",
    account_number: "KW81KFHO0000000000051010173526",
    currency: "KWD",
    opening: "2750.250",
  },
  {
    kind: "cash_box",
    name: "عهدة مشرف نسائم مكة",
    location: "مكة المكرمة، شقة العزيزية",
    currency: "SAR",
    opening: "0",
    holder: "visas",
    daysAgo: 110,
  },
  {
    kind: "bank",
    name: "شيكات برسم التحصيل",
    account_name: "وكالة ركب الحجاز للسفر",
    account_number: "خزنة المكتب الرئيسي",
    currency: "SAR",
    opening: "0",
    is_cheques_in_hand: true,
  },
] as const;

export type AccountName = (typeof accounts)[number]["name"];

/** Each category with its expenses: name and description. */
export const expenses: Record<
  string,
  { description: string; expenses: [name: string, description: string | null][] }
> = {
  إيجارات: {
    description: "إيجار المكاتب والسكن والمستودعات",
    expenses: [
      ["إيجار المكتب الرئيسي", "إيجار شهري لمكتب شارع حدة، يدفع أول كل شهر"],
      ["إيجار مستودع الحقائب والإحرامات", null],
      ["إيجار سكن المشرفين في مكة المكرمة", "شقة في العزيزية طوال موسم العمرة"],
    ],
  },
  "رواتب وأجور": {
    description: "رواتب الموظفين والمشرفين وأجور المرشدين",
    expenses: [
      ["رواتب موظفي المكتب", "تصرف في الخامس والعشرين من كل شهر"],
      ["مكافآت مشرفي الحملات", null],
      ["أجور المرشدين والمطوفين", "حسب عدد الأفواج في كل حملة"],
    ],
  },
  "كهرباء وماء": {
    description: "خدمات المكاتب",
    expenses: [
      ["فاتورة الكهرباء", "الكهرباء العمومية والاشتراك التجاري"],
      ["وقود المولد وصيانته", null],
      ["مياه الشرب للمكتب", null],
    ],
  },
  "اتصالات وإنترنت": {
    description: "الهاتف والإنترنت والرسائل",
    expenses: [
      ["اشتراك الإنترنت", "خط ألياف للمكتب الرئيسي"],
      ["رسائل نصية للمعتمرين", "مواعيد السفر وتذكير بالأقساط"],
    ],
  },
  "دعاية وتسويق": {
    description: "إعلانات الحملات والمطبوعات الدعائية",
    expenses: [
      ["إعلانات وسائل التواصل", null],
      ["لوحات ومطبوعات الحملات", "لافتات الحافلات وبطاقات التعريف"],
    ],
  },
  "قرطاسية وطباعة": {
    description: "مستلزمات المكتب",
    expenses: [
      ["ورق وأحبار وسندات مطبوعة", null],
      ["صيانة الطابعات والأجهزة", null],
    ],
  },
  "سفر وتنقلات": {
    description: "سفر الموظفين ونقل الوثائق",
    expenses: [
      ["تذاكر سفر الوفد الإداري", "زيارات الإعداد لعقود السكن"],
      ["نقل الجوازات بين المكاتب", null],
      ["مواصلات محلية", null],
    ],
  },
  "رسوم حكومية وتراخيص": {
    description: "تجديد التراخيص والاشتراكات والضمانات ورسوم البنوك",
    expenses: [
      ["تجديد ترخيص مزاولة النشاط", "سنوي، وزارة الأوقاف والإرشاد"],
      ["اشتراك نظام مسارات العمرة", null],
      ["عمولات التحويلات البنكية", "ما تأخذه البنوك والصرافون على نقل الأموال"],
    ],
  },
};

/** The users by their login names. */
export const employees: Record<string, { full_name: string; full_name_latin: string }> = {
  admin: { full_name: "عبد الله سالم باحشوان", full_name_latin: "Abdullah Salem Bahashwan" },
  cashier: { full_name: "منى أحمد الحداد", full_name_latin: "Muna Ahmed Al-Haddad" },
  sales: { full_name: "سالم عمر باوزير", full_name_latin: "Salem Omar Bawazir" },
  visas: { full_name: "خالد علي السقاف", full_name_latin: "Khaled Ali Al-Saqqaf" },
};
