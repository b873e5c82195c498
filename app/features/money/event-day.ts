/* The day of an event (`books.md`, rule 6), as forms ask for it. */

export const eventDayLabel = "تاريخ العملية";
export const eventDayHint =
  "للإلغاء والخصم وارتجاع الشيك والرجوع عنها: اليوم إن ترك فارغًا، ولا يكون في فترة مقفلة ولا قبل آخر ما قيد.";
