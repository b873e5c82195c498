import type { Db } from "~/db/knex.server";
import { internationalForm } from "~/domain/telephone.server";
import { digitsOf, isSameTelephone, sharesTelephone } from "~/features/telephones/telephones.server";

export type Holder = { id: number; name: string };
/** The stored records that concern a row of a file. */
export type Known = {
  /** The row's name, telephone number and papers in their compared form. */
  who: string;
  numbers: Record<string, string | null>;
  /** The ids of the records with the same name and telephone number. */
  namesakes: number[];
  /** Some records with the same telephone number and without a different paper; the most similar names come first. */
  sharing: Holder[];
  /** The record that has each of the row's papers. */
  holders: Record<string, Holder | null>;
};

/** A paper's number in the form that its unique index compares, in SQL. */
const comparable = (paper: string, number: string) => `${keys[paper]}(${number})`;
const keys: Record<string, string> = { passport_number: "paper_number_key", national_id: "national_id_key" };

/**
 * The most records of one telephone number that are compared, beside those of the row's own name, and that are given. Offices write
 * their own number for thousands of pilgrims, and such a number tells nothing about a person.
 */
const mostSharing = { compared: 20, given: 5 };

/**
 * Reads the stored records that concern each row, by name, telephone number and papers.
 * @param papers columns of unique numbers
 */
export async function readKnown(
  db: Db,
  table: string,
  papers: string[],
  rows: Record<string, unknown>[],
): Promise<Known[]> {
  const fields = ["name", "phone", ...papers];
  const { country } = await db("company_info").first("country");
  const candidates = rows.map((row) => [
    ...fields.map((field) => row[field] ?? null),
    internationalForm(String(row.phone ?? ""), country),
  ]);
  const cell = (place: number) => `(given.cells ->> ${place})`;
  const [name, phone, e164] = [cell(0), cell(1), cell(fields.length)];
  const numbersOf = (number: (paper: string, index: number) => string) =>
    `jsonb_build_object(${papers.map((paper, index) => `'${paper}', ${comparable(paper, number(paper, index))}`).join(", ")})`;
  const sharesNumber = `deleted_at IS NULL AND ${sharesTelephone(table, phone, e164)}`;
  const sharer = `jsonb_build_object('id', id, 'name', name, 'folded', fold(name), 'numbers', ${numbersOf((paper) => paper)})`;
  const isNoOther = papers.map(
    (paper) => `AND coalesce(one -> 'numbers' ->> '${paper}' = given.numbers ->> '${paper}', true)`,
  );
  const holders = papers.map(
    (paper) =>
      `'${paper}', (SELECT jsonb_build_object('id', id, 'name', name) FROM ${table} AS found
         WHERE ${comparable(paper, `found.${paper}`)} = given.numbers ->> '${paper}' ORDER BY id LIMIT 1)`,
  );
  // What thousands of rows with one telephone number share is read and folded once.
  const { rows: holderRows } = await db.raw<{ rows: Known[] }>(
    `WITH file AS MATERIALIZED (
       SELECT cells, number, fold(${name}) AS folded, ${numbersOf((_, index) => cell(index + 2))} AS numbers
       FROM jsonb_array_elements(?::jsonb) WITH ORDINALITY AS given (cells, number)
     ), telephones AS MATERIALIZED (
       SELECT ${phone} AS phone, ARRAY(SELECT ${sharer} FROM ${table} WHERE ${sharesNumber} LIMIT ${mostSharing.compared}) AS sharers
       FROM (SELECT DISTINCT ON (${phone}) cells FROM file AS given) AS given
     )
     SELECT ${[
       `folded || E'\\n' || coalesce(nullif(${e164}, ''), ${digitsOf(phone)}) AS who`,
       `ARRAY(SELECT id FROM ${table} AS found WHERE fold(found.name) = folded AND ${isSameTelephone("found", phone, e164)} AND deleted_at IS NULL ORDER BY id) AS namesakes`,
       `(SELECT coalesce(jsonb_agg(one), '[]') FROM (SELECT one -> 'id' AS id, one -> 'name' AS name FROM (
           (SELECT ${sharer} FROM ${table} WHERE ${sharesNumber} AND fold(${table}.name) = folded LIMIT ${mostSharing.compared})
           UNION SELECT unnest(telephones.sharers)) AS sharers (one)
         WHERE true ${isNoOther.join(" ")}
         ORDER BY similarity(one ->> 'folded', folded) DESC, one -> 'id' LIMIT ${mostSharing.given}) AS one) AS sharing`,
       "numbers",
       `jsonb_build_object(${holders.join(", ")}) AS holders`,
     ].join(", ")}
     FROM file AS given LEFT JOIN telephones ON telephones.phone = ${phone} ORDER BY number`,
    [JSON.stringify(candidates)],
  );
  return holderRows;
}
