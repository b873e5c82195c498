import type { Knex } from "knex";
import type { z } from "zod";
import { userOffer } from "~/auth/user-offer.server";
import { type Asked, offer } from "~/db/choices.server";
import { columnsOf } from "~/db/document.server";
import { hijriPeriodsOf, whereHijri } from "~/db/hijri-filter.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, idOf, rowsIn, searchOf } from "~/db/list.server";
import { lockRowWithKey, requireRows, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { type Store, tableStore } from "~/db/store.server";
import { countPhrase, seatCount } from "~/domain/count-words";
import { conflicting } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { date, flag, optional } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import type { Question } from "~/domain/question";
import { campaignOffer } from "~/features/campaigns/campaigns.server";
import {
  departedGroup,
  groupReturn,
  hasDeparted,
  isPast,
  knownDeparture,
} from "~/features/journey/days.server";
import { gapsOfGroups } from "~/features/journey/gaps.server";
import { seatsIn, stoppedQuestion, withStopped } from "~/features/journey/membership.server";
import { refuseStrangers } from "~/features/journey/strangers.server";
import { notTravelling, type WithMoved } from "~/features/moving/moved";
import { lockHanging, moveAlong } from "~/features/moving/moving.server";
import { type Group, type GroupStats, group, groupStatuses } from "./group";
import { memberCount } from "./member";

const schema = schemaOf(group.fields).extend({
  /** `departureDate`, in the spelling of the calls' other fields. */
  departure_date: optional(date()),
});

const changeSchema = schema.partial().extend({ move: flag().optional() });

type Input = Partial<z.output<typeof schema>>;

/** A group's row as its writes and its members' writes read it. */
export type GroupRow = {
  id: number;
  campaign_id: number;
  capacity: number;
  members: number;
  /** How many of them take no seat. */
  infants: number;
  departure_date: string | null;
  has_departed: boolean;
  updated_at: string;
};

/** The seats of a row of `groups` that are taken, in SQL: infants take none. */
export const takenSeats = "(groups.members - groups.infants)";

/** The present status of a row of `groups`, in SQL; see `hasDeparted`. */
export const groupStatus = (db: Db) =>
  db.raw(
    `CASE WHEN ${departedGroup} THEN 'departed'
          WHEN ${takenSeats} >= groups.capacity THEN 'full' ELSE 'active' END`,
    { today: officeToday() },
  );

/** Groups as calls show them. */
export const groupRows = (db: Db) =>
  db("groups")
    .join("campaigns", "campaigns.id", "campaign_id")
    .leftJoin("transportations", "transportations.id", "transportation_id")
    .leftJoin("users", "users.id", "supervisor_id")
    .select(...columnsOf(group), {
      campaign: "campaigns.name",
      currentMembers: "members",
      infants: "infants",
      busNumber: "transportations.company_name",
      busCapacity: "transportations.capacity",
      supervisor: "users.username",
      supervisorName: "full_name",
      supervisorNameLatin: "full_name_latin",
      supervisorPhone: "supervisor_phone",
      departureDate: "departure_date",
      status: groupStatus(db),
      trip_id: "trip_id",
    });

/** A row of `groupRows`; one without infants does not name them. */
export const toGroup = ({ infants, ...row }: Group): Group => (infants ? { ...row, infants } : row);

const table = tableStore<Group, typeof schema>({
  table: "groups",
  schema,
  rows: groupRows,
  toRow: toGroup,
  /** The search finds the name. The Hijri filters are for the departure's month or year. */
  matching(params) {
    const query = db("groups")
      .select("id")
      .where(withoutUndefined({ campaign_id: idOf(params, "campaign_id", group.labels) }));
    const status = choiceOf(params, "status", groupStatuses);
    if (status) query.whereRaw("? = ?", [groupStatus(db), status]);
    whereHijri(query, hijriPeriodsOf(params), "departure_date");
    return whereSearch(query, "search", searchOf(params));
  },
  async check(
    trx,
    { supervisorPhone, departure_date, departureDate = departure_date, status, ...input },
    row,
  ) {
    const present = row as GroupRow | undefined;
    const references = { campaign_id: "campaigns", transportation_id: "transportations" };
    await requireRows(trx, input, { ...references, supervisor_id: "users" });
    if (present) await checkMembers(trx, present, input);
    const departure = {
      departure_date: departureDate,
      has_departed: departedByHand(status, departureDate, present),
    };
    if (present && hasDeparted(present) && !hasDeparted({ ...present, ...withoutUndefined(departure) })) {
      await trx("kept_stays").where({ group_id: present.id }).delete();
      await refuseStrangers(trx, present.id, departureDate === undefined ? "status" : "departureDate");
    }
    return { ...input, supervisor_phone: supervisorPhone, ...departure };
  },
});

export const groups: Store<WithMoved<Group>, typeof schema> = {
  ...table,
  changeSchema,
  /** A form asks about a departure outside the campaign's days. */
  async create(trx, input, by) {
    const group = await table.create(trx, input, by);
    if (!by.ask) return group;
    const after = await daysOf(trx, group.id);
    // Each try makes a group of another number: the answer is to the days.
    const ask = (questions: Question[]) =>
      by.ask?.(questions.map((question) => ({ ...question, about: [after] })));
    const days = { before: { start: null, end: null }, after };
    await moveAlong(trx, { what: "المغادرة", ids: [group.id], ...days, isGroup: true }, { ask });
    return group;
  },
  /** Its typed stays move with the departure unless `move` is false. A form asks about members without a contract in another campaign. */
  async update(trx, id, change, by) {
    const { move, ...row } = change as Partial<z.output<typeof changeSchema>>;
    const ids = await lockHanging(trx, (groups) => groups.where({ id }));
    const before = await daysOf(trx, id);
    const gapsBefore = by.ask ? await gapsOfGroups(trx, [id]) : [];
    const [, stopped] = await withStopped(trx, [id], () => table.update(trx, id, row, by));
    const after = await daysOf(trx, id);
    const isElsewhere = before.campaign_id !== after.campaign_id;
    // Who has no standing contract in another campaign is among those without one.
    const contracts = by.ask && isElsewhere ? await contractQuestions(trx, id) : [];
    const others = isElsewhere ? contracts : stoppedQuestion(stopped);
    const days = { before, after, others, gapsBefore };
    const moved = await moveAlong(trx, { what: "المغادرة", ids, ...days, move, isGroup: true }, by);
    return { ...(await table.find(trx, id)), moved, ...notTravelling(stopped) };
  },
  /** Deletes its memberships with it (rulings §4), and before it, so that the audit log can still name the group. */
  async remove(trx, id, by) {
    await lockRowWithKey(trx, "groups", id);
    await trx("group_members").where({ group_id: id }).delete();
    await table.remove(trx, id, by);
  },
};

type Days = { campaign_id: number | null } & Record<"start" | "end", string | null>;

/** A group's campaign and the days of its journey; null where they are not known, or there is no such group. */
async function daysOf(trx: Transaction, id: number): Promise<Days> {
  const row = await trx("groups")
    .join("campaigns", "campaigns.id", "campaign_id")
    .leftJoin("trips", "trips.id", "trip_id")
    .where({ "groups.id": id })
    .first(
      "campaign_id",
      trx.raw(`${knownDeparture} AS start, greatest(${knownDeparture}, ${groupReturn}) AS "end"`),
    );
  return row ?? { campaign_id: null, start: null, end: null };
}

/** The members that a question names. */
const mostNamed = 20;

/** What a form asks about the members who have no standing contract in their group's campaign. */
async function contractQuestions(trx: Transaction, id: number): Promise<Question[]> {
  const rows: { customer_id: number; name: string; campaign_id: number; campaign: string }[] = await trx(
    "group_members",
  )
    .join("customers", "customers.id", "customer_id")
    .join("campaigns", "campaigns.id", "campaign_id")
    .where({ group_id: id })
    .whereNotExists(
      trx("contracts").whereRaw(
        `contracts.customer_id = group_members.customer_id AND contracts.campaign_id = group_members.campaign_id
         AND stands(contracts.status)`,
      ),
    )
    .orderBy("group_members.id")
    .select("customer_id", "customers.name", "campaign_id", { campaign: "campaigns.name" });
  const [first] = rows;
  if (!first) return [];
  const names = rows.slice(0, mostNamed).map(({ name }) => quote(name));
  if (rows.length > mostNamed) names.push(`وغيرهم ${rows.length - mostNamed}`);
  return [
    {
      text: `${countPhrase(rows.length, memberCount)} بلا عقد قائم في ${quote(first.campaign)}: ${names.join("، ")}.`,
      about: [id, first.campaign_id, rows.map(({ customer_id }) => customer_id)],
    },
  ];
}

/**
 * The change if a user says by hand that a group has departed, or is back. Only a status that differs from the present one
 * says so, since calls send back the status that they read.
 * @throws DomainError conflict for a group that would be back although its departure date is past
 */
function departedByHand(
  status: Input["status"],
  departureDate: Input["departureDate"],
  present: GroupRow | undefined,
) {
  const departs = status === "departed";
  if (!status || departs === (present !== undefined && hasDeparted(present))) return undefined;
  const day = departureDate === undefined ? (present?.departure_date ?? null) : departureDate;
  if (!departs && isPast(day))
    throw conflicting("status", `غادرت المجموعة في ${day}: غيّر تاريخ المغادرة أولًا`);
  return departs;
}

/** @throws DomainError conflict if a member would lose the seat, or the contract in the group's campaign */
async function checkMembers(trx: Transaction, { id, members, infants, ...present }: GroupRow, change: Input) {
  const { capacity = present.capacity, campaign_id = present.campaign_id } = change;
  const isElsewhere = campaign_id !== present.campaign_id;
  if (capacity !== present.capacity) {
    const seats = isElsewhere ? await seatsIn(trx, id, campaign_id) : members - infants;
    if (capacity < seats) throw conflicting("capacity", `السعة لا تقل عن عدد الأعضاء: ${seats}`);
  }
  if (!isElsewhere) return;
  const elsewhere: string[] = await trx("group_members")
    .join("group_members as others", "others.customer_id", "group_members.customer_id")
    .join("customers", "customers.id", "others.customer_id")
    .where({ "group_members.group_id": id, "others.campaign_id": campaign_id })
    .orderBy("others.id")
    .limit(3)
    .pluck("customers.name");
  if (elsewhere.length)
    throw conflicting(
      "campaign_id",
      `من أعضائها من هو في مجموعة أخرى من هذه الحملة: ${elsewhere.map(quote).join("، ")}`,
    );
}

/** The groups that were created last. */
export const newestGroups = (db: Db, limit: number): Promise<Group[]> =>
  groupRows(db).orderByRaw("groups.created_at DESC, groups.id DESC").limit(limit);

/** The groups that are in no trip and have not departed (rulings §4). */
export const availableGroups = (params: URLSearchParams): List<Group> => {
  const list = groups.list(params) as List<Group>;
  return { ...list, matching: whereAvailable(list.matching) };
};

export const whereAvailable = (query: Knex.QueryBuilder) =>
  query.whereNull("trip_id").whereRaw("? <> 'departed'", [groupStatus(db)]);

/** The numbers of groups, members and places of a list, or of all groups. */
export async function groupStats(db: Db, list?: List<Group>): Promise<GroupStats> {
  const rows = list ? rowsIn(list) : db("groups");
  const withStatus = rows.select("capacity", "members", "infants", { status: groupStatus(db) });
  return db.from(withStatus.as("groups")).first(
    db.raw(`count(*) AS "totalGroups", coalesce(sum(capacity), 0)::bigint AS "totalCapacity",
        coalesce(sum(members), 0)::bigint AS "totalMembers",
        coalesce(sum(capacity - ${takenSeats}), 0)::bigint AS "availableSeats",
        count(*) FILTER (WHERE status = 'active') AS "activeGroups",
        count(*) FILTER (WHERE status = 'full') AS "fullGroups",
        count(*) FILTER (WHERE status = 'departed') AS "departedGroups"`),
  );
}

/** The choices of a group's form: active rows, and the group's present ones. */
export async function groupOffers(asked: Asked) {
  const [campaign_id, transportation_id, supervisor_id] = await Promise.all([
    campaignOffer(asked),
    offer<{ id: number; name: string; capacity: number }>(asked, "transportation_id", {
      table: "transportations",
      name: "company_name",
      rows: db("transportations").select("id", "capacity", { name: "company_name" }),
      open: (transportations) => transportations.where({ status: "active" }),
      toChoice: ({ id, name, capacity }) => [id, `${name} · ${countPhrase(capacity, seatCount)}`],
    }),
    userOffer(asked, "supervisor_id"),
  ]);
  return { campaign_id, transportation_id, supervisor_id };
}
