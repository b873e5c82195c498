import Big from "big.js";
import { baseCurrency, type CurrencyCode, currencyOf } from "./agency";
import { convert, divide, roundTo } from "./money";
import type { PaidIn } from "./receipts";

export type Plan = {
  name: string;
  type: "عمرة" | "حج";
  duration: number;
  currency: PaidIn;
  /** For the whole duration. */
  hotel?: string;
  /** Of a package with several hotels, in order. */
  stays?: [hotel: string, nights: number][];
  transportation?: string;
  catering?: string;
  services: string[];
  room_occupancy_basis: 1 | 2 | 3 | 4;
  profit_margin: number;
  description: string;
  status?: "inactive";
};

const visa = "تأشيرة عمرة وتأمين صحي";
const flight = "تذكرة طيران صنعاء – جدة ذهابًا وإيابًا";
const madinah = "إقامة ثلاث ليال في المدينة المنورة";
const guide = "مرشد ديني مرافق للفوج";
const bag = "حقيبة المعتمر";
const visits = "جولة مزارات مكة والمدينة";
const hajj = [
  "تأشيرة حج ورسوم المسار الإلكتروني",
  "مخيمات منى وعرفات",
  "سند الهدي والأضاحي",
  "فحص طبي وتطعيمات السفر",
  flight,
  guide,
  bag,
];

export const packages: Plan[] = [
  {
    name: "العمرة البرية الاقتصادية",
    type: "عمرة",
    duration: 10,
    currency: "YER",
    hotel: "أبراج الكسوة",
    transportation: "البراق للنقل الدولي",
    catering: "مطابخ الضيافة اليمنية",
    services: [visa, guide, bag],
    room_occupancy_basis: 4,
    profit_margin: 12,
    description: "برًا عبر منفذ الوديعة، سكن في التيسير وحافلات إلى الحرم",
  },
  {
    name: "العمرة البرية – عدن وحضرموت",
    type: "عمرة",
    duration: 12,
    currency: "SAR",
    stays: [
      ["هوليداي إن مكة العزيزية", 8],
      ["كورال المدينة", 3],
    ],
    transportation: "راحة للنقل الدولي",
    catering: "إفطار الفندق",
    services: [visa, guide],
    room_occupancy_basis: 4,
    profit_margin: 12,
    description: "من عدن والمكلا، ثلاث ليال في المدينة المنورة",
  },
  {
    name: "عمرة الأسبوع بالطيران",
    type: "عمرة",
    duration: 7,
    currency: "USD",
    hotel: "لو ميريديان أبراج مكة",
    transportation: "حافل",
    catering: "إفطار وعشاء",
    services: [visa, flight, guide, visits],
    room_occupancy_basis: 4,
    profit_margin: 15,
    description: "سبعة أيام من صنعاء إلى جدة، سكن في كدي",
  },
  {
    name: "عمرة أنجم – قريبة من الحرم",
    type: "عمرة",
    duration: 10,
    currency: "USD",
    stays: [
      ["فندق أنجم مكة", 6],
      ["دار الإيمان إنتركونتيننتال", 4],
    ],
    transportation: "سابتكو",
    catering: "إفطار وعشاء",
    services: [visa, flight, guide, visits, bag],
    room_occupancy_basis: 3,
    profit_margin: 15,
    description: "ست ليال على خمس دقائق من توسعة الملك عبدالله، وأربع ليال في المدينة المنورة",
  },
  {
    name: "عمرة العائلة",
    type: "عمرة",
    duration: 10,
    currency: "SAR",
    hotel: "إيلاف المشاعر",
    transportation: "أم القرى للنقل",
    catering: "مطابخ الضيافة اليمنية",
    services: [visa, flight, madinah, visits, "زمزم وتمور المدينة"],
    room_occupancy_basis: 4,
    profit_margin: 13.5,
    description: "غرف عائلية في أجياد، وفان خاص بالعائلة",
  },
  {
    name: "عمرة كبار السن الميسرة",
    type: "عمرة",
    duration: 8,
    currency: "USD",
    hotel: "بولمان زمزم مكة",
    transportation: "أبو سرهد للنقل",
    catering: "إقامة كاملة – فنادق الخمس نجوم",
    services: [
      visa,
      flight,
      guide,
      "كرسي متحرك مع دافع للطواف والسعي",
      "فحص طبي وتطعيمات السفر",
      "سيارة خاصة من المطار إلى الفندق",
    ],
    room_occupancy_basis: 2,
    profit_margin: 16,
    description: "سكن ملاصق لساحة الحرم ومرافقة في الطواف والسعي",
  },
  {
    name: "عمرة الحرمين الذهبية",
    type: "عمرة",
    duration: 10,
    currency: "SAR",
    stays: [
      ["فيرمونت برج ساعة مكة", 6],
      ["أوبروي المدينة", 4],
    ],
    transportation: "رواحل المشاعر",
    catering: "بوفيه مفتوح على مدار اليوم",
    services: [visa, flight, "تذكرة قطار الحرمين السريع", "شريحة اتصال وإنترنت", visits],
    room_occupancy_basis: 2,
    profit_margin: 18,
    description: "غرف ثنائية مطلة على الحرم، وقطار الحرمين إلى المدينة",
  },
  {
    name: "زيارة المدينة المنورة",
    type: "عمرة",
    duration: 5,
    currency: "USD",
    hotel: "كراون بلازا المدينة",
    catering: "إفطار الفندق",
    services: [visa, "صور تذكارية للفوج"],
    room_occupancy_basis: 3,
    profit_margin: 15,
    description: "موقوفة حتى تجديد عقد الفندق",
    status: "inactive",
  },
  {
    name: "الحج الاقتصادي",
    type: "حج",
    duration: 21,
    currency: "USD",
    hotel: "أبراج الكسوة",
    transportation: "دلة للنقل",
    catering: "إعاشة منى وعرفات",
    services: hajj,
    room_occupancy_basis: 4,
    profit_margin: 8,
    description: "سكن في التيسير، ومخيمات منى في الفئة الاقتصادية",
  },
  {
    name: "الحج الميسر – العزيزية",
    type: "حج",
    duration: 21,
    currency: "USD",
    hotel: "هوليداي إن مكة العزيزية",
    transportation: "دلة للنقل",
    catering: "إعاشة منى وعرفات",
    services: [...hajj, "تذكرة قطار المشاعر", madinah],
    room_occupancy_basis: 4,
    profit_margin: 9.5,
    description: "سكن قريب من الجمرات، وقطار المشاعر، وثلاث ليال في المدينة",
  },
  {
    name: "الحج المميز – جبل عمر",
    type: "حج",
    duration: 18,
    currency: "SAR",
    hotel: "جبل عمر ماريوت مكة",
    transportation: "دلة للنقل",
    catering: "إقامة كاملة – فنادق الخمس نجوم",
    services: [...hajj, "تذكرة قطار المشاعر", madinah, "شريحة اتصال وإنترنت"],
    room_occupancy_basis: 3,
    profit_margin: 12,
    description: "سكن في جبل عمر قبل المشاعر وبعدها",
  },
  {
    name: "الحج السريع",
    type: "حج",
    duration: 12,
    currency: "USD",
    hotel: "شيراتون جبل الكعبة مكة",
    transportation: "رواحل المشاعر",
    catering: "إفطار وعشاء",
    services: [...hajj, "تذكرة قطار المشاعر", "سيارة خاصة من المطار إلى الفندق"],
    room_occupancy_basis: 2,
    profit_margin: 11.25,
    description: "لمن لا تسمح ظروفه بأكثر من اثني عشر يومًا",
  },
];

