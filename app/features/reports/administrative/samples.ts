import type { Report } from "../report";
import type { AdministrativeReport } from "./administrative";
import { count, percent, text } from "./columns";

/* The fixed figures of spec §1 and §2. They are shown as samples and never read from the office's records. */

type Table = Report["tables"][number];

const sample = (figures: Record<string, string>, table: Table): Report => ({
  notes: [],
  figures: Object.entries(figures).map(([label, value]) => ({ label, value })),
  tables: [table],
});

/** How many there are of each kind, and their share of all. */
const shares = (title: string, [kind, counted]: [string, string], counts: Record<string, number>): Table => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    title,
    columns: [text(kind), count(counted), percent("النسبة")],
    rows: Object.entries(counts).map(([name, count]) => [name, count, (count * 100) / total]),
    total: ["المجموع", total, 100],
    chart: { kind: "bars", of: [1] },
  };
};

export const administrativeSamples: Record<AdministrativeReport, Report> = {
  campaigns: sample(
    { الحملات: "4", المقاعد: "600", المحجوز: "468", الإشغال: "78%" },
    {
      title: "الحملات",
      columns: [text("الحملة"), count("المقاعد"), count("المحجوز"), percent("الإشغال")],
      rows: [
        ["عمرة رمضان", 200, 190, 95],
        ["عمرة المولد", 150, 108, 72],
        ["حج الموسم", 150, 120, 80],
        ["عمرة الصيف", 100, 50, 50],
      ],
      total: ["المجموع", 600, 468, 78],
      chart: { kind: "bars", of: [3] },
    },
  ),
  customers: sample(
    { العملاء: "320", جدد: "112", عائدون: "208", "نسبة الاحتفاظ": "85%" },
    shares("العملاء بحسب الجنسية", ["الجنسية", "العملاء"], {
      اليمن: 176,
      السعودية: 80,
      مصر: 48,
      إندونيسيا: 16,
    }),
  ),
  services: sample(
    { "ليالي الفنادق": "2,240", "مقاعد النقل": "310", "أيام الإعاشة": "2,170" },
    {
      title: "الخدمات الأكثر استعمالًا",
      columns: [text("الخدمة"), count("الباقات"), count("العملاء")],
      rows: [
        ["فندق مطل على الحرم", 6, 184],
        ["حافلة حديثة", 5, 160],
        ["إعاشة كاملة", 4, 142],
        ["فندق في المدينة", 3, 96],
      ],
      chart: { kind: "bars", of: [2] },
    },
  ),
  operations: sample(
    { التأشيرات: "250", المعتمدة: "190", "متوسط أيام القرار": "6", "الرحلات الجارية": "3" },
    shares("التأشيرات بحسب حالتها", ["الحالة", "التأشيرات"], {
      معتمدة: 190,
      "قيد الانتظار": 40,
      مرفوضة: 15,
      منتهية: 5,
    }),
  ),
};
