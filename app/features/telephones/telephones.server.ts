import { setImmediate as turn } from "node:timers/promises";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { isOneName } from "~/domain/names";
import { quote } from "~/domain/nouns";
import type { Question } from "~/domain/question";
import { internationalForm } from "~/domain/telephone.server";

/** The tables that store a number's international form beside the typed one. The company's is set when the company is saved. */
const tablesWithTelephones = ["customers", "agents", "suppliers"] as const;
type Table = (typeof tablesWithTelephones)[number];

const countries = new WeakMap<Db, Promise<string>>();

/** The country of numbers without a country code, ISO 3166 alpha-2. A transaction reads it once. */
function officeCountry(trx: Transaction): Promise<string> {
  const country =
    countries.get(trx) ??
    trx("company_info")
      .first("country")
      .then(({ country }) => country);
  countries.set(trx, country);
  return country;
}

/** Adds the international form to an input with a telephone number. */
export async function withInternational<Input extends { phone?: string | null }>(
  trx: Transaction,
  input: Input,
): Promise<Input & { phone_e164?: string }> {
  if (input.phone === undefined) return input;
  return { ...input, phone_e164: internationalForm(input.phone ?? "", await officeCountry(trx)) };
}

const batch = 500;

/**
 * Fills in missing international forms: of older records, and after a change of the office's country.
 * Transactions are small, so that nobody waits long; one process works at a time.
 */
export async function readTelephones() {
  for (const table of tablesWithTelephones) {
    for (let last: number | undefined = 0; last !== undefined; ) {
      last = await readBatch(table, last);
      await turn();
    }
  }
}

/** @returns the last row's id; undefined if none is left, or another process is at work */
function readBatch(table: Table, after: number) {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw("SELECT pg_try_advisory_xact_lock(hashtext('telephones')) AS free");
    if (!rows[0].free) return undefined;
    const { country } = await trx("company_info").forShare().first("country"); // keeps the country from changing meanwhile
    const unread: { id: number; phone: string }[] = await trx(table)
      .whereNull("phone_e164")
      .where("id", ">", after)
      .orderBy("id")
      .limit(batch)
      .select("id", "phone");
    const read = unread.map(({ id, phone }) => [id, phone, internationalForm(phone, country)]);
    await trx.raw(
      `UPDATE ?? AS kept SET phone_e164 = read.e164
       FROM (SELECT (one ->> 0)::integer AS id, one ->> 1 AS phone, one ->> 2 AS e164 FROM jsonb_array_elements(?::jsonb) AS one) AS read
       WHERE kept.id = read.id AND kept.phone = read.phone AND kept.phone_e164 IS NULL`,
      [table, JSON.stringify(read)],
    );
    return unread.length === batch ? unread.at(-1)?.id : undefined;
  });
}

/** Clears the international forms after a change of the office's country, so that they are computed again. */
export async function forgetTelephones(trx: Transaction) {
  for (const table of tablesWithTelephones)
    await trx(table)
      .whereNotNull("phone_e164")
      .whereRaw("phone !~ '^\\s*(\\+|00)'")
      .update({ phone_e164: null });
}

/** The digits of a telephone number, in SQL: the expression of an index (migrations/010_customers_and_partners.ts). */
export const digitsOf = (phone: string) => `regexp_replace(${phone}, '[^0-9]', '', 'g')`;

/** Whether a stored row has this telephone number, in any spelling, in SQL. */
export const isSameTelephone = (row: string, phone: string, e164: string) =>
  `(${row}.phone_e164 = nullif(${e164}, '') OR ${digitsOf(`${row}.phone`)} = ${digitsOf(phone)})`;

/**
 * Whether a stored row shares this telephone number, in SQL, so that both may be one person. Short numbers lack their area, or are written for
 * who has none, such as 0777.
 */
export const sharesTelephone = (row: string, phone: string, e164: string) =>
  `(${isSameTelephone(row, phone, e164)} AND (${e164} <> '' OR length(${digitsOf(phone)}) >= 8))`;

/** The most customers of one telephone that a question names. */
const mostAsked = 3;

type Person = {
  name: string;
  phone: string;
  phone_e164?: string;
  national_id?: string | null;
  passport_number?: string | null;
};

/**
 * Asks about customers with the same telephone and a similar name. Customers with different papers are left out.
 */
export async function askWhetherKnown(trx: Transaction, person: Person): Promise<Question[]> {
  const { name, phone, phone_e164 = "", national_id = null, passport_number = null } = person;
  const { rows } = await trx.raw<{ rows: { id: number; name: string; phone: string }[] }>(
    `SELECT id, name, phone FROM customers
     WHERE ${sharesTelephone("customers", ":phone::text", ":phone_e164::text")} AND deleted_at IS NULL
       AND coalesce(national_id_key(national_id) = national_id_key(:national_id), true)
       AND coalesce(paper_number_key(passport_number) = paper_number_key(:passport_number), true)
     ORDER BY similarity(fold(name), fold(:name::text)) DESC, id LIMIT 5`,
    { name, phone, phone_e164, national_id, passport_number },
  );
  const alike = rows.filter((known) => isOneName(known.name, name)).slice(0, mostAsked);
  return alike.map((known) => ({
    text: `الهاتف ${known.phone} مسجل للعميل ${quote(known.name)}، وقد يكون الشخص نفسه. هل هذا شخص آخر؟`,
    about: [known.id, name, phone],
    link: { href: `/customers/${known.id}/edit`, label: "فتح سجله" },
  }));
}
