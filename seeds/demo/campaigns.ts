export type Campaign = {
  name: string;
  type: "عمرة" | "حج";
  /** When its accounts were settled after its end. */
  closedDaysAgo?: number;
  /** When it was cancelled; its contracts still stand. It has no trip. */
  cancelledDaysAgo?: number;
  /** The day of departure, counted from today; `hajj` is the next season's. */
  departsIn: number | "hajj";
  days: number;
  total_seats: number;
  description: string;
  /** The usual terms: percent at signing, and the days before departure on which all is paid. */
  terms?: { down_payment_percent: string; payment_lead_days: number; free_per?: number };
  /** The contract with a discount, by its place among the signers, and after how many days it was given. */
  discount?: { place: number; percent: string; reason: string; daysLater: number };
  /** The agent of every so many contracts, and their rate with its reason, if it is not their own. */
  agent?: { name: string; every: number; special?: { rate: string; reason: string } };
  packages: [string, ...string[]];
  openedDaysAgo: number;
  /** The first and the last day of sale, and the last day of payment, in days before today. */
  soldDaysAgo: [first: number, last: number];
  paidUntilDaysAgo: number;
  /** The pilgrims who signed, in this order, by their index. */
  signers: number[];
  /** The lives of the contracts: earlier ones in any order, then the latest in this order. */
  histories: { earlier: [times: number, history: History][]; latest: History[] };
  /** The first signers whose visas are approved, if they have paid; without it all who have. */
  approved?: number;
  /** Every so many of the other applications was rejected. */
  rejectedEvery?: number;
};

/** A contract's life: the number of its receipts, whether the last one pays the rest, and whether one was cancelled. */
export type History = {
  status: "active" | "completed" | "cancelled";
  receipts: number;
  closes?: true;
  voided?: true;
};

