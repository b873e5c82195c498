import { type Db, db } from "~/db/knex.server";
import { type Count, countUpTo } from "~/db/slice.server";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { holdsAny, type Permission, type SessionUser } from "~/domain/permissions";
import { accountKinds } from "~/features/accounts/account";
import { uncounted } from "~/features/accounts/accounts.server";
import { firstWaiting } from "~/features/campaigns/first-waiting.server";
import { inCancelledCampaign } from "~/features/campaigns/standing.server";
import { contract } from "~/features/contracts/contract";
import { customer } from "~/features/customers/customer";
import { shortPassport } from "~/features/customers/customers.server";
import { note } from "~/features/customers/note";
import { type Call, customersToCall, readCalls as readNotes } from "~/features/customers/notes.server";
import { entities } from "~/features/entities.server";
import { dueInHand } from "~/features/financial/cheques/cheques.server";
import { receipt } from "~/features/financial/receipts/receipt";
import { overdue as overdueContract } from "~/features/instalments/instalments.server";
import { type InvoiceKind, invoiceKinds } from "~/features/invoices/invoice";
import { overdue as overdueInvoice } from "~/features/invoices/invoices.server";
import { dueChequesAddress } from "~/features/links/cheques-address";
import { readinessPath } from "~/features/links/readiness-link";
import { readinessFigures } from "~/features/readiness/readiness.server";
import { whereWaiting } from "~/features/visas/expiry.server";
import { visa } from "~/features/visas/visa";

/** Something that waits for the user: how many there are (`isCapped`: more than that), and the list that shows exactly these. */
export type Duty = { label: string; href: string } & Count;

/** Counts the rows of one duty. `permission` lets a user act on them. */
type DutyOf = {
  label: string;
  permission: Permission;
  read: (db: Db, today: string) => Promise<{ href: string } & Count>;
};

const overdueInvoices = (kind: InvoiceKind, label: string): DutyOf => ({
  label,
  permission: invoiceKinds[kind].write,
  read: async (db, today) => ({
    ...(await countUpTo(db("invoices").where({ kind }).whereRaw(overdueInvoice, [today]))),
    href: `${invoiceKinds[kind].path}?overdue=true`,
  }),
});

const duties: DutyOf[] = [
  {
    label: "عقود متأخرة السداد",
    permission: contract.write,
    read: async (db, today) => ({
      ...(await countUpTo(
        db("contracts").whereRaw(`${overdueContract} AND NOT ${inCancelledCampaign}`, [today]),
      )),
      href: `${contract.path}?overdue=true&in_cancelled_campaign=false`,
    }),
  },
  overdueInvoices("agent", "فواتير وكلاء متأخرة"),
  overdueInvoices("purchase", "فواتير مشتريات متأخرة"),
  {
    label: "تأشيرات طال انتظارها",
    permission: visa.write,
    async read(db, today) {
      const { visa_wait_days } = await db("company_info").first("visa_wait_days");
      const to = later(today, -visa_wait_days - 1);
      const waiting = whereWaiting(db("visas")).where("submission_date", "<=", to);
      return { ...(await countUpTo(waiting)), href: `${visa.path}?status=waiting&to=${to}` };
    },
  },
  {
    label: "جوازات لا تكفي صلاحيتها",
    permission: customer.write,
    read: async (db, today) => ({
      ...(await countUpTo(db("customers").whereRaw(shortPassport, { today }))),
      href: `${customer.path}?passport_ends=short`,
    }),
  },
  {
    label: "عملاء يتصل بهم اليوم",
    permission: note.write,
    read: async (db, today) => ({
      ...(await countUpTo(db("customers").whereIn("id", customersToCall("today", today)))),
      href: `${customer.path}?call=today`,
    }),
  },
  {
    label: "شيكات حل أجلها",
    permission: receipt.write,
    read: async (db, today) => ({
      ...(await countUpTo(db("receipt_vouchers").whereRaw(dueInHand, [today]))),
      href: dueChequesAddress,
    }),
  },
  {
    label: "صناديق لم تجرد منذ أمس",
    permission: accountKinds.cash_box.write,
    read: async (db, today) => ({
      ...(await countUpTo(
        db("accounts")
          .where({ kind: "cash_box", status: "active", deleted_at: null })
          .whereRaw(...uncounted(today)),
      )),
      href: `${accountKinds.cash_box.path}?status=active&uncounted=true`,
    }),
  },
];

/** What waits for a user today, by the lists that they may change. */
export async function readDuties(user: SessionUser): Promise<Duty[]> {
  const today = officeToday();
  const own = duties.filter(({ permission }) => holdsAny(user, [permission]));
  return Promise.all(own.map(async ({ label, read }) => ({ label, ...(await read(db, today)) })));
}

/** How many days before its departure the dashboard names a trip. */
const daysToDeparture = 14;
/** The most trips and imports that it names. */
const most = 5;

/** A trip that leaves soon, and how many of its pilgrims are not ready. */
export type Departure = {
  id: number;
  name: string;
  start_date: string;
  total: number;
  missing: number;
  href: string;
};

/** The trips that leave within two weeks, the first first, for users who may manage trips. */
export async function readDepartures(user: SessionUser): Promise<Departure[]> {
  if (!holdsAny(user, ["manage_trips"])) return [];
  const today = officeToday();
  const trips: { id: number; name: string; start_date: string; end_date: string }[] = await db("trips")
    .whereBetween("start_date", [today, later(today, daysToDeparture)])
    .orderBy(["start_date", "id"])
    .limit(most)
    .select("id", "name", "start_date", "end_date");
  return Promise.all(
    trips.map(async ({ id, name, start_date }) => {
      const { total, green } = await readinessFigures({ kind: "trip", id }, new URLSearchParams());
      const href = `${readinessPath("trip", id)}?state=missing`;
      return { id, name, start_date, total, missing: total - green, href };
    }),
  );
}

/** Who waits first for free seats, of each campaign that has them, for users who may sign contracts. */
export const readFirstWaiting = async (user: SessionUser) =>
  holdsAny(user, [contract.write]) ? firstWaiting(db, { most }) : [];

/** The customers whom a note says to call today, for users who may write notes. */
export const readCalls = async (user: SessionUser): Promise<Call[]> =>
  holdsAny(user, [note.write]) ? readNotes(db, most) : [];

/** A file of the user that is uploaded and not yet imported. */
export type WaitingImport = { id: number; file_name: string; created_at: string; href: string };

export async function readImports({ id }: SessionUser): Promise<WaitingImport[]> {
  const rows: { id: number; kind: string; file_name: string; created_at: string }[] = await db("imports")
    .join("import_rows", "import_rows.import_id", "imports.id")
    .where({ user_id: id, done_at: null })
    .orderBy("imports.id", "desc")
    .limit(most)
    .select("imports.id", "kind", "file_name", "created_at");
  const paths = Object.fromEntries(Object.values(entities).map(({ entity }) => [entity.table, entity.path]));
  return rows.map(({ kind, ...row }) => ({ ...row, href: `${paths[kind]}/import/${row.id}` }));
}
