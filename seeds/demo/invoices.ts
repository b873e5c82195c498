import type { Part } from "./commissions";
import type { Means } from "./means";

/** The payments of an invoice: days before today, method, amount in that method's currency, and whether it was cancelled. */
type Paid = [daysAgo: number, means: Means, amount: string, cancelled?: "cancelled"];

/** A decision that an invoice is paid without a voucher. */
type Decision = { daysAgo: number; reason: string };

export type Invoice = {
  number: string;
  kind: "agent" | "purchase";
  /** The partner's name. */
  partner: string;
  daysAgo: number;
  /** Days from its date; null without a due date. */
  dueIn: number | null;
  description: string;
  /** In riyals. */
  amount: string;
  tax_amount: string;
  cancelled: boolean;
  decision: Decision | null;
  /** Whether it is of commission: then its parts and its amount follow from the agent's contracts (commissions.ts). */
  isCommission: boolean;
  parts: Part[];
  paid: Paid[];
};

/** Those past due that the office has not marked yet. */
export const justDue = 3;

type Line = [
  daysAgo: number,
  dueIn: number | null,
  partner: string,
  description: string,
  amount: string,
  ...rest: (Paid | Decision | "taxed" | "cancelled" | "commission")[],
];

const noor = "مكتب النور للسفريات";
const taiba = "وكالة طيبة للسفر والسياحة";
const bajamal = "عبدالرحمن بن صالح باجمال";
const hashim = "أم هاشم للخدمات النسائية";
const firdaws = "مكتب الفردوس للحج والعمرة";
const hadramawt = "شركة ركاب حضرموت";
const salam = "مكتب السلام";
const qudsi = "يحيى القدسي";

const agents: Line[] = [
  [168, 30, noor, "عمولة تسجيل 9 معتمرين في حملة نسائم مكة", "2700", [140, "riyalTransfer", "2700"]],
  [160, 30, taiba, "عمولة تسجيل 6 معتمرين في حملة نسائم مكة", "1710", [131, "riyalCash", "1710"]],
  [152, 20, salam, "عمولة تسجيل 4 معتمرين، ألغيت بإيقاف التعامل", "1200", "cancelled"],
  [149, 45, bajamal, "تحصيل ومتابعة عقود المكلا", "1125", [120, "dollarCash", "300"]],
  [
    141,
    30,
    hashim,
    "مرافقة مجموعة النساء من ذمار",
    "2250",
    [126, "riyalCash", "1250"],
    [104, "riyalCash", "1000"],
  ],
  [133, 30, firdaws, "عمولة معتمري الجالية في الكويت، الدفعة الأولى", "3900", [110, "dinarTransfer", "320"]],
  [118, 30, noor, "عمولة باقي معتمري حملة نسائم مكة", "1950", [92, "riyalTransfer", "1950"]],
  [106, 15, hadramawt, "استقبال القادمين من سيئون وتوصيلهم إلى المكلا", "1500", [95, "dollarCash", "400"]],
  [
    84,
    30,
    taiba,
    "تسوية عمولات الحملة المنتهية",
    "2600",
    [58, "riyalTransfer", "1300"],
    [33, "riyalTransfer", "1300"],
  ],
  [72, 30, salam, "مطالبة قديمة عن حجوزات لم تتم", "3400"],
  [61, 30, noor, "عمولة تسجيل 7 معتمرين في حملة رحاب طيبة", "2450", [30, "riyalTransfer", "1000"]],
  [55, 30, hashim, "عمولة تسجيل مجموعة نساء صنعاء", "1350", [27, "riyalCash", "1350"]],
  [47, 45, firdaws, "عمولة معتمري الجالية في الكويت، الدفعة الثانية", "2437.50", [9, "dinarTransfer", "200"]],
  [33, 30, hadramawt, "عمولة تسجيل 5 معتمرين من وادي حضرموت", "1800", [12, "dollarCash", "200"]],
  [
    24,
    30,
    bajamal,
    "مكافأة تسويق حملة رحاب طيبة في المكلا",
    "900",
    { daysAgo: 9, reason: "خصمت من عهدته لدى المكتب" },
  ],
  [15, 30, taiba, "عمولة المسجلين في حملة رحاب طيبة", "0", "commission", [2, "riyalTransfer", "300"]],
  [8, null, qudsi, "أجور إعداد ملفات التأشيرات", "640"],
  [3, 30, noor, "عمولة أوائل المسجلين في حملة ضيوف الرحمن", "0", "commission"],
];