const paid = (receipts: number): History => ({ status: "active", receipts, closes: true });
const travelled = (receipts: number): History => ({ status: "completed", receipts, closes: true });
const partly = (receipts: number): History => ({ status: "active", receipts });
const corrected: History = { status: "active", receipts: 1, voided: true };
const unpaid: History = { status: "active", receipts: 0 };
const withdrawn: History = { status: "cancelled", receipts: 0 };
const refunded: History = { status: "cancelled", receipts: 0, voided: true };
const forfeited: History = { status: "cancelled", receipts: 1 };

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** A finished one, one nearly full (27 of 28 seats), two open and a cancelled one: 130 contracts with 162 receipts. */
export const campaigns: Campaign[] = [
  {
    name: "حملة عمرة نسائم مكة",
    type: "عمرة",
    closedDaysAgo: 83,
    departsIn: -96,
    days: 12,
    total_seats: 30,
    description: "فوجان برًا وجوًا، عادا بحمد الله سالمين",
    packages: [
      "العمرة البرية الاقتصادية",
      "العمرة البرية – عدن وحضرموت",
      "عمرة الأسبوع بالطيران",
      "عمرة العائلة",
    ],
    openedDaysAgo: 200,
    soldDaysAgo: [188, 108],
    paidUntilDaysAgo: 99,
    signers: range(0, 30),
    histories: {
      earlier: [
        [12, travelled(1)],
        [12, travelled(2)],
        [2, travelled(3)],
        [2, partly(1)],
        [1, withdrawn],
        [1, refunded],
        [1, forfeited],
      ],
      latest: [],
    },
  },
  {
    name: "حملة عمرة رحاب طيبة",
    type: "عمرة",
    departsIn: 12,
    days: 11,
    total_seats: 28,
    description: "فوج بالطيران وفوج بري، والتجمع قبل السفر بثلاث ساعات",
    terms: { down_payment_percent: "30", payment_lead_days: 7, free_per: 6 },
    discount: { place: 26, percent: "5", reason: "جاء مع مجموعة من أقاربه", daysLater: 2 },
    agent: { name: "وكالة طيبة للسفر والسياحة", every: 3 },
    packages: [
      "العمرة البرية الاقتصادية",
      "عمرة الأسبوع بالطيران",
      "عمرة أنجم – قريبة من الحرم",
      "عمرة العائلة",
      "عمرة كبار السن الميسرة",
      "عمرة الحرمين الذهبية",
    ],
    openedDaysAgo: 84,
    soldDaysAgo: [76, 0],
    paidUntilDaysAgo: 0,
    signers: [
      31, 32, 3, 4, 33, 34, 35, 36, 12, 37, 38, 39, 17, 18, 40, 41, 42, 43, 21, 44, 45, 46, 47, 48, 49, 50,
      51, 52, 53,
    ],
    histories: {
      earlier: [
        [4, paid(1)],
        [7, paid(2)],
        [1, paid(3)],
        [4, partly(1)],
        [3, partly(2)],
        [1, corrected],
        [1, withdrawn],
        [1, refunded],
      ],
      latest: [unpaid, partly(1), unpaid, unpaid, unpaid, unpaid, partly(1)],
    },
  },
  {
    name: "حملة حج ضيوف الرحمن",
    type: "حج",
    departsIn: "hajj",
    days: 22,
    total_seats: 45,
    description: "التسجيل مفتوح حتى اكتمال الحصة، والأولوية لمن سدد العربون",
    terms: { down_payment_percent: "25", payment_lead_days: 30 },
    agent: {
      name: "مكتب النور للسفريات",
      every: 2,
      special: { rate: "4", reason: "نسبة الحج المتفق عليها مع الوكيل" },
    },
    packages: ["الحج الاقتصادي", "الحج الميسر – العزيزية", "الحج المميز – جبل عمر", "الحج السريع"],
    openedDaysAgo: 66,
    soldDaysAgo: [61, 0],
    paidUntilDaysAgo: 0,
    signers: [0, 1, 2, 5, 6, 8, 9, 10, 11, 14, 22, 23, 27, 28, 33, 34, 37, 45, 46, 49],
    histories: {
      earlier: [
        [2, paid(2)],
        [1, paid(3)],
        [2, partly(1)],
        [3, partly(2)],
        [2, corrected],
        [1, withdrawn],
        [2, refunded],
      ],
      latest: [unpaid, partly(1), unpaid, unpaid, unpaid, unpaid, partly(1)],
    },
  },
  {
    name: "حملة عمرة أنوار الحرمين",
    type: "عمرة",
    departsIn: 24,
    days: 11,
    total_seats: 49,
    description: "حافلة واحدة بعائلاتها: ست ليال في مكة المكرمة وأربع في المدينة المنورة",
    packages: ["عمرة أنجم – قريبة من الحرم"],
    agent: { name: "مكتب الفردوس للحج والعمرة", every: 4 },
    openedDaysAgo: 45,
    soldDaysAgo: [38, 8],
    paidUntilDaysAgo: 2,
    signers: range(60, 104),
    approved: 8,
    rejectedEvery: 16,
    histories: {
      earlier: [
        [20, paid(1)],
        [10, paid(2)],
        [15, partly(1)],
      ],
      latest: [],
    },
  },
  {
    name: "حملة عمرة ربيع الحجاز",
    type: "عمرة",
    cancelledDaysAgo: 2,
    departsIn: 40,
    days: 10,
    total_seats: 30,
    description: "ألغيت لقلة المسجلين، وعقودها لم تلغ بعد",
    packages: ["العمرة البرية الاقتصادية", "عمرة الأسبوع بالطيران"],
    openedDaysAgo: 27,
    soldDaysAgo: [24, 18],
    paidUntilDaysAgo: 3,
    signers: [13, 16, 20, 24, 46],
    histories: { earlier: [], latest: [partly(1), unpaid, partly(1), unpaid, unpaid] },
  },
];

