import type { CurrencyCode } from "./agency";

/** What packages are made of. Room prices are for a night and the whole room, in the season before Ramadan. */

export const ratings = [1, 2, 3, 4, 5];

type Hotel = {
  name: string;
  address: string;
  stars: number;
  /** Single, double, triple, quad. */
  rooms: [number, number, number, number];
  currency?: CurrencyCode;
  description?: string;
  status?: "inactive";
};

export const hotels: Record<string, Hotel[]> = {
  "مكة المكرمة": [
    {
      name: "فيرمونت برج ساعة مكة",
      address: "أجياد، وقف الملك عبدالعزيز، أمام باب الملك عبدالعزيز",
      stars: 5,
      rooms: [1150, 1200, 1480, 1720],
      description: "مطل على الحرم، ومصلى داخل البرج",
    },
    {
      name: "رافلز قصر مكة",
      address: "أجياد، أبراج البيت",
      stars: 5,
      rooms: [1450, 1500, 1850, 2100],
      description: "أجنحة فقط",
    },
    { name: "سويس أوتيل مكة", address: "أجياد، أبراج البيت", stars: 5, rooms: [880, 920, 1120, 1300] },
    {
      name: "بولمان زمزم مكة",
      address: "أجياد، أبراج البيت",
      stars: 5,
      rooms: [820, 860, 1050, 1200],
      description: "مدخل مباشر إلى ساحة الحرم",
    },
    { name: "موفنبيك برج هاجر مكة", address: "أجياد، أبراج البيت", stars: 5, rooms: [780, 820, 990, 1140] },
    {
      name: "دار التوحيد إنتركونتيننتال",
      address: "شارع إبراهيم الخليل، أمام باب الملك فهد",
      stars: 5,
      rooms: [1250, 1300, 1600, 1850],
    },
    {
      name: "هيلتون مكة للمؤتمرات",
      address: "جبل عمر، شارع إبراهيم الخليل",
      stars: 5,
      rooms: [720, 760, 920, 1060],
    },
    {
      name: "جبل عمر حياة ريجنسي مكة",
      address: "جبل عمر، شارع إبراهيم الخليل",
      stars: 5,
      rooms: [740, 780, 940, 1080],
    },
    { name: "جبل عمر كونراد مكة", address: "جبل عمر", stars: 5, rooms: [890, 930, 1140, 1310] },
    {
      name: "جبل عمر ماريوت مكة",
      address: "جبل عمر، شارع إبراهيم الخليل",
      stars: 5,
      rooms: [700, 740, 900, 1040],
    },
    {
      name: "شيراتون جبل الكعبة مكة",
      address: "جبل الكعبة، طريق أم القرى",
      stars: 5,
      rooms: [520, 560, 690, 800],
    },
    {
      name: "فندق أنجم مكة",
      address: "جبل الكعبة، طريق أم القرى",
      stars: 5,
      rooms: [480, 510, 640, 740],
      description: "خمس دقائق مشيًا إلى توسعة الملك عبدالله",
    },
    { name: "إيلاف المشاعر", address: "أجياد السد", stars: 4, rooms: [380, 400, 500, 580] },
    {
      name: "لو ميريديان أبراج مكة",
      address: "كدي، طريق الملك عبدالعزيز",
      stars: 5,
      rooms: [290, 310, 390, 460],
      description: "حافلات إلى الحرم على مدار الساعة",
    },
    {
      name: "هوليداي إن مكة العزيزية",
      address: "العزيزية، شارع عبدالله خياط",
      stars: 4,
      rooms: [240, 260, 330, 390],
    },
    {
      name: "أبراج الكسوة",
      address: "التيسير، شارع أم القرى",
      stars: 3,
      rooms: [170, 180, 230, 270],
      description: "حافلات إلى الحرم مع أوقات الصلاة",
    },
  ],
  "المدينة المنورة": [
    {
      name: "أنوار المدينة موفنبيك",
      address: "المنطقة المركزية الشمالية، أمام باب السلام",
      stars: 5,
      rooms: [620, 650, 800, 930],
    },
    {
      name: "دار الإيمان إنتركونتيننتال",
      address: "المنطقة المركزية الشمالية",
      stars: 5,
      rooms: [780, 820, 1010, 1170],
    },
    {
      name: "دار التقوى",
      address: "المنطقة المركزية الشمالية، أمام باب الملك فهد",
      stars: 5,
      rooms: [860, 900, 1100, 1280],
      description: "أقرب الفنادق إلى مصلى النساء",
    },
    {
      name: "أوبروي المدينة",
      address: "المنطقة المركزية، أمام باب السلام",
      stars: 5,
      rooms: [980, 1030, 1260, 1450],
    },
    {
      name: "بولمان زمزم المدينة",
      address: "المنطقة المركزية الغربية",
      stars: 5,
      rooms: [150, 160, 195, 225],
      currency: "USD",
      description: "عقد الموسم بالدولار",
    },
    {
      name: "هيلتون المدينة",
      address: "المنطقة المركزية، شارع الملك فيصل",
      stars: 5,
      rooms: [640, 680, 840, 970],
    },
    {
      name: "كراون بلازا المدينة",
      address: "المنطقة المركزية، شارع الملك فهد",
      stars: 5,
      rooms: [125, 135, 165, 190],
      currency: "USD",
    },
    {
      name: "ميلينيوم العقيق",
      address: "المنطقة المركزية الشمالية، شارع الملك فهد",
      stars: 5,
      rooms: [430, 460, 570, 660],
    },
    { name: "كورال المدينة", address: "المنطقة المركزية الغربية", stars: 4, rooms: [320, 340, 425, 490] },
    { name: "دلة طيبة", address: "المنطقة المركزية الشمالية", stars: 4, rooms: [340, 360, 450, 520] },
    {
      name: "الأنصار جولدن توليب",
      address: "المنطقة المركزية الغربية",
      stars: 4,
      rooms: [260, 280, 350, 410],
    },
    {
      name: "زوار إنترناشيونال",
      address: "المنطقة المركزية الجنوبية",
      stars: 4,
      rooms: [230, 250, 315, 370],
      status: "inactive",
      description: "مغلق للتجديد",
    },
  ],
};

