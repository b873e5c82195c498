import type { Tone } from "~/domain/states";

/*
 * The fixed entries of the dashboard's two cards (spec §1). They are shown as samples and never read from the office's records.
 */

export const sampleActivities = [
  { what: "تسجيل عميل جديد", who: "أحمد محمد", when: "قبل 5 دقائق" },
  { what: "توقيع عقد عمرة", who: "فاطمة علي", when: "قبل 20 دقيقة" },
  { what: "إصدار سند قبض", who: "خالد سعيد", when: "قبل ساعة" },
  { what: "اعتماد تأشيرة", who: "مريم حسن", when: "قبل 3 ساعات" },
];

export const priorities = {
  high: { label: "عالية", tone: "bad" },
  medium: { label: "متوسطة", tone: "gold" },
  low: { label: "منخفضة", tone: "good" },
} satisfies Record<string, { label: string; tone: Tone }>;

type Task = { what: string; due: string; priority?: keyof typeof priorities };

export const sampleTasks: Task[] = [
  { what: "متابعة تأشيرات المجموعة القادمة", due: "اليوم", priority: "high" },
  { what: "مراجعة حجوزات الفنادق في المدينة", due: "غدًا", priority: "medium" },
  { what: "تحديث بيانات الموردين", due: "هذا الأسبوع", priority: "low" },
  { what: "اجتماع المشرفين", due: "لم يحدد" },
];
