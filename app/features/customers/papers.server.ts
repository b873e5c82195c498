import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf } from "~/db/list.server";
import { lockRow, withoutUndefined } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { DomainError, invalid, notFound } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { missingSentence } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { type Paper, paperOf, photoFault } from "~/files/paper.server";
import { dropFile } from "~/files/storage.server";
import { mediaTypeOf } from "~/http/download.server";
import { type CustomerPaper, mostPapers, papersFolder, papersOf, paperTypeLabels } from "./paper";

/** customer_id comes from the address and not from the sender, so that an idempotency key is for one person only. */
const schemaIn = (customerId: number) =>
  schemaOf(papersOf(customerId).fields).extend({ customer_id: z.preprocess(() => customerId, z.number()) });

type Schema = ReturnType<typeof schemaIn>;
type Dates = Partial<Pick<CustomerPaper, "issue_date" | "expiry_date">>;
type NewPaper = Paper & Dates & Pick<CustomerPaper, "customer_id" | "type">;

const columns = [
  "id",
  "customer_id",
  "type",
  "file_name",
  "given_name",
  "media_type",
  "issue_date",
  "expiry_date",
  "created_at",
  "updated_at",
] as const;

/** Stores the file of a form or call, if there is one. @throws DomainError invalid, too_large, unavailable */
export const uploadOf = (form: FormData) => paperOf(form, papersFolder);

/** The papers of a person, newest first, filtered by the address's `type`. @throws DomainError invalid */
export async function listPapers(
  customerId: number,
  params = new URLSearchParams(),
): Promise<CustomerPaper[]> {
  const type = choiceOf(params, "type", namesOf(paperTypeLabels));
  return db("customer_papers")
    .where(withoutUndefined({ customer_id: customerId, type }))
    .orderBy("id", "desc")
    .select(columns);
}

/** The store of a person's papers. */
export function papers(customerId: number): Store<CustomerPaper, Schema> {
  const rows = (db: Db) => db("customer_papers").where({ customer_id: customerId }).select(columns);
  async function find(db: Db, id: number): Promise<CustomerPaper> {
    const row = await rows(db).where({ id }).first();
    if (!row) throw notFound(missingSentence("customer_papers"));
    return row;
  }
  return {
    schema: schemaIn(customerId),
    list: (params) => listPapers(customerId, params),
    find,
    async create(trx, input, by) {
      if (!by.file) throw invalid("file", "اختر ملفًا لرفعه");
      await lockRow(trx, "customers", customerId);
      const [id] = await addPapers(trx, [{ ...input, ...(by.file as Paper) }], by);
      return find(trx, id as number);
    },
    /** A new file replaces the present one. */
    async update(trx, id, change, { readAt, file }) {
      await find(trx, id);
      const present = await lockRow<CustomerPaper>(trx, "customer_papers", id, readAt, () => find(trx, id));
      const values = withoutUndefined({ ...change, ...(file && fileColumns(file as Paper)) });
      checkPaper({ ...present, ...values });
      if (file) dropFile(trx, papersFolder, present.file_name);
      await trx("customer_papers").where({ id }).update(values);
      return find(trx, id);
    },
    async remove(trx, id) {
      const { file_name } = await find(trx, id);
      await trx("customer_papers").where({ id }).delete();
      dropFile(trx, papersFolder, file_name);
    },
  };
}

const fileColumns = ({ name, given_name, hash }: Paper) => ({
  file_name: name,
  given_name,
  media_type: mediaTypeOf(name),
  hash,
});

/**
 * Adds papers to customers whose rows are locked.
 * @returns their ids, in the order of the papers
 * @throws DomainError invalid, at the field to blame; conflict if a person would have too many
 */
export async function addPapers(trx: Transaction, papers: NewPaper[], { user }: By): Promise<number[]> {
  const rows = papers.map(({ customer_id, type, issue_date, expiry_date, ...file }) => {
    const row = { customer_id, type, issue_date, expiry_date, ...fileColumns(file), uploaded_by: user.id };
    checkPaper(row);
    return row;
  });
  const inserted: { id: number }[] = await trx("customer_papers").insert(rows).returning("id");
  const crowded = await trx("customer_papers")
    .whereIn(
      "customer_id",
      rows.map(({ customer_id }) => customer_id),
    )
    .groupBy("customer_id")
    .havingRaw("count(*) > ?", [mostPapers])
    .first("customer_id");
  if (crowded) throw new DomainError("conflict", `لا تزيد أوراق العميل الواحد على ${mostPapers} ورقة`);
  return inserted.map(({ id }) => id);
}

/** @throws DomainError invalid */
function checkPaper({ type, file_name, ...dates }: Dates & Pick<CustomerPaper, "type" | "file_name">) {
  const fault = type === "photo" && photoFault(file_name);
  if (fault) throw invalid("file", fault);
  checkDates(dates);
}

/** @throws DomainError invalid */
export function checkDates({ issue_date, expiry_date }: Dates) {
  if (issue_date && issue_date > officeToday())
    throw invalid("issue_date", "تاريخ الإصدار لا يكون في المستقبل");
  if (issue_date && expiry_date && expiry_date <= issue_date)
    throw invalid("expiry_date", "تاريخ الانتهاء يكون بعد تاريخ الإصدار");
}

/** The names of a person's files, which are deleted with the person. */
export const paperFiles = (db: Db, customerId: number): Promise<string[]> =>
  db("customer_papers").where({ customer_id: customerId }).pluck("file_name");

/**
 * The address of a person's photo: the newest paper of type photo, otherwise the record's picture; null without both.
 * SQL on `customers`.
 */
export const photoAddress = `coalesce(
  (SELECT '/uploads/${papersFolder}/' || file_name FROM customer_papers
   WHERE customer_id = customers.id AND type = 'photo' ORDER BY id DESC LIMIT 1),
  '/uploads/customers/' || customers.image)`;
