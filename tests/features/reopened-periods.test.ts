import { beforeAll, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { picture } from "../support/browser";
import { enter } from "../support/client";
import { decisionsOf } from "../support/closing";
import { makeAgent, makeContract } from "../support/factories";
import { useOffice } from "../support/office";
import { path, tablesOf, tablesOfFile } from "../support/reports-administrative";
import { useFinancialReports } from "../support/reports-financial";
import { createUser, enterAs } from "../support/users";

/* The report of operations has each reopening and what was corrected since (books.md, rule 6). */

const zone = "Pacific/Kiritimati"; // its day is another than that of UTC for 14 hours
const { office, client, browser } = useOffice({ env: { APP_TIME_ZONE: zone } });
keepBooks(office);
const { ids, take, pay } = useFinancialReports(office, client);
const { decide, closeUntil } = decisionsOf(client);

const officeToday = () => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date());
const [reopenings, corrected] = ["إعادة فتح الفترات المقفلة", "ما صحح في فترات أعيد فتحها"];

const address = (way = "", more: object = {}) =>
  `${path}${way}?${new URLSearchParams({ report: "operations", from: officeToday(), to: officeToday(), ...more })}`;

async function tablesIn(more: object = {}, by = client) {
  const { status, body } = await by.get(address("/export/csv", more));
  expect(status).toBe(200);
  const tables = Object.fromEntries(tablesOfFile(body).map(({ title, rows }) => [title, rows]));
  return { reopened: tables[reopenings], corrected: tables[corrected] };
}

async function change(what: string, id: number, body: object) {
  const answer = await client.put(`/api/${what}/${id}`, body);
  expect([what, answer.status, answer.body.message]).toEqual([what, 200, undefined]);
}

type Voucher = { id: number; receipt_number: string };
const vouchers = {} as Record<
  "raised" | "deleted" | "moved" | "cancelled" | "september" | "untouched",
  Voucher
>;
const documents = { contract: 0, invoice: 0, payment: 0 };

beforeAll(async () => {
  for (const [name, day] of [
    ["raised", "2025-10-03"],
    ["deleted", "2025-10-04"],
    ["moved", "2025-10-05"],
    ["cancelled", "2025-10-06"],
    ["untouched", "2025-10-07"],
    ["september", "2025-09-07"],
  ] as const)
    vouchers[name] = (await take(day, 100, { description: `دفعة ${name}` })) as unknown as Voucher;
  documents.payment = (await pay("2025-10-08", 40)).id;
  const agent_id = await makeAgent(office.knex);
  const invoice = {
    agent_id,
    invoice_number: "AGT-2025-007",
    invoice_date: "2025-10-09",
    due_date: "2025-11-09",
    description: "خدمات",
    amount: 500,
  };
  documents.invoice = (await client.post("/api/agent-invoices", invoice)).body.agent_invoice.id;
  const { customer: customer_id, campaign: campaign_id, package: package_id, sar: currency_id } = ids;
  const parties = { customer_id, campaign_id, package_id, currency_id };
  documents.contract = await makeContract(office.knex, parties, "4000", { contract_date: "2025-10-10" });
  await change("receipt-vouchers", vouchers.raised.id, { description: "قبل الإقفال" });
  await closeUntil("2025-10-31");
});

test("nothing was reopened: there is no table", async () => {
  expect(await tablesIn()).toEqual({ reopened: undefined, corrected: undefined });
});