/** A price within a package, in its own currency. */
type Priced = { price: number; currency: CurrencyCode };

/**
 * A package's cost and price (spec §9): the cost in the base currency, not rounded; the price in the package's
 * own, computed from it.
 * @param parts the whole room for a night in each hotel, with its nights, catering for a day, the others for a person
 * @param share of both, in percent
 */
export function costAndPrice(
  plan: Pick<Plan, "currency" | "duration" | "room_occupancy_basis" | "profit_margin">,
  parts: {
    rooms: (Priced & { nights: number })[];
    transport?: Priced;
    catering?: Priced;
    services: Priced[];
  },
  share = "100",
) {
  const worth = (part: Priced | undefined, times = 1) =>
    part ? convert(Big(part.price).times(times), currencyOf(part.currency), baseCurrency) : Big(0);
  const cost = [
    ...parts.rooms.map((room) => divide(worth(room, room.nights), plan.room_occupancy_basis)),
    worth(parts.transport),
    worth(parts.catering, plan.duration),
    ...parts.services.map((service) => worth(service)),
  ]
    .reduce((sum, part) => sum.plus(part), Big(0))
    .times(Big(share).div(100));
  const price = divide(cost.times(100), Big(100).minus(plan.profit_margin));
  return {
    total_cost: cost.toFixed(),
    total_price: roundTo(convert(price, baseCurrency, currencyOf(plan.currency)), plan.currency),
  };
}
