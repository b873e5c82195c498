import type { CurrencyCode } from "./agency";

/** A room's price is for a night, in the season before Ramadan. */

export const ratings = [1, 2, 3, 4, 5];

type Hotel = {
  name: string;
  name_latin: string;
  address: string;
  stars: number;
  /** Single, double, triple, quad. */
  rooms: [number, number, number, number];
  currency?: CurrencyCode;
  description?: string;
  status?: "inactive";
};

/** Names of cities for those who read no Arabic. */
export const citiesLatin: Record<string, string> = {
  "مكة المكرمة": "Makkah",
  "المدينة المنورة": "Madinah",
};

export const hotelsByCity: Record<string, Hotel[]> = {
  "مكة المكرمة": [
    {
      name: "فيرمونت برج ساعة مكة",
      name_latin: "Fairmont Makkah Clock Royal Tower",
      address: "أجياد، وقف الملك عبدالعزيز، أمام باب الملك عبدالعزيز",
      stars: 5,
      rooms: [1150, 1200, 1480, 1720],
      description: "مطل على الحرم، ومصلى داخل البرج",
    },
    {
      name: "رافلز قصر مكة",
      name_latin: "Raffles Makkah Palace",
      address: "أجياد، أبراج البيت",
      stars: 5,
      rooms: [1450, 1500, 1850, 2100],
      description: "أجنحة فقط",
    },
    {
      name: "سويس أوتيل مكة",
      name_latin: "Swissotel Makkah",
      address: "أجياد، أبراج البيت",
      stars: 5,
      rooms: [880, 920, 1120, 1300],
    },
    {
      name: "بولمان زمزم مكة",
      name_latin: "Pullman Zamzam Makkah",
      address: "أجياد، أبراج البيت",
      stars: 5,
      rooms: [820, 860, 1050, 1200],
      description: "مدخل مباشر إلى ساحة الحرم",
    },
    {
      name: "موفنبيك برج هاجر مكة",
      name_latin: "Movenpick Hajar Tower Makkah",
      address: "أجياد، أبراج البيت",
      stars: 5,
      rooms: [780, 820, 990, 1140],
    },
    {
      name: "دار التوحيد إنتركونتيننتال",
      name_latin: "InterContinental Dar Al Tawhid Makkah",
      address: "شارع إبراهيم الخليل، أمام باب الملك فهد",
      stars: 5,
      rooms: [1250, 1300, 1600, 1850],
    },
    {
      name: "هيلتون مكة للمؤتمرات",
      name_latin: "Hilton Makkah Convention Hotel",
      address: "جبل عمر، شارع إبراهيم الخليل",
      stars: 5,
      rooms: [720, 760, 920, 1060],
    },
    {
      name: "جبل عمر حياة ريجنسي مكة",
      name_latin: "Jabal Omar Hyatt Regency Makkah",
      address: "جبل عمر، شارع إبراهيم الخليل",
      stars: 5,
      rooms: [740, 780, 940, 1080],
    },
    {
      name: "جبل عمر كونراد مكة",
      name_latin: "Jabal Omar Conrad Makkah",
      address: "جبل عمر",
      stars: 5,
      rooms: [890, 930, 1140, 1310],
    },
    {
      name: "جبل عمر ماريوت مكة",
      name_latin: "Jabal Omar Marriott Makkah",
      address: "جبل عمر، شارع إبراهيم الخليل",
      stars: 5,
      rooms: [700, 740, 900, 1040],
    },
    {
      name: "شيراتون جبل الكعبة مكة",
      name_latin: "Sheraton Makkah Jabal Al Kaaba",
      address: "جبل الكعبة، طريق أم القرى",
      stars: 5,
      rooms: [520, 560, 690, 800],
    },
    {
      name: "فندق أنجم مكة",
      name_latin: "Anjum Hotel Makkah",
      address: "جبل الكعبة، طريق أم القرى",
      stars: 5,
      rooms: [480, 510, 640, 740],
      description: "خمس دقائق مشيًا إلى توسعة الملك عبدالله",
    },
    {
      name: "إيلاف المشاعر",
      name_latin: "Elaf Al Mashaer",
      address: "أجياد السد",
      stars: 4,
      rooms: [380, 400, 500, 580],
    },
    {
      name: "لو ميريديان أبراج مكة",
      name_latin: "Le Meridien Towers Makkah",
      address: "كدي، طريق الملك عبدالعزيز",
      stars: 5,
      rooms: [290, 310, 390, 460],
      description: "حافلات إلى الحرم على مدار الساعة",
    },
    {
      name: "هوليداي إن مكة العزيزية",
      name_latin: "Holiday Inn Makkah Al Aziziah",
      address: "العزيزية، شارع عبدالله خياط",
      stars: 4,
      rooms: [240, 260, 330, 390],
    },
    {
      name: "أبراج الكسوة",
      name_latin: "Al Kiswah Towers",
      address: "التيسير، شارع أم القرى",
      stars: 3,
      rooms: [170, 180, 230, 270],
      description: "حافلات إلى الحرم مع أوقات الصلاة",
    },
  ],
  "المدينة المنورة": [
    {
      name: "أنوار المدينة موفنبيك",
      name_latin: "Anwar Al Madinah Movenpick",
      address: "المنطقة المركزية الشمالية، أمام باب السلام",
      stars: 5,
      rooms: [620, 650, 800, 930],
    },
    {
      name: "دار الإيمان إنتركونتيننتال",
      name_latin: "InterContinental Dar Al Iman Madinah",
      address: "المنطقة المركزية الشمالية",
      stars: 5,
      rooms: [780, 820, 1010, 1170],
    },
    {
      name: "دار التقوى",
      name_latin: "Dar Al Taqwa Madinah",
      address: "المنطقة المركزية الشمالية، أمام باب الملك فهد",
      stars: 5,
      rooms: [860, 900, 1100, 1280],
      description: "أقرب الفنادق إلى مصلى النساء",
    },
    {
      name: "أوبروي المدينة",
      name_latin: "The Oberoi Madina",
      address: "المنطقة المركزية، أمام باب السلام",
      stars: 5,
      rooms: [980, 1030, 1260, 1450],
    },
    {
      name: "بولمان زمزم المدينة",
      name_latin: "Pullman Zamzam Madina",
      address: "المنطقة المركزية الغربية",
      stars: 5,
      rooms: [150, 160, 195, 225],
      currency: "USD",
      description: "عقد الموسم بالدولار",
    },
    {
      name: "هيلتون المدينة",
      name_latin: "Madinah Hilton",
      address: "المنطقة المركزية، شارع الملك فيصل",
      stars: 5,
      rooms: [640, 680, 840, 970],
    },
    {
      name: "كراون بلازا المدينة",
      name_latin: "Crowne Plaza Madinah",
      address: "المنطقة المركزية، شارع الملك فهد",
      stars: 5,
      rooms: [125, 135, 165, 190],
      currency: "USD",
    },
    {
      name: "ميلينيوم العقيق",
      name_latin: "Millennium Al Aqeeq Madinah",
      address: "المنطقة المركزية الشمالية، شارع الملك فهد",
      stars: 5,
      rooms: [430, 460, 570, 660],
    },
    {
      name: "كورال المدينة",
      name_latin: "Coral Al Madinah",
      address: "المنطقة المركزية الغربية",
      stars: 4,
      rooms: [320, 340, 425, 490],
    },
    {
      name: "دلة طيبة",
      name_latin: "Dallah Taibah",
      address: "المنطقة المركزية الشمالية",
      stars: 4,
      rooms: [340, 360, 450, 520],
    },
    {
      name: "الأنصار جولدن توليب",
      name_latin: "Al Ansar Golden Tulip",
      address: "المنطقة المركزية الغربية",
      stars: 4,
      rooms: [260, 280, 350, 410],
    },
    {
      name: "زوار إنترناشيونال",
      name_latin: "Zowar International",
      address: "المنطقة المركزية الجنوبية",
      stars: 4,
      rooms: [230, 250, 315, 370],
      status: "inactive",
      description: "مغلق للتجديد",
    },
  ],
};