const mashaer = "شركة دار المشاعر للفنادق";
const waha = "فندق واحة المدينة";
const haramain = "مؤسسة طريق الحرمين للنقل";
const kitchens = "مطابخ ضيوف الرحمن";
const rayyan = "الريان لخدمات التأشيرات";
const press = "مطبعة الإيمان";
const saeeda = "مكتب مبيعات طيران السعيدة";
const safeer = "مؤسسة السفير لتأجير الحافلات";
const sham = "مطعم بيت الشام بمكة";
const ameen = "معرض الأمين للحقائب والإحرامات";
const shifa = "مركز الشفاء الطبي";
const anwar = "فندق أنوار البيت";

const purchases: Line[] = [
  [
    176,
    40,
    mashaer,
    "عربون سكن مكة لحملة نسائم مكة، 14 غرفة رباعية",
    "32000",
    "taxed",
    [174, "riyalTransfer", "18400"],
    [138, "riyalTransfer", "18400"],
  ],
  [170, 20, press, "طباعة كتيبات المناسك وبطاقات التعريف", "1125", [158, "dollarCash", "300"]],
  [162, 15, ameen, "حقائب وإحرامات 30 معتمرًا", "4500", [150, "riyalCash", "4500"]],
  [156, 30, waha, "سكن المدينة لحملة نسائم مكة، 4 ليال", "14000", "taxed", [129, "riyalTransfer", "16100"]],
  [147, 30, anwar, "حجز مبدئي ألغي لترميم الفندق", "9000", "taxed", "cancelled"],
  [136, 10, saeeda, "تذاكر فوج الطيران، صنعاء – جدة ذهابًا وإيابًا", "37500", [127, "dollarTransfer", "10000"]],
  [
    125,
    15,
    rayyan,
    "رسوم 30 تأشيرة عمرة",
    "9300",
    [119, "riyalCheque", "9300", "cancelled"],
    [119, "riyalCheque", "9300"],
  ],
  [
    117,
    15,
    safeer,
    "حافلتان من عدن والمكلا إلى مكة ذهابًا وإيابًا",
    "11250",
    [103, "dollarFromRiyals", "3000"],
  ],
  [101, 14, haramain, "تنقلات مكة والمدينة والمزارات", "6800", "taxed", [90, "riyalTransfer", "7820"]],
  [98, 14, kitchens, "وجبات المعتمرين في المدينة، 4 أيام", "5200", "taxed", [88, "riyalCheque", "5980"]],
  [94, 14, sham, "وجبات المعتمرين في مكة، 7 أيام", "7700", "taxed", [81, "custodyCash", "8855"]],
  [90, 30, shifa, "لقاحات وشهادات صحية لـ 30 معتمرًا", "1590", [79, "rialCash", "180000"]],
  [66, 60, mashaer, "عربون سكن مكة لحملة رحاب طيبة", "26000", "taxed", [60, "riyalTransfer", "14950"]],
  [52, 30, press, "لوحات وإعلانات حملة رحاب طيبة", "1500", [22, "dollarCash", "400"]],
  [46, 30, waha, "سكن المدينة لحملة رحاب طيبة، 3 ليال", "12500", "taxed", [31, "riyalTransfer", "5000"]],
  [38, 20, rayyan, "رسوم تأشيرات الدفعة الأولى، 14 تأشيرة", "4340", [21, "riyalCheque", "4340"]],
  [33, 30, ameen, "حقائب وإحرامات 28 معتمرًا", "4200"],
  [
    28,
    40,
    saeeda,
    "تذاكر فوج الطيران لحملة رحاب طيبة",
    "45000",
    [16, "dollarCheque", "5000"],
    [1, "dollarTransfer", "3000"],
  ],
  [20, 10, safeer, "حافلة المكلا لحملة رحاب طيبة", "6000"],
  [11, 25, haramain, "تنقلات حملة رحاب طيبة", "6400", "taxed", [0, "riyalTransfer", "2000"]],
  [6, 20, rayyan, "رسوم تأشيرات الدفعة الثانية، 13 تأشيرة", "4030"],
  [1, 21, kitchens, "عربون وجبات المدينة لحملة رحاب طيبة", "2600", "taxed"],
];

const of =
  (kind: Invoice["kind"]) =>
  ([daysAgo, dueIn, partner, description, amount, ...rest]: Line): Invoice => ({
    number: "",
    kind,
    partner,
    daysAgo,
    dueIn,
    description,
    amount,
    tax_amount: rest.includes("taxed") ? (Number(amount) * 0.15).toFixed(2) : "0",
    cancelled: rest.includes("cancelled"),
    decision: rest.find((part): part is Decision => typeof part === "object" && "reason" in part) ?? null,
    isCommission: rest.includes("commission"),
    parts: [],
    paid: rest.filter((part): part is Paid => Array.isArray(part)),
  });

/** 40 invoices, each kind's in the order of their days. */
export const invoices: Record<Invoice["kind"], Invoice[]> = {
  agent: agents.map(of("agent")),
  purchase: purchases.map(of("purchase")),
};
