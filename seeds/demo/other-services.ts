import type { CurrencyCode } from "./agency";

export const serviceCategories = [
  "تأشيرات ووثائق",
  "تنقلات",
  "مزارات وجولات",
  "رعاية صحية",
  "مرافقة وإرشاد",
  "هدايا ومشتريات",
  "خدمات الحج",
];

export const otherServices: {
  name: string;
  category: string;
  price: number;
  currency: CurrencyCode;
  icon: string;
  description: string | null;
  status?: "inactive";
}[] = [
  {
    name: "تأشيرة عمرة وتأمين صحي",
    category: "تأشيرات ووثائق",
    price: 130,
    currency: "USD",
    icon: "Plus",
    description: "تشمل رسوم المنصة والتأمين الشامل",
  },
  {
    name: "تأشيرة حج ورسوم المسار الإلكتروني",
    category: "تأشيرات ووثائق",
    price: 294,
    currency: "SAR",
    icon: "Plus",
    description: null,
  },
  {
    name: "تذكرة قطار الحرمين السريع",
    category: "تنقلات",
    price: 172.5,
    currency: "SAR",
    icon: "Train",
    description: "مكة المكرمة – المدينة المنورة، درجة اقتصادية",
  },
  {
    name: "كرسي متحرك مع دافع للطواف والسعي",
    category: "رعاية صحية",
    price: 230,
    currency: "SAR",
    icon: "Accessibility",
    description: "لكبار السن وذوي الإعاقة",
  },
  {
    name: "صور تذكارية للفوج",
    category: "هدايا ومشتريات",
    price: 35,
    currency: "SAR",
    icon: "Camera",
    description: "صور مطبوعة ورقمية عند المزارات",
  },
  {
    name: "حقيبة المعتمر",
    category: "هدايا ومشتريات",
    price: 9500,
    currency: "YER",
    icon: "ShoppingBag",
    description: "إحرام وسجادة ومظلة وكتيب أدعية وبطاقة تعريف",
  },
  {
    name: "فحص طبي وتطعيمات السفر",
    category: "رعاية صحية",
    price: 14000,
    currency: "YER",
    icon: "Stethoscope",
    description: "الحمى الشوكية والإنفلونزا الموسمية",
  },
  {
    name: "شريحة اتصال وإنترنت",
    category: "مرافقة وإرشاد",
    price: 95,
    currency: "SAR",
    icon: "Wifi",
    description: "15 غيغابايت و60 دقيقة دولية لمدة شهر",
  },
  {
    name: "سيارة خاصة من المطار إلى الفندق",
    category: "تنقلات",
    price: 75,
    currency: "USD",
    icon: "Car",
    description: null,
  },
  {
    name: "تذكرة طيران صنعاء – جدة ذهابًا وإيابًا",
    category: "تنقلات",
    price: 415,
    currency: "USD",
    icon: "Plane",
    description: "تشمل 30 كغ أمتعة و5 لترات زمزم",
  },
  {
    name: "زمزم وتمور المدينة",
    category: "هدايا ومشتريات",
    price: 68,
    currency: "SAR",
    icon: "ShoppingCart",
    description: "عبوة زمزم 5 لترات وكيلو عجوة",
  },
  {
    name: "مرشد ديني مرافق للفوج",
    category: "مرافقة وإرشاد",
    price: 60,
    currency: "SAR",
    icon: "UserCheck",
    description: "دروس المناسك قبل السفر وخلاله",
  },
  {
    name: "سند الهدي والأضاحي",
    category: "خدمات الحج",
    price: 720,
    currency: "SAR",
    icon: "HeartHandshake",
    description: "عبر مشروع المملكة للإفادة من الهدي والأضاحي",
  },
  {
    name: "جولة مزارات مكة والمدينة",
    category: "مزارات وجولات",
    price: 55,
    currency: "SAR",
    icon: "MapPin",
    description: "جبل النور وجبل ثور، وقباء وأحد والقبلتين",
  },
  {
    name: "إقامة ثلاث ليال في المدينة المنورة",
    category: "مزارات وجولات",
    price: 330,
    currency: "SAR",
    icon: "MapPin",
    description: "فندق أربع نجوم في المنطقة المركزية، غرفة رباعية",
  },
  {
    name: "مخيمات منى وعرفات",
    category: "خدمات الحج",
    price: 4850,
    currency: "SAR",
    icon: "HeartHandshake",
    description: "خيام مكيفة وفرش وخدمات أساسية في المشاعر",
  },
  {
    name: "تذكرة قطار المشاعر",
    category: "خدمات الحج",
    price: 400,
    currency: "SAR",
    icon: "Train",
    description: "بين منى وعرفات ومزدلفة",
  },
  {
    name: "تأجير هاتف للمشرفين",
    category: "مرافقة وإرشاد",
    price: 12,
    currency: "EUR",
    icon: "Wifi",
    description: null,
    status: "inactive",
  },
];
