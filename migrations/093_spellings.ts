import type { Knex } from "knex";
import { from, to } from "./001_functions";

/** Names are folded anew while the office runs, a batch at a time. */
export const config = { transaction: false };

const sameLetter = { ه: "ھۃە", ك: "گ", ي: "ے" };
const marks = [
  ["\u0610", "\u061A"],
  ["\u0657", "\u065F"],
  ["\u06D6", "\u06DC"],
  ["\u06DF", "\u06E4"],
  ["\u06E7", "\u06E8"],
  ["\u06EA", "\u06ED"],
].map(([first = "", last = ""]) => {
  const start = first.charCodeAt(0);
  return String.fromCharCode(
    ...Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, place) => start + place),
  );
});
const invisible = "\u00AD\u200B\u2060\uFEFF";

const letters = `translate(lower(normalize(value, NFKC)),
          '${Object.values(sameLetter).join("")}${from}${marks.join("")}${invisible}',
          '${Object.entries(sameLetter)
            .map(([letter, others]) => letter.repeat(others.length))
            .join("")}${to}')`;

/** A word may begin a pattern of LIKE too, behind its %. */
const begin = String.raw`(^|[\s%])`;
const end = String.raw`[\s%]|$`;
const compounds = String.raw`${begin}(عبد(?= +ال)|ابو(?= +[^\s%])) +|([^\s%]) +(?=الدين(${end}))`;

/** A folded text in SQL, of `value`. */
export const folded = String.raw`regexp_replace(
        regexp_replace(${letters}, '${compounds}', '\1\2\3', 'g'),
        '${begin}ابن(?=${end})', '\1بن', 'g')`;

const bodies = {
  fold: {
    before: ` SELECT translate(lower(value), '${from}', '${to}') `,
    now: `
      SELECT ${folded}
    `,
  },
  touch: {
    before: `
    BEGIN
      NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
      RETURN NEW;
    END `,
    now: `
    BEGIN
      IF current_setting('office.folds_names', true) = 'true' THEN RETURN NEW; END IF; -- no one changes the record
      NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
      RETURN NEW;
    END `,
  },
};
type Release = "before" | "now";

export const foldAs = (name: string, release: Release) =>
  `CREATE OR REPLACE FUNCTION ${name}(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$${bodies.fold[release].replaceAll("?", "\\?")}$$`;
const touchAs = (release: Release) =>
  `CREATE OR REPLACE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$${bodies.touch[release]}$$`;

/** The stored foldings: by table, the column that is folded, and all the words that may be. */
const stored = {
  customers: ["name"],
  agents: ["name", "email"],
  suppliers: ["name", "contact_person", "email"],
  groups: ["name"],
  invoices: ["description"],
  payment_vouchers: ["beneficiary"],
  trip_plans: ["name"],
  trips: ["name"],
};
const indexes = [
  "agents_by_name_and_phone",
  "audit_log_fold_idx",
  "customers_by_name_and_phone",
  "receipt_vouchers_payer_search",
  "suppliers_by_name_and_phone",
];
const batch = 2000;

/** Tables whose names are unique. */
const named = ["bus_types", "catering_types", "cities", "expense_categories", "roles", "service_categories"];

/**
 * fold(text) knows presentation forms and ligatures, letters of other alphabets, and names of two words that are written as one:
 * «عبد العزيز», «أبو بكر», «نور الدين»; «ابن» is «بن». What is folded already is folded again where it differs: no record changes its
 * updated_at, and no line is written in the audit log.
 *
 * Lists are sorted by_name, as people sort.
 *
 * one_spelling() refuses a name that differs from another one of its table in its spelling only. Two names of before stay.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    DO $$ BEGIN
      CREATE COLLATION IF NOT EXISTS by_name (provider = icu, locale = 'ar-u-kn-true');
    EXCEPTION WHEN feature_not_supported THEN -- a PostgreSQL that was built without ICU sorts as before
      CREATE COLLATION by_name FROM "C";
    END $$`);
  await knex.raw(touchAs("now"));
  await foldAnew(knex, { from: "before", to: "now" });
  await knex.raw(`
    CREATE OR REPLACE FUNCTION one_spelling() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      has_other boolean;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtext(TG_TABLE_NAME || ' ' || fold(NEW.name)));
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE fold(name) = fold($1) AND name <> $1 AND id <> $2)', TG_TABLE_NAME)
        INTO has_other USING NEW.name, NEW.id;
      IF has_other THEN
        RAISE EXCEPTION '% has this name in another spelling', TG_TABLE_NAME
          USING ERRCODE = 'unique_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_name_key';
      END IF;
      RETURN NEW;
    END $$`);
  for (const table of named)
    await knex.raw(
      `CREATE OR REPLACE TRIGGER one_spelling BEFORE INSERT OR UPDATE OF name ON ${table} FOR EACH ROW EXECUTE FUNCTION one_spelling()`,
    );
}

export async function down(knex: Knex) {
  for (const table of named) await knex.raw(`DROP TRIGGER IF EXISTS one_spelling ON ${table}`);
  await knex.raw("DROP FUNCTION IF EXISTS one_spelling()");
  await foldAnew(knex, { from: "now", to: "before" });
  await knex.raw(touchAs("before"));
  await knex.raw("DROP COLLATION IF EXISTS by_name");
}

/** What is searched meanwhile in a spelling that the releases fold differently may not be there until its row's turn. */
async function foldAnew(knex: Knex, { from, to }: { from: Release; to: Release }) {
  await knex.raw(`${foldAs("other_fold", from)}; ${foldAs("fold", to)}`);
  for (const [table, columns] of Object.entries(stored)) {
    const words = `concat_ws(E'\\n ', '', ${columns})`;
    const [highest] = await knex(table).max("id AS id");
    for (let first = 1; first <= (highest?.id ?? 0); first += batch)
      await knex.transaction(async (trx) => {
        await trx.raw("SELECT set_config('office.folds_names', 'true', true)");
        await trx(table)
          .whereBetween("id", [first, first + batch - 1])
          .whereRaw(`fold(${words}) <> other_fold(${words})`)
          .update(columns[0] as string, trx.ref(columns[0] as string));
      });
  }
  for (const index of indexes) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${index}_ccnew`); // of a run that was killed
    await knex.raw(`REINDEX INDEX CONCURRENTLY ${index}`);
  }
  await knex.raw("DROP FUNCTION other_fold(text)");
}
