import { beforeAll, describe, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { hiddenField } from "../support/client";
import { day, today } from "../support/closing";
import { inCash } from "../support/factories";
import { expectSound, fieldsOf, journalOf, useBooks } from "../support/journal-files";
import { isMissing, useLibreOffice } from "../support/libreoffice";
import { useOffice } from "../support/office";
import { textOf } from "../support/statements";
import { enterAs } from "../support/users";

/* The journal on its screens, the trial balance and the account numbers (books.md, rule 11). */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { file, lines } = journalOf(client);
const { ids, signed, receive } = useBooks(office, client);
const period = `from=${day(30)}&to=${today}`;

let contract: Awaited<ReturnType<typeof signed>>;
beforeAll(async () => {
  contract = await signed(day(4), { start_date: day(-30), end_date: day(-40) });
  for (let part = 1; part <= 30; part++) await receive(contract, part, { date: day(3) });
});

describe("the journal's screen", () => {
  test("shows pages of lines, each with its document", async () => {
    const { status, body } = await client.get(`/reports/journal?${period}`);
    expect(status).toBe(200);
    expect(textOf(body)).toContain("من 1 إلى 25، الإجمالي 66");
    const last = (await client.get(`/reports/journal?${period}&page=3`)).body;
    expect(last).toContain(`href="/contracts/${contract.id}"`); // the oldest come last, as in lists
    expect(textOf(last)).toContain("من 51 إلى 66، الإجمالي 66");
  });

  test("finds an account's lines, a number, a document and a party", async () => {
    const found = async (query: string) =>
      Number(
        /الإجمالي (\d+)/.exec(
          textOf((await client.get(`/reports/journal?${period}&per_page=10&${query}`)).body),
        )?.[1] ?? 0,
      );
    expect(await found(`account=account:${ids.dollars}`)).toBe(31);
    expect(await found("account=11001")).toBe(31);
    expect(textOf((await client.get("/reports/journal?account=nothing")).body)).toContain(
      "الحساب: قيمة غير معروفة",
    );
    expect(await found("search=سالم")).toBe(62);
    expect(await found("search=لا أحد")).toBe(0);
    const number = (await lines(day(30), today))[0]?.number as string;
    expect(
      textOf((await client.get(`/reports/journal?${period}&search=${number.toLowerCase()}`)).body),
    ).toContain(number);
  });

  test("refuses a period that is none, and says why", async () => {
    const { status, body } = await client.get("/reports/journal?from=2026-13-40");
    expect([status, textOf(body)]).toEqual([200, expect.stringContaining("من تاريخ")]);
    expect((await client.get("/reports/journal/export/csv?from=x")).status).toBe(422);
    expect((await client.get("/reports/journal/export/pdf")).status).toBe(404);
  });

  test("prints, and leaves a line of the audit log for each file and paper", async () => {
    expect((await client.get(`/reports/journal/print?${period}`)).status).toBe(200);
    await file(day(30), today);
    const log = await office.knex("audit_log").orderBy("id", "desc").limit(2).select("action", "record_name");
    expect(log.map(({ action }) => action).sort()).toEqual(["exported", "printed"]);
  });
});

describe("the trial balance", () => {
  test("is the sum of the journal, and says what boxes, customers and suppliers have", async () => {
    await client.post("/api/purchase-invoices", {
      ...{ description: "غرف", invoice_date: today, due_date: today, amount: 200, tax_amount: 30 },
      ...{ invoice_number: "H-9", supplier_id: ids.supplier },
    });
    await client.post("/api/payment-vouchers", {
      ...{ beneficiary_type: "supplier", supplier_id: ids.supplier, description: "دفعة", date: today },
      ...inCash(ids.riyals, ids.sar, 100),
    });
    const { body } = await client.get(`/settings/chart/export/csv?${period}`);
    const rows = (body as string).split(/\r?\n/).map((line) => line.split(","));
    const closing = (name: string, code: string) =>
      Number(rows.find(([account, currency]) => account?.endsWith(name) && currency === code)?.[5]);
    const balance = async (id: number) => (await client.get(`/api/cash-boxes/${id}`)).body.cash_box.balance;
    expect(closing("صندوق الدولار", "USD")).toBe(await balance(ids.dollars));
    expect(closing("صندوق الريال", "SAR")).toBe(await balance(ids.riyals));
    expect(closing("العملاء", "USD")).toBe(1000 - 465);
    expect(closing("الموردون", "SAR")).toBe(100 - 230);
    const [debit, credit, all] = (rows.find(([name]) => name === "المجموع") ?? []).slice(6).map(Number);
    expect([debit, all]).toEqual([credit, 0]);
    const journal = await lines(day(30), today);
    const sum = (side: "debit" | "credit") =>
      journal.filter((line) => line[side]).reduce((total, { base }) => total + Number(base), 0);
    expect(sum("debit")).toBeCloseTo(debit as number, 6);
    expect(sum("credit")).toBeCloseTo(credit as number, 6);
  });

  test("leads from an account to its lines", async () => {
    const { body } = await client.get(`/settings/chart?${period}`);
    const href = /href="(\/reports\/journal\?[^"]*account=customers)"/
      .exec(body)?.[1]
      ?.replaceAll("&amp;", "&") as string;
    expect(textOf((await client.get(`${href}&page=2`)).body)).toContain(contract.contract_number);
  });
});