export const busTypes = [
  "حافلة 49 مقعدًا",
  "حافلة كبار الشخصيات 30 مقعدًا",
  "كوستر 22 مقعدًا",
  "فان 14 راكبًا",
  "سيارة عائلية 7 ركاب",
];

export const transportations: {
  company_name: string;
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
    busType: "حافلة 49 مقعدًا",
    capacity: 49,
    price_per_person: 140,
    currency: "SAR",
    route: "مطار جدة – مكة المكرمة – المدينة المنورة – المطار",
    features: "تكييف، مقاعد متحركة، مياه باردة",
  },
  {
    company_name: "حافل",
    busType: "حافلة 49 مقعدًا",
    capacity: 49,
    price_per_person: 125,
    currency: "SAR",
    route: "مطار جدة – مكة المكرمة – المدينة المنورة – المطار",
    features: "تكييف، شاشات، دورة مياه",
  },
  {
    company_name: "رواحل المشاعر",
    busType: "حافلة كبار الشخصيات 30 مقعدًا",
    capacity: 30,
    price_per_person: 260,
    currency: "SAR",
    route: "مطار جدة – مكة المكرمة – المدينة المنورة – المطار",
    features: "مقاعد واسعة، إنترنت، ضيافة",
  },
  {
    company_name: "دلة للنقل",
    busType: "حافلة 49 مقعدًا",
    capacity: 49,
    price_per_person: 650,
    currency: "SAR",
    route: "مكة المكرمة – منى – عرفات – مزدلفة – المدينة المنورة",
    features: "تصريح المشاعر، نقل ترددي أيام التشريق",
  },
  {
    company_name: "أبو سرهد للنقل",
    busType: "كوستر 22 مقعدًا",
    capacity: 22,
    price_per_person: 180,
    currency: "SAR",
    route: "مطار المدينة – المدينة المنورة – مكة المكرمة – مطار جدة",
    features: "تكييف، للمجموعات الصغيرة",
  },
  {
    company_name: "أم القرى للنقل",
    busType: "فان 14 راكبًا",
    capacity: 14,
    price_per_person: 210,
    currency: "SAR",
    route: "مطار جدة – مكة المكرمة – مزارات مكة – المطار",
    features: "سائق مع المجموعة طوال الرحلة",
  },
  {
    company_name: "البراق للنقل الدولي",
    busType: "حافلة 49 مقعدًا",
    capacity: 49,
    price_per_person: 68000,
    currency: "YER",
    route: "صنعاء – الوديعة – مكة المكرمة – المدينة المنورة – صنعاء",
    features: "سائقان، توقف للصلاة والطعام، تخليص المنفذ",
  },
  {
    company_name: "راحة للنقل الدولي",
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
  cateringType: string;
  price_per_day: number;
  meals_per_day: number;
  currency: CurrencyCode;
  description: string;
}[] = [
  {
    name: "إفطار الفندق",
    cateringType: "إفطار",
    price_per_day: 25,
    meals_per_day: 1,
    currency: "SAR",
    description: "بوفيه إفطار من 6 إلى 10 صباحًا",
  },
  {
    name: "إفطار وعشاء",
    cateringType: "نصف إقامة",
    price_per_day: 55,
    meals_per_day: 2,
    currency: "SAR",
    description: "بوفيه إفطار وعشاء في مطعم الفندق",
  },
  {
    name: "مطابخ الضيافة اليمنية",
    cateringType: "إقامة كاملة",
    price_per_day: 48,
    meals_per_day: 3,
    currency: "SAR",
    description: "ثلاث وجبات يمنية: مندي وسلتة وفحسة وعريكة",
  },
  {
    name: "إقامة كاملة – فنادق الخمس نجوم",
    cateringType: "إقامة كاملة",
    price_per_day: 32.5,
    meals_per_day: 3,
    currency: "USD",
    description: "ثلاث وجبات بوفيه عالمي",
  },
  {
    name: "بوفيه مفتوح على مدار اليوم",
    cateringType: "بوفيه مفتوح",
    price_per_day: 165,
    meals_per_day: 0,
    currency: "SAR",
    description: "وجبات ومشروبات مفتوحة",
  },
  {
    name: "إعاشة منى وعرفات",
    cateringType: "وجبات المشاعر",
    price_per_day: 78,
    meals_per_day: 3,
    currency: "SAR",
    description: "وجبات ساخنة ومعلبة ومياه أيام المشاعر والسكن",
  },
];

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
