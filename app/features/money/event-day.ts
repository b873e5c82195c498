/* The day of an event (`books.md`, rule 6), as forms ask for it. */

export const eventDayLabel = "تاريخ العملية";
const eventDayRule = "اليوم إن ترك فارغًا، ولا يكون في فترة مقفلة ولا قبل آخر ما قيد.";
/** Of a form that does this alone, and of one with other fields. */
export const eventDayHint = {
  alone: eventDayRule,
  amongOthers: `للإلغاء والخصم والرجوع عنهما: ${eventDayRule}`,
};
