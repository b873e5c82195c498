import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { readFirst } from "~/db/list.server";
import { referrerColumns } from "~/db/references.server";
import type { By } from "~/db/store.server";
import { DomainError, invalid, notFound } from "~/domain/domain-error";
import { id } from "~/domain/input.server";
import { isNamed, missingSentence, nouns, quote } from "~/domain/nouns";
import type { Customer } from "~/features/customers/customer";
import { checkDates, customers } from "~/features/customers/customers.server";
import { roomsAgainst } from "~/features/journey/strangers.server";
import { isSameTelephone } from "~/features/telephones/telephones.server";
import { dropFile } from "~/files/storage.server";
import { missingValues } from "../join";

export const joinSchema = z.object({ customer_id: id() });

/** The order in which other transactions lock these tables (docs/decisions/locks.md). Other tables come after them. */
const order = ["receipt_vouchers", "payment_vouchers", "contracts"];
const placeOf = (table: string) => order.indexOf(table) >>> 0;

/** The audit log's line needs no more names than this. */
const mostNames = 200;

async function referring(db: Db) {
  const columns = await referrerColumns(db, "customers");
  const own = columns.filter(({ referrer }) => referrer !== "entries"); // the join moves them before their documents
  return own.sort((one, other) => placeOf(one.referrer) - placeOf(other.referrer));
}

/**
 * Joins two records of one person: all references to the second one move to the first, which takes over the values that it lacks,
 * and the second is deleted. It is one transaction with a line of its own in the audit log.
 * @param seen the updated_at of each record that the sender read; without it the present records count
 * @throws DomainError not_found, invalid, conflict if it would break a rule: a group, a room, a closed period
 */
export async function joinCustomers(
  trx: Transaction,
  keptId: number,
  goneId: number,
  { user }: By,
  seen: Map<number, string> = new Map(),
): Promise<Customer> {
  if (keptId === goneId) throw invalid("customer_id", "اختر سجلًا آخر: هذا هو السجل نفسه");
  const columns = await referring(trx);
  await lockAll(trx, columns, keptId, goneId);
  const [kept, gone] = [await customers.find(trx, keptId), await customers.find(trx, goneId)];
  for (const { id, updated_at, name } of [kept, gone])
    if ((seen.get(id) ?? updated_at) !== updated_at)
      throw new DomainError("conflict", `تغير سجل ${quote(name)} بعد أن فتحته: راجع السجلين ثم أعد`);
  const values = missingValues(kept, gone);
  checkDates({ ...kept, ...values });
  const [refusal] = await refusalsOf(trx, kept, gone);
  if (refusal) throw new DomainError("conflict", refusal);

  const moves: string[] = [];
  await trx.raw(
    `INSERT INTO visa_history (visa_id, user_name, status, change_reason)
     SELECT id, ?, status, 'انتقلت بدمج سجلين للعميل' FROM visas WHERE customer_id = ? ORDER BY id`,
    [user.username, goneId],
  );
  await trx("entries").where({ customer_id: goneId }).update({ customer_id: keptId }); // then their documents find them
  await trx.raw("SELECT set_config('office.joins_customers', 'true', true)"); // no voucher is corrected by this
  for (const { referrer, column } of columns) {
    const rows: Record<string, unknown>[] = await trx(referrer)
      .where(column, goneId)
      .update({ [column]: keptId })
      .returning("*");
    moves.push(...rows.map((row) => nameOf(referrer, row)));
  }
  const images = await trx("customers").whereIn("id", [keptId, goneId]).select("id", "image");
  const imageOf = (id: number): string | null => images.find((row) => row.id === id)?.image;
  await trx("customers").where({ id: goneId }).delete();
  if (imageOf(keptId)) dropFile(trx, "customers", imageOf(goneId));
  await trx("customers")
    .where({ id: keptId })
    .update({ ...values, image: imageOf(keptId) ?? imageOf(goneId) });
  await trx.raw("SELECT note_join(?, ?, ?)", [
    keptId,
    `${gone.name} (رقم ${goneId})`,
    moves.slice(0, mostNames),
  ]);
  return customers.find(trx, keptId);
}

/** A row's noun and name: «العقد C-2026-00001». A row without a name has the noun only. */
function nameOf(table: string, row: Record<string, unknown>) {
  if (!isNamed(table)) return table === "group_members" ? `عضوية المجموعة رقم ${row.group_id}` : "سجل آخر";
  const { one, name } = nouns[table];
  return `${one} ${row[name]}`;
}

/** Locks all rows that refer to the record to be deleted, and then both records, each as strongly as needed. */
async function lockAll(
  trx: Transaction,
  columns: { referrer: string; column: string }[],
  keptId: number,
  goneId: number,
) {
  const theirGroups = trx("group_members").whereIn("customer_id", [keptId, goneId]).select("group_id");
  await trx("groups").whereIn("id", theirGroups).orderBy("id").forNoKeyUpdate().select("id");
  for (const { referrer, column } of columns)
    await trx(referrer)
      .where(column, goneId)
      .orderByRaw("(to_jsonb(??.*) ->> 'id')::bigint", [referrer])
      .forNoKeyUpdate()
      .select(column);
  const both = await trx("customers").whereIn("id", [keptId, goneId]).orderBy("id").forUpdate().select("id");
  if (both.length < 2) throw notFound(missingSentence("customers"));
}

