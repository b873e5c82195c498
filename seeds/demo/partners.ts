/** Whom the agency works with: agents who bring pilgrims, and suppliers. */

const agent = { email: null, address: null, notes: null, is_active: true };

export const agents = [
  {
    ...agent,
    name: "مكتب النور للسفريات",
    phone: "+967 2 255 410",
    email: "alnoor@example.com",
    type: "external",
    commission_rate: "5",
    address: "عدن، المعلا، الشارع الرئيسي",
    notes: "تحاسب عمولته بعد عودة كل حملة.",
  },
  {
    ...agent,
    name: "عبدالرحمن بن صالح باجمال",
    phone: "+967 773 140 226",
    type: "internal",
    commission_rate: "2.5",
    address: "المكلا، فوة",
  },
  {
    ...agent,
    name: "وكالة طيبة للسفر والسياحة",
    phone: "+967 4 212 908",
    email: "taiba.taiz@example.com",
    type: "external",
    commission_rate: "4.75",
    address: "تعز، شارع جمال",
  },
  {
    ...agent,
    name: "أم هاشم للخدمات النسائية",
    phone: "+967 711 520 334",
    type: "external",
    commission_rate: "3",
    notes: "تجمع مجموعات النساء من صنعاء وذمار.",
  },
  { ...agent, name: "يحيى القدسي", phone: "+967 777 018 652", type: "internal", commission_rate: "0" },
  {
    ...agent,
    name: "مكتب السلام",
    phone: "+967 5 302 117",
    type: "external",
    commission_rate: "6",
    is_active: false,
    notes: "أوقف التعامل معه حتى تسوية حسابه.",
  },
];

const supplier = {
  email: null,
  contact_person: null,
  service_type: null,
  payment_terms: null,
  address: null,
  notes: null,
  is_active: true,
};

export const suppliers = [
  {
    ...supplier,
    name: "شركة دار المشاعر للفنادق",
    phone: "+966 12 574 3300",
    email: "reservations@mashaer.example",
    contact_person: "ماجد الحربي",
    service_type: "hotels",
    payment_terms: "نصف المبلغ عند الحجز، والباقي قبل الوصول بأسبوع.",
    address: "مكة المكرمة، العزيزية الشمالية",
  },
  {
    ...supplier,
    name: "مؤسسة طريق الحرمين للنقل",
    phone: "+966 12 643 8871",
    contact_person: "سعد الغامدي",
    service_type: "transportation",
    payment_terms: "خلال 15 يومًا من الفاتورة.",
    address: "جدة، حي الرويس",
  },
  {
    ...supplier,
    name: "مطابخ ضيوف الرحمن",
    phone: "+966 14 826 5540",
    email: "orders@dhuyuf.example",
    contact_person: "أبو بكر فلاتة",
    service_type: "catering",
    payment_terms: "أسبوعيًا عن الوجبات المسلّمة.",
    address: "المدينة المنورة، طريق قباء",
  },
  {
    ...supplier,
    name: "الريان لخدمات التأشيرات",
    phone: "+967 1 279 664",
    service_type: "other",
    notes: "رسوم التأشيرات تدفع مقدمًا.",
  },
  { ...supplier, name: "مطبعة الإيمان", phone: "+967 1 233 018", service_type: "other" },
  {
    ...supplier,
    name: "فندق أنوار البيت",
    phone: "+966 12 530 2219",
    service_type: "hotels",
    is_active: false,
    notes: "تحت الترميم.",
  },
];
