import type { Knex } from "knex";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { quote } from "~/domain/nouns";

/* Visa numbers are unique, case and spaces aside (rulings §4; docs/decisions/visas.md). */

/** Whether a visa has a number, in SQL. Each condition is an index's expression. */
const hasNumber = (number: string) =>
  `(NOT number_repeats AND visa_number_key(visas.visa_number) = visa_number_key(${number})
    OR number_repeats AND visa_number_key(visas.visa_number) = visa_number_key(${number}))`;

type NumberHolder = { id: number; customer_id: number; name: string };

/** By visa number: its compared form, and the first visa with this number and its customer. */
export async function holdersOf(db: Db, visaNumbers: string[]) {
  const { rows } = await db.raw<{ rows: { given: string; key: string; holder: NumberHolder | null }[] }>(
    `SELECT given, visa_number_key(given) AS key,
       (SELECT jsonb_build_object('id', visas.id, 'customer_id', customer_id, 'name', customers.name)
        FROM visas JOIN customers ON customers.id = customer_id WHERE ${hasNumber("given")} ORDER BY visas.id LIMIT 1) AS holder
     FROM unnest(?::text[]) AS given`,
    [visaNumbers],
  );
  return new Map(rows.map(({ given, ...number }) => [given, number]));
}

/** The names of the customers whose other visas have this number. */
const holders = (db: Db, id: number, visaNumber: string): Promise<string[]> =>
  db("visas")
    .join("customers", "customers.id", "customer_id")
    .whereRaw(hasNumber(":visaNumber"), { visaNumber })
    .whereNot("visas.id", id)
    .orderBy("visas.id")
    .pluck("customers.name");

/**
 * The number to store for a locked visa.
 * @throws DomainError at `visa_number`: invalid if it is missing, conflict with the name of its holder
 */
export async function givenNumber(trx: Transaction, id: number, visaNumber: string | null) {
  if (visaNumber === null) throw invalid("visa_number", requiredMessage);
  await takeNumbers(trx, [{ id, visa_number: visaNumber }]);
  return { visa_number: visaNumber, number_repeats: false };
}

/**
 * Takes numbers for locked visas. A transaction that gives one of them to another visa waits until the commit; all take their numbers in
 * one order.
 * @throws DomainError conflict at `visa_number`, with the name of a holder
 */
export async function takeNumbers(trx: Transaction, given: { id: number; visa_number: string }[]) {
  await trx.raw(
    `SELECT pg_advisory_xact_lock(hashtextextended('visa number ' || key, 0))
     FROM (SELECT DISTINCT visa_number_key(number) AS key FROM unnest(?::text[]) AS number ORDER BY 1) AS keys`,
    [given.map(({ visa_number }) => visa_number)],
  );
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `SELECT customers.name FROM jsonb_to_recordset(?) AS given(id integer, visa_number text)
     CROSS JOIN LATERAL (
       SELECT customer_id, id FROM visas WHERE ${hasNumber("given.visa_number")} AND id <> given.id ORDER BY id LIMIT 1
     ) AS other
     JOIN customers ON customers.id = other.customer_id ORDER BY other.id LIMIT 1`,
    [JSON.stringify(given)],
  );
  if (rows[0]) throw conflicting("visa_number", `رقم التأشيرة مسجل لتأشيرة ${quote(rows[0].name)}`);
}

/** Filters by repeated numbers, which are from the time before numbers were unique. */
export const whereNumberRepeats = <Query extends Knex.QueryBuilder>(query: Query) =>
  query
    .where("number_repeats", true)
    .whereExists(
      db("visas as others")
        .whereRaw("visa_number_key(others.visa_number) = visa_number_key(visas.visa_number)")
        .whereRaw("others.id <> visas.id"),
    ) as Query;

/** The number of visas with a repeated number. */
export async function countRepeats(db: Db) {
  const [row] = await whereNumberRepeats(db("visas")).count();
  return Number(row?.count);
}

/** The names of the customers whose other visas have the same number. */
export async function othersOfNumber(db: Db, id: number): Promise<string[]> {
  const visa: { visa_number: string } | undefined = await db("visas")
    .where({ id, number_repeats: true })
    .first("visa_number");
  return visa ? holders(db, id, visa.visa_number) : [];
}
