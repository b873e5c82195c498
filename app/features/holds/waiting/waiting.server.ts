import type { z } from "zod";
import { documentOf } from "~/db/document.server";
import { byFields, type Filters, readFilters } from "~/db/filters.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, flagOf, searchOf } from "~/db/list.server";
import { lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import { wherePerson } from "~/db/search.server";
import { type By, type Store, tableStore } from "~/db/store.server";
import { countNoun, countPhrase } from "~/domain/count-words";
import { conflicting } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { quote } from "~/domain/nouns";
import { officeLocal } from "~/domain/office-day.server";
import type { Question } from "~/domain/question";
import { stillWaits } from "~/features/campaigns/first-waiting.server";
import { freeSeats, seatsOf } from "~/features/campaigns/seats.server";
import { withInternational } from "~/features/telephones/telephones.server";
import { type Hold, hold, holdStates } from "../hold";
import { createHold, schema as holdSchema, isSameMinute, requireFuture } from "../holds.server";
import { type Campaign, lockCampaign, requireActive } from "../seats.server";
import { type Waiting, waiting } from "./waiting";

const schema = schemaOf(waiting.fields);
type WaitingRow = StoredOf<(typeof waiting)["fields"]> & Pick<Waiting, "status" | "fits">;

const freeCount = countNoun("مقعد متاح واحد", "مقعدان متاحان", "مقاعد متاحة", "مقعدًا متاحًا", "مقعد متاح");

/** Whether its campaign has as many free seats now as somebody waits for, in SQL: they are counted once for each campaign and not for each line. */
const fits = `waiting_lines.id IN (SELECT waiting_lines.id
  FROM (SELECT id, ${freeSeats} AS free FROM campaigns
        WHERE status = 'active' AND EXISTS (SELECT FROM waiting_lines WHERE campaign_id = campaigns.id) OFFSET 0) AS open
  JOIN waiting_lines ON waiting_lines.campaign_id = open.id AND seats <= open.free AND ${stillWaits})`;

const filters = {
  status(params) {
    const status = choiceOf(params, "status", holdStates.names);
    return status && ((query) => query.whereRaw(status === "current" ? stillWaits : `NOT ${stillWaits}`));
  },
  /** Whether the seats for which they wait are free now. */
  fits(params) {
    const isFree = flagOf(params, "fits");
    return isFree === undefined ? undefined : (query) => query.whereRaw(isFree ? fits : `NOT (${fits})`);
  },
  ...byFields(waiting.fields, ["campaign_id"]),
} satisfies Filters;

const document = documentOf(waiting, {
  join: (query) =>
    query.select({
      fits: db.raw(`(${fits})`),
      status: db.raw(`CASE WHEN ${stillWaits} THEN 'current' ELSE 'ended' END`),
    }),
  more: ({ status, fits, until }: WaitingRow) => ({
    status,
    fits,
    until_local: until && officeLocal(until),
  }),
});

/** The search finds name, telephone and note. */
function matching(params: URLSearchParams) {
  const query = readFilters(filters, params).narrow(db("waiting_lines").select("waiting_lines.id"));
  const search = searchOf(params);
  return search ? wherePerson(query, "waiting_lines.search", search) : query;
}

const table = tableStore<Waiting, typeof schema, WaitingRow>({
  table: "waiting_lines",
  schema,
  matching,
  ...document,
});

export const waitingList: Store<Waiting, typeof schema> = {
  ...table,
  /** In the order of joining. */
  list: (params) => ({
    table: "waiting_lines",
    matching: matching(params),
    rows: document.rows,
    toRow: document.toRow,
    isOldestFirst: true,
  }),
  /** A form asks before somebody waits for seats that are free. */
  async create(trx, input, { ask }) {
    if (input.until) requireFuture(input.until);
    const campaign = await lockCampaign(trx, input.campaign_id);
    requireActive(campaign, "منتظرين");
    if (ask) ask(await questionsOf(trx, campaign, input.seats));
    const row = withoutUndefined(await withInternational(trx, input));
    const [{ id }] = await trx("waiting_lines").insert(row).returning("id");
    return table.find(trx, id);
  },
  async update(trx, id, change, { readAt }) {
    const present = await lockRow<WaitingRow>(trx, "waiting_lines", id, readAt, () => table.find(trx, id));
    const sent = withoutUndefined(change);
    if (sent.until && present.until && isSameMinute(sent.until, present.until)) delete sent.until;
    if (sent.until) requireFuture(sent.until);
    if (sent.campaign_id && sent.campaign_id !== present.campaign_id)
      requireActive(await lockCampaign(trx, sent.campaign_id), "منتظرين");
    const values = await withInternational(trx, sent);
    if (Object.keys(values).length) await trx("waiting_lines").where({ id }).update(values);
    return table.find(trx, id);
  },
};

/** The question of a form before somebody waits for seats that are free. */
async function questionsOf(trx: Transaction, { id, name }: Campaign, seats: number) {
  const { free } = await seatsOf(trx, id);
  const question: Question = {
    text: `في الحملة ${quote(name)} ${countPhrase(free, freeCount)}، تكفي المطلوب. هل يضاف إلى قائمة الانتظار مع ذلك؟`,
    about: [id, seats, free],
    link: { href: `${hold.path}/new?campaign_id=${id}`, label: "احجز له بدلًا من ذلك" },
    details: [
      { text: "أو وقع له الآن:", links: [{ href: `/contracts/new?campaign_id=${id}`, label: "عقد جديد" }] },
    ],
  };
  return free >= seats ? [question] : [];
}

/** What makes a hold of a line: the moment, and the number of seats where it is another one. */
export const holdTerms = holdSchema
  .pick({ until: true })
  .extend({ seats: holdSchema.shape.seats.optional() });

/** Holds seats for somebody who waits, who then leaves the list. @param ask of a form @throws DomainError not_found, invalid, conflict */
export async function holdOf(
  trx: Transaction,
  id: number,
  terms: z.output<typeof holdTerms>,
  ask?: By["ask"],
): Promise<Hold> {
  const { campaign_id, name, phone, seats, note } = await lockWaiting(trx, id);
  const input = { campaign_id, name, phone, note, until: terms.until, seats: terms.seats ?? seats };
  const row = await createHold(trx, input, ask);
  await endWaiting(trx, id);
  return row;
}

/** Locks a line of the list, so that it is served once. @throws DomainError not_found, conflict */
export async function lockWaiting(trx: Transaction, id: number, campaign_id?: number): Promise<WaitingRow> {
  const row = await lockRowWithKey<WaitingRow>(trx, "waiting_lines", id);
  if (campaign_id && campaign_id !== row.campaign_id)
    throw conflicting("campaign_id", `${quote(row.name)} ينتظر في حملة أخرى`);
  return row;
}

export const endWaiting = (trx: Transaction, id: number) => trx("waiting_lines").where({ id }).delete();

/** @throws DomainError not_found */
export const findWaiting = (db: Db, id: number) => table.find(db, id);
