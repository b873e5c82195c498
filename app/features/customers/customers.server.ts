import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, keptCount, type List, searchOf, whereSearch } from "~/db/list.server";
import { lockRow, lockRowWithKey, refuseWhileUsed, sent } from "~/db/rows.server";
import { statuses } from "~/features/status";
import { readImage } from "~/files/image.server";
import { dropFile, type StoredFile, storeFile } from "~/files/storage.server";
import { invalid, notFound } from "~/http/domain-error";
import { choice, code, date, email, longText, optional, phone, text } from "~/http/input.server";
import { officeToday } from "~/http/office-day.server";
import { type Customer, genders } from "./customer";

export const customerSchema = z.object({
  name: text(150),
  phone: phone(),
  national_id: optional(code(30)),
  passport_number: optional(code(30)),
  email: optional(email()),
  address: optional(longText(500)),
  date_of_birth: optional(date()),
  gender: optional(choice(genders)),
  status: choice(statuses).optional(),
});

export type CustomerInput = z.output<typeof customerSchema>;

const folder = "customers";
const columns = [
  "id",
  "name",
  "phone",
  "national_id",
  "passport_number",
  "email",
  "address",
  "date_of_birth",
  "gender",
  "image",
  "status",
  "created_at",
  "updated_at",
].map((column) => `customers.${column}`);

function toCustomer({ image, ...row }: Omit<Customer, "image_url"> & { image: string | null }): Customer {
  return { ...row, image_url: image && `/uploads/${folder}/${image}` };
}

/** The customers of a search (name, national id, phone, passport) and a status, newest first. */
export function listCustomers(params: URLSearchParams): List<Customer> {
  const search = searchOf(params);
  const status = choiceOf(params, "status", statuses);
  const matching = db("customers").select("id");
  if (status) matching.where({ status });
  if (search) whereSearch(matching, "search", search);
  return {
    matching,
    table: "customers",
    rows: (db) => db("customers").select(columns),
    toRow: toCustomer,
    total: search ? undefined : keptCount("customers", status),
  };
}

/** @throws DomainError not_found */
export async function findCustomer(db: Db, id: number): Promise<Customer> {
  const row = await db("customers").select(columns).where({ id }).first();
  if (!row) throw notFound("العميل غير موجود");
  return toCustomer(row);
}

/** The customers that a type-ahead offers, active ones only. */
export async function searchCustomers(search: string, limit = 20): Promise<Customer[]> {
  if (!search) return [];
  const query = db("customers")
    .select(columns)
    .where({ status: "active" })
    .orderBy("id", "desc")
    .limit(limit);
  return (await whereSearch(query, "search", search)).map(toCustomer);
}

export async function createCustomer(trx: Transaction, input: CustomerInput, photo?: StoredFile) {
  checkBirth(input);
  const [row] = await trx("customers")
    .insert({ ...sent(input), image: photo?.name })
    .returning(columns);
  return toCustomer(row);
}

/**
 * @param photo a new picture; without one the present one stays
 * @throws DomainError not_found, conflict when someone else changed the customer since `readAt`
 */
export async function updateCustomer(
  trx: Transaction,
  id: number,
  input: Partial<CustomerInput>,
  { photo, readAt }: { photo?: StoredFile; readAt?: string },
) {
  checkBirth(input);
  const stored = await lockRow<Customer & { image: string | null }>(trx, "customers", id, readAt, () =>
    findCustomer(trx, id),
  );
  const change = { ...sent(input), ...(photo && { image: photo.name }) };
  if (Object.keys(change).length) await trx("customers").where({ id }).update(change);
  if (photo) dropFile(trx, folder, stored.image);
  return findCustomer(trx, id);
}

/** @throws DomainError not_found, conflict while contracts or vouchers name the customer */
export async function deleteCustomer(trx: Transaction, id: number) {
  const { image } = await lockRowWithKey<Customer & { image: string | null }>(trx, "customers", id);
  await refuseWhileUsed("العميل", {
    contracts: trx("contracts").where({ customer_id: id }).select("contract_number"),
    receipts: trx("receipt_vouchers").where({ customer_id: id }).select("receipt_number"),
  });
  await trx("customers").where({ id }).delete();
  dropFile(trx, folder, image);
}

function checkBirth({ date_of_birth }: Partial<CustomerInput>) {
  if (date_of_birth && date_of_birth > officeToday())
    throw invalid("date_of_birth", "تاريخ الميلاد لا يكون في المستقبل");
}

/**
 * Stores the picture that a form or call sent under `image`, if it sent one.
 * @throws DomainError invalid, too_large, unavailable
 */
export async function photoOf(form: FormData): Promise<StoredFile | undefined> {
  const file = form.get("image");
  return file instanceof File ? storeFile(folder, await readImage(file, "image", 800), "webp") : undefined;
}
