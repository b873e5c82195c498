import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, flagOf, idOf, searchOf } from "~/db/list.server";
import { lockRow, requireRows, visibleRows, withoutUndefined } from "~/db/rows.server";
import { wherePerson } from "~/db/search.server";
import type { By, Store } from "~/db/store.server";
import { conflicting, DomainError, invalid, notFound } from "~/domain/domain-error";
import { id } from "~/domain/input.server";
import { ids } from "~/domain/lists.server";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { byNearness } from "~/features/customers/nearest.server";
import { hasDeparted } from "~/features/journey/days.server";
import { type Group, group } from "../group";
import type { GroupRow } from "../groups.server";
import { type Member, type MemberGender, member, memberGenders } from "../member";

/** The values that customers store. */
const genderOf: Record<MemberGender, string> = { male: "ذكر", female: "أنثى" };

const memberRows = (db: Db) =>
  db("group_members")
    .join("customers", "customers.id", "customer_id")
    .select("customers.id", "customers.name", "customers.name_latin", "national_id", "phone", "travels", {
      gender: db.raw("CASE gender WHEN ? THEN 'male' WHEN ? THEN 'female' END", Object.values(genderOf)),
      age: db.raw(
        "CASE WHEN isfinite(date_of_birth) THEN extract(year FROM age(?::date, date_of_birth))::integer END",
        [officeToday()],
      ),
      added_at: "added_at",
    });

/** The members of a group, or of all groups, the last added first. The search finds the customers' names, numbers and phones. */
function listMembers(groupId: number | undefined, params: URLSearchParams): List<Member> {
  const campaign_id = idOf(params, "campaign_id", group.labels);
  const matching = db("group_members")
    .select("group_members.id")
    .where(withoutUndefined({ group_id: groupId, campaign_id }));
  const gender = choiceOf(params, "gender", memberGenders, member.labels);
  const travels = flagOf(params, "travels");
  const search = searchOf(params);
  if (travels !== undefined) matching.where({ travels });
  if (gender || search) matching.join("customers", "customers.id", "customer_id");
  if (gender) matching.where({ gender: genderOf[gender] });
  wherePerson(matching, "customers.search", search);
  const inGroups = db("groups")
    .where(withoutUndefined({ id: groupId, campaign_id }))
    .select(db.raw("coalesce(sum(members), 0)")); // the totals that a trigger keeps
  const total = gender || search || !travels ? undefined : inGroups;
  return { table: "group_members", matching, rows: memberRows, toRow: (row) => row, total };
}

/** The members of all groups, each with the group. A customer in groups of two campaigns appears twice. */
export const listAllMembers = (params: URLSearchParams): List<Member & MemberGroup> => ({
  ...listMembers(undefined, params),
  rows: (db) =>
    memberRows(db)
      .join("groups", "groups.id", "group_id")
      .join("campaigns", "campaigns.id", "groups.campaign_id")
      .select("group_id", {
        membership: "group_members.id",
        group_name: "groups.name",
        campaign: "campaigns.name",
      }),
  toRow: (row) => row,
});

export type MemberGroup = { membership: number; group_id: number; group_name: string; campaign: string };

async function findMember(db: Db, groupId: number, customerId: number): Promise<Member> {
  const row = await memberRows(db).where({ group_id: groupId, customer_id: customerId }).first();
  if (!row) throw notFound("العضو ليس في المجموعة");
  return row;
}

/** group_id comes from the address and not from the sender, so that an idempotency key is for one group only. */
const schemaOf = (groupId: number) =>
  z.object({ customer_id: id(), group_id: z.preprocess(() => groupId, z.number()) });

/** The members of a group by the customer's id. A membership has nothing to change. */
export const memberStore = (groupId: number) =>
  ({
    schema: schemaOf(groupId),
    list: (params) => listMembers(groupId, params),
    find: (db, customerId) => findMember(db, groupId, customerId),
    async create(trx, { customer_id }, by) {
      const group = await lockGroup(trx, groupId);
      await requireRows(trx, { customer_id }, { customer_id: "customers" });
      const [refused] = await addMembers(trx, group, [customer_id], by);
      if (refused) throw conflicting("customer_id", refused.reason);
      return findMember(trx, groupId, customer_id);
    },
    async remove(trx, customer_id) {
      await lockGroup(trx, groupId);
      const count = await trx("group_members").where({ group_id: groupId, customer_id }).delete();
      if (!count) throw notFound("العضو ليس في المجموعة");
    },
  }) satisfies Omit<Store<Member, ReturnType<typeof schemaOf>>, "update">;

