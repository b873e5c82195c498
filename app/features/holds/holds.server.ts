import type { z } from "zod";
import { documentOf } from "~/db/document.server";
import { byFields, type Filters, readFilters } from "~/db/filters.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, searchOf } from "~/db/list.server";
import { lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import { wherePerson } from "~/db/search.server";
import { type By, type Store, tableStore } from "~/db/store.server";
import { later } from "~/domain/dates";
import { conflicting, invalid } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { quote } from "~/domain/nouns";
import { officeLocal, officeMoment, officeToday } from "~/domain/office-day.server";
import type { Question } from "~/domain/question";
import { withInternational } from "~/features/telephones/telephones.server";
import { type Hold, hold, holdStates, untilText } from "./hold";
import { type Campaign, lockCampaign, requireActive, takeSeats } from "./seats.server";

export const schema = schemaOf(hold.fields);
type Input = z.output<typeof schema>;
type HoldRow = StoredOf<(typeof hold)["fields"]> & { status: Hold["status"] };

/** Whether a hold still keeps its seats, in SQL. */
const isCurrent = "holds.until > statement_timestamp()";

const filters = {
  status(params) {
    const status = choiceOf(params, "status", holdStates.names);
    return status && ((query) => query.whereRaw(status === "current" ? isCurrent : `NOT (${isCurrent})`));
  },
  ...byFields(hold.fields, ["campaign_id"]),
} satisfies Filters;

const table = tableStore<Hold, typeof schema, HoldRow>({
  table: "holds",
  schema,
  ...documentOf(hold, {
    join: (query) =>
      query.select({ status: db.raw(`CASE WHEN ${isCurrent} THEN 'current' ELSE 'ended' END`) }),
    more: ({ status, until }: HoldRow) => ({ status, until_local: officeLocal(until) }),
  }),
  /** The search finds name, telephone and note. */
  matching(params) {
    const query = readFilters(filters, params).narrow(db("holds").select("holds.id"));
    const search = searchOf(params);
    return search ? wherePerson(query, "holds.search", search) : query;
  },
});

export const holds: Store<Hold, typeof schema> = {
  ...table,
  create: (trx, input, { ask }) => createHold(trx, input, ask),
  /** A hold takes anew what it has not: more seats, another campaign's, or those of a moment that is another one. */
  async update(trx, id, change, { readAt, ask }) {
    const present = await lockRow<HoldRow>(trx, "holds", id, readAt, () => table.find(trx, id));
    const sent = withoutUndefined(change);
    if (sent.until && isSameMinute(sent.until, present.until)) delete sent.until;
    const next = { ...present, ...sent } as Input;
    if (sent.until) requireFuture(sent.until);
    const isElsewhere = next.campaign_id !== present.campaign_id;
    const isNew = isElsewhere || next.seats > present.seats || sent.until;
    if (isNew && new Date(next.until) > new Date()) {
      const campaign = await lockActive(trx, next.campaign_id);
      await takeSeats(trx, campaign, next.seats, {
        field: "seats",
        deed: "لم يحفظ الحجز",
        butHold: id,
      });
      if (isElsewhere || sent.until) ask?.(questionsOf(campaign, next.until));
    }
    const values = await withInternational(trx, sent);
    if (Object.keys(values).length) await trx("holds").where({ id }).update(values);
    return table.find(trx, id);
  },
};

/** A form shows no seconds: its minute is the moment that is stored. */
export const isSameMinute = (sent: string, stored: string) =>
  sent === stored || (sent.endsWith(":00.000Z") && sent.slice(0, 16) === stored.slice(0, 16));

async function lockActive(trx: Transaction, id: number) {
  const campaign = await lockCampaign(trx, id);
  requireActive(campaign, "حجوزات جديدة");
  return campaign;
}

/** The question of a form before seats are held beyond the campaign's departure. A campaign that has begun asks nothing: its next ones leave on other days. */
function questionsOf({ id, name, start_date }: Campaign, until: string): Question[] {
  const local = officeLocal(until);
  if (start_date < officeToday() || local.slice(0, 10) <= start_date) return [];
  const text = `الحجز حتى ${untilText(local)}، والحملة ${quote(name)} تغادر في ${start_date} قبل أن ينتهي. هل يحفظ مع ذلك؟`;
  return [{ text, about: [id, start_date, until] }];
}

/** Keeps free seats of an active campaign for somebody. @param ask of a form @throws DomainError invalid, conflict */
export async function createHold(trx: Transaction, input: Input, ask?: By["ask"]): Promise<Hold> {
  requireFuture(input.until);
  const campaign = await lockActive(trx, input.campaign_id);
  await takeSeats(trx, campaign, input.seats, { field: "seats", deed: "لم يحجز شيء" });
  ask?.(questionsOf(campaign, input.until));
  const row = withoutUndefined(await withInternational(trx, input));
  const [{ id }] = await trx("holds").insert(row).returning("id");
  return table.find(trx, id);
}

/** A moment in the past keeps nothing, and one after more than a year is a mistyped one. @throws DomainError invalid */
export function requireFuture(until: string) {
  if (new Date(until) <= new Date()) throw invalid("until", "الموعد مضى: اختر يومًا وساعة بعد الآن");
  const last = later(officeToday(), 366);
  if (new Date(until) > officeMoment(`${last} 00:00`))
    throw invalid("until", `الموعد قبل ${last}، تحقق من السنة`);
}

/**
 * Locks a hold from which contracts are signed.
 * @throws DomainError not_found, conflict if its moment has come or it is another campaign's
 */
export async function lockHold(trx: Transaction, id: number, campaign_id: number) {
  const row = await lockRowWithKey<HoldRow>(trx, "holds", id);
  if (row.campaign_id !== campaign_id)
    throw conflicting("campaign_id", `الحجز المؤقت «${row.name}» في حملة أخرى`);
  if (new Date(row.until) <= new Date())
    throw conflicting(
      "campaign_id",
      `انتهى الحجز المؤقت «${row.name}» في ${untilText(officeLocal(row.until))}: مدده أو وقع عقدًا بلا حجز`,
    );
  return row;
}

/** Takes the seats of signed contracts off a hold, which ends when none is left. @param endsRest whether it ends anyway */
export async function consumeHold(
  trx: Transaction,
  { id, seats }: Pick<HoldRow, "id" | "seats">,
  taken: number,
  endsRest = false,
) {
  const row = trx("holds").where({ id });
  if (endsRest || taken >= seats) await row.delete();
  else if (taken) await row.update({ seats: seats - taken });
}

/** @throws DomainError not_found */
export const findHold = (db: Db, id: number) => table.find(db, id);

/** What a form proposes: this hour of tomorrow, at the office. */
export const usualUntil = () =>
  `${officeLocal(new Date(Date.now() + 24 * 3_600_000).toISOString()).slice(0, 13)}:00`;
