import { z } from "zod";
import { type Db, db } from "~/db/knex.server";
import { lockRow, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import type { Store } from "~/db/store.server";
import { DomainError, notFound } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { missingSentence } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { mostNotes, type Note, notesOf } from "./note";

/** customer_id comes from the address and not from the sender, so that an idempotency key is for one person only. */
const schemaIn = (customerId: number) =>
  schemaOf(notesOf(customerId).fields).extend({ customer_id: z.preprocess(() => customerId, z.number()) });

type Schema = ReturnType<typeof schemaIn>;
type Stored = Omit<Note, "noted_by"> & { user_id: number; username: string };

const rowsOf = (db: Db) =>
  db("customer_notes")
    .join("users", "users.id", "noted_by")
    .select("customer_notes.id", "customer_id", "text", "call_on", "done", "noted_on")
    .select("customer_notes.created_at", "customer_notes.updated_at", { user_id: "users.id" }, "username");

const toRow = ({ user_id, username, ...row }: Stored): Note => ({
  ...row,
  noted_by: { id: user_id, username },
});

/** The store of the notes about a person, newest first. */
export function notes(customerId: number): Store<Note, Schema> {
  async function find(db: Db, id: number): Promise<Note> {
    const row = await rowsOf(db).where({ "customer_notes.id": id, customer_id: customerId }).first();
    if (!row) throw notFound(missingSentence("customer_notes"));
    return toRow(row);
  }
  return {
    schema: schemaIn(customerId),
    list: () => ({
      table: "customer_notes",
      matching: db("customer_notes").where({ customer_id: customerId }).select("id"),
      rows: rowsOf,
      toRow,
    }),
    find,
    async create(trx, input, { user }) {
      await lockRow(trx, "customers", customerId);
      const [kept] = await trx("customer_notes").where({ customer_id: customerId }).count();
      if (Number(kept?.count) >= mostNotes)
        throw new DomainError("conflict", `لا تزيد ملاحظات العميل الواحد على ${mostNotes} ملاحظة`);
      const row = { ...input, customer_id: customerId, noted_on: officeToday(), noted_by: user.id };
      const [stored] = await trx("customer_notes").insert(withoutUndefined(row)).returning("id");
      return find(trx, stored.id);
    },
    /** Another day to call opens a note again that was done. */
    async update(trx, id, change, { readAt }) {
      await find(trx, id);
      const present = await lockRow<Note>(trx, "customer_notes", id, readAt, () => find(trx, id));
      const { text, call_on, done } = change;
      const isAnotherDay = Boolean(call_on) && call_on !== present.call_on;
      const values = withoutUndefined({ text, call_on, done: done ?? (isAnotherDay ? false : undefined) });
      if (Object.keys(values).length) await trx("customer_notes").where({ id }).update(values);
      return find(trx, id);
    },
    async remove(trx, id) {
      await find(trx, id);
      await trx("customer_notes").where({ id }).delete();
    },
  };
}

const waiting = (by: string) => `call_on ${by} :today AND NOT done`;

/** The customers whom somebody wants to call, by the list's filter `call`. */
export const customersToCall = (call: "today" | "later", today: string) =>
  db("customer_notes")
    .whereRaw(waiting(call === "today" ? "<=" : ">"), { today })
    .select("customer_id");

/** The customers about whom a note says this. */
export const customersNoted = (text: string) =>
  whereSearch(db("customer_notes").select("customer_id"), "customer_notes.search", text);

/** A note that waits for a call, with whom to call. */
export type Call = Pick<Note, "id" | "customer_id" | "text"> & {
  call_on: string;
  name: string;
  phone: string;
};

/** The notes that wait for a call today, those that wait longest first. */
export const readCalls = (db: Db, most: number): Promise<Call[]> =>
  db("customer_notes")
    .join("customers", "customers.id", "customer_id")
    .whereRaw(waiting("<="), { today: officeToday() })
    .orderBy(["call_on", "customer_notes.id"])
    .limit(most)
    .select("customer_notes.id", "customer_id", "text", "call_on", "name", "phone");
