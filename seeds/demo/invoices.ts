/** What the agency owes agents and suppliers, in riyals, by partner; the oldest first. */

type Invoice = {
  partner: string;
  description: string;
  daysAgo: number;
  /** How many days after its date it is to be paid. */
  dueIn?: number;
  amount: string;
  tax_amount?: string;
  payment_status?: "paid" | "overdue" | "cancelled";
  notes?: string;
};

const beforeTheSystem = "سددت نقدًا قبل العمل بسندات الصرف.";

const ofAgents: Invoice[] = [
  {
    partner: "وكالة طيبة للسفر والسياحة",
    description: "عمولة معتمري حملة رجب",
    daysAgo: 190,
    dueIn: 30,
    amount: "4275",
    payment_status: "paid",
    notes: beforeTheSystem,
  },
  {
    partner: "مكتب النور للسفريات",
    description: "عمولة معتمري حملة رمضان، الدفعة الأولى",
    daysAgo: 96,
    dueIn: 30,
    amount: "8150.50",
    payment_status: "overdue",
    notes: "وعد بإمهالنا إلى عودة الحملة.",
  },
  {
    partner: "مكتب السلام",
    description: "عمولة ثلاثة معتمرين",
    daysAgo: 88,
    amount: "1260",
    payment_status: "cancelled",
    notes: "ألغيت بعد إيقاف التعامل معه.",
  },
  {
    partner: "عبدالرحمن بن صالح باجمال",
    description: "عمولة حجاج المكلا",
    daysAgo: 45,
    dueIn: 30,
    amount: "3420",
  },
  {
    partner: "أم هاشم للخدمات النسائية",
    description: "عمولة مجموعة نساء ذمار، ومرافقتهن إلى المطار",
    daysAgo: 20,
    dueIn: 45,
    amount: "2875.75",
  },
  {
    partner: "مكتب النور للسفريات",
    description: "عمولة معتمري حملة رمضان، الدفعة الثانية",
    daysAgo: 6,
    dueIn: 30,
    amount: "6300",
  },
];

const ofPurchases: Invoice[] = [
  {
    partner: "مطبعة الإيمان",
    description: "بطاقات تعريف وحقائب للمعتمرين",
    daysAgo: 170,
    dueIn: 15,
    amount: "1840",
    payment_status: "paid",
    notes: beforeTheSystem,
  },
  {
    partner: "شركة دار المشاعر للفنادق",
    description: "نصف إيجار ستين غرفة في العزيزية",
    daysAgo: 120,
    dueIn: 30,
    amount: "86000",
    tax_amount: "12900",
    payment_status: "overdue",
  },
  {
    partner: "مؤسسة طريق الحرمين للنقل",
    description: "حافلتان من جدة إلى مكة والمدينة، ذهابًا وإيابًا",
    daysAgo: 34,
    dueIn: 15,
    amount: "9600",
    tax_amount: "1440",
  },
  {
    partner: "مطابخ ضيوف الرحمن",
    description: "وجبات الأسبوع الأول في المدينة",
    daysAgo: 18,
    dueIn: 7,
    amount: "7425.50",
    tax_amount: "1113.83",
  },
  {
    partner: "الريان لخدمات التأشيرات",
    description: "رسوم تأشيرات أربعين معتمرًا",
    daysAgo: 9,
    amount: "12000",
  },
  {
    partner: "مطابخ ضيوف الرحمن",
    description: "وجبات الأسبوع الثاني في المدينة",
    daysAgo: 4,
    dueIn: 30,
    amount: "7425.50",
    tax_amount: "1113.83",
  },
];

export const invoices = [
  { kind: "agent", column: "agent_id", partners: "agents", prefix: "AGT", all: ofAgents },
  { kind: "purchase", column: "supplier_id", partners: "suppliers", prefix: "PUR", all: ofPurchases },
] as const;
