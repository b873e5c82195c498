import { campaigns } from "./campaigns";
import type { Office } from "./office";

type PlanStage = [name: string, day: number, time: string];

const umrah: PlanStage[] = [
  ["التجمع والتفويج", 1, "06:00"],
  ["الوصول والسكن في مكة المكرمة", 1, "19:00"],
  ["أداء العمرة", 1, "22:30"],
  ["زيارة المشاعر والمعالم", 4, "08:00"],
  ["السفر إلى المدينة المنورة", 7, "09:00"],
  ["زيارة المسجد النبوي والروضة", 8, "05:00"],
  ["زيارة قباء وأحد", 9, "08:30"],
  ["العودة", 11, "10:00"],
];

/** @param arafah the day of Arafah, counted from 1 */
const hajj = (arafah: number): PlanStage[] => [
  ["التجمع والتفويج", 1, "05:00"],
  ["الوصول إلى المدينة المنورة", 1, "20:00"],
  ["زيارة المسجد النبوي والروضة", 2, "05:00"],
  ["السفر إلى مكة المكرمة والإحرام", 6, "09:00"],
  ["طواف القدوم", 6, "22:00"],
  ["يوم التروية: الخروج إلى منى", arafah - 1, "07:00"],
  ["الوقوف بعرفة", arafah, "06:00"],
  ["المبيت بمزدلفة", arafah, "19:00"],
  ["رمي جمرة العقبة والنحر والحلق", arafah + 1, "06:00"],
  ["طواف الإفاضة", arafah + 1, "15:00"],
  ["رمي الجمرات: أول أيام التشريق", arafah + 2, "13:00"],
  ["رمي الجمرات: ثاني أيام التشريق", arafah + 3, "13:00"],
  ["طواف الوداع", arafah + 4, "21:00"],
  ["العودة", 22, "10:00"],
];

const jeddah = "مطار الملك عبدالعزيز – جدة";
const makkah = "الفندق – مكة المكرمة";
const madinah = "الفندق – المدينة المنورة";
const firstBus = {
  vehicle: "حافلة 50 مقعدًا",
  plate: "أ ب ح 4821",
  driver_name: "عبده سالم المقطري",
  driver_phone: "+966 50 412 7736",
  booking: "confirmed",
};
const secondBus = {
  vehicle: "حافلة 45 مقعدًا",
  plate: "د ر ص 1907",
  driver_name: "ياسر حمود القدسي",
  driver_phone: "+966 55 908 1142",
  booking: "confirmed",
};
const toJeddah = {
  kind: "arrival",
  from_place: jeddah,
  flight_number: "SV 591",
  operator_number: "TR-48210",
};
const toMadinah = { kind: "arrival", from_place: "مطار الأمير محمد – المدينة", flight_number: "IY 602" };

/** What moves with the stages of each trip, by their names. */
const movements: Record<string, object> = {
  "التجمع والتفويج": { kind: "departure", from_place: "مقر الوكالة", to_place: "المطار" },
  "الوصول والسكن في مكة المكرمة": { ...toJeddah, to_place: makkah, ...firstBus },
  "الوصول إلى المدينة المنورة": { ...toMadinah, to_place: madinah, ...firstBus },
  "زيارة المشاعر والمعالم": { kind: "visit", from_place: makkah, booking: "asked" },
  "السفر إلى المدينة المنورة": { kind: "transfer", from_place: makkah, to_place: madinah, ...secondBus },
  "السفر إلى مكة المكرمة والإحرام": {
    kind: "transfer",
    from_place: madinah,
    to_place: makkah,
    ...secondBus,
  },
  "زيارة المسجد النبوي والروضة": { kind: "visit", to_place: "المسجد النبوي" },
  "زيارة قباء وأحد": { kind: "visit", to_place: "قباء وأحد" },
  العودة: { kind: "departure", to_place: jeddah, flight_number: "SV 592", booking: "asked" },
};

/**
 * Two plans, and a trip of each campaign: one is over, two are to come. Groups with a departure date join the campaign's trip.
 */
export async function planTrips({ trx, insert, id, times, calendar }: Office) {
  const planned = { daysAgo: 210, minute: 10 * 60 };
  const plans = [
    { name: "برنامج العمرة – 11 يومًا", type: "umrah", stages: umrah },
    { name: "برنامج الحج – 22 يومًا", type: "hajj", stages: hajj(calendar.daysToArafah() + 1) },
  ] as const;
  for (const { name, type, stages } of plans) {
    await insert("trip_plans", "name", [{ name, type, ...times(planned) }]);
    await trx("plan_stages").insert(
      stages.map(([stage, day, time]) => ({
        plan_id: id("trip_plans", name),
        name: stage,
        day_offset: day - 1,
        default_time: time,
        ...times(planned),
      })),
    );
  }
  for (const campaign of campaigns.filter(({ cancelledDaysAgo }) => !cancelledDaysAgo)) {
    const daysAhead = campaign.departsIn === "hajj" ? calendar.daysToHajj() : campaign.departsIn;
    const plan = plans[campaign.type === "عمرة" ? 0 : 1];
    const name = campaign.name.replace("حملة", "رحلة");
    const creation = { daysAgo: campaign.openedDaysAgo - 4, minute: 11 * 60 };
    await insert("trips", "name", [
      {
        name,
        start_date: calendar.day(-daysAhead),
        end_date: calendar.day(-daysAhead - campaign.days + 1),
        plan_id: id("trip_plans", plan.name),
        ...times(creation),
      },
    ]);
    await trx("trip_stages").insert(
      plan.stages.map(([stage, day, time]) => ({
        trip_id: id("trips", name),
        name: stage,
        date: calendar.day(-daysAhead - day + 1),
        time,
        ...movements[stage],
        status: daysAhead > 0 ? "pending" : stage === "زيارة قباء وأحد" ? "cancelled" : "completed",
        ...times(creation),
      })),
    );
    await trx("groups")
      .where({ campaign_id: id("campaigns", campaign.name) })
      .where((group) => group.whereNotNull("departure_date").orWhere({ has_departed: true }))
      .update({ trip_id: id("trips", name) });
  }
}