/** The reasons why one record cannot be joined into another, in sentences; empty if it can. */
export async function refusalsOf(db: Db, kept: Customer, gone: Customer): Promise<string[]> {
  const both: { campaign: string; first: string; second: string }[] = await db("group_members as mine")
    .join("group_members as theirs", "theirs.campaign_id", "mine.campaign_id")
    .join("campaigns", "campaigns.id", "mine.campaign_id")
    .join("groups as first", "first.id", "mine.group_id")
    .join("groups as second", "second.id", "theirs.group_id")
    .where({ "mine.customer_id": kept.id, "theirs.customer_id": gone.id })
    .orderBy("campaigns.id")
    .select({ campaign: "campaigns.name", first: "first.name", second: "second.name" });
  const gender = kept.gender ?? gone.gender;
  const changes = [kept, gone].filter((one) => one.gender !== gender);
  const rooms = await roomsAgainst(
    db,
    changes.map(({ id }) => id),
    gender,
  );
  return [
    ...both.map(({ campaign, first, second }) =>
      first === second
        ? `كلاهما في المجموعة ${quote(first)} من الحملة ${quote(campaign)}: أخرج أحدهما منها أولًا`
        : `كلاهما في الحملة ${quote(campaign)}، في المجموعتين ${quote(first)} و${quote(second)}: أخرج أحدهما أولًا`,
    ),
    ...rooms.map(
      ({ room, group }) =>
        `جنس ${quote(kept.name)} لا يوافق الغرفة ${quote(room)} من المجموعة ${quote(group)}: أخرجه منها أولًا`,
    ),
    ...(await closedDocuments(db, gone)),
  ];
}

/** Vouchers and contracts in a closed period. They cannot be changed, and so cannot change their customer. */
async function closedDocuments(db: Db, { id, name }: Customer) {
  const { rows } = await db.raw<{ rows: { until: string }[] }>(
    `SELECT closed_until AS until FROM (SELECT closed_until FROM period_closings ORDER BY id DESC LIMIT 1) AS closing
     WHERE EXISTS (SELECT FROM contracts WHERE customer_id = :id AND contract_date <= closed_until)
       OR EXISTS (SELECT FROM receipt_vouchers WHERE customer_id = :id AND date <= closed_until)
       OR EXISTS (SELECT FROM payment_vouchers WHERE customer_id = :id AND date <= closed_until)`,
    { id },
  );
  return rows.map(
    ({ until }) =>
      `لسجل ${quote(name)} عقود أو سندات في فترة مقفلة حتى ${until}، وهي لا تتغير: احتفظ بهذا السجل بدل الآخر`,
  );
}

/** The number of rows of each kind that refer to a customer and would move. */
export async function countsOf(db: Db, customerId: number) {
  const columns = await referring(db);
  const counts = await Promise.all(
    columns.map(async ({ referrer, column }) => {
      const [row] = await db(referrer).where(column, customerId).count();
      const label =
        referrer === "group_members" ? "المجموعات" : isNamed(referrer) ? nouns[referrer].many : "سجلات أخرى";
      return { label, count: Number(row?.count) };
    }),
  );
  return counts;
}

/** The most records that are offered for one person. */
const mostAlike = 20;

/**
 * Customers who may be the same person: with the same telephone, in any spelling, or the same name; with a search, its matches.
 */
export async function alikeOf(one: Customer, search: string): Promise<Customer[]> {
  if (search) {
    const alike = await readFirst(customers.list(new URLSearchParams({ search })), mostAlike + 1); // includes inactive ones
    return alike.filter(({ id }) => id !== one.id);
  }
  const ids: number[] = await db("customers as others")
    .join("customers as one", "one.id", db.raw("?", [one.id]))
    .whereRaw("others.id <> one.id")
    .whereNull("others.deleted_at")
    .whereRaw(
      `(fold(others.name) = fold(one.name) OR ${isSameTelephone("others", "one.phone", "one.phone_e164")})`,
    )
    .orderBy("others.id", "desc")
    .limit(mostAlike)
    .pluck("others.id");
  return Promise.all(ids.map((id) => customers.find(db, id)));
}

/** Whether two customers have one telephone number, in any spelling. */
export async function haveOneTelephone(db: Db, one: Customer, other: Customer) {
  const { rows } = await db.raw<{ rows: { is_one: boolean }[] }>(
    `SELECT coalesce(${isSameTelephone("others", "one.phone", "one.phone_e164")}, false) AS is_one
     FROM customers AS one, customers AS others WHERE one.id = ? AND others.id = ?`,
    [one.id, other.id],
  );
  return rows[0]?.is_one ?? false;
}
