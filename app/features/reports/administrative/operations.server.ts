import { type Db, db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { officeToday, timeZone } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import { type GroupStatus, group, groupStatuses, groupStatusLabels } from "~/features/groups/group";
import { groupStatus, takenSeats } from "~/features/groups/groups.server";
import { stagesOf } from "~/features/trips/stage";
import { trip } from "~/features/trips/trip";
import { statusToday } from "~/features/visas/expiry.server";
import { type VisaStatus, visa, visaStatuses, visaStatusLabels } from "~/features/visas/visa";
import { occupancyPercent } from "~/ui/occupancy";
import { inDigits, listOf, share, sumOf } from "../figures";
import type { ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import { count, date, percent, text } from "./columns";
import { discountsGiven } from "./discounts.server";
import { invoiceDecisions } from "./invoice-decisions.server";
import { offersMade } from "./offers.server";
import { periodOfAddress, textOfPeriod } from "./period-text.server";
import { reopenedPeriods } from "./reopened-periods.server";

/** Visas that were submitted in the period and the time to their decision; groups and due stages as of today. */
export const operationsReport: ReadReport = async ({ params, user }) => {
  const period = periodOfAddress(params);
  const today = officeToday();
  const [visas, decisions, places, trips, states, invoices, discounts, reopened, offers] = await Promise.all([
    visasByStatus(db, period),
    daysToDecide(db, period),
    placesByStatus(db),
    tripsDue(db, today),
    tripsByState(db, today),
    invoiceDecisions(db, user, period),
    discountsGiven(db, user, period),
    reopenedPeriods(db, user, period),
    offersMade(db, user, period),
  ]);
  const submitted = sumOf(visas, "count");
  const [groups, capacity, members, seats] = [
    sumOf(places, "groups"),
    sumOf(places, "capacity"),
    sumOf(places, "members"),
    sumOf(places, "seats"),
  ];
  const none = { groups: 0, capacity: 0, members: 0, seats: 0 };
  const stages = (when: "overdue" | "today" | "soon") => ({
    stages: sumOf(trips, when),
    trips: trips.filter((row) => row[when] > 0).length,
  });
  return {
    lead: textOfPeriod(period),
    notes: [`الفترة لتقديم التأشيرات، وحالاتها والمجموعات والمراحل كما هي اليوم ${today}.`],
    figures: [
      { label: "تأشيرات الفترة", value: inDigits(submitted), href: listOf(user, visa, period) },
      {
        label: "وسيط أيام القرار",
        value: decisions.find(({ decision }) => !decision)?.median.toString() ?? "—",
      },
      { label: "المجموعات", value: inDigits(groups), href: listOf(user, group) },
      { label: "مقاعدها الشاغرة", value: inDigits(capacity - seats) },
      { label: "مراحل متأخرة", value: inDigits(stages("overdue").stages), href: dueHref },
      { label: "مراحل اليوم", value: inDigits(stages("today").stages), href: dueHref },
    ],
    tables: [
      {
        title: "التأشيرات بحسب حالتها",
        columns: [text("الحالة"), count("التأشيرات"), percent("النسبة")],
        rows: visaStatuses.map((status) => {
          const value = visas.find((row) => row.status === status)?.count ?? 0;
          return [
            visaStatusLabels[status],
            { value, href: listOf(user, visa, { status, ...period }) },
            share(value, submitted),
          ];
        }),
        total: ["المجموع", submitted, share(submitted, submitted)],
        chart: { kind: "bars", of: [1] },
      },
      {
        title: "أيام القرار",
        note: "من تقديم التأشيرة إلى أول قرار فيها، لما قدم في الفترة وصدر قراره.",
        columns: [text("القرار"), count("التأشيرات"), count("الوسيط"), count("المتوسط"), count("الأطول")],
        rows: decisions.map(({ decision, count, median, average, longest }) => [
          decision ? visaStatusLabels[decision] : "الجميع",
          count,
          median,
          average,
          longest,
        ]),
      },
      {
        title: "المجموعات بحسب حالتها",
        columns: [
          text("الحالة"),
          count("المجموعات"),
          count("السعة"),
          count("الأعضاء"),
          count("الشاغر"),
          percent("الإشغال"),
        ],
        rows: groupStatuses.map((status) => {
          const row = places.find((row) => row.status === status) ?? none;
          const groups = { value: row.groups, href: listOf(user, group, { status }) };
          return [groupStatusLabels[status], groups, ...placesIn(row)];
        }),
        total: ["المجموع", groups, ...placesIn({ capacity, members, seats })],
        chart: { kind: "bars", of: [2, 3] },
      },
      {
        title: "الرحلات بحسب حالتها",
        columns: [text("الحالة"), count("الرحلات")],
        rows: [
          ["قادمة", states.upcoming],
          // the running trips: a period's filter shows trips that overlap it
          ["جارية", { value: states.running, href: listOf(user, trip, { from: today, to: today }) }],
          ["انتهت", states.ended],
        ],
        total: ["المجموع", { value: states.all, href: listOf(user, trip) }],
      },
      {
        id: dueId,
        title: "المراحل المستحقة",
        note: "ما لم يكتمل ولم يلغ من مراحل الرحلات وحل تاريخه أو يحل خلال سبعة أيام.",
        columns: [text("موعدها"), count("المراحل"), count("الرحلات")],
        rows: (["overdue", "today", "soon"] as const).map((when) => [
          dueLabels[when],
          stages(when).stages,
          stages(when).trips,
        ]),
      },
      ...(trips.length ? [dueTrips(trips, user)] : []),
      ...offers,
      ...invoices,
      ...discounts,
      ...reopened,
    ],
  };
};

const dueTrips = (trips: TripDue[], user: SessionUser): ReportTable => ({
  title: "رحلات لها مراحل مستحقة",
  columns: [
    text("الرحلة"),
    date("بدايتها"),
    count("متأخرة"),
    count("اليوم"),
    count("خلال 7 أيام"),
    text("أقدم مرحلة"),
    date("تاريخها"),
  ],
  rows: trips.map(({ id, name, start_date, overdue, today, soon, first_stage, first_date }) => [
    { value: name, href: listOf(user, stagesOf(id)) },
    start_date,
    overdue,
    today,
    soon,
    first_stage,
    first_date,
  ]),
});

const dueId = "due-stages";
const dueHref = `#${dueId}`;
const dueLabels = { overdue: "متأخرة", today: "اليوم", soon: "خلال 7 أيام" };

/** The number of visas submitted in a period by their status today. A status without visas is left out. */
function visasByStatus(db: Db, period: Period): Promise<{ status: VisaStatus; count: number }[]> {
  const { from, to } = endsOf(period);
  const visas = db("visas")
    .select({ status: statusToday(db) })
    .whereBetween("submission_date", [from, to]);
  return db.from(visas.as("visas")).select("status").count({ count: "*" }).groupBy("status");
}

/** The days from submission to decision, for decided visas. */
type DaysToDecide = {
  /** Null means both together. */
  decision: "approved" | "rejected" | null;
  count: number;
  median: number;
  average: number;
  longest: number;
};

/**
 * The decided visas that were submitted in a period, by the first decision in their history, which also has later
 * changes. A visa that was entered after its decision took no day.
 */
async function daysToDecide(db: Db, period: Period): Promise<DaysToDecide[]> {
  const { rows } = await db.raw<{ rows: DaysToDecide[] }>(
    `SELECT decision, count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS median,
            round(avg(days), 1)::float AS average, max(days) AS longest
     FROM (SELECT DISTINCT ON (visas.id) visa_history.status AS decision,
                  greatest((changed_at AT TIME ZONE :timeZone)::date - submission_date, 0) AS days
           FROM visas JOIN visa_history ON visa_id = visas.id AND visa_history.status IN ('approved', 'rejected')
           WHERE submission_date BETWEEN :from AND :to ORDER BY visas.id, visa_history.id) decided
     GROUP BY ROLLUP (decision) HAVING count(*) > 0 ORDER BY decision NULLS LAST`,
    { timeZone, ...endsOf(period) },
  );
  return rows;
}

/** The groups and their places by their status today. A status without groups is left out. */
type GroupPlaces = { status: GroupStatus } & Record<"groups" | "capacity" | "members" | "seats", number>;

const placesIn = ({ capacity, members, seats }: Pick<GroupPlaces, "capacity" | "members" | "seats">) => [
  capacity,
  members,
  capacity - seats,
  occupancyPercent(seats, capacity),
];

function placesByStatus(db: Db): Promise<GroupPlaces[]> {
  const groups = db("groups").select("capacity", "members", {
    status: groupStatus(db),
    seats: db.raw(takenSeats),
  });
  return db
    .from(groups.as("groups"))
    .select("status")
    .count({ groups: "*" })
    .select(
      db.raw(
        "sum(capacity)::bigint AS capacity, sum(members)::bigint AS members, sum(seats)::bigint AS seats",
      ),
    )
    .groupBy("status");
}

type TripStates = Record<"upcoming" | "running" | "ended" | "all", number>;

/** The numbers of future, running and past trips on a day; see `stateOf` of a trip. */
async function tripsByState(db: Db, today: string): Promise<TripStates> {
  const { rows } = await db.raw<{ rows: [TripStates] }>(
    `SELECT count(*) FILTER (WHERE start_date > :today) AS upcoming,
            count(*) FILTER (WHERE :today BETWEEN start_date AND end_date) AS running,
            count(*) FILTER (WHERE end_date < :today) AS ended, count(*) AS all
     FROM trips`,
    { today },
  );
  return rows[0];
}

/** A trip with due stages: neither completed nor cancelled, and dated in the past, today or in the next seven days. */
type TripDue = {
  id: number;
  name: string;
  start_date: string;
  end_date: string;
  overdue: number;
  today: number;
  soon: number;
  /** The stage that has been due longest. */
  first_stage: string;
  first_date: string;
};

/** @param today the office's */
async function tripsDue(db: Db, today: string): Promise<TripDue[]> {
  const { rows } = await db.raw<{ rows: TripDue[] }>(
    `SELECT trips.id, trips.name, start_date, end_date,
            count(*) FILTER (WHERE date < :today) AS overdue, count(*) FILTER (WHERE date = :today) AS today,
            count(*) FILTER (WHERE date > :today) AS soon,
            (array_agg(trip_stages.name ORDER BY date, time, trip_stages.id))[1] AS first_stage, min(date) AS first_date
     FROM trip_stages JOIN trips ON trips.id = trip_id
     WHERE status IN ('pending', 'in-progress') AND date <= :today::date + 7
     GROUP BY trips.id ORDER BY first_date, trips.id`,
    { today },
  );
  return rows;
}
