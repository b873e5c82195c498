import type { Transaction } from "~/db/knex.server";
import { byName } from "~/db/order.server";
import { later } from "~/domain/dates";
import { aboutEach, listOf } from "~/domain/details";
import { groupBy } from "~/domain/group-by";
import { quote } from "~/domain/nouns";
import type { Detail } from "~/domain/question";
import { groupReturn, knownDeparture } from "~/features/journey/days.server";
import { type GroupGaps, gapsOfGroups, newGaps } from "~/features/journey/gaps.server";
import { packagesOf, staysOfGroup } from "~/features/journey/stay-dates.server";
import { papersPrinted } from "~/features/links/printed.server";
import { peopleOutside } from "./people.server";

type GroupNames = Record<"following" | "outside" | "early" | "late", string[]>;
type Named = { id: number; name: string };

/**
 * What does not fit the days of groups as they are now, in sentences: departures outside the trip, stays before the departure or after
 * the return, nights without a bed, instalments that are due after the journey, visas that are not valid until its end, journeys outside a
 * campaign's days. Groups that have no day of their own follow their trip, and stays that nobody typed follow the departure. Flights keep the words
 * that a clerk typed. Lists and vouchers that were printed since the days were set have the old ones.
 * @param ids of the groups
 * @param days by how many the first day has moved
 * @param leaving the groups of which the departure moved, beside those that have none
 * @param gapsBefore the nights without a bed and misplaced stages before the change: only new ones are named
 * @param campaignId of a campaign: who has signed there and is in no group has its days
 */
export async function consequencesOf(
  trx: Transaction,
  ids: number[],
  {
    days,
    leaving,
    campaignId,
    gapsBefore,
  }: { days: number; leaving: number[]; campaignId: number | null; gapsBefore: GroupGaps[] },
): Promise<Detail[]> {
  const { following, outside, early, late } = await groupsOutside(trx, ids);
  const named: [string, string[]][] = [
    ["تتبع الرحلة من نفسها", days ? following : []],
    ["مغادرات خارج الأيام", campaignId ? [] : outside],
    ["إقامات تبدأ قبل المغادرة", early],
    ["إقامات تنتهي بعد العودة", late],
  ];
  const moving = days ? await movingGroups(trx, ids, leaving) : [];
  return [
    ...named
      .filter(([, names]) => names.length)
      .map(([text, names]) => ({ text: `${text}: ${listOf(names)}.` })),
    ...(campaignId ? await outsideCampaign(trx, campaignId) : []),
    ...gapsText(newGaps(gapsBefore, await gapsOfGroups(trx, ids), days)),
    ...writtenFlights(moving),
    ...(await peopleOutside(trx, ids, campaignId)),
    ...aboutEach("طبع بالأيام القديمة، فاطبعه من جديد", await papersPrinted(trx, ids), { most: 20 }),
    ...(await computedStays(trx, moving, days)),
  ];
}

const groupPath = (id: number) => `/trips/groups/${id}`;

async function groupsOutside(trx: Transaction, ids: number[]): Promise<GroupNames> {
  const namesWhere = (condition: string) =>
    `coalesce(json_agg(name ORDER BY name COLLATE by_name) FILTER (WHERE ${condition}), '[]')`;
  const { rows } = await trx.raw<{ rows: GroupNames[] }>(
    `SELECT ${namesWhere("departure_date IS NULL AND trip_id IS NOT NULL")} AS following,
       ${namesWhere("departure_date NOT BETWEEN first_day AND last_day")} AS outside,
       ${namesWhere("first_stay < departure")} AS early, ${namesWhere("last_stay > return")} AS late
     FROM (
       SELECT groups.name, trip_id, groups.departure_date, ${knownDeparture} AS departure, ${groupReturn} AS return,
         coalesce(trips.start_date, campaigns.start_date) AS first_day, coalesce(trips.end_date, campaigns.end_date) AS last_day,
         (SELECT min(check_in) FROM group_stays WHERE group_id = groups.id) AS first_stay, stays_end(groups.id) AS last_stay
       FROM groups JOIN campaigns ON campaigns.id = campaign_id LEFT JOIN trips ON trips.id = trip_id
       WHERE groups.id = ANY(?)) AS days`,
    [ids],
  );
  return rows[0] as GroupNames;
}