/** Receipts without a contract: days before today, pilgrim, amount and purpose. */
export const contractlessReceipts: {
  daysAgo: number;
  pilgrim: number;
  amount: string;
  currency: "USD" | "SAR" | "YER";
  /** What it sells: one of the other services, or another by its name. */
  service?: string;
  description: string;
}[] = [
  {
    daysAgo: 172,
    pilgrim: 2,
    amount: "60",
    currency: "SAR",
    service: "ترجمة وتصديق وثائق",
    description: "رسوم ترجمة وتصديق وثائق",
  },
  {
    daysAgo: 149,
    pilgrim: 7,
    amount: "14000",
    currency: "YER",
    service: "فحص طبي وتطعيمات السفر",
    description: "فحص طبي وتطعيمات السفر",
  },
  {
    daysAgo: 131,
    pilgrim: 15,
    amount: "172.50",
    currency: "SAR",
    service: "تذكرة قطار الحرمين السريع",
    description: "تذكرة قطار الحرمين من مكة المكرمة إلى المدينة المنورة",
  },
  {
    daysAgo: 118,
    pilgrim: 24,
    amount: "230",
    currency: "SAR",
    service: "كرسي متحرك مع دافع للطواف والسعي",
    description: "كرسي متحرك مع دافع للطواف والسعي",
  },
  {
    daysAgo: 101,
    pilgrim: 29,
    amount: "75",
    currency: "USD",
    service: "سيارة خاصة من المطار إلى الفندق",
    description: "سيارة خاصة من مطار جدة إلى الفندق",
  },
  {
    daysAgo: 88,
    pilgrim: 19,
    amount: "40",
    currency: "USD",
    service: "وزن زائد للأمتعة",
    description: "فرق وزن أمتعة رحلة العودة",
  },
  {
    daysAgo: 63,
    pilgrim: 31,
    amount: "19000",
    currency: "YER",
    service: "حقيبة المعتمر",
    description: "حقيبتا معتمر مع لوازم الإحرام",
  },
  {
    daysAgo: 47,
    pilgrim: 35,
    amount: "130",
    currency: "USD",
    service: "تأشيرة عمرة وتأمين صحي",
    description: "رسوم تأشيرة عمرة لمرافق",
  },
  {
    daysAgo: 33,
    pilgrim: 12,
    amount: "95",
    currency: "SAR",
    service: "شريحة اتصال وإنترنت",
    description: "شريحة اتصال وإنترنت",
  },
  {
    daysAgo: 20,
    pilgrim: 42,
    amount: "25000",
    currency: "YER",
    service: "تعجيل إصدار جواز سفر",
    description: "رسوم تعجيل إصدار جواز سفر",
  },
  {
    daysAgo: 9,
    pilgrim: 51,
    amount: "415",
    currency: "USD",
    service: "تذكرة طيران صنعاء – جدة ذهابًا وإيابًا",
    description: "تذكرة طيران صنعاء – جدة ذهابًا وإيابًا",
  },
  { daysAgo: 4, pilgrim: 58, amount: "500", currency: "SAR", description: "أمانة على حساب حجز عمرة" },
  {
    daysAgo: 1,
    pilgrim: 55,
    amount: "100",
    currency: "USD",
    description: "عربون حجز مقعد في حملة العمرة القادمة",
  },
  { daysAgo: 0, pilgrim: 57, amount: "300", currency: "SAR", description: "أمانة على حساب حجز حج" },
  {
    daysAgo: 0,
    pilgrim: 59,
    amount: "68900",
    currency: "YER",
    service: "تأشيرة عمرة وتأمين صحي",
    description: "رسوم تأشيرة عمرة وتأمين صحي",
  },
  { daysAgo: 12, pilgrim: 72, amount: "200", currency: "USD", description: "أمانة لدى المكتب" },
  {
    daysAgo: 14,
    pilgrim: 87,
    amount: "750",
    currency: "SAR",
    description: "أمانة بالريال السعودي لدى المكتب",
  },
];
