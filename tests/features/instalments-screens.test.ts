import excel from "exceljs";
import { describe, expect, test } from "vitest";
import { hiddenField, text } from "../support/client";
import { administrator } from "../support/database";
import { makeCampaign, makeReceipt } from "../support/factories";
import { day, instalmentsOf, thirds, today } from "../support/instalments";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice();
const { ids, find, signedAgo, pay, signed } = instalmentsOf(office, client);

describe("at signing", () => {
  const usual = {
    start_date: day(100),
    end_date: day(110),
    down_payment_percent: "30",
    payment_lead_days: 10,
  };
  /** Signs with the form in a campaign of the usual terms. @returns the contract */
  async function signForm(more: object, campaign: object = usual) {
    ids.campaign_id = await makeCampaign(office.knex, 50, [ids.package_id], campaign);
    const answer = await client.submit("/contracts/new", text({ ...ids, ...more }));
    const id = Number(answer.headers.get("Location")?.match(/\d+/)?.[0]);
    return { answer, contract: id ? await find(id) : undefined };
  }
  const amounts = (contract: { schedule: { amount: number }[] }) =>
    contract.schedule.map(({ amount }) => amount);
  const dates = (contract: { schedule: { due_date: string }[] }) =>
    contract.schedule.map(({ due_date }) => due_date);

  test("the campaign's usual terms give a down payment and parts by month until its last day", async () => {
    const { contract } = await signForm({ schedule_terms: "usual" });
    const [down, ...rest] = amounts(contract);
    expect(down).toBe(375.15);
    expect(dates(contract)[0]).toBe(today);
    expect(dates(contract).at(-1)).toBe(day(90));
    expect([2, 3]).toContain(rest.length); // ninety days are nearly three months
    expect(Math.max(...rest) - Math.min(...rest)).toBeLessThan(0.03);
    expect(amounts(contract).reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(1250.5, 9);
    expect((await signForm({ schedule_terms: "none" })).contract.schedule).toEqual([]);
    expect((await signForm({ schedule_terms: "usual" }, {})).contract.schedule).toEqual([]);
  });

  test("own terms: parts by month, or spread to a last day; a family has the same", async () => {
    const { contract } = await signForm({ schedule_terms: "own", instalment_count: "٤" });
    expect(amounts(contract)).toEqual([312.62, 312.62, 312.62, 312.64]);
    const near = await signForm({
      schedule_terms: "own",
      down_percent: "50",
      instalment_count: 3,
      last_due_date: day(9),
    });
    expect(near.contract.schedule.map(({ due_date }: { due_date: string }) => due_date)).toEqual([
      today,
      day(3),
      day(6),
      day(9),
    ]);
    for (const [terms, sentence] of [
      [{}, "اكتب نسبة الدفعة المقدمة أو عدد الأقساط"],
      [{ down_percent: "101" }, "نسبة الدفعة المقدمة من 0 إلى 100"],
      [{ last_due_date: day(-1) }, "موعد آخر قسط لا يسبق تاريخ العقد"],
    ] as const) {
      const { answer } = await signForm({ schedule_terms: "own", notes: "كما كتبت", ...terms });
      expect(answer.status).toBe(422);
      for (const part of [sentence, "كما كتبت"]) expect(answer.body).toContain(part);
    }
  });

  test("a call without a schedule has none", async () => {
    ids.campaign_id = await makeCampaign(office.knex, 50, [ids.package_id], usual);
    expect((await signed()).schedule).toEqual([]);
  });

  test("the preview shows what will be signed, without JavaScript after a step", async () => {
    const campaign_id = await makeCampaign(office.knex, 50, [ids.package_id], usual);
    const { body } = await client.submit("/contracts/new", {
      ...text({ ...ids, campaign_id }),
      schedule_terms: "usual",
      intent: "packages",
    });
    expect(body).toContain("375.15</span> في");
  });
});

describe("screens", () => {
  const screen = (id: number) => `/contracts/${id}/schedule`;

  test("without JavaScript rows come, go and are proposed, paid ones stay", async () => {
    const id = await signedAgo(60, thirds);
    await pay(id, "400");
    const { body: first } = await client.get(screen(id));
    const updated_at = hiddenField(first, "updated_at");
    const typed = thirds.flatMap(([days, amount]) => [day(days), String(amount)]);
    const fields = { updated_at, schedule: typed };
    const valuesIn = (html: string) =>
      [...html.matchAll(/<input[^>]*name="schedule"[^>]*>/g)].map(
        ([input]) => input.match(/value="([^"]*)"/)?.[1],
      );
    expect(valuesIn(first)).toEqual([day(-40), "400.00", day(0), "500.25", day(20), "350.25"]);
    expect(first.match(/<input[^>]*name="schedule"[^>]*readOnly=""[^>]*>/gi)).toHaveLength(2);
    const more = await client.submit(screen(id), { ...fields, intent: "add_instalment" });
    expect(valuesIn(more.body)).toHaveLength(8);
    const less = await client.submit(screen(id), { ...fields, intent: "drop_instalment_1" });
    expect(valuesIn(less.body)).toEqual([day(-40), "400", day(20), "350.25"]);
    const proposed = await client.submit(screen(id), { ...fields, intent: "propose", instalment_count: "2" });
    expect(valuesIn(proposed.body).filter((_, index) => index % 2)).toEqual(["400.00", "425.25", "425.25"]);
    const unclear = await client.submit(screen(id), { ...fields, intent: "propose" });
    expect([unclear.status, unclear.body]).toEqual([
      422,
      expect.stringContaining("اكتب نسبة الدفعة المقدمة"),
    ]);

    const wrong = await client.submit(screen(id), { updated_at, schedule: [...typed.slice(0, 5), "350"] });
    expect([wrong.status, wrong.body]).toEqual([422, expect.stringContaining('value="350"')]);
    expect(wrong.body).toContain("بقي بلا قسط");
    const saved = await client.submit(screen(id), {
      updated_at,
      schedule: [...typed.slice(0, 2), day(8), "850.5"],
    });
    expect(saved.headers.get("Location")).toBe(`/contracts/${id}`);
    expect((await find(id)).next_due_date).toBe(day(8));
    const stale = await client.submit(screen(id), fields);
    expect([stale.status, stale.body]).toEqual([409, expect.stringContaining("القيمة الحالية")]);
  });

  test("a statement's workbook has a second sheet of it, and a split receipt says what is due", async () => {
    const id = await signedAgo(60, [
      [-40, 350.25],
      [20, 900.25],
    ]);
    const { customer } = await find(id);
    const sheets = async (query = "") => {
      const path = `/financial/statements/customers/${customer.id}/export/xlsx${query}`;
      const answer = await fetch(office.url + path, { headers: { Cookie: client.cookie } });
      const book = new excel.Workbook();
      await book.xlsx.load(await answer.arrayBuffer());
      return book.worksheets;
    };
    const [, dues] = await sheets();
    expect(dues?.name).toBe("مواعيد السداد");
    const cells = dues
      ?.getSheetValues()
      .slice(1)
      .map((row) => (row as unknown[]).slice(3, 6));
    expect(cells).toEqual([
      ["المتبقي منه", "العملة", "الحالة"],
      [350.25, "USD", "متأخر"],
      [900.25, "USD", "لم يحل"],
    ]);
    expect(await sheets(`?from=${today}`)).toHaveLength(1);
    const csv = await client.get(`/financial/statements/customers/${customer.id}/export/csv`);
    expect(csv.body).not.toContain("مواعيد السداد");
    const split = (await client.get(`/financial/receipts/split?contracts=${id}`)).body;
    expect(split.replaceAll(/<[^>]*>/g, "")).toMatch(/المتبقي 1,250\.50 \$ · المستحق اليوم 350\.25 \$/);
  });

  test("contract, print, statement, person's page and receipt form say what is due when", async () => {
    const id = await signedAgo(60, thirds);
    await makeReceipt(office.knex, id);
    const { customer } = await find(id);
    for (const [address, ...parts] of [
      [`/contracts/${id}`, "جدول السداد", day(20), "متأخر", "350.25 $"],
      [`/contracts/${id}/print`, "جدول السداد", day(-40), day(20), "500.25 $"],
      [`/financial/statements/customers/${customer.id}`, "مواعيد السداد", day(-40), day(20), "350.25"],
      [`/financial/statements/customers/${customer.id}/print`, "مواعيد السداد", day(-40), day(20), "350.25"],
      [`/customers/${customer.id}`, day(-40), "متأخر"],
      [`/financial/receipts/new?contract=${id}`, "المستحق اليوم", "المتأخر منه", day(-40)],
    ] as const) {
      const { status, body } = await client.get(address);
      expect([address, status]).toEqual([address, 200]);
      for (const part of parts) expect([address, body]).toEqual([address, expect.stringContaining(part)]);
    }
  });

  test("with JavaScript a row more and its sum, and saved", async () => {
    const id = await signedAgo(0);
    const page = await browser.open({ login: administrator });
    await page.goto(screen(id));
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "إضافة قسط" }).click();
    await dialog.getByLabel("الموعد", { exact: true }).fill(day(5));
    await dialog.getByLabel("المبلغ (USD)").fill("1000");
    await dialog.getByText("بقي بلا قسط").waitFor();
    await dialog.getByLabel("المبلغ (USD)").fill("1250.50");
    await dialog.getByText("المجموع هو إجمالي العقد").waitFor();
    await dialog.getByRole("button", { name: "حفظ الجدول" }).click();
    await page.waitForURL(/\/contracts\/\d+$/);
    expect((await find(id)).next_due_date).toBe(day(5));
  });

  test("with JavaScript proposed rows are shown, and stay when they are refused", async () => {
    const id = await signedAgo(0);
    const page = await browser.signedIn(screen(id));
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("عدد الأقساط بعدها").fill("3");
    await dialog.getByRole("button", { name: "اقتراح الأقساط" }).click();
    const days = dialog.getByLabel("الموعد", { exact: true });
    await days.nth(2).waitFor();
    await days.nth(1).fill("");
    await dialog.getByRole("button", { name: "حفظ الجدول" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await days.count()).toBe(3);
    expect(await days.nth(1).inputValue()).toBe("");
  });
});