describe("the account numbers", () => {
  const path = "/settings/chart/edit";

  test("are changed without scripts, stand in later files and the audit log", async () => {
    const { body } = await client.get(path);
    const id = (await office.knex("chart_accounts").where({ key: "customers" }).first()).id;
    const seen = { [`seen_number_${id}`]: hiddenField(body, `seen_number_${id}`) };
    const sent = { sales_earned: "departure", [`number_${id}`]: "١٢١٠-أ", ...seen };
    const refused = await client.submit(path, sent);
    expect([refused.status, textOf(refused.body)]).toEqual([
      422,
      expect.stringContaining("أرقام وحروف لاتينية"),
    ]);
    expect((await client.submit(path, { ...sent, [`number_${id}`]: "١٢١٠-a" })).status).toBe(302);
    expect((await lines(day(4), day(4)))[0]?.account).toBe("1210-A");
    const log = await office
      .knex("audit_log")
      .where({ kind: "chart_accounts" })
      .orderBy("id", "desc")
      .first();
    expect([log.record_name, log.changes]).toEqual(["العملاء", { number: ["13000", "1210-A"] }]);
    const late = await client.submit(path, { ...sent, [`number_${id}`]: "9" });
    expect([late.status, textOf(late.body)]).toEqual([
      409,
      expect.stringContaining("غيّره مستخدم آخر إلى 1210-A"),
    ]);
  });

  test("are read with view_reports, and changed by an administrator who manages financials", async () => {
    const reader = await enterAs(office, "reader", ["view_reports"]);
    expect((await reader.get("/settings/chart?report=accounts")).status).toBe(200);
    expect((await reader.get("/reports/journal")).status).toBe(200);
    expect((await reader.get(path)).status).toBe(403);
    const clerk = await enterAs(office, "clerk", ["manage_financials"]);
    expect([
      (await clerk.get(path)).status,
      (await clerk.submit(path, { sales_earned: "signing" })).status,
    ]).toEqual([403, 403]);
    expect((await clerk.get("/reports/journal")).status).toBe(403);
  });
});

test("many who write while many read give each document one number, without gaps", async () => {
  const before = (await lines(today, today)).length;
  const writes = Array.from({ length: 25 }, (_, index) =>
    receive(contract, 1 + (index % 3), { date: today }),
  );
  const reads = Array.from({ length: 10 }, () => client.get(`/reports/journal?${period}`));
  const [receipts, pages] = await Promise.all([Promise.all(writes), Promise.all(reads)]);
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  const after = await lines(today, today);
  expect(after.length - before).toBe(50);
  for (const { receipt_number } of receipts)
    expect(
      new Set(after.filter(({ document }) => document === receipt_number).map(({ number }) => number)).size,
    ).toBe(1);
});

const saved = useLibreOffice();
test.skipIf(isMissing)(
  "the workbook adds up in LibreOffice (left out where it is not installed)",
  async () => {
    const headers = { Cookie: client.cookie };
    const answer = await fetch(`${office.url}/reports/journal/export/xlsx?${period}`, { headers });
    const text = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false";
    const sheet = await saved(Buffer.from(await answer.arrayBuffer()), "xlsx", text);
    const cells = fieldsOf(sheet.toString("utf8")).filter(([number]) => number?.startsWith("J-"));
    const amount = (text: string) => text.replaceAll(",", "");
    const all = cells.map(
      ([
        number = "",
        date = "",
        document = "",
        account = "",
        debit = "",
        credit = "",
        rate = "",
        base = "",
      ]) => ({
        ...{ number, date, document, account, rate },
        ...{ debit: amount(debit), credit: amount(credit), base: amount(base) },
        ...{ party: "", campaign: "", text: "", name: "", currency: "", baseCode: "", revalues: "" },
      }),
    );
    expect(all).toHaveLength((await lines(day(30), today)).length);
    expectSound(all);
  },
);
