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
  const isSame = isSameTelephone("found", phone, e164);
  const numbers = papers.map((paper, index) => [paper, comparable(paper, cell(index + 2))] as const);
  const isHolder = ([paper, number]: (typeof numbers)[number]) =>
    `${comparable(paper, `found.${paper}`)} = ${number}`;
  const isNoOther = numbers.map((one) => `AND coalesce(${isHolder(one)}, true)`);
  const sharesNumber = `deleted_at IS NULL AND ${sharesTelephone(table, phone, e164)}`;
  const holder = "jsonb_build_object('id', id, 'name', name)";
  const holders = numbers.map(
    (one) =>
      `'${one[0]}', (SELECT ${holder} FROM ${table} AS found WHERE ${isHolder(one)} ORDER BY id LIMIT 1)`,
  );
  const { rows: holderRows } = await db.raw<{ rows: Known[] }>(
    `SELECT ${[
      `fold(${name}) || E'\\n' || coalesce(nullif(${e164}, ''), ${digitsOf(phone)}) AS who`,
      `ARRAY(SELECT id FROM ${table} AS found WHERE fold(found.name) = fold(${name}) AND ${isSame} AND deleted_at IS NULL ORDER BY id) AS namesakes`,
      `(SELECT coalesce(jsonb_agg(${holder}), '[]') FROM (SELECT id, name FROM (
          (SELECT * FROM ${table} WHERE ${sharesNumber} AND fold(${table}.name) = fold(${name}) LIMIT ${mostSharing.compared})
          UNION (SELECT * FROM ${table} WHERE ${sharesNumber} LIMIT ${mostSharing.compared})) AS found
        WHERE true ${isNoOther.join(" ")}
        ORDER BY similarity(fold(found.name), fold(${name})) DESC, id LIMIT ${mostSharing.given}) AS found) AS sharing`,
      `jsonb_build_object(${numbers.map(([paper, number]) => `'${paper}', ${number}`).join(", ")}) AS numbers`,
      `jsonb_build_object(${holders.join(", ")}) AS holders`,
    ].join(", ")}
     FROM jsonb_array_elements(?::jsonb) WITH ORDINALITY AS given (cells, number) ORDER BY number`,
    [JSON.stringify(candidates)],
  );
  return holderRows;
}
