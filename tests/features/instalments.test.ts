import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { hiddenField, signIn, text, useClient } from "../support/client";
import { contractsOf } from "../support/contracts";
import { administrator } from "../support/database";
import { makeCampaign, makeDollar, makeReceipt } from "../support/factories";
import { createUser } from "../support/users";

const office = fixture();
const client = useClient(office);
const browser = useBrowser();

let usd: number;
beforeAll(async () => {
  usd = await makeDollar(office.knex);
});

const { ids, sign, signed } = contractsOf(
  office,
  () => client,
  () => usd,
);

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const path = (id: number) => `/api/contracts/${id}`;
const find = async (id: number) => (await client.get(path(id))).body.contract;
const reschedule = (id: number, schedule: unknown) => client.put(path(id), { schedule });

/** A contract of 1,250.50 dollars, signed so many days ago. */
async function signedAgo(days: number, schedule?: [daysFromToday: number, amount: number][]) {
  const { id } = await signed();
  await office
    .knex("contracts")
    .where({ id })
    .update({ contract_date: day(-days) });
  const parts = schedule?.map(([from, amount]) => ({ due_date: day(from), amount }));
  if (parts) expect((await reschedule(id, parts)).body.error).toBeUndefined();
  return id;
}

/** Receipts as far as a contract knows them. */
const pay = (id: number, amount: string) =>
  office.knex("contracts").where({ id }).update({ paid_amount: amount });

const thirds: [number, number][] = [
  [-40, 400],
  [0, 500.25],
  [20, 350.25],
];

describe("what is due", () => {
  test("follows from what is paid, the oldest part first", async () => {
    const id = await signedAgo(60, thirds);
    for (const [paid, due, overdue, next, states] of [
      ["0", 900.25, 400, day(-40), ["overdue", "due", "upcoming"]],
      ["399.99", 500.26, 0.01, day(-40), ["overdue", "due", "upcoming"]],
      ["400", 500.25, 0, day(0), ["paid", "due", "upcoming"]],
      ["1000", 0, 0, day(20), ["paid", "paid", "upcoming"]],
      ["1250.5", 0, 0, null, ["paid", "paid", "paid"]],
    ] as const) {
      await pay(id, paid);
      const row = await find(id);
      expect(row).toMatchObject({ due_amount: due, overdue_amount: overdue, next_due_date: next });
      expect(row.schedule.map(({ status }: { status: string }) => status)).toEqual(states);
      const sum = row.schedule.reduce(
        (sum: number, part: { paid_amount: number }) => sum + part.paid_amount,
        0,
      );
      expect(sum).toBeCloseTo(Number(paid), 9);
    }
  });

  test("without a schedule it is the whole, from the contract's date", async () => {
    const [fresh, old] = [await signedAgo(0), await signedAgo(1)];
    expect(await find(fresh)).toMatchObject({
      schedule: [],
      due_amount: 1250.5,
      overdue_amount: 0,
      next_due_date: today,
    });
    expect(await find(old)).toMatchObject({
      due_amount: 1250.5,
      overdue_amount: 1250.5,
      next_due_date: day(-1),
    });
  });

  test("a cancelled contract has nothing due, and its schedule comes back with it", async () => {
    const id = await signedAgo(60, thirds);
    await client.put(path(id), { status: "cancelled" });
    expect(await find(id)).toMatchObject({ due_amount: 0, overdue_amount: 0, next_due_date: null });
    expect((await reschedule(id, [])).status).toBe(409);
    await client.put(path(id), { status: "active" });
    expect(await find(id)).toMatchObject({ due_amount: 900.25, overdue_amount: 400 });
  });

  test("the list filters by what is overdue, on the screen, by call and in its files", async () => {
    const [late, due, paid] = [await signedAgo(60, thirds), await signedAgo(0), await signedAgo(60, thirds)];
    await pay(paid, "400");
    const listed = async (overdue: string) => {
      const params = `campaign_id=${ids.campaign_id}&overdue=${overdue}`;
      const { body } = await client.get(`/api/contracts?${params}`);
      const sheet = (await client.get(`/contracts/export/csv?${params}`)).body;
      const numbers = body.contracts.map((row: { contract_number: string }) => row.contract_number);
      for (const number of numbers) expect(sheet).toContain(number);
      expect(sheet.trim().split("\n")).toHaveLength(numbers.length + 1);
      return body.contracts.map(({ id }: { id: number }) => id);
    };
    expect(await listed("true")).toEqual([late]);
    expect(await listed("false")).toEqual([paid, due]);
    expect((await client.get("/api/contracts?overdue=perhaps")).status).toBe(422);
    const screen = await client.get(`/contracts?campaign_id=${ids.campaign_id}&overdue=true`);
    expect(screen.body.match(/متأخر السداد<\/span>/g)).toHaveLength(1);
  });
});

