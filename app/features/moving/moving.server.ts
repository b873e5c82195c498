import type { Knex } from "knex";
import type { Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { countPhrase, days as dayCount } from "~/domain/count-words";
import { daysBetween, later } from "~/domain/dates";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import type { Detail, Question } from "~/domain/question";
import { departedGroup } from "~/features/journey/days.server";
import type { GroupGaps } from "~/features/journey/gaps.server";
import { consequencesOf } from "./consequences.server";
import type { Moved } from "./moved";

/*
 * What moves with a trip's or a campaign's days, or with a group's departure (journey.md, rule 4): departures and typed stays that lay
 * within the old days, by as many days as the first one. Groups that have departed never move.
 */

type Days = { start: string | null; end: string | null };

/** A group that hangs on the days, and what of it lay within the old ones. */
type Hanging = {
  id: number;
  name: string;
  departure: string | null;
  stays: { hotel: string; check_in: string }[];
};

/**
 * Locks the groups that hang on a row's days, without those that have departed.
 * @param which narrows `groups`
 */
export const lockHanging = (
  trx: Transaction,
  which: (groups: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<number[]> =>
  which(trx("groups"))
    .whereRaw(`NOT coalesce(${departedGroup}, false)`, { today: officeToday() })
    .orderBy("groups.id")
    .forNoKeyUpdate()
    .pluck("groups.id");

export type DepartedGroup = { id: number; name: string; departure_date: string | null };

/**
 * Locks the groups that have departed: their days stay.
 * @param which narrows `groups`
 */
export const lockDeparted = (
  trx: Transaction,
  which: (groups: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<DepartedGroup[]> =>
  which(trx("groups"))
    .whereRaw(departedGroup, { today: officeToday() })
    .orderBy("groups.id")
    .forNoKeyUpdate()
    .select("groups.id", "groups.name", "groups.departure_date");

/**
 * Moves what hangs on days that have changed, and asks the user of a form, who may leave groups where they are.
 * @param what names the first of the days in a sentence: «بداية الرحلة»
 * @param ids of `lockHanging`
 * @param departed groups that do not move, and whose return follows the days: what does not fit them is named too
 * @param isGroup whether the group itself was changed, so that its departure is what it should be
 * @param campaignId of a changed campaign: who is in none of its groups has its days
 * @param gapsBefore of these groups before the change
 * @param more what else follows from the days, in the same question
 * @param others what the form asks beside, also where no day changes
 */
export async function moveAlong(
  trx: Transaction,
  {
    what,
    ids,
    departed = [],
    before,
    after,
    move = true,
    isGroup = false,
    campaignId = null,
    gapsBefore = [],
    others = [],
    more = [],
  }: {
    what: string;
    ids: number[];
    departed?: number[];
    before: Days;
    after: Days;
    move?: boolean;
    isGroup?: boolean;
    campaignId?: number | null;
    gapsBefore?: GroupGaps[];
    others?: Question[];
    more?: Detail[];
  },
  { ask, unticked }: Pick<By, "ask" | "unticked">,
): Promise<Moved> {
  const days = before.start && after.start ? daysBetween(before.start, after.start) : 0;
  const hanging = days && move ? await hangingOn(trx, ids, before, isGroup) : [];
  const leaving = hanging.filter(({ id }) => !unticked?.has(String(id)));
  const moved = await shift(trx, leaving, before, days);
  if (!ask) return moved;
  const isSame = before.start === after.start && before.end === after.end;
  const moving = isGroup ? ids : leaving.flatMap(({ id, departure }) => (departure ? id : []));
  const details = isSame
    ? []
    : [
        ...more,
        ...(await consequencesOf(trx, [...ids, ...departed], {
          days,
          leaving: moving,
          campaignId,
          gapsBefore,
        })),
      ];
  if (!hanging.length && !details.length) {
    ask(others);
    return moved;
  }
  const change = changeText(what, before, after, days);
  ask([
    ...others,
    {
      text: hanging.length ? `${change}. ينتقل معها ما تتركه محددًا:` : `${change}.`,
      about: [what, ids, before, after, hanging],
      ticks: hanging.map((group) => ({
        value: String(group.id),
        label: labelOf(group, days),
        isTicked: leaving.includes(group),
      })),
      details,
    },
  ]);
  return moved;
}

function changeText(what: string, before: Days, after: Days, days: number) {
  if (before.start === after.start) return "لا ينقل شيء مع النهاية وحدها";
  if (!days) return after.start ? `تصبح ${what} في ${after.start}` : `تبقى ${what} بلا يوم`;
  const distance = countPhrase(Math.abs(days), dayCount, "accusative");
  const end = after.end && after.end !== before.end ? `، وتنتقل نهايتها إلى ${after.end}` : "";
  return `تنتقل ${what} من ${before.start} إلى ${after.start}، أي ${distance} ${days > 0 ? "إلى الأمام" : "إلى الوراء"}${end}`;
}

function labelOf({ name, departure, stays }: Hanging, days: number) {
  const parts = [
    departure && `المغادرة ${departure} تصبح ${later(departure, days)}`,
    ...stays.map(
      ({ hotel, check_in }) =>
        `الدخول إلى ${quote(hotel)} ${check_in} (كتب بيد) يصبح ${later(check_in, days)}`,
    ),
  ];
  return `${name}: ${parts.filter(Boolean).join("، ")}`;
}

/** Those of the groups of which something lay within the old days. */
async function hangingOn(
  trx: Transaction,
  ids: number[],
  { start, end }: Days,
  isGroup: boolean,
): Promise<Hanging[]> {
  const { rows } = await trx.raw<{ rows: Hanging[] }>(
    `SELECT * FROM (
       SELECT id, name, CASE WHEN NOT :isGroup AND departure_date BETWEEN :start AND :end THEN departure_date END AS departure,
         (SELECT coalesce(json_agg(DISTINCT jsonb_build_object('hotel', hotels.name, 'check_in', check_in)), '[]')
          FROM group_stays JOIN hotels ON hotels.id = hotel_id
          WHERE group_id = groups.id AND check_in BETWEEN :start AND :end) AS stays
       FROM groups WHERE id = ANY(:ids)) AS hanging
     WHERE departure IS NOT NULL OR json_array_length(stays) > 0 ORDER BY departure, name COLLATE by_name, id`,
    { ids, start, end, isGroup },
  );
  return rows;
}

async function shift(
  trx: Transaction,
  groups: Hanging[],
  { start, end }: Days,
  days: number,
): Promise<Moved> {
  const departing = groups.filter(({ departure }) => departure);
  const ids = groups.map(({ id }) => id);
  if (!ids.length) return { groups: 0, stays: 0 };
  await trx("groups")
    .whereIn(
      "id",
      departing.map(({ id }) => id),
    )
    .update({ departure_date: trx.raw("departure_date + ?::integer", [days]) });
  // Deleted and inserted, as the stays' own page does, so that the audit log names them.
  const stays = await trx("group_stays")
    .whereIn("group_id", ids)
    .whereBetween("check_in", [start, end])
    .delete()
    .returning("*");
  if (stays.length)
    await trx("group_stays").insert(
      stays.map((stay) => ({
        ...stay,
        check_in: later(stay.check_in, days),
        check_out: later(stay.check_out, days),
      })),
    );
  // The groups are touched, so that an older page of them is refused.
  await trx("groups").whereIn("id", ids).update({ updated_at: trx.fn.now() });
  return { groups: departing.length, stays: stays.length };
}