/** Takes all who do not travel out of a group. @returns their number @throws DomainError not_found */
export async function removeOthers(trx: Transaction, groupId: number): Promise<number> {
  await lockGroup(trx, groupId);
  return trx("group_members").where({ group_id: groupId, travels: false }).delete();
}

/** Why a group takes no members; undefined if it does. */
export const closedText = ({ name, status }: Pick<Group, "name" | "status">) =>
  status === "departed" ? `المجموعة ${quote(name)} غادرت ولا تقبل أعضاء` : undefined;

/** Locks a group, so that its members change one transaction at a time. Their number is read after the lock. */
const lockGroup = (trx: Transaction, groupId: number) => lockRow<GroupRow>(trx, "groups", groupId);

type Refusal = { name: string; reason: string };

type Newcomer = {
  id: number;
  name: string;
  taken_by: number | null;
  taken_by_name: string;
  needs_seat: boolean;
};

/**
 * Adds customers to a locked group, as far as it can take them.
 * @returns the customers who were not added, and why
 */
async function addMembers(
  trx: Transaction,
  group: GroupRow,
  customerIds: number[],
  { user }: By,
): Promise<Refusal[]> {
  const customers: Newcomer[] = await trx("customers")
    .leftJoin("group_members as taken", (on) =>
      on.on("taken.customer_id", "customers.id").andOnVal("taken.campaign_id", group.campaign_id),
    )
    .leftJoin("groups", "groups.id", "taken.group_id")
    .whereIn("customers.id", customerIds)
    .orderBy("customers.id") // two groups of a campaign that add the same people lock them in one order
    .select("customers.id", "customers.name", {
      taken_by: "groups.id",
      taken_by_name: "groups.name",
      needs_seat: trx.raw("takes_seat(traveller_by_contracts(?, ?, customers.id))", [
        group.id,
        group.campaign_id,
      ]),
    });
  const refusal = hasDeparted(group) && "غادرت المجموعة ولا تقبل أعضاء";
  let seats = group.capacity - (group.members - group.infants);
  const refused: Refusal[] = [];
  const added: number[] = [];
  for (const { id, name, taken_by, taken_by_name, needs_seat } of customers) {
    const reason =
      (taken_by === group.id && "مسجل في هذه المجموعة من قبل") ||
      (taken_by && `مسجل في المجموعة ${quote(taken_by_name)} من هذه الحملة`) ||
      refusal ||
      (seats === 0 && needs_seat && "المجموعة مكتملة");
    if (reason) refused.push({ name, reason });
    else {
      added.push(id);
      if (needs_seat) seats--;
    }
  }
  const membership = { group_id: group.id, campaign_id: group.campaign_id, added_by: user.id };
  if (added.length)
    await trx("group_members").insert(added.map((customer_id) => ({ ...membership, customer_id })));
  return refused;
}

export const severalSchema = z.object({ customer_ids: ids() });

/**
 * Adds several customers, as many as the group can take.
 * @returns the number of added ones, and a sentence about the others
 * @throws DomainError conflict if nobody was added
 */
export async function addSeveral(trx: Transaction, groupId: number, customerIds: number[], by: By) {
  const group = await lockGroup(trx, groupId);
  await requireRows(trx, { customer_ids: customerIds }, { customer_ids: "customers" });
  const refused = await addMembers(trx, group, customerIds, by);
  const added = customerIds.length - refused.length;
  if (!added) throw new DomainError("conflict", refusalOf(refused));
  return { added, refusal: refusalOf(refused) };
}

/** The most names of the sentence, which must fit into a cookie. */
const mostNames = 20;