describe("a schedule", () => {
  test("is refused where it is not the total, too fine, too early, or no schedule", async () => {
    const id = await signedAgo(10);
    for (const [schedule, sentence] of [
      [[{ due_date: today, amount: 1250.49 }], "بقي بلا قسط 0.01 USD"],
      [[{ due_date: today, amount: "1250.51" }], "زادت الأقساط 0.01 USD"],
      [[{ due_date: today, amount: "1250.505" }], "القسط 1: المبلغ بعملة USD لا يقبل أكثر من خانتين عشريتين"],
      [[{ due_date: day(-11), amount: 1250.5 }], "الموعد لا يسبق تاريخ العقد"],
      [[{ due_date: day(1900), amount: 1250.5 }], "الموعد بعد أكثر من خمس سنوات"],
      [[{ due_date: "2026-02-30", amount: 1250.5 }], "القسط 1: الموعد: التاريخ غير صحيح"],
      [[{ due_date: today, amount: 0 }, {}], "القسط 1: المبلغ يجب أن يكون أكبر من صفر"],
      [[{ due_date: today, amount: -5 }], "القسط 1"],
      ["monthly", "القسط 1"],
      [[7], "الجدول قائمة أقساط"],
      [Array.from({ length: 37 }, () => ({ due_date: today, amount: 1 })), "الأقساط 36 على الأكثر"],
    ] as const) {
      const { status, body } = await reschedule(id, schedule);
      expect([status, body.fields?.schedule]).toEqual([422, expect.stringContaining(sentence)]);
    }
    expect((await sign({ schedule: [{ due_date: today, amount: 1 }] })).status).toBe(422);
    expect((await find(id)).schedule).toEqual([]);
  });

  test("is stored by due date, echoed without harm, and removed by an empty one", async () => {
    const { body } = await sign({
      schedule: [
        { due_date: day(9), amount: "١٬٠٠٠" },
        { due_date: day(3), amount: 250.5 },
      ],
    });
    const { id, schedule, updated_at } = body.contract;
    expect(schedule).toEqual([
      { due_date: day(3), amount: 250.5, paid_amount: 0, status: "upcoming" },
      { due_date: day(9), amount: 1000, paid_amount: 0, status: "upcoming" },
    ]);
    const echo = await client.put(path(id), { schedule });
    expect(echo.body.contract).toMatchObject({ schedule, updated_at });
    expect((await reschedule(id, [])).body.contract.schedule).toEqual([]);
    const lines = await office
      .knex("audit_log")
      .where({ kind: "contracts", record_id: id, action: "update" });
    expect(lines.map(({ changes }) => changes)).toEqual([
      {
        schedule: [
          [expect.objectContaining({ amount: "250.50" }), expect.objectContaining({ amount: "1000.00" })],
          null,
        ],
      },
    ]);
  });

  test("changes only after its paid parts, which stay first", async () => {
    const id = await signedAgo(60, thirds);
    await pay(id, "400");
    const rest = { due_date: day(30), amount: 850.5 };
    for (const schedule of [
      [],
      [{ due_date: day(-39), amount: 400 }, rest],
      [
        { due_date: day(-40), amount: 399 },
        { ...rest, amount: 851.5 },
      ],
      [
        { due_date: day(-41), amount: 1 },
        { due_date: day(-40), amount: 400 },
        { ...rest, amount: 849.5 },
      ],
    ]) {
      const { status, body } = await reschedule(id, schedule);
      expect([status, body.fields?.schedule]).toEqual([422, expect.stringContaining("القسط 1 مسدد")]);
    }
    const { body } = await reschedule(id, [{ due_date: day(-40), amount: 400 }, rest]);
    expect(body.contract).toMatchObject({ due_amount: 0, next_due_date: day(30) });
  });

  test("two who change it at the same moment: the later one is told", async () => {
    const id = await signedAgo(1);
    const { updated_at } = await find(id);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((days) =>
        client.put(path(id), { updated_at, schedule: [{ due_date: day(days), amount: 1250.5 }] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("no other column of a total can drift from it", async () => {
    const id = await signedAgo(60, thirds);
    await expect(office.knex("contracts").where({ id }).update({ total_amount: "1300" })).rejects.toThrow(
      "contracts_schedule_is_total",
    );
  });

  test("a closed period lets it change, and nothing else of the contract", async () => {
    const id = await signedAgo(60, thirds);
    await client.submit("/settings/accounts/closing/close", { closed_until: day(-30) });
    expect((await client.put(path(id), { status: "completed" })).status).toBe(409);
    expect((await client.put(path(id), { status: "completed", schedule: [] })).status).toBe(409);
    const { body } = await reschedule(id, [{ due_date: day(5), amount: 1250.5 }]);
    expect(body.contract).toMatchObject({ status: "active", next_due_date: day(5) });
    await client.submit("/settings/accounts/closing/reopen", { extent: "all", reason: "انتهى الاختبار" });
  });
});

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

  test("are closed to whoever may not sign contracts", async () => {
    const id = await signedAgo(1);
    const cashier = await signIn(office.url, await createUser(office.knex, "cashier", ["manage_financials"]));
    expect((await cashier.get(screen(id))).status).toBe(403);
    expect((await cashier.submit(screen(id), { schedule: [today, "1250.5"] })).status).toBe(403);
    expect((await cashier.put(path(id), { schedule: [] })).status).toBe(403);
  });

  test("with JavaScript a row more and its sum, and saved", async () => {
    const id = await signedAgo(0);
    const page = await browser.open({ baseURL: office.url, login: administrator });
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
});