test("each reopening and each correction since, with what was before and after, until the days are closed again", async () => {
  await decide("reopen", { extent: "part", closed_until: "2025-09-30", reason: "فاتورة وردت متأخرة" });
  const open = await tablesIn();
  expect(open.reopened).toEqual([
    [
      expect.stringMatching(`^${officeToday()} \\d\\d:\\d\\d$`),
      "2025-10-31",
      "2025-09-30",
      "لم يقفل كله بعد",
      "فاتورة وردت متأخرة",
      "manager",
    ],
  ]);
  expect(open.corrected).toBeUndefined();

  await change("receipt-vouchers", vouchers.raised.id, { amount: 120, description: "صحح المبلغ" });
  expect((await client.delete(`/api/receipt-vouchers/${vouchers.deleted.id}`)).status).toBe(200);
  await change("receipt-vouchers", vouchers.moved.id, { date: "2025-11-05" });
  const late = (await take("2025-10-20", 75.5, { description: "سند متأخر" })) as unknown as Voucher;
  await change("payment-vouchers", documents.payment, { amount: 45.25 });
  await change("agent-invoices", documents.invoice, { amount: 550 });
  await change("contracts", documents.contract, {
    discount_amount: 100,
    discount_reason: "تعويض",
    event_date: "2025-10-15",
    notes: "ملاحظة",
  });
  // Events of today, documents of open days, and what is no money.
  await change("receipt-vouchers", vouchers.cancelled.id, { status: "cancelled" });
  await take("2025-11-10", 5);
  await change("contracts", documents.contract, { notes: "غيرها" });
  await closeUntil("2025-10-31");
  await change("receipt-vouchers", vouchers.raised.id, { status: "cancelled" });

  const { reopened, corrected } = await tablesIn();
  expect(reopened?.map((row) => row[3])).toEqual([expect.stringMatching(`^${officeToday()} `)]);
  const by = (number: string) => corrected?.filter((row) => row[1] === number).map((row) => row.slice(2));
  expect(by(vouchers.raised.receipt_number)).toEqual([
    ["2025-10-03", "تعديل سند القبض", "المبلغ المستلم", "100", "120", "manager"],
    ["2025-10-03", "تعديل سند القبض", "البيان", "قبل الإقفال", "صحح المبلغ", "manager"],
  ]);
  const deleted = by(vouchers.deleted.receipt_number);
  expect(deleted).toContainEqual(["2025-10-04", "حذف سند القبض", "البيان", "دفعة deleted", "", "manager"]);
  expect(deleted).toContainEqual(["2025-10-04", "حذف سند القبض", "المبلغ المستلم", "100", "", "manager"]);
  expect(by(vouchers.moved.receipt_number)).toEqual([
    ["2025-10-05", "تعديل سند القبض", "تاريخ السند", "2025-10-05", "2025-11-05", "manager"],
  ]);
  const added = by(late.receipt_number);
  expect(added).toContainEqual(["2025-10-20", "إضافة سند القبض", "البيان", "", "سند متأخر", "manager"]);
  expect(added).toContainEqual(["2025-10-20", "إضافة سند القبض", "المبلغ المستلم", "", "75.5", "manager"]);
  const fields = (deed: string) =>
    corrected
      ?.filter((row) => row[3] === deed)
      .map(([, , day, , field, before, after]) => [day, field, before, after]);
  expect(fields("تعديل سند الصرف")).toEqual([["2025-10-08", "المبلغ", "40", "45.25"]]);
  expect(fields("تعديل الفاتورة")).toEqual([["2025-10-09", "المبلغ الأساسي", "500", "550"]]);
  expect(fields("تعديل العقد")).toContainEqual(["2025-10-15", "الخصم", "0", "100"]);
  expect(fields("تعديل العقد")?.map(([, field]) => field)).not.toContain("ملاحظات");
  for (const name of ["cancelled", "untouched", "september"] as const)
    expect(by(vouchers[name].receipt_number)).toEqual([]);
  expect(corrected?.some((row) => row.includes("confirmed") || row.includes("ملغي"))).toBe(false);
});

test("the screen, the print and the workbook have the same; a link leads to the document while it exists", async () => {
  const file = await tablesIn();
  for (const way of ["", "/print"]) {
    const { body } = await client.get(address(way));
    const tables = Object.fromEntries(tablesOf(body).map(({ title, rows }) => [title, rows]));
    expect(tables[reopenings]).toHaveLength(1);
    expect(tables[corrected]).toHaveLength(file.corrected?.length as number);
  }
  const { body } = await client.get(address());
  expect(body).toContain(`/financial/receipts?search=${vouchers.moved.receipt_number}`);
  expect(body).not.toContain(`?search=${vouchers.deleted.receipt_number}`);
  expect((await client.get(address("/export/xlsx"))).status).toBe(200);
});

test("another period has none, nor has who may not read the closings", async () => {
  expect(await tablesIn({ from: "2025-10-01", to: "2025-10-31" })).toEqual({});
  const reader = await enterAs(office, "reader", ["view_reports"]);
  expect(await tablesIn({}, reader)).toEqual({});
  const clerk = await enter(
    office,
    await createUser(office.knex, "books", ["view_reports", "manage_financials"]),
  );
  expect((await tablesIn({}, clerk)).corrected?.length).toBeGreaterThan(5);
});

test("a second reopening has its own corrections beside the first one's", async () => {
  const before = (await tablesIn()).corrected?.length as number;
  await decide("reopen", { extent: "all", reason: "مراجعة" });
  await change("receipt-vouchers", vouchers.september.id, { amount: 90 });
  await change("receipt-vouchers", vouchers.untouched.id, { amount: 80 });
  await closeUntil("2025-09-30");
  await change("receipt-vouchers", vouchers.untouched.id, { amount: 70 });
  const { reopened, corrected } = await tablesIn();
  expect(reopened?.map((row) => row.slice(1, 5))).toEqual([
    ["2025-10-31", "2025-09-30", expect.stringMatching(`^${officeToday()} `), "فاتورة وردت متأخرة"],
    ["2025-10-31", "لا شيء", "لم يقفل كله بعد", "مراجعة"],
  ]);
  expect(
    corrected
      ?.slice(before)
      .filter((row) => row[4] === "المبلغ المستلم")
      .map((row) => row.slice(5, 7)),
  ).toEqual([
    ["100", "90"],
    ["100", "80"],
    ["80", "70"],
  ]);
});

test("its tables are in view without scripts", async () => {
  for (const screen of ["wide", "phone"] as const) {
    const page = await browser.signedIn(address(), { screen, javaScript: false });
    await page.getByRole("heading", { name: corrected }).waitFor();
    await picture(page, `closing/operations-${screen}`);
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect([screen, isWider]).toEqual([screen, false]);
  }
  await picture(await browser.signedIn(address("/print"), { screen: "wide" }), "closing/operations-print");
});
