import { latinDigits } from "./digits";
import { fold } from "./fold";

/** What people write where a paper has no number, or none yet. */
const words = new Set(
  [
    ...[
      "لا يوجد",
      "لايوجد",
      "لا يوجد رقم",
      "لا شيء",
      "بدون",
      "بلا",
      "بدون رقم",
      "غير موجود",
      "غير متوفر",
      "غير متوفرة",
      "ليس لديه",
      "ليس لديها",
    ],
    ...[
      "قيد الإصدار",
      "تحت الإصدار",
      "قيد التجديد",
      "تحت التجديد",
      "لم يصدر",
      "لم يصدر بعد",
      "لاحقًا",
      "يحدد لاحقًا",
    ],
    ...["n/a", "na", "none", "nil", "null", "no", "not available", "pending", "tba", "tbd", "x", "xx", "xxx"],
  ].map(fold),
);

/** Whether a value says that a paper has no number: in words, by a dash, or by zeros. */
export const isNoNumber = (text: string) =>
  words.has(fold(text)) || !/[^0\s\p{P}\p{S}]/u.test(latinDigits(text));
