import type { Transaction } from "~/db/knex.server";
import { listOf } from "~/domain/details";
import { quote } from "~/domain/nouns";
import type { Question } from "~/domain/question";
import type { Kept } from "~/features/moving/moved";
import type { DepartedGroup } from "~/features/moving/moving.server";
import { type Trip, trip } from "./trip";

/*
 * A trip that moves although groups of it have departed (journey.md, rule 4; docs/decisions/trips.md). Those groups travel on the old
 * days and with the old stages, so the moved trip leaves both to them.
 */

/** The value of the question's box. */
export const keepsDays = "departed";

/** The name of the trip that keeps the old days: its first day tells the two apart. */
function keptName({ name, start_date }: Trip) {
  const day = ` (${start_date})`;
  return name.slice(0, trip.fields.name.max - day.length) + day;
}

/** Puts departed groups in a trip of their own, with the days and the stages that theirs has before it moves. */
export async function keepOldDays(trx: Transaction, old: Trip, groups: DepartedGroup[]): Promise<Kept> {
  const { start_date, end_date, plan_id } = old;
  const name = keptName(old);
  const [{ id }] = await trx("trips").insert({ name, start_date, end_date, plan_id }).returning("id");
  const stages = await trx("trip_stages").where({ trip_id: old.id }).orderBy("id");
  if (stages.length)
    await trx("trip_stages").insert(
      stages.map(({ id: _, created_at, updated_at, ...stage }) => ({ ...stage, trip_id: id })),
    );
  await trx("groups").whereIn("id", idsOf(groups)).update({ trip_id: id });
  return { trip_id: id, name, groups: groups.length };
}

/**
 * Makes the stages of a moved trip new ones, since those of the departed groups have their bookings and what was done of them. What is planned
 * for them (driver, flight) stays.
 */
export const renewStages = (trx: Transaction, tripId: number) =>
  trx("trip_stages")
    .where({ trip_id: tripId })
    .whereRaw(
      "stands(status) AND (booking, status, operator_number) IS DISTINCT FROM ('none', 'pending', NULL)",
    )
    .update({ booking: "none", status: "pending", operator_number: null });

/** Gives departed groups that follow their trip's first day that day as their own, before the trip begins on another or they leave it. */
export const keepDepartures = (
  trx: Transaction,
  { start_date }: Pick<Trip, "start_date">,
  groups: DepartedGroup[],
) =>
  trx("groups")
    .whereIn("id", idsOf(groups.filter(({ departure_date }) => !departure_date)))
    .update({ departure_date: start_date });

/**
 * What a form asks about the departed groups of a trip: whether they keep the old days where the stages move, else only that they
 * return with the trip.
 * @param leaves whether the stages move
 */
export function departedQuestion(
  old: Trip,
  { start_date, end_date }: Trip,
  groups: DepartedGroup[],
  leaves: boolean,
): Question[] {
  if (!groups.length || (!leaves && end_date === old.end_date)) return [];
  const names = listOf(groups.map(({ name }) => name));
  const about = [idsOf(groups), old.start_date, old.end_date, start_date, end_date];
  const staying = `لا تتغير مغادرتها، وعودتها مع نهاية الرحلة: ${end_date} بدل ${old.end_date}.`;
  if (!leaves) return [{ text: `غادرت من مجموعات الرحلة: ${names}. ${staying}`, about }];
  const tick = `تبقى بأيامها ومراحلها، من ${old.start_date} إلى ${old.end_date}، في رحلة باسم ${quote(keptName(old))}`;
  return [
    {
      text: `غادرت من مجموعات الرحلة: ${names}.`,
      about,
      ticks: [{ value: keepsDays, label: tick, isTicked: true }],
      details: [
        {
          text: `إن أزلت العلامة تبعت الرحلة ومراحلها: ${end_date === old.end_date ? "لا تتغير أيامها." : staying}`,
        },
      ],
    },
  ];
}

const idsOf = (groups: DepartedGroup[]) => groups.map(({ id }) => id);