/** The groups of a campaign whose journey is not within its days, those of a trip too. */
async function outsideCampaign(trx: Transaction, campaignId: number): Promise<Detail[]> {
  const { rows } = await trx.raw<{ rows: (Named & Record<"departure" | "return", string>)[] }>(
    `SELECT * FROM (
       SELECT groups.id, groups.name, ${knownDeparture} AS departure, ${groupReturn} AS return, campaigns.start_date, campaigns.end_date
       FROM groups JOIN campaigns ON campaigns.id = campaign_id LEFT JOIN trips ON trips.id = trip_id
       WHERE campaign_id = ?) AS journeys
     WHERE departure < start_date OR return > end_date ORDER BY departure, name COLLATE by_name, id`,
    [campaignId],
  );
  return aboutEach(
    "مجموعات تسافر خارج أيام الحملة",
    rows.map(({ id, name, departure, return: end }) => ({
      label: `${quote(name)} (${departure} إلى ${end})`,
      href: `${groupPath(id)}/edit`,
    })),
  );
}

/** Those of the groups of which the departure has moved, in the order of their names. */
const movingGroups = (
  trx: Transaction,
  ids: number[],
  leaving: number[],
): Promise<(Named & { flights: string | null })[]> =>
  trx("groups")
    .whereRaw("id = ANY(?) AND (departure_date IS NULL OR id = ANY(?))", [ids, leaving])
    .orderByRaw(byName("name", "id"))
    .select("id", "name", "flights");

const mostGroups = 5;

/** The stays that follow a departure, each with its old and its new first day. Behind a typed one they follow that. */
async function computedStays(trx: Transaction, groups: Named[], days: number): Promise<Detail[]> {
  const details: Detail[] = [];
  for (const { id, name } of groups) {
    const stays = packagesOf(await staysOfGroup(trx, id)).flatMap((ofPackage) => {
      const typed = ofPackage.findIndex(({ is_shifted }) => is_shifted);
      return typed < 0 ? ofPackage : ofPackage.slice(0, typed);
    });
    const dated = stays.filter(({ check_in }) => check_in);
    const texts = [...groupBy(dated, ({ check_in }) => check_in as string)].map(([day, on]) => {
      const hotels = [...new Set(on.map(({ hotel }) => hotel))];
      return `${later(day, -days)} يصبح ${day} (${listOf(hotels)})`;
    });
    if (texts.length)
      details.push({ text: `إقامات ${quote(name)} المحسوبة تتبع مغادرتها: ${texts.join("، ")}.` });
  }
  return inShort(details);
}

const gapsText = (gaps: GroupGaps[]): Detail[] =>
  inShort(
    gaps.map(({ id, name, lines }) => ({
      text: `${quote(name)}: ${lines.map(({ text }) => text).join("؛ ")}.`,
      links: [{ href: `${groupPath(id)}/stays`, label: "المواعيد" }],
      right: "manage_trips",
    })),
  );

/** The first groups' sentences, and how many groups more there are. */
const inShort = (details: Detail[]): Detail[] => [
  ...details.slice(0, mostGroups),
  ...(details.length > mostGroups ? [{ text: `ومثلها مجموعات أخرى: ${details.length - mostGroups}.` }] : []),
];

/** A text in another direction than the sentence around it. */
const isolated = (text: string) => `\u2068${text}\u2069`;

const writtenFlights = (groups: (Named & { flights: string | null })[]) =>
  aboutEach(
    "رحلات جوية كتبت بيد لا تتغير مع الأيام، فصححها",
    groups.flatMap(({ id, name, flights }) => {
      const text = flights?.replaceAll(/\s+/g, " ").slice(0, 80);
      return text ? [{ label: `${quote(name)} (${isolated(text)})`, href: `${groupPath(id)}/edit` }] : [];
    }),
  );
