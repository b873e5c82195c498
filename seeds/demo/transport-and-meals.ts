import type { CurrencyCode } from "./agency";

/** The pilgrims' transport and meals. */

export const busTypes = [
  "حافلة 49 مقعدًا",
  "حافلة كبار الشخصيات 30 مقعدًا",
  "كوستر 22 مقعدًا",
  "فان 14 راكبًا",
  "سيارة عائلية 7 ركاب",
];

export const transportations: {
  company_name: string;
  name_latin: string;
  busType: string;
  capacity: number;
  price_per_person: number;
  currency: CurrencyCode;
  route: string;
  features: string;
  status?: "inactive";
}[] = [
  {
    company_name: "سابتكو",
    name_latin: "SAPTCO",
    busType: "حافلة 49 مقعدًا",
    capacity: 49,
    price_per_person: 140,
    currency: "SAR",
    route: "مطار جدة – مكة المكرمة – المدينة المنورة – المطار",
    features: "تكييف، مقاعد متحركة، مياه باردة",
  },
  {
    company_name: "حافل",
    name_latin: "Hafil",
    busType: "حافلة 49 مقعدًا",
    capacity: 49,
    price_per_person: 125,
    currency: "SAR",
    route: "مطار جدة – مكة المكرمة – المدينة المنورة – المطار",
    features: "تكييف، شاشات، دورة مياه",
  },
  {
    company_name: "رواحل المشاعر",
    name_latin: "Rawahel Al Mashaer",
    busType: "حافلة كبار الشخصيات 30 مقعدًا",
    capacity: 30,
    price_per_person: 260,
    currency: "SAR",
    route: "مطار جدة – مكة المكرمة – المدينة المنورة – المطار",
    features: "مقاعد واسعة، إنترنت، ضيافة",
  },
  {
    company_name: "دلة للنقل",
    name_latin: "Dallah Transport",
    busType: "حافلة 49 مقعدًا",
    capacity: 49,
    price_per_person: 650,
    currency: "SAR",
    route: "مكة المكرمة – منى – عرفات – مزدلفة – المدينة المنورة",
    features: "تصريح المشاعر، نقل ترددي أيام التشريق",
  },
  {
    company_name: "أبو سرهد للنقل",
    name_latin: "Abu Sarhad Transport",
    busType: "كوستر 22 مقعدًا",
    capacity: 22,
    price_per_person: 180,
    currency: "SAR",
    route: "مطار المدينة – المدينة المنورة – مكة المكرمة – مطار جدة",
    features: "تكييف، للمجموعات الصغيرة",
  },
  {
    company_name: "أم القرى للنقل",
    name_latin: "Umm Al Qura Transport",
    busType: "فان 14 راكبًا",
    capacity: 14,
    price_per_person: 210,
    currency: "SAR",
    route: "مطار جدة – مكة المكرمة – مزارات مكة – المطار",
    features: "سائق مع المجموعة طوال الرحلة",
  },
  {
    company_name: "البراق للنقل الدولي",
    name_latin: "Al Buraq International Transport",
    busType: "حافلة 49 مقعدًا",
    capacity: 49,
    price_per_person: 68000,
    currency: "YER",
    route: "صنعاء – الوديعة – مكة المكرمة – المدينة المنورة – صنعاء",
    features: "سائقان، توقف للصلاة والطعام، تخليص المنفذ",
  },
  {
    company_name: "راحة للنقل الدولي",
    name_latin: "Raha International Transport",
    busType: "حافلة كبار الشخصيات 30 مقعدًا",
    capacity: 30,
    price_per_person: 175,
    currency: "USD",
    route: "عدن – المكلا – الوديعة – مكة المكرمة والعودة",
    features: "مقاعد واسعة، دورة مياه، وجبة في الطريق",
  },
];

export const cateringTypes = ["إفطار", "نصف إقامة", "إقامة كاملة", "بوفيه مفتوح", "وجبات المشاعر"];

export const caterings: {
  name: string;
  name_latin: string;
  cateringType: string;
  price_per_day: number;
  meals_per_day: number;
  currency: CurrencyCode;
  description: string;
}[] = [
  {
    name: "إفطار الفندق",
    name_latin: "Hotel breakfast",
    cateringType: "إفطار",
    price_per_day: 25,
    meals_per_day: 1,
    currency: "SAR",
    description: "بوفيه إفطار من 6 إلى 10 صباحًا",
  },
  {
    name: "إفطار وعشاء",
    name_latin: "Breakfast and dinner",
    cateringType: "نصف إقامة",
    price_per_day: 55,
    meals_per_day: 2,
    currency: "SAR",
    description: "بوفيه إفطار وعشاء في مطعم الفندق",
  },
  {
    name: "مطابخ الضيافة اليمنية",
    name_latin: "Yemeni kitchen, full board",
    cateringType: "إقامة كاملة",
    price_per_day: 48,
    meals_per_day: 3,
    currency: "SAR",
    description: "ثلاث وجبات يمنية: مندي وسلتة وفحسة وعريكة",
  },
  {
    name: "إقامة كاملة – فنادق الخمس نجوم",
    name_latin: "Full board, five-star hotels",
    cateringType: "إقامة كاملة",
    price_per_day: 32.5,
    meals_per_day: 3,
    currency: "USD",
    description: "ثلاث وجبات بوفيه عالمي",
  },
  {
    name: "بوفيه مفتوح على مدار اليوم",
    name_latin: "All-day open buffet",
    cateringType: "بوفيه مفتوح",
    price_per_day: 165,
    meals_per_day: 0,
    currency: "SAR",
    description: "وجبات ومشروبات مفتوحة",
  },
  {
    name: "إعاشة منى وعرفات",
    name_latin: "Meals in Mina and Arafat",
    cateringType: "وجبات المشاعر",
    price_per_day: 78,
    meals_per_day: 3,
    currency: "SAR",
    description: "وجبات ساخنة ومعلبة ومياه أيام المشاعر والسكن",
  },
];
