import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { By, Store } from "~/db/store.server";
import { DomainError, notFound } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { missingSentence } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { customers } from "~/features/customers/customers.server";
import { minorUnit } from "~/features/money/money.server";
import { mayRemoveReminder, type Reminder, remindersOf, unaskedText } from "../debts/reminder";
import { claimsOf, unaskedOf } from "./claims.server";

/** customer_id comes from the address and not from the sender, so that an idempotency key is for one person only. */
const schemaIn = (customerId: number) =>
  schemaOf(remindersOf(customerId).fields).extend({
    customer_id: z.preprocess(() => customerId, z.number()),
  });

type Schema = ReturnType<typeof schemaIn>;

const rowsOf = (db: Db) =>
  db("reminders")
    .join("users", "users.id", "sent_by")
    .select("reminders.id", "customer_id", "how", "amounts", "due_since", "note", "sent_on", "sent_at")
    .select({ user_id: "users.id" }, "username");

type Stored = Omit<Reminder, "amounts" | "sent_by"> & {
  amounts: { code: string; amount: string }[];
  user_id: number;
  username: string;
};

const toRow = ({ user_id, username, amounts, ...row }: Stored): Reminder => ({
  ...row,
  amounts: amounts.map(({ code, amount }) => ({ code, amount: Number(amount), decimals: minorUnit(code) })),
  sent_by: { id: user_id, username },
});

/** The store of a customer's reminders, newest first. They are not changed: a wrong one is deleted and noted again. */
export function reminders(customerId: number): Omit<Store<Reminder, Schema>, "update"> {
  async function find(db: Db, id: number): Promise<Reminder> {
    const row = await rowsOf(db).where({ "reminders.id": id, customer_id: customerId }).first();
    if (!row) throw notFound(missingSentence("reminders"));
    return toRow(row);
  }
  return {
    schema: schemaIn(customerId),
    list: () => ({
      table: "reminders",
      matching: db("reminders").where({ customer_id: customerId }).select("id"),
      rows: rowsOf,
      toRow,
    }),
    find,
    async create(trx, { how, note }, by) {
      await customers.find(trx, customerId);
      const [id] = await noteReminders(trx, [customerId], { how, note }, by);
      if (id === undefined) throw new DomainError("conflict", await whyNoClaim(trx, customerId));
      return find(trx, id);
    },
    async remove(trx, id, { user }) {
      const row = await find(trx, id);
      if (!mayRemoveReminder(row, user))
        throw new DomainError("forbidden", "لا يحذف التذكير إلا من سجله أو مدير");
      await trx("reminders").where({ id }).delete();
    },
  };
}

/** Why nothing is claimed of a customer. */
async function whyNoClaim(db: Db, customerId: number) {
  const unasked = (await unaskedOf(db, [customerId])).get(customerId);
  return unasked ? unaskedText(unasked) : "لا شيء على العميل، فلا تذكير له";
}

/**
 * Notes that customers were reminded, with what they owe at this moment. Those who owe nothing are left out.
 * @returns the ids of the reminders
 */
export async function noteReminders(
  trx: Transaction,
  customerIds: number[],
  { how, note }: Pick<Reminder, "how"> & { note?: string | null },
  { user }: Pick<By, "user">,
): Promise<number[]> {
  const claims = await claimsOf(trx, customerIds);
  const rows = [...claims.values()].map(({ customer_id, amounts, due_since }) => ({
    customer_id,
    how,
    note,
    amounts: JSON.stringify(amounts.map(({ code, amount }) => ({ code, amount }))),
    due_since,
    sent_on: officeToday(),
    sent_by: user.id,
  }));
  if (!rows.length) return [];
  const stored: { id: number }[] = await trx("reminders").insert(rows).returning("id");
  return stored.map(({ id }) => id);
}
