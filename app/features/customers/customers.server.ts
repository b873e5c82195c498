import { z } from "zod";
import { db, type Transaction } from "~/db/knex.server";
import { choiceOf, filterOf, keptCount, searchOf } from "~/db/list.server";
import { lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import { wherePerson, whereSearch, withBareTelephones } from "~/db/search.server";
import { type By, type Store, tableStore } from "~/db/store.server";
import { invalid } from "~/domain/domain-error";
import { choice, code, date, email, longText, optional, phone, text } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import type { StoredFile } from "~/domain/stored-file";
import { statuses } from "~/features/status";
import { askWhetherKnown, withInternational } from "~/features/telephones/telephones.server";
import { refuseInRoom } from "~/features/trips/rooms/strangers.server";
import { readImage } from "~/files/image.server";
import { dropFile, storeFile } from "~/files/storage.server";
import { type Customer, genders } from "./customer";
import { isNationality } from "./nationalities.server";

const schema = z.object({
  name: text(150),
  phone: phone(),
  national_id: optional(code(30)),
  passport_number: optional(code(30)),
  nationality: optional(nationality()),
  passport_issue_date: optional(date()),
  passport_expiry: optional(date()),
  email: optional(email()),
  address: optional(longText(500)),
  date_of_birth: optional(date()),
  gender: optional(choice(genders)),
  status: choice(statuses).optional(),
});

const folder = "customers";
const columns = [
  "id",
  "name",
  "phone",
  "national_id",
  "passport_number",
  "nationality",
  "passport_issue_date",
  "passport_expiry",
  "email",
  "address",
  "date_of_birth",
  "gender",
  "image",
  "status",
  "created_at",
  "updated_at",
].map((column) => `customers.${column}`);

type Stored = Omit<Customer, "image_url"> & { image: string | null };

/** Written out, as a contract is. */
const toCustomer = (row: Stored): Customer => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  national_id: row.national_id,
  passport_number: row.passport_number,
  nationality: row.nationality,
  passport_issue_date: row.passport_issue_date,
  passport_expiry: row.passport_expiry,
  email: row.email,
  address: row.address,
  date_of_birth: row.date_of_birth,
  gender: row.gender,
  status: row.status,
  created_at: row.created_at,
  updated_at: row.updated_at,
  image_url: row.image && `/uploads/${folder}/${row.image}`,
});

const table = tableStore<Customer, typeof schema, Stored>({
  table: "customers",
  schema,
  rows: (db) => db("customers").select(columns),
  toRow: toCustomer,
  /** A search is of name, national id, phone and passport. */
  matching(params) {
    const query = db("customers")
      .select("id")
      .where(
        withoutUndefined({
          status: choiceOf(params, "status", statuses),
          nationality: nationalityOf(params),
        }),
      );
    return wherePerson(query, "search", searchOf(params));
  },
  total: (params) =>
    searchOf(params) || nationalityOf(params)
      ? undefined
      : keptCount("customers", choiceOf(params, "status", statuses)),
  /** A new picture takes the place of the present one; without one that stays. */
  async checked(trx, input, stored, { file, ask }) {
    checkDates({ ...stored, ...withoutUndefined(input) });
    if (stored && input.gender !== undefined && input.gender !== stored.gender)
      await refuseInRoom(trx, stored.id, input.gender);
    const read = await withInternational(trx, input);
    if (!stored && ask) ask(await askWhetherKnown(trx, read as z.output<typeof schema>));
    if (!file) return read;
    dropFile(trx, folder, stored?.image);
    return { ...read, image: file.name };
  },
});

export const customers = {
  ...table,
  async remove(trx: Transaction, id: number, by: By) {
    const { image } = await lockRowWithKey<Stored>(trx, "customers", id);
    await table.remove(trx, id, by);
    dropFile(trx, folder, image);
  },
} satisfies Store<Customer, typeof schema>;

/** The ids of those whose name, and nothing else of them but a whole telephone number, a search finds. */
export function customersNamed(search: string) {
  if (withBareTelephones(search) !== undefined)
    return wherePerson(db("customers").select("id"), "search", search);
  return whereSearch(db("customers").select("id"), "split_part(search, E'\\n', 1)", search); // phones and papers come behind it
}

/** The customers that a type-ahead offers, active ones only. */
export async function searchCustomers(search: string, limit = 20): Promise<Customer[]> {
  if (!search) return [];
  const query = db("customers")
    .select(columns)
    .where({ status: "active" })
    .orderBy("id", "desc")
    .limit(limit);
  return (await wherePerson(query, "search", search)).map(toCustomer);
}

/** The nationality that a filter names. @throws DomainError invalid */
const nationalityOf = (params: URLSearchParams) => filterOf(params, "nationality", nationality());

/** A country by its ISO 3166 alpha-3 code, in any case. */
function nationality() {
  return code(3)
    .transform((code) => code.toUpperCase())
    .refine(isNationality, "اختر قيمة من القائمة");
}

type Dates = Partial<Pick<Customer, "date_of_birth" | "passport_issue_date" | "passport_expiry">>;

/** What the dates of a customer must keep to among each other. @throws DomainError invalid */
export function checkDates({ date_of_birth, passport_issue_date, passport_expiry }: Dates) {
  if (date_of_birth && date_of_birth > officeToday())
    throw invalid("date_of_birth", "تاريخ الميلاد لا يكون في المستقبل");
  if (passport_issue_date && passport_issue_date > officeToday())
    throw invalid("passport_issue_date", "تاريخ إصدار الجواز لا يكون في المستقبل");
  if (passport_issue_date && passport_expiry && passport_expiry <= passport_issue_date)
    throw invalid("passport_expiry", "تاريخ انتهاء الجواز يكون بعد تاريخ إصداره");
}

/**
 * Stores the picture that a form or call sent under `image`, if it sent one.
 * @throws DomainError invalid, too_large, unavailable
 */
export async function photoOf(form: FormData): Promise<StoredFile | undefined> {
  const file = form.get("image");
  return file instanceof File ? storeFile(folder, await readImage(file, "image", 800), "webp") : undefined;
}
