import type { Means } from "./means";

/** A payment without an invoice: to an expense, agent or supplier by name, to a pilgrim by index, or to a typed name. */
export type Spending = {
  to:
    | { expense: string }
    | { agent: string }
    | { supplier: string }
    | { pilgrim: number }
    | { other: string };
  daysAgo: number;
  means: Means;
  amount: string;
  description: string | null;
  /** The service of which it gives the price back. */
  service?: string;
  /** Gives back a part of what was paid of the pilgrim's cancelled contract. */
  refund?: true;
  /** Cancelled on the same day. */
  cancelled?: true;
};

const monthly = (
  expense: string,
  amount: string,
  description: string,
  days: number[],
  means: Means = "rialCash",
): Spending[] => days.map((daysAgo) => ({ to: { expense }, daysAgo, means, amount, description }));

/** 55 payments that settle no invoice, in any order. */
export const spendings: Spending[] = [
  ...monthly(
    "إيجار المكتب الرئيسي",
    "180000",
    "إيجار شهر واحد، عمارة البركة",
    [250, 220, 190, 160, 130, 100, 70, 40, 10],
  ),
  ...monthly(
    "رواتب موظفي المكتب",
    "320000",
    "رواتب أربعة موظفين عن الشهر",
    [235, 205, 175, 145, 115, 85, 55, 25],
  ),
  ...monthly("اشتراك الإنترنت", "45000", "اشتراك شهري، خط المكتب الرئيسي", [170, 140, 110, 80, 50, 20]),
  ...monthly("فاتورة الكهرباء", "62300", "استهلاك المكتب", [165, 135, 105, 75, 45, 15]),
  {
    to: { expense: "تجديد ترخيص مزاولة النشاط" },
    daysAgo: 245,
    means: "dollarTransfer",
    amount: "1200",
    description: "رسوم السنة والضمان البنكي",
  },
  {
    to: { expense: "اشتراك نظام مسارات العمرة" },
    daysAgo: 198,
    means: "riyalTransfer",
    amount: "2500",
    description: "اشتراك الموسم",
  },
  {
    to: { expense: "إيجار سكن المشرفين في مكة المكرمة" },
    daysAgo: 112,
    means: "riyalCheque",
    amount: "9000",
    description: "شقة العزيزية، موسم حملة نسائم مكة",
  },
  {
    to: { expense: "إيجار سكن المشرفين في مكة المكرمة" },
    daysAgo: 23,
    means: "riyalTransfer",
    amount: "8500",
    description: "شقة العزيزية، موسم حملة رحاب طيبة",
  },
  {
    to: { expense: "مكافآت مشرفي الحملات" },
    daysAgo: 82,
    means: "riyalFromDollars",
    amount: "3750",
    description: "مكافأة مشرفين اثنين بعد عودة الحملة",
  },
  {
    to: { expense: "إعلانات وسائل التواصل" },
    daysAgo: 68,
    means: "dollarFromRiyals",
    amount: "250",
    description: "حملة إعلانية أسبوعين لرحاب طيبة",
  },
  {
    to: { expense: "وقود المولد وصيانته" },
    daysAgo: 57,
    means: "rialCash",
    amount: "38500",
    description: null,
    cancelled: true,
  },
  {
    to: { expense: "مواصلات محلية" },
    daysAgo: 4,
    means: "rialCash",
    amount: "12500",
    description: "نقل جوازات إلى مكتب التأشيرات",
  },
  {
    to: { expense: "مياه الشرب للمكتب" },
    daysAgo: 0,
    means: "rialCash",
    amount: "9000",
    description: null,
  },

  // Pilgrims get back a part of what they had paid without a contract.
  {
    to: { pilgrim: 24 },
    daysAgo: 107,
    means: "custodyCash",
    amount: "115",
    service: "كرسي متحرك مع دافع للطواف والسعي",
    description: "رد نصف أجرة الكرسي المتحرك: لم يستعمل في السعي",
  },
  {
    to: { pilgrim: 29 },
    daysAgo: 93,
    means: "dollarCash",
    amount: "75",
    service: "سيارة خاصة من المطار إلى الفندق",
    description: "رد أجرة سيارة المطار: لم تحضر في موعدها",
  },
  {
    to: { pilgrim: 19 },
    daysAgo: 76,
    means: "dollarCash",
    amount: "40",
    service: "وزن زائد للأمتعة",
    description: "رد فرق وزن الأمتعة",
    cancelled: true,
  },
  {
    to: { pilgrim: 31 },
    daysAgo: 44,
    means: "rialCash",
    amount: "9500",
    service: "حقيبة المعتمر",
    description: "رد ثمن حقيبة لم تسلم",
  },
  {
    to: { pilgrim: 12 },
    daysAgo: 18,
    means: "riyalTransfer",
    amount: "95",
    service: "شريحة اتصال وإنترنت",
    description: "رد ثمن شريحة لم تعمل",
  },
  {
    to: { pilgrim: 58 },
    daysAgo: 0,
    means: "riyalCash",
    amount: "200",
    description: "رد جزء من أمانة الحجز بطلب صاحبها",
  },

  {
    to: { agent: "يحيى القدسي" },
    daysAgo: 122,
    means: "rialCash",
    amount: "70000",
    description: "سلفة على حساب أجور التأشيرات",
  },
  {
    to: { agent: "مكتب الفردوس للحج والعمرة" },
    daysAgo: 64,
    means: "dinarTransfer",
    amount: "85.500",
    description: "بدل إعلانات في صحف الجالية",
  },
  {
    to: { agent: "شركة ركاب حضرموت" },
    daysAgo: 5,
    means: "dollarTransfer",
    amount: "275",
    description: "دفعة تحت الحساب",
  },
  {
    to: { supplier: "مطبعة الإيمان" },
    daysAgo: 132,
    means: "rialCash",
    amount: "26500",
    description: "بطاقات صدرية عاجلة، بلا فاتورة",
  },
  {
    to: { supplier: "مركز الشفاء الطبي" },
    daysAgo: 29,
    means: "dollarCheque",
    amount: "310",
    description: "عربون لقاحات حملة رحاب طيبة",
  },
  {
    to: { supplier: "مطعم بيت الشام بمكة" },
    daysAgo: 7,
    means: "riyalCheque",
    amount: "1500",
    description: "عربون وجبات مكة",
  },

  {
    to: { other: "نجار المكتب: صالح المطري" },
    daysAgo: 230,
    means: "dollarCash",
    amount: "640",
    description: "مكاتب الاستقبال وخزانة الملفات",
  },
  {
    to: { other: "جمعية البر الخيرية" },
    daysAgo: 128,
    means: "riyalCash",
    amount: "1000",
    description: "تبرع باسم الوكالة",
  },
  {
    to: { other: "مكتب المحاسب القانوني عبده الشرجبي" },
    daysAgo: 87,
    means: "dollarCheque",
    amount: "450",
    description: "مراجعة حسابات النصف الأول",
  },
  {
    to: { other: "أبو علي، فني التكييف" },
    daysAgo: 36,
    means: "rialCash",
    amount: "33000",
    description: "صيانة مكيفين",
    cancelled: true,
  },
  {
    to: { other: "المترجم المحلف أحمد الكبسي" },
    daysAgo: 13,
    means: "dollarCash",
    amount: "90",
    description: "ترجمة عقود السكن",
  },

  {
    to: { pilgrim: 23 },
    daysAgo: 113,
    means: "riyalCash",
    amount: "400",
    description: "رد جزء من المدفوع بعد إلغاء العقد",
    refund: true,
  },
];
