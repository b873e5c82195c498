import type { Db } from "~/db/knex.server";
import { byName } from "~/db/order.server";
import { countPhrase } from "~/domain/count-words";
import { daysBetween, later } from "~/domain/dates";
import { hijri } from "~/domain/hijri";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { knownDeparture } from "./days.server";
import {
  isReturn,
  lastCheckOut,
  type Misplaced,
  misplacedStages,
  type Nights,
  nightsWithoutBed,
  type StageOfJourney,
} from "./gaps";
import { nightCount } from "./nights";
import { packagesOf, staysOfGroups } from "./stay-dates.server";

/** The gaps in a group's journey, in sentences, each with where it is mended. */
export type GroupGaps = {
  id: number;
  name: string;
  /** How many nights are without a bed, in the package that lacks most. */
  nights: number;
  lines: { text: string; href: string; label: string }[];
};

type Journey = {
  id: number;
  name: string;
  trip_id: number | null;
  departure: string | null;
  end: string | null;
  is_hajj: boolean;
};

/** The nights of Hajj, which pilgrims spend in Mina and Muzdalifah. */
const isInCamps = (day: string) => /^(8|9|10|11|12) ذو الحجة/.test(hijri(day) ?? "");

/**
 * Where groups have nights without a bed, and stages of their trip on days that do not suit the stays. The first night may be
 * spent on the way, and so may the night of the arrival, where a stage of the trip tells it. The last day needs no bed: that is the earlier of the
 * trip's end and its last departure, unless that is before the package's last check-out. What is past is not
 * named, since nobody can mend it. Groups without any are left out.
 */
export async function gapsOfGroups(db: Db, ids: number[]): Promise<GroupGaps[]> {
  const journeys: Journey[] = await db("groups")
    .join("campaigns", "campaigns.id", "campaign_id")
    .leftJoin("trips", "trips.id", "trip_id")
    .whereRaw("groups.id = ANY(?)", [ids])
    .orderByRaw(byName("groups.name", "groups.id"))
    .select("groups.id", "groups.name", "trip_id", {
      departure: db.raw(knownDeparture),
      end: "trips.end_date",
      is_hajj: db.raw("campaigns.type = 'حج'"),
    });
  const stages: StageOfJourney[] = await db("trip_stages")
    .whereRaw("trip_id = ANY(?)", [journeys.flatMap(({ trip_id }) => trip_id ?? [])])
    .whereIn("kind", ["arrival", "transfer", "departure"])
    .whereNotIn("status", ["cancelled", "completed"])
    .orderBy(["date", "time", "id"])
    .select("id", "trip_id", "name", "date", "kind", "from_place", "to_place");
  const staysOf = await staysOfGroups(db, ids);
  const gaps: GroupGaps[] = [];
  for (const { id, name, trip_id, departure, end, is_hajj } of journeys) {
    const stays = staysOf.get(id) ?? [];
    const own = stages.filter((stage) => stage.trip_id === trip_id);
    const arrival = own.find(({ kind, date }) => kind === "arrival" && departure && date >= departure);
    const today = officeToday();
    const needed = departure && later(arrival?.date ?? departure, 1);
    const start = needed && needed < today ? today : needed;
    const isElsewhere = is_hajj ? isInCamps : undefined;
    const runs = packagesOf(stays).map((ofPackage) => {
      const leaving = own.findLast(
        (stage) => isReturn(stage, departure, ofPackage) && stage.date >= (lastCheckOut(ofPackage) ?? ""),
      )?.date;
      const last = leaving && (!end || leaving < end) ? leaving : end;
      return nightsWithoutBed(ofPackage, { start, end: last, isElsewhere }).map((run) => ({
        ...run,
        package: ofPackage[0]?.package ?? "",
      }));
    });
    const coming = own.filter(({ date }) => date >= today);
    // On Hajj transfers also lead to the camps and back.
    const options = { departure, areNamesNeeded: is_hajj };
    const lines = [
      ...runs
        .flat()
        .map((run) => ({ text: nightsText(run), href: `/trips/groups/${id}/stays`, label: "المواعيد" })),
      ...misplacedStages(stays, coming, options).map((stage) => ({
        text: stageText(stage),
        href: `/trips/${stage.trip_id}/stages/${stage.id}/edit`,
        label: "المرحلة",
      })),
    ];
    const nights = Math.max(
      0,
      ...runs.map((ofPackage) => ofPackage.reduce((sum, run) => sum + nightsIn(run), 0)),
    );
    if (lines.length) gaps.push({ id, name, nights, lines });
  }
  return gaps;
}

/** The gaps that were not there before days moved: one that moved along by as many days is no new one. */
export function newGaps(before: GroupGaps[], after: GroupGaps[], days: number): GroupGaps[] {
  const moved = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d/g, (day) => later(day, days));
  const known = new Set(
    before.flatMap(({ id, lines }) => lines.flatMap(({ text }) => [`${id} ${text}`, `${id} ${moved(text)}`])),
  );
  return after.flatMap((gaps) => {
    const lines = gaps.lines.filter(({ text }) => !known.has(`${gaps.id} ${text}`));
    return lines.length ? [{ ...gaps, lines }] : [];
  });
}

const nightsIn = ({ from, until }: Nights) => daysBetween(from, until);

/** «ليلتان بلا سكن من 2027-03-08 إلى 2027-03-10 (الباقة «الحرمان»)» */
const nightsText = (run: Nights & { package: string }) =>
  `${countPhrase(nightsIn(run), nightCount)} بلا سكن من ${run.from} إلى ${run.until} (الباقة ${quote(run.package)})`;

/** «المرحلة «إلى المدينة» في 2027-03-09، بعد الخروج من «فندق مكة» في 2027-03-08» */
const stageText = ({ name, date, beside, day }: Misplaced) =>
  `المرحلة ${quote(name)} في ${date}، ${beside} في ${day}`;
