import { type Db, db } from "~/db/knex.server";
import { countNoun, countPhrase } from "~/domain/count-words";
import { type Group, placesText, takenSeatsOf } from "~/features/groups/group";
import type { GroupScreen, GroupState } from "~/features/groups/group-page";
import { placesOf } from "~/features/journey/lodgings.server";
import { nightCount } from "~/features/journey/nights";
import { unseatedCount } from "~/features/lists/buses/seats.server";
import { familyCount } from "~/features/lodging/family";
import { familyTotal, unplacedCount } from "~/features/lodging/room-members.server";
import { judgedStays } from "~/features/lodging/stays/group-stays.server";
import { statesOfPilgrims } from "~/features/readiness/checks.server";
import { neededPapers } from "~/features/readiness/readiness";

/* How far a group is, as the tabs of its screens say it. Each condition is the one of the tab's screen. */

const written = (count: number) => count.toLocaleString("en-US");

type States = { [screen in GroupScreen]?: GroupState };

const stayCount = countNoun("إقامة واحدة", "إقامتان", "إقامات", "إقامة");

/** The state of a group in each of its screens; none where there is nothing to say. */
export async function statesOf(group: Group): Promise<States> {
  const { id } = group;
  const [{ total, ...passed }, places, stays, asked] = await Promise.all([
    passedChecks(db, id),
    missingIn(db, id),
    judgedStays(db, group),
    db("campaigns").where({ id: group.campaign_id }).first(Object.values(neededPapers)),
  ]);
  const members: GroupState = {
    text: placesText(group),
    rest: group.infants ? "بلا مقعد" : "من مقاعدها",
    tone: takenSeatsOf(group) === group.capacity ? "good" : "plain",
  };
  if (!total) return { members };
  const part = (count: number, rest: string): GroupState => ({
    text: `${written(count)} من ${written(total)}`,
    rest,
    tone: count === total ? "good" : "gold",
  });
  const lack = (count: number, of: string): GroupState =>
    count ? { text: `${written(count)} بلا ${of}`, tone: "gold" } : { text: `لكلٍّ ${of}`, tone: "good" };
  return {
    members,
    readiness: part(passed.ready, "جاهزون للسفر"),
    visas: part(passed.visas, "لهم تأشيرة تصلح للرحلة"),
    papers: Object.values(asked).some(Boolean)
      ? part(passed.papers, "لهم ما تطلبه الحملة")
      : { text: "غير مطلوبة", tone: "plain" },
    families: {
      text: places.families ? countPhrase(places.families, familyCount) : "لا عائلات",
      tone: "plain",
    },
    ...stateOfStays(stays),
    rooms: lack(places.unplaced, "سرير"),
    buses: lack(places.unseated, "مقعد"),
    badges: lack(total - passed.photos, "صورة"),
    lists: lack(total - passed.names, "اسم لاتيني"),
  };
}

/** How many travellers of a group have no bed where they are expected, and no seat; and the number of its families. */
export const missingIn = async (
  db: Db,
  id: number,
): Promise<Record<"unplaced" | "unseated" | "families", number>> =>
  db.first({
    unplaced: unplacedCount(id, await placesOf(db, id)),
    unseated: unseatedCount(id),
    families: familyTotal(id),
  });

/** The travellers of a group, and how many of them pass which checks of readiness. */
export function passedChecks(
  db: Db,
  id: number,
): Promise<Record<"total" | "ready" | "visas" | "papers" | "photos" | "names", number>> {
  const papers = Object.keys(neededPapers).map((check) => `${check}_state = 'green'`);
  return statesOfPilgrims(db, { kind: "group", id }, (pilgrims) => pilgrims).first(
    db.raw(`count(*) AS total,
      count(*) FILTER (WHERE state = 'green') AS ready,
      count(*) FILTER (WHERE visa_state = 'green') AS visas,
      count(*) FILTER (WHERE ${papers.join(" AND ")}) AS papers,
      count(*) FILTER (WHERE photo_state = 'green') AS photos,
      count(*) FILTER (WHERE latin_name_state = 'green') AS names`),
  );
}

function stateOfStays({ packages, faults, late, gaps }: Awaited<ReturnType<typeof judgedStays>>): States {
  const stays = packages.flat();
  const nights = gaps?.nights ?? 0;
  const wrong = Object.keys(faults).length + late.length;
  const undated = stays.filter(({ check_in, check_out }) => !check_in || !check_out).length;
  if (!stays.length) return {};
  if (wrong) return { stays: { text: `${written(wrong)} للمراجعة`, rest: "من مواعيدها", tone: "bad" } };
  if (undated) return { stays: { text: `${written(undated)} بلا موعد`, tone: "gold" } };
  if (nights) return { stays: { text: `${countPhrase(nights, nightCount)} بلا سكن`, tone: "gold" } };
  if (gaps)
    return { stays: { text: `${written(gaps.lines.length)} للمراجعة`, rest: "من التنقلات", tone: "gold" } };
  return { stays: { text: countPhrase(stays.length, stayCount), tone: "good" } };
}
