import type { Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { countPhrase, roomCount } from "~/domain/count-words";
import { aboutEach, listOf } from "~/domain/details";
import { groupBy } from "~/domain/group-by";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import type { NamedLink, Question } from "~/domain/question";
import { departedGroup } from "~/features/journey/days.server";
import { type Lodging, lodgingOf, placesOf } from "~/features/journey/lodgings.server";
import { nightCount } from "~/features/journey/nights";
import { papersPrinted } from "~/features/links/printed.server";
import type { Package } from "./package";
import type { Stay } from "./stay";

/*
 * The groups that sleep by a package of which the stays change (docs/decisions/stays.md). Those that have departed keep the stays that it had;
 * the rooms and papers of the others follow it.
 */

type Group = { id: number; name: string };
type SleepingGroup = Group & { has_departed: boolean };

/** The value of the question's box. */
const keepsStays = "departed";

/**
 * Keeps the present stays of a package for the groups that have departed, unless the user of a form has taken the tick away.
 * @param stays which the package will have
 * @returns how many groups keep them, and what asks the user of a form once the new stays are stored
 */
export async function askAboutStays(
  trx: Transaction,
  present: Package,
  stays: Stay[],
  { ask, unticked }: Pick<By, "ask" | "unticked">,
) {
  const groups = await lockGroups(trx, present.id);
  const departed = groups.filter(({ has_departed }) => has_departed);
  const isKept = !unticked?.has(keepsStays);
  if (isKept) await keepStays(trx, present, departed);
  const following = isKept ? groups.filter(({ has_departed }) => !has_departed) : groups;
  const before = ask ? await roomsOf(trx, following) : [];
  return {
    kept: isKept ? departed.length : 0,
    ask: async () =>
      ask?.([
        ...(await departedQuestion(trx, present, stays, departed, isKept)),
        ...(await followingQuestion(trx, present, stays, { all: groups, groups: following, before })),
      ]),
  };
}

/** Locks the groups in which somebody travels with a package, without those that keep stays that it had before. */
const lockGroups = (trx: Transaction, package_id: number): Promise<SleepingGroup[]> =>
  trx("groups")
    .whereExists(trx("packages_of_members").where({ package_id }).whereRaw("group_id = groups.id"))
    .whereNotExists(trx("kept_stays").where({ package_id }).whereRaw("group_id = groups.id"))
    .orderBy("groups.id")
    .forNoKeyUpdate()
    .select("groups.id", "groups.name", {
      has_departed: trx.raw(`coalesce(${departedGroup}, false)`, { today: officeToday() }),
    });

/** Writes the stays of a package as those of departed groups; a row without a hotel where it has none. */
async function keepStays(trx: Transaction, { id, stays }: Package, groups: Group[]) {
  const rows = groups.flatMap((group) =>
    (stays.length ? stays : [{ hotel_id: null, nights: null }]).map(({ hotel_id, nights }, index) => ({
      group_id: group.id,
      package_id: id,
      place: index + 1,
      hotel_id,
      nights,
    })),
  );
  if (rows.length) await trx("kept_stays").insert(rows);
}

async function departedQuestion(
  trx: Transaction,
  { stays: old }: Package,
  stays: Stay[],
  groups: Group[],
  isTicked: boolean,
): Promise<Question[]> {
  if (!groups.length) return [];
  const hotelIds = old.map(({ hotel_id }) => hotel_id);
  const hotels: { id: number; name: string }[] = await trx("hotels")
    .whereIn("id", hotelIds)
    .select("id", "name");
  const nameOf = (of: number) => hotels.find(({ id }) => id === of)?.name;
  const texts = old.map(({ hotel_id, nights }) => `${nameOf(hotel_id)} (${countPhrase(nights, nightCount)})`);
  const label = texts.length ? `تبقى بإقاماتها: ${texts.join("، ")}` : "تبقى بلا إقامات";
  return [
    {
      text: `غادرت بهذه الباقة: ${listOf(groups.map(({ name }) => name))}.`,
      about: [groups.map(({ id }) => id), old, stays],
      ticks: [{ value: keepsStays, label, isTicked }],
      details: [{ text: "إن أزلت العلامة صارت إقاماتها وقسائمها بالفنادق والليالي الجديدة." }],
    },
  ];
}

type RoomsInLodging = Group & { rooms: number; lodging: Lodging | null; key: string };

/** The lodgings of groups in which there are rooms. */
async function roomsOf(trx: Transaction, groups: Group[]): Promise<RoomsInLodging[]> {
  const rows: { group_id: number; lodging: string; rooms: number }[] = await trx("rooms")
    .whereIn(
      "group_id",
      groups.map(({ id }) => id),
    )
    .groupBy("group_id", "lodging")
    .select("group_id", "lodging", { rooms: trx.raw("count(*)::integer") });
  const counts = groupBy(rows, ({ group_id }) => group_id);
  const inLodgings: RoomsInLodging[] = [];
  for (const { id, name } of groups.filter(({ id }) => counts.has(id)))
    for (const { lodging, ...key } of await placesOf(trx, id)) {
      const { rooms } = counts.get(id)?.find((row) => row.lodging === lodgingOf(key)) ?? {};
      if (rooms) inLodgings.push({ id, name, rooms, lodging, key: lodgingOf(key) });
    }
  return inLodgings;
}

/** What follows for the groups that sleep by the new stays: rooms, typed days, papers. The answer holds for `all`, whatever is ticked. */
async function followingQuestion(
  trx: Transaction,
  { id, stays: old }: Package,
  stays: Stay[],
  { all, groups, before }: { all: Group[]; groups: Group[]; before: RoomsInLodging[] },
): Promise<Question[]> {
  if (!groups.length) return [];
  const ids = groups.map(({ id }) => id);
  const after = new Map((await roomsOf(trx, groups)).map((one) => [`${one.id} ${one.key}`, one]));
  const afterOf = (one: RoomsInLodging) => after.get(`${one.id} ${one.key}`);
  const moved = before.filter((one) => {
    const now = afterOf(one);
    return now && daysOf(now) !== daysOf(one);
  });
  const [remaining, falling] = await typedStays(trx, id, stays, ids);
  return [
    {
      text: "تتغير إقامات المجموعات التي تتبع الباقة.",
      about: [all.map(({ id }) => id), old, stays],
      details: [
        { text: `${listOf(groups.map(({ name }) => name))}.` },
        ...aboutEach(
          "غرف تصير بلا فندق",
          before.filter((one) => !afterOf(one)).map((one) => roomsLink(one, placeText(one))),
        ),
        ...aboutEach(
          "غرف تتغير أيامها",
          moved.map((one) =>
            roomsLink(one, `${placeText(one)}: ${daysOf(one)} يصبح ${daysOf(afterOf(one) ?? one)}`),
          ),
        ),
        ...aboutEach("مواعيد كتبت بيد تبقى", remaining),
        ...aboutEach("مواعيد كتبت بيد تسقط، فهي لإقامة أخرى", falling),
        ...aboutEach("طبع بالإقامات القديمة، فاطبعه من جديد", await papersPrinted(trx, ids), { most: 20 }),
      ],
    },
  ];
}

const daysOf = ({ lodging }: RoomsInLodging) => `${lodging?.check_in ?? ""} – ${lodging?.check_out ?? ""}`;
const placeText = ({ rooms, lodging }: RoomsInLodging) =>
  `${countPhrase(rooms, roomCount)}${lodging ? `، ${quote(lodging.hotel)}` : ""}`;

const roomsLink = ({ id, name }: Group, fact: string): NamedLink => ({
  label: `${quote(name)} (${fact})`,
  href: `/trips/groups/${id}/rooms`,
});

/** The typed days of groups in a package, those that its new stays still have and those that they lose. */
async function typedStays(
  trx: Transaction,
  package_id: number,
  stays: Stay[],
  ids: number[],
): Promise<[remaining: NamedLink[], falling: NamedLink[]]> {
  const typed: (Group & { place: number; hotel_id: number; hotel: string; check_in: string })[] = await trx(
    "group_stays",
  )
    .join("groups", "groups.id", "group_id")
    .join("hotels", "hotels.id", "hotel_id")
    .where({ package_id })
    .whereIn("group_id", ids)
    .orderBy(["groups.name", "group_id", "place"])
    .select("groups.id", "groups.name", "place", "hotel_id", "check_in", { hotel: "hotels.name" });
  const remains = ({ place, hotel_id }: (typeof typed)[number]) => stays[place - 1]?.hotel_id === hotel_id;
  const linksTo = (rows: typeof typed) =>
    rows.map(({ id, name, hotel, check_in }) => ({
      label: `${quote(name)} (${quote(hotel)} ${check_in})`,
      href: `/trips/groups/${id}/stays`,
    }));
  return [linksTo(typed.filter(remains)), linksTo(typed.filter((row) => !remains(row)))];
}
