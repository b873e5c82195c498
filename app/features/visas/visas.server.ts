import { type Asked, mostOffered, offer } from "~/db/choices.server";
import { documentOf } from "~/db/document.server";
import { byFields, type Filters, readFilters, within, withinHijri } from "~/db/filters.server";
import { db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, searchOf } from "~/db/list.server";
import { lockRowWithKey, requireRows, withoutUndefined } from "~/db/rows.server";
import { searchMatches, wherePaper } from "~/db/search.server";
import { type Store, tableStore } from "~/db/store.server";
import { conflicting } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import type { SessionUser } from "~/domain/permissions";
import { customersNamed } from "~/features/customers/customers.server";
import { lastDay } from "~/features/journey/valid-visas.server";
import { dropFile } from "~/files/storage.server";
import { countToday, expiredAt, expiryLine, statusToday, whereStatus, whereWaiting } from "./expiry.server";
import { givenNumber, whereNumberRepeats } from "./numbers.server";
import { visa as entity, type Visa, type VisaStatus, visaFilters, visaFolder } from "./visa";

const schema = schemaOf(entity.fields);

type VisaRow = StoredOf<(typeof entity)["fields"]> &
  Pick<Visa, "customer_name" | "group_name" | "documents" | "history"> & {
    document: string | null;
    /** Differs from today's status until the hourly run has stored the expiry. */
    written_status: VisaStatus;
    expired_at: string;
  };

const moment = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const papers = `(SELECT coalesce(json_agg(json_build_object('id', id, 'file_name', file_name, 'given_name', given_name,
    'media_type', media_type, 'document_type', document_type, 'uploaded_at', ${moment("uploaded_at")}) ORDER BY id DESC), '[]')
  FROM visa_documents WHERE visa_id = visas.id)`;

const changes = `(SELECT coalesce(json_agg(json_build_object('id', id, 'user_name', user_name, 'status', status,
    'change_reason', change_reason, 'changed_at', ${moment("changed_at")}) ORDER BY id DESC), '[]')
  FROM visa_history WHERE visa_id = visas.id)`;

const statusOf = (params: URLSearchParams) => choiceOf(params, "status", visaFilters);

const filters = {
  ...byFields(entity.fields, ["visa_type", "customer_id", "group_id"]),
  passport_number(params) {
    const passport = searchOf(params, "passport_number");
    return passport ? (query) => wherePaper(query, "passport_number", passport) : undefined;
  },
  status(params) {
    const status = statusOf(params);
    if (status === "waiting") return whereWaiting;
    return status && ((query) => whereStatus(query, status));
  },
  /** Visas with a number that another visa has too. */
  number_repeats: (params) => choiceOf(params, "number_repeats", ["true"]) && whereNumberRepeats,
  period: within("submission_date"),
  hijri: withinHijri("submission_date"),
} satisfies Filters;

const visasIn = ({ narrow }: ReturnType<typeof readFilters>) => narrow(db("visas").select("visas.id"));

const table = tableStore<Visa, typeof schema, VisaRow>({
  table: "visas",
  schema,
  ...documentOf(entity, {
    join: (query) =>
      query
        .join("customers", "customers.id", "visas.customer_id")
        .leftJoin("groups", "groups.id", "visas.group_id")
        .select({
          customer_name: "customers.name",
          group_name: "groups.name",
          status: statusToday(db), // replaces the stored status
          last_day: db.raw(lastDay),
          written_status: "visas.status",
          expired_at: expiredAt(db),
          documents: db.raw(papers),
          history: db.raw(changes),
        }),
    more: (row: VisaRow) => ({
      customer_name: row.customer_name,
      group_name: row.group_name,
      document_path: row.document && `/uploads/${visaFolder}/${row.document}`,
      documents: row.documents,
      history:
        row.status === row.written_status
          ? row.history
          : [{ id: 0, ...expiryLine, changed_at: row.expired_at }, ...row.history],
    }),
  }),
  matching: (params) => visasIn(readFilters(filters, params)),
  total(params) {
    const status = statusOf(params);
    const isSearched = searchOf(params) || searchOf(params, "customer_name");
    if (isSearched || status === "waiting" || !readFilters(filters, params).isOnlyBy(["status"]))
      return undefined;
    return countToday(db, status);
  },
  async check(trx, input, present, { user }) {
    await requireRows(trx, input, { customer_id: "customers", group_id: "groups" });
    if (!present) return { ...input, visa_number: undefined, created_by: user.id };
    const fields = Object.keys(withoutUndefined(input)) as (keyof typeof input)[];
    const changeSet = fields
      .filter((field) => input[field] !== present[field])
      .filter((field) => field !== "visa_number" || present.visa_number !== null);
    if (changeSet.includes("customer_id") && present.status !== "pending")
      throw conflicting("customer_id", "لا يتغير عميل تأشيرة صدر قرارها");
    const values = Object.fromEntries(changeSet.map((field) => [field, input[field]]));
    if (changeSet.includes("visa_number"))
      Object.assign(values, await givenNumber(trx, present.id, input.visa_number ?? null));
    const names = changeSet.map((field) => entity.labels[field]).join("، ");
    if (names) await noteChange(trx, present.id, user, present.status, `تعديل: ${names}`);
    return values;
  },
});

/** The visas that match the filters, a customer's name, and a `search` for name, passport number or visa number. */
function listVisas(params: URLSearchParams): List<Visa> {
  const list = table.list(params) as List<Visa>;
  const [name, search] = [searchOf(params, "customer_name"), searchOf(params)];
  const of = (name: string) => ({ of: customersNamed(name), by: "visas.customer_id" });
  const selection = readFilters(filters, params);
  if (!search) return name ? { ...list, ...searchMatches(() => visasIn(selection), [of(name)]) } : list;
  const matching = () =>
    name ? visasIn(selection).whereIn("customer_id", customersNamed(name)) : visasIn(selection);
  return {
    ...list,
    ...searchMatches(matching, [
      of(search),
      { own: (row) => wherePaper(row, "passport_number", search) },
      { own: (row) => wherePaper(row, "visa_number", search) },
    ]),
  };
}

/** Writes a line of the history for a change of status or content (rulings §4). */
export function noteChange(
  trx: Transaction,
  visaId: number,
  user: Pick<SessionUser, "username">,
  status: VisaStatus,
  reason: string | null,
) {
  return trx("visa_history").insert(historyLine(visaId, user, status, reason));
}

export const historyLine = (
  visa_id: number,
  user: Pick<SessionUser, "username">,
  status: VisaStatus,
  change_reason: string | null,
) => ({ visa_id, user_name: user.username, status, change_reason });

export const visas: Store<Visa, typeof schema> = {
  ...table,
  list: listVisas,
  async create(trx, input, by) {
    const { id, status } = await table.create(trx, input, by);
    await noteChange(trx, id, by.user, status, "تقديم الطلب");
    return table.find(trx, id);
  },
  async remove(trx, id, by) {
    const { document } = await lockRowWithKey<VisaRow>(trx, "visas", id);
    const files: string[] = await trx("visa_documents").where({ visa_id: id }).pluck("file_name");
    await table.remove(trx, id, by);
    for (const name of [document, ...files]) dropFile(trx, visaFolder, name);
  },
};

/** The groups of a visa's form, the newest first. */
export const groupOffer = async (asked: Asked) => ({
  group_id: await offer(asked, "group_id", {
    table: "groups",
    order: [{ column: "groups.id", order: "desc" }],
    listed: mostOffered,
  }),
});
