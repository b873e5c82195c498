/* The day of an event (`books.md`, rule 6), as forms ask for it. */

export const eventDayLabel = "تاريخ العملية";
export const eventDayHint = "إن ترك فارغًا فهو اليوم. ولا يكون في فترة مقفلة، ولا قبل آخر ما قيد.";
