import { fold } from "./fold";

/** Places of the journey, in English, each with the spellings in which offices type it. What a search folds away needs no spelling of its own. */
const spellings: Record<string, string[]> = {
  Makkah: ["مكة", "مكة المكرمة"],
  Madinah: ["المدينة", "المدينة المنورة", "طيبة"],
  Jeddah: ["جدة"],
  Taif: ["الطائف"],
  Riyadh: ["الرياض"],
  Yanbu: ["ينبع"],
  Mina: ["منى", "مشعر منى"],
  "Mina camp": ["مخيم منى", "مخيمات منى", "المخيم بمنى"],
  Arafat: ["عرفات", "عرفة", "مشعر عرفات", "صعيد عرفات"],
  "Arafat camp": ["مخيم عرفات", "مخيمات عرفات", "مخيم عرفة"],
  Muzdalifah: ["مزدلفة", "مشعر مزدلفة"],
  Jamarat: ["الجمرات", "جسر الجمرات", "منشأة الجمرات"],
  "Masjid al-Haram": ["المسجد الحرام", "الحرم المكي", "الحرم"],
  "Masjid an-Nabawi": ["المسجد النبوي", "المسجد النبوي الشريف", "الحرم النبوي", "الحرم المدني"],
  "Quba Mosque": ["قباء", "مسجد قباء"],
  "Mount Uhud": ["أحد", "جبل أحد", "شهداء أحد"],
  "Masjid al-Qiblatayn": ["القبلتين", "مسجد القبلتين"],
  "Mount Arafat (Jabal ar-Rahmah)": ["جبل الرحمة"],
  "Cave of Hira (Jabal an-Nour)": ["غار حراء", "جبل النور"],
  "Cave of Thawr": ["غار ثور", "جبل ثور"],
  "Masjid at-Taneem": ["التنعيم", "مسجد التنعيم", "مسجد عائشة"],
  "Ji'ranah": ["الجعرانة"],
  "Dhul Hulayfah": ["ذو الحليفة", "ذي الحليفة", "أبيار علي", "آبار علي", "ميقات ذي الحليفة"],
  "Qarn al-Manazil": ["قرن المنازل", "السيل الكبير", "ميقات السيل"],
  Yalamlam: ["يلملم", "السعدية", "ميقات يلملم"],
  Juhfah: ["الجحفة", "رابغ"],
  "Al-Aziziyah": ["العزيزية"],
  Airport: ["المطار"],
  "Jeddah Airport (JED)": [
    "مطار جدة",
    "مطار الملك عبدالعزيز",
    "مطار الملك عبد العزيز",
    "مطار الملك عبدالعزيز الدولي",
    "مطار الملك عبد العزيز الدولي",
  ],
  "Hajj Terminal, Jeddah Airport (JED)": ["مدينة الحجاج", "صالة الحجاج", "مجمع صالات الحج والعمرة"],
  "Madinah Airport (MED)": [
    "مطار المدينة",
    "مطار المدينة المنورة",
    "مطار الأمير محمد",
    "مطار الأمير محمد بن عبدالعزيز",
    "مطار الأمير محمد بن عبد العزيز",
    "مطار الأمير محمد بن عبدالعزيز الدولي",
  ],
  "Taif Airport (TIF)": ["مطار الطائف", "مطار الطائف الدولي"],
  "Riyadh Airport (RUH)": ["مطار الرياض", "مطار الملك خالد", "مطار الملك خالد الدولي"],
  "Sanaa Airport (SAH)": ["مطار صنعاء", "مطار صنعاء الدولي"],
  "Aden Airport (ADE)": ["مطار عدن", "مطار عدن الدولي"],
  "Sayun Airport (GXF)": ["مطار سيئون", "مطار سيئون الدولي"],
  "Mukalla Airport (RIY)": ["مطار الريان", "مطار المكلا"],
  Sanaa: ["صنعاء"],
  Aden: ["عدن"],
  Sayun: ["سيئون"],
  Mukalla: ["المكلا"],
  Taiz: ["تعز"],
  Marib: ["مأرب"],
  "Al-Wadiah border crossing": ["الوديعة", "منفذ الوديعة"],
  "Haramain railway station": ["محطة قطار الحرمين", "قطار الحرمين"],
  Hotel: ["الفندق", "السكن", "مقر السكن"],
  "Agency office": ["المكتب", "مقر الوكالة", "مقر المكتب", "مقر الشركة"],
};

const english = new Map(
  Object.entries(spellings).flatMap(([name, texts]) => texts.map((text) => [fold(text), name] as const)),
);

/**
 * A place in English: one that is known, or several with signs between them; null where one of them is not known.
 * @param others further names, such as those of hotels; null for a name that it does not know
 */
export function placeInEnglish(
  text: string,
  others: (text: string) => string | null = () => null,
): string | null {
  const nameOf = (part: string) => others(part) ?? english.get(fold(part)) ?? null;
  const whole = nameOf(text);
  if (whole) return whole;
  const parts = text.split(/\s*[-–—،,/()]\s*/).filter(Boolean);
  const names = parts.map(nameOf);
  if (parts.length < 2 || names.includes(null)) return null;
  // «مطار جدة – جدة» is Jeddah's airport only once.
  const all = [...new Set(names as string[])];
  return all.filter((name) => !all.some((other) => other !== name && other.includes(name))).join(", ");
}
