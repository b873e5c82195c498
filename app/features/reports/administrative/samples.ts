import type { Report } from "../report";
import type { AdministrativeReport } from "./administrative";
import { count, percent, text } from "./columns";

/* The fixed figures of spec §1 and §2: shown as samples, never read from the office's records. */

export const administrativeSamples: Record<AdministrativeReport, Report> = {
  campaigns: {
    notes: [],
    figures: [
      { label: "الحملات", value: "4" },
      { label: "المقاعد", value: "600" },
      { label: "المحجوز", value: "468" },
      { label: "الإشغال", value: "78%" },
    ],
    tables: [
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
    ],
  },
  customers: {
    notes: [],
    figures: [
      { label: "العملاء", value: "320" },
      { label: "جدد", value: "112" },
      { label: "عائدون", value: "208" },
      { label: "نسبة الاحتفاظ", value: "85%" },
    ],
    tables: [
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
    ],
  },
  services: {
    notes: [],
    figures: [
      { label: "ليالي الفنادق", value: "2,240" },
      { label: "مقاعد النقل", value: "310" },
      { label: "أيام الإعاشة", value: "2,170" },
    ],
    tables: [
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
    ],
  },
  operations: {
    notes: [],
    figures: [
      { label: "التأشيرات", value: "250" },
      { label: "المعتمدة", value: "190" },
      { label: "متوسط أيام القرار", value: "6" },
      { label: "الرحلات الجارية", value: "3" },
    ],
    tables: [
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
    ],
  },
};
