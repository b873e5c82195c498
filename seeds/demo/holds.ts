import type { Moment } from "./calendar";
import { campaigns } from "./campaigns";
import type { Office } from "./office";

type Line = {
  campaign: number;
  name: string;
  phone: string;
  seats: number;
  note: string | null;
  made: Moment;
};

/** One ended yesterday. */
const holds: (Line & { until: Moment })[] = [
  {
    campaign: 2,
    name: "يوسف عبدالله الصبري",
    phone: "+967 777 410 226",
    seats: 2,
    note: "يؤكد بعد تجديد الجواز",
    made: { daysAgo: 4, minute: 11 * 60 + 20 },
    until: { daysAgo: 1, minute: 12 * 60 },
  },
  {
    campaign: 2,
    name: "سالم عمر باوزير",
    phone: "+967 735 118 902",
    seats: 5,
    note: "والدان وثلاثة أبناء",
    made: { daysAgo: 2, minute: 10 * 60 + 5 },
    until: { daysAgo: -3, minute: 18 * 60 },
  },
  {
    campaign: 2,
    name: "أحمد ناجي الحداد",
    phone: "+967 711 905 340",
    seats: 2,
    note: null,
    made: { daysAgo: 1, minute: 16 * 60 + 40 },
    until: { daysAgo: -1, minute: 20 * 60 },
  },
];

/** Of the campaign that is nearly full, with one seat: the first who waits needs more than are free, the second is served. */
const waiting: (Line & { until: Moment | null })[] = [
  {
    campaign: 1,
    name: "عبدالرحمن قاسم الشرعبي",
    phone: "+967 770 552 017",
    seats: 4,
    note: null,
    made: { daysAgo: 6, minute: 9 * 60 + 30 },
    until: null,
  },
  {
    campaign: 1,
    name: "مريم صالح العمودي",
    phone: "+967 733 640 158",
    seats: 1,
    note: "مع محرمها الذي وقّع عقده",
    made: { daysAgo: 5, minute: 12 * 60 + 15 },
    until: { daysAgo: -6, minute: 14 * 60 },
  },
];

/** The holds and the waiting list of the demo office. */
export async function holdSeats({ insert, id, times, calendar }: Office) {
  const row = ({ campaign, made, until, ...line }: Line & { until: Moment | null }) => ({
    ...line,
    campaign_id: id("campaigns", campaigns[campaign]?.name ?? ""),
    phone_e164: line.phone.replaceAll(" ", ""),
    until: until && calendar.instant(until),
    ...times(made),
  });
  await insert("holds", "name", holds.map(row));
  await insert("waiting_lines", "name", waiting.map(row));
}
