import { entityStore } from "~/db/entity-store.server";
import { db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, readFirst, searchOf } from "~/db/list.server";
import { lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import { wherePerson, withBareTelephones } from "~/db/search.server";
import type { By } from "~/db/store.server";
import { invalid } from "~/domain/domain-error";
import type { StoredFile } from "~/domain/file-upload";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { refuseInRoom } from "~/features/journey/strangers.server";
import { askWhetherKnown, withInternational } from "~/features/telephones/telephones.server";
import { readImage } from "~/files/image.server";
import { dropFile, storeFile } from "~/files/storage.server";
import { type Asker, inPictureTurn } from "~/http/turns.server";
import { type Customer, customer, passportFilterLabels } from "./customer";
import { wholeLatinName } from "./latin-names.server";
import { nearestIn } from "./nearest.server";
import { callFilterLabels } from "./note";
import { customersNoted, customersToCall } from "./notes.server";
import { papersFolder } from "./paper";
import { paperFiles } from "./papers.server";

const folder = "customers";
const imageUrl = db.raw(`'/uploads/${folder}/' || customers.image AS image_url`);

const passportNeededUntil = "greatest(campaigns.start_date + interval '6 months', campaigns.end_date)";

/**
 * Whether a passport ends before its holder may travel with it, in SQL: within six months of the beginning of a campaign that
 * has not ended and for which the holder has a contract that stands, or before its end. The first condition follows from the second; it lets
 * PostgreSQL skip the passports that last longest. `:today` is the office's.
 */
export const shortPassport = `(
  passport_expiry < (SELECT max(${passportNeededUntil}) FROM campaigns WHERE end_date >= :today)
  AND EXISTS (
    SELECT FROM contracts JOIN campaigns ON campaigns.id = campaign_id
    WHERE contracts.customer_id = customers.id AND stands(contracts.status) AND campaigns.end_date >= :today
      AND passport_expiry < ${passportNeededUntil}))`;

const table = entityStore(customer, {
  filters: ["status", "nationality"],
  otherFilters: {
    passport_ends: (params) =>
      choiceOf(params, "passport_ends", namesOf(passportFilterLabels)) &&
      ((query) => query.whereRaw(shortPassport, { today: officeToday() })),
    call(params) {
      const call = choiceOf(params, "call", namesOf(callFilterLabels));
      return call && ((query) => query.whereIn("id", customersToCall(call, officeToday())));
    },
    note(params) {
      const text = searchOf(params, "note");
      return text ? (query) => query.whereIn("id", customersNoted(text)) : undefined;
    },
  },
  totalsBy: ["status"],
  /** The search finds the name in both scripts, national id, phone and passport. */
  searchBy: (query, search) => wherePerson(query, "search", search),
  join: (query) => query.select(imageUrl),
  toRow: (row: Customer & { image: string | null }): Customer => row,
  /** A new picture replaces the present one. */
  async check(trx, input, stored, { file, ask }) {
    checkDates({ ...stored, ...withoutUndefined(input) });
    if (stored && input.gender !== undefined && input.gender !== stored.gender)
      await refuseInRoom(trx, stored.id, input.gender);
    const read = {
      ...(await withInternational(trx, input)),
      name_latin: wholeLatinName(input, stored),
    };
    if (!stored && ask) ask(await askWhetherKnown(trx, read as Customer));
    if (!file) return read;
    dropFile(trx, folder, stored?.image);
    return { ...read, image: file.name };
  },
});

export const customers = {
  ...table,
  async remove(trx: Transaction, id: number, by: By) {
    const { image } = await lockRowWithKey<{ image: string | null }>(trx, "customers", id);
    const papers = await paperFiles(trx, id);
    await table.remove(trx, id, by);
    dropFile(trx, folder, image);
    for (const name of papers) dropFile(trx, papersFolder, name);
  },
} satisfies Partial<typeof table>;

/**
 * The ids of customers whose name, in either script, matches a search. Of the other columns only a whole telephone number
 * matches.
 */
export function customersNamed(search: string) {
  if (withBareTelephones(search) !== undefined)
    return wherePerson(db("customers").select("id"), "search", search);
  // the first line holds the names, the next ones phones and papers
  return wherePerson(db("customers").select("id"), "split_part(search, E'\\n', 1)", search);
}

/** The matches of a type-ahead, active customers only: the nearest first, then the newest. */
export async function searchCustomers(search: string, limit = 20): Promise<Customer[]> {
  if (!search) return [];
  const list = customers.list(new URLSearchParams({ status: "active", search })) as List<Customer>;
  const rows = new Map<number, Customer>();
  for (const matching of nearestIn(list.matching, search)) {
    if (rows.size < limit)
      for (const row of await readFirst({ ...list, matching }, limit))
        rows.set(row.id, rows.get(row.id) ?? row);
  }
  return [...rows.values()].slice(0, limit);
}

type Dates = Partial<Pick<Customer, "date_of_birth" | "passport_issue_date" | "passport_expiry">>;

/** Checks a new customer's values against each other. @throws DomainError invalid */
export function checkValues(values: Partial<Customer>) {
  checkDates(values);
  wholeLatinName(values);
}

/** Checks the dates against each other. @throws DomainError invalid */
export function checkDates({ date_of_birth, passport_issue_date, passport_expiry }: Dates) {
  if (date_of_birth && date_of_birth > officeToday())
    throw invalid("date_of_birth", "تاريخ الميلاد لا يكون في المستقبل");
  if (passport_issue_date && passport_issue_date > officeToday())
    throw invalid("passport_issue_date", "تاريخ إصدار الجواز لا يكون في المستقبل");
  if (passport_issue_date && passport_expiry && passport_expiry <= passport_issue_date)
    throw invalid("passport_expiry", "تاريخ انتهاء الجواز يكون بعد تاريخ إصداره");
}

/**
 * Stores the picture `image` of a form or call, if there is one.
 * @throws DomainError invalid, too_large, unavailable
 */
export async function photoOf(form: FormData, visit: Asker): Promise<StoredFile | undefined> {
  const file = form.get("image");
  if (!(file instanceof File)) return;
  return storeFile(folder, await inPictureTurn(visit, () => readImage(file, "image", 800)), "webp");
}