/** The customers who were not added, by reason: «لم يضف «أحمد»، «سعيد» (المجموعة مكتملة)». */
function refusalOf(refused: Refusal[]) {
  if (!refused.length) return "";
  const firstRefusals = refused.slice(0, mostNames);
  const reasons = [...new Set(firstRefusals.map(({ reason }) => reason))].map((reason) => {
    const names = firstRefusals.filter((one) => one.reason === reason).map(({ name }) => quote(name));
    return `${names.join("، ")} (${reason})`;
  });
  return `لم يضف ${reasons.join("، و")}${refused.length > mostNames ? " وغيرهم" : ""}`;
}

/**
 * Adds customers of a campaign to one of its groups, all of them or none.
 * @throws DomainError invalid if the group is of another campaign, conflict if it cannot take them
 */
export async function addAll(
  trx: Transaction,
  { group_id, campaign_id }: { group_id: number; campaign_id: number },
  customerIds: number[],
  by: By,
): Promise<void> {
  const group = await lockGroup(trx, group_id);
  if (group.campaign_id !== campaign_id)
    throw invalid("group_id", "المجموعة ليست من مجموعات الحملة المختارة");
  const refused = await addMembers(trx, group, customerIds, by);
  if (refused.length) throw conflicting("group_id", refusalOf(refused));
}

type Candidate = { id: number; name: string; phone: string; national_id: string | null };

/** The matches of a type-ahead: active customers outside the group, each with their group of the campaign. */
export async function searchCandidates(db: Db, groupId: number, search: string) {
  if (!search) return [];
  const campaign = db("groups").where({ id: groupId }).select("campaign_id");
  const query = visibleRows(db, "customers")
    .leftJoin("group_members as taken", (on) =>
      on.on("taken.customer_id", "customers.id").andOnIn("taken.campaign_id", campaign as never),
    )
    .leftJoin("groups", "groups.id", "taken.group_id")
    .where({ "customers.status": "active" })
    .whereRaw("taken.group_id IS DISTINCT FROM ?", [groupId])
    .orderByRaw("?, taken.group_id IS NOT NULL, customers.id DESC", [byNearness(search)]) // of equals, those who can be added come first
    .limit(20)
    .select("customers.id", "customers.name", "phone", "national_id", { note: "groups.name" });
  const rows: (Candidate & { note: string | null })[] = await wherePerson(query, "customers.search", search);
  return rows.map(({ note, ...customer }) => ({ ...customer, note: note && `في المجموعة ${quote(note)}` }));
}

/** The most candidates that a form offers at once. */
const offered = 200;

/**
 * The customers with a contract of the group's campaign that is not cancelled, who are in none of its groups, in the order of
 * signing.
 */
export async function contractCandidates(db: Db, { campaign_id }: Pick<Group, "campaign_id">) {
  const signed = db("contracts")
    .where({ campaign_id })
    .whereRaw("stands(status)")
    .whereNotIn("customer_id", db("group_members").where({ campaign_id }).select("customer_id"))
    .groupBy("customer_id")
    .select("customer_id")
    .min({ first: "id", contract_number: "contract_number" })
    .orderBy("first")
    .limit(offered);
  const rows: (Candidate & { contract_number: string })[] = await db
    .from(signed.as("signed"))
    .join("customers", "customers.id", "customer_id")
    .orderBy("first")
    .select("customers.id", "name", "phone", "national_id", "contract_number");
  return rows;
}

/** The numbers of who travels among a list's members, by sex, and of who does not. */
export async function memberFigures(db: Db, { matching }: List<Member>) {
  const [figures] = await db("group_members")
    .join("customers", "customers.id", "customer_id")
    .whereIn("group_members.id", matching.clone())
    .select(
      db.raw("count(*) FILTER (WHERE travels) AS total, count(*) FILTER (WHERE NOT travels) AS others"),
      db.raw("count(*) FILTER (WHERE travels AND gender = ?) AS male", [genderOf.male]),
      db.raw("count(*) FILTER (WHERE travels AND gender = ?) AS female", [genderOf.female]),
    );
  return figures as { total: number; others: number; male: number; female: number };
}
