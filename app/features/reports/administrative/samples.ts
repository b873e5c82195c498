import type { Report } from "../report";
import type { AdministrativeReport } from "./administrative";
import { count, percent, text } from "./columns";

/* The fixed figures of spec §1 and §2. They are shown as samples and never read from the office's records. */

const sample = (figures: [label: string, value: string][], table: Report["tables"][number]): Report => ({
  notes: [],
  figures: figures.map(([label, value]) => ({ label, value })),
  tables: [table],
});

export const administrativeSamples: Record<AdministrativeReport, Report> = {
  campaigns: sample(
    [
      ["الحملات", "4"],
      ["المقاعد", "600"],
      ["المحجوز", "468"],
      ["الإشغال", "78%"],
    ],
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
    [
      ["العملاء", "320"],
      ["جدد", "112"],
      ["عائدون", "208"],
      ["نسبة الاحتفاظ", "85%"],
    ],
    {
      title: "العملاء بحسب الجنسية",
      columns: [text("الجنسية"), count("العملاء"), percent("النسبة")],
      rows: [
        ["اليمن", 176, 55],
        ["السعودية", 80, 25],
        ["مصر", 48, 15],
        ["إندونيسيا", 16, 5],
      ],
      total: ["المجموع", 320, 100],
      chart: { kind: "bars", of: [1] },
    },
  ),
  services: sample(
    [
      ["ليالي الفنادق", "2,240"],
      ["مقاعد النقل", "310"],
      ["أيام الإعاشة", "2,170"],
    ],
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
    [
      ["التأشيرات", "250"],
      ["المعتمدة", "190"],
      ["متوسط أيام القرار", "6"],
      ["الرحلات الجارية", "3"],
    ],
    {
      title: "التأشيرات بحسب حالتها",
      columns: [text("الحالة"), count("التأشيرات"), percent("النسبة")],
      rows: [
        ["معتمدة", 190, 76],
        ["قيد الانتظار", 40, 16],
        ["مرفوضة", 15, 6],
        ["منتهية", 5, 2],
      ],
      total: ["المجموع", 250, 100],
      chart: { kind: "bars", of: [1] },
    },
  ),
};
