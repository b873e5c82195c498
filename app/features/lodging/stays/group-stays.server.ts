import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { aboutEach } from "~/domain/details";
import { DomainError, type FieldErrors } from "~/domain/domain-error";
import { date, id, optional, wholeNumber } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import type { Question } from "~/domain/question";
import type { Group } from "~/features/groups/group";
import { gapsOfGroups } from "~/features/journey/gaps.server";
import {
  type DatedStay,
  datesOf,
  departureOfStays,
  lateStays,
  packagesOf,
  staysOfGroup,
} from "~/features/journey/stay-dates.server";
import { papersPrinted } from "~/features/links/printed.server";
import { trips } from "~/features/trips/trips.server";
import { stayField } from "./group-stay";

/** What is typed of a stay; a date left empty is computed. */
export const stayChoice = z.object({
  package_id: id(),
  place: wholeNumber({ min: 1, max: 100 }),
  check_in: optional(date()),
  check_out: optional(date()),
});

type StayChoice = z.output<typeof stayChoice>;

/**
 * Keeps the dates that a clerk has typed for the stays of a group; those that are what they would be anyway are not kept, and
 * follow the departure. Stays that are not named stay as they are.
 * @param by `ask` asks where a stay ends after the trip, and where papers were printed
 * @throws DomainError not_found; conflict where the group was changed since `readAt`; invalid with a sentence at each date to blame
 */
export async function saveGroupStays(
  trx: Transaction,
  groupId: number,
  choices: StayChoice[],
  { readAt, ask }: Pick<By, "readAt" | "ask"> = {},
) {
  const readStays = () => staysOfGroup(trx, groupId);
  const current = async () => ({ stays: await readStays() });
  const row = await lockRow<Pick<Group, "id" | "trip_id"> & { updated_at: string }>(
    trx,
    "groups",
    groupId,
    readAt,
    current,
  );
  const departure = await departureOfStays(trx, groupId);
  const present = await readStays();
  const packages = packagesOf(present);
  const fields: FieldErrors = {};
  const rows = packages.flatMap((stays) => {
    const datable = stays.map((stay) => {
      const choice = choices.find((one) => one.package_id === stay.package_id && one.place === stay.place);
      const { check_in, check_out } = choice ?? (stay.is_shifted ? stay : {});
      return { nights: stay.nights, input: { check_in, check_out } };
    });
    const dated = datesOf(datable, departure).map((dates, index) => ({
      ...(stays[index] as DatedStay),
      ...dates,
    }));
    Object.assign(fields, faultsOf(dated, departure));
    return dated.filter(({ is_shifted }) => is_shifted).map(rowOf(groupId));
  });
  const [sentence] = Object.values(fields);
  if (sentence) throw new DomainError("invalid", sentence, { fields });
  const presentRows = present.filter(({ is_shifted }) => is_shifted).map(rowOf(groupId));
  if (JSON.stringify(rows) === JSON.stringify(presentRows)) return;
  // Of a package for which nobody travels now they stay: he may come back.
  await trx("group_stays")
    .where({ group_id: groupId })
    .whereIn(
      "package_id",
      packages.flatMap(([stay]) => stay?.package_id ?? []),
    )
    .delete();
  if (rows.length) await trx("group_stays").insert(rows);
  // The group is touched, so that an older page of it is refused.
  await trx("groups").where({ id: groupId }).update({ updated_at: trx.fn.now() });
  ask?.([...(await lateQuestions(trx, row)), ...(await paperQuestions(trx, groupId, rows))]);
}

/** What a form asks where stays end after the trip's last day. */
async function lateQuestions(trx: Transaction, group: Pick<Group, "id" | "trip_id">): Promise<Question[]> {
  const { packages, late, lastDay } = await judgedStays(trx, group);
  const names = packages
    .flat()
    .flatMap((stay) => (late.includes(stayField("check_out", stay)) ? stay.hotel : []));
  if (!names.length) return [];
  const text = `تنتهي بعد عودة الرحلة في ${lastDay}: ${names.map(quote).join("، ")}.`;
  return [{ text, about: [group.id, lastDay, late] }];
}

/** What a form asks where papers with the old days were handed out. */
async function paperQuestions(trx: Transaction, groupId: number, rows: object[]): Promise<Question[]> {
  const details = aboutEach("طبع بالأيام القديمة، فاطبعه من جديد", await papersPrinted(trx, [groupId]), {
    most: 20,
  });
  return details.length ? [{ text: "تتغير أيام الإقامات.", about: [groupId, rows], details }] : [];
}

const rowOf =
  (group_id: number) =>
  ({ package_id, place, hotel_id, check_in, check_out }: DatedStay) => ({
    group_id,
    package_id,
    place,
    hotel_id,
    check_in,
    check_out,
  });

/** What is wrong with the dates of one package's stays, by the fields of the form. */
export function faultsOf(stays: DatedStay[], departure: string | null) {
  const fields: FieldErrors = {};
  let free = departure;
  for (const stay of stays) {
    const { check_in, check_out } = stay;
    if (check_out && !check_in) fields[stayField("check_in", stay)] = "اكتب تاريخ الدخول أيضًا";
    if (check_in && check_out && check_out <= check_in)
      fields[stayField("check_out", stay)] = "تاريخ الخروج بعد تاريخ الدخول";
    if (check_in && free && check_in < free)
      fields[stayField("check_in", stay)] =
        free === departure
          ? `الدخول لا يسبق مغادرة المجموعة (${free})`
          : `الدخول لا يسبق الخروج من الفندق قبله (${free})`;
    free = check_out ?? free;
  }
  return fields;
}

/**
 * The stays of a group by package, and what is wrong with their dates, by the fields of the form: `faults` contradict what is before
 * them, `late` end after the trip's last day, `gaps` are nights without a bed.
 */
export async function judgedStays(db: Db, { id, trip_id }: Pick<Group, "id" | "trip_id">) {
  const packages = packagesOf(await staysOfGroup(db, id));
  const departure = await departureOfStays(db, id);
  const faults: FieldErrors = Object.assign({}, ...packages.map((stays) => faultsOf(stays, departure)));
  const lastDay = trip_id === null ? null : (await trips.find(db, trip_id)).end_date;
  const late = lateStays(packages.flat(), lastDay).map((stay) => stayField("check_out", stay));
  const [gaps] = await gapsOfGroups(db, [id]);
  return { packages, departure, faults, lastDay, late, gaps };
}
