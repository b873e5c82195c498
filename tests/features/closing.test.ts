import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Answer, type Client, hiddenField, signIn } from "../support/client";
import {
  makeAgent,
  makeCampaign,
  makeCurrency,
  makeCustomer,
  makeInvoice,
  makePackage,
  makePayment,
} from "../support/factories";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
const path = "/settings/accounts/closing";
let client: Client;
let usd: number;
let customer: number;
let box: number;
let contract: number;
let agent: number;
let campaign: number;
let plan: number;

const day = (ago: number) =>
  new Date(Date.now() + 3 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
const today = day(0);
const lastWeek = day(7);

beforeAll(async () => {
  client = await signIn(office.url);
  const { knex } = office;
  usd = await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$" });
  await makeCurrency(knex, "SAR", "0.26666666666666666667", { symbol: "ر.س" });
  customer = await makeCustomer(knex);
  agent = await makeAgent(knex);
  plan = await makePackage(knex, usd, "100000");
  campaign = await makeCampaign(knex, 100, [plan]);
  box = (await client.post("/api/cash-boxes", { name: "صندوق", currency_code: "USD", balance: 100_000 })).body
    .cash_box.id;
  contract = await oldContract();
});

let contracts = 0;
/** One that was signed in the period that is closed. */
async function oldContract(): Promise<number> {
  const [{ id }] = await office
    .knex("contracts")
    .insert({
      contract_number: `C-2025-${String(++contracts).padStart(5, "0")}`,
      customer_id: customer,
      campaign_id: campaign,
      package_id: plan,
      contract_date: day(30),
      total_amount: "100000",
      currency_id: usd,
    })
    .returning("id");
  return id;
}

const voucher = (more: object = {}) => ({
  customer_id: customer,
  contract_id: contract,
  currency_id: usd,
  amount: 10,
  payment_method: "cash",
  cash_box_id: box,
  date: today,
  description: "دفعة",
  ...more,
});

const receive = async (more: object = {}) => client.post("/api/receipt-vouchers", voucher(more));
const received = async (more: object = {}): Promise<number> => (await receive(more)).body.receipt_voucher.id;

/** Posts a form as it was just opened. */
async function decide(deed: "close" | "reopen", fields: Record<string, string>, by: Client = client) {
  const { body } = await by.get(`${path}/${deed}`);
  const hidden = {
    one_time_key: hiddenField(body, "one_time_key"),
    updated_at: hiddenField(body, "updated_at"),
  };
  return by.submit(`${path}/${deed}`, { ...hidden, ...fields });
}

async function closeUntil(closed_until: string) {
  const { status, body } = await decide("close", { closed_until });
  expect([status, body]).toEqual([302, ""]);
}

const closed = async () =>
  (await office.knex("period_closings").orderBy("id", "desc").first())?.closed_until ?? null;

async function openAll() {
  if (!(await closed())) return;
  const { status, body } = await decide("reopen", { extent: "all", reason: "تجربة" });
  expect([status, body]).toEqual([302, ""]);
}

const until = (date: string) => `الفترة مقفلة حتى ${date}`;

function expectRefused({ status, body }: Answer, date: string) {
  expect([status, body.message]).toEqual([409, expect.stringContaining(until(date))]);
}

async function expectBalanced() {
  const { rows } = await office.knex.raw(`
    SELECT 'account ' || accounts.id AS wrong FROM accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id)
    UNION ALL SELECT 'contract ' || contracts.id FROM contracts
    WHERE paid_amount <> (SELECT coalesce(sum(equivalent_amount), 0) FROM receipt_vouchers
      WHERE contract_id = contracts.id AND status = 'confirmed')
    UNION ALL SELECT 'receipt ' || receipt_number FROM receipt_vouchers
    WHERE CASE status WHEN 'confirmed' THEN account_amount ELSE 0 END <>
      (SELECT coalesce(sum(amount), 0) FROM movements WHERE document_number = receipt_number)`);
  expect(rows).toEqual([]);
}

describe("closing", () => {
  test("is a manager's: others see what is closed, and are refused what they send", async () => {
    const clerk = await createUser(office.knex, "clerk", ["manage_financials"]);
    const theirs = await signIn(office.url, clerk);
    const list = await theirs.get(path);
    expect(list.status).toBe(200);
    expect(list.body).not.toContain(`${path}/close"`);
    expect((await client.get(path)).body).toContain(`${path}/close"`);
    for (const deed of ["close", "reopen"]) {
      expect((await theirs.get(`${path}/${deed}`)).status).toBe(403);
      const sent = { closed_until: lastWeek, reason: "سبب", extent: "all" };
      expect((await theirs.submit(`${path}/${deed}`, sent)).status).toBe(403);
    }
    const admin = await createUser(office.knex, "chief", ["manage_settings"], { user_type: "admin" });
    expect((await (await signIn(office.url, admin)).get(path)).status).toBe(403);
    expect(await office.knex("period_closings")).toEqual([]);
  });

  test.each([
    ["close", {}, "هذا الحقل مطلوب"],
    ["close", { closed_until: day(-1) }, "لا يقفل ما لم يأت بعد"],
    ["close", { closed_until: "2026-02-30" }, "التاريخ غير صحيح"],
    ["close", { closed_until: "infinity" }, "التاريخ غير صحيح"],
    ["close", { closed_until: lastWeek, reason: "س".repeat(501) }, "النص أطول من المسموح"],
    ["reopen", { extent: "all", reason: "سبب" }, "لا توجد فترة مقفلة"],
  ] as ["close" | "reopen", Record<string, string>, string][])(
    "%s with %j is refused at its field",
    async (deed, fields, sentence) => {
      const { status, body } = await decide(deed, fields);
      expect([422, 409]).toContain(status);
      expect(body).toContain(sentence);
      if (fields.reason) expect(body).toContain(fields.reason);
      expect(await closed()).toBeNull();
    },
  );

  test("goes forward; opening again goes back, by another form that asks for the reason", async () => {
    await closeUntil(lastWeek);
    expect(await closed()).toBe(lastWeek);
    for (const date of [lastWeek, day(8)])
      expect((await decide("close", { closed_until: date })).body.replaceAll(/<[^>]*>/g, "")).toContain(
        `${until(lastWeek)}: اختر تاريخًا بعده`,
      );
    for (const [fields, sentence] of [
      [{ extent: "part", closed_until: day(9) }, "هذا الحقل مطلوب"],
      [{ extent: "all", reason: " " }, "هذا الحقل مطلوب"],
      [{ closed_until: day(9), reason: "سبب" }, "هذا الحقل مطلوب"],
      [{ extent: "part", reason: "سبب" }, "هذا الحقل مطلوب"],
      [{ extent: "part", closed_until: day(6), reason: "سبب" }, "اختر تاريخًا قبله"],
      [{ extent: "all", closed_until: day(9), reason: "سبب" }, "اترك التاريخ فارغًا"],
      [{ extent: "none", reason: "سبب" }, "اختر قيمة من القائمة"],
    ] as [Record<string, string>, string][]) {
      const { status, body } = await decide("reopen", fields);
      expect([status, fields]).toEqual([422, fields]);
      expect(body).toContain(sentence);
    }
    expect(await closed()).toBe(lastWeek);
    expect(
      (await decide("reopen", { extent: "part", closed_until: day(9), reason: "سند ناقص" })).status,
    ).toBe(302);
    expect(await closed()).toBe(day(9));
    await openAll();
    expect(await closed()).toBeNull();

    const { body } = await client.get(path);
    for (const text of [lastWeek, day(9), "سند ناقص", "إعادة فتح", "إقفال", "manager"])
      expect(body).toContain(text);
    const trail = await client.get("/settings/trail?kind=period_closings");
    expect(trail.body).toContain("سند ناقص");
    expect(trail.body).toContain(lastWeek);
  });

  test("sent twice is one; what another manager decided meanwhile is told", async () => {
    const form = async (deed: string) => {
      const { body } = await client.get(`${path}/${deed}`);
      return { one_time_key: hiddenField(body, "one_time_key"), updated_at: hiddenField(body, "updated_at") };
    };
    const before = Number((await office.knex("period_closings").count())[0]?.count);
    const fields = { ...(await form("close")), closed_until: day(20) };
    const answers = await Promise.all([1, 2, 3].map(() => client.submit(`${path}/close`, fields)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(Number((await office.knex("period_closings").count())[0]?.count)).toBe(before + 1);
    const stale = await client.submit(`${path}/close`, {
      ...fields,
      one_time_key: "another",
      closed_until: day(10),
    });
    expect(stale.status).toBe(409);
    expect(stale.body).toContain("غيّر مدير آخر الإقفال");
    expect(await closed()).toBe(day(20));
    const again = {
      closed_until: day(10),
      one_time_key: "another",
      updated_at: hiddenField(stale.body, "updated_at"),
    };
    expect((await client.submit(`${path}/close`, again)).status).toBe(302);
    await openAll();
  });

  test("is never changed or deleted", async () => {
    await expect(office.knex("period_closings").update({ closed_until: null })).rejects.toThrow(
      "only added to",
    );
    await expect(office.knex("period_closings").delete()).rejects.toThrow("only added to");
  });
});

describe("in the closed period", () => {
  test("receipts are neither made, changed, cancelled nor deleted, nor moved in or out", async () => {
    const old = await received({ date: day(10) });
    const open = await received();
    await closeUntil(lastWeek);
    const address = `/api/receipt-vouchers/${old}`;
    expectRefused(await receive({ date: lastWeek }), lastWeek);
    expectRefused(await client.put(address, { amount: 20 }), lastWeek);
    expectRefused(await client.put(address, { description: "بيان آخر" }), lastWeek);
    expectRefused(await client.put(address, { status: "cancelled" }), lastWeek);
    expectRefused(await client.put(address, { date: today }), lastWeek);
    expectRefused(await client.put(`/api/receipt-vouchers/${open}`, { date: day(8) }), lastWeek);
    expectRefused(await client.delete(address), lastWeek);
    for (const deed of ["cancel", "delete"]) {
      const refused = await client.submit(`/financial/receipts/${old}/${deed}`, {});
      expect(refused.status).toBe(409);
      expect(refused.body.replaceAll(/<[^>]*>/g, "")).toContain(until(lastWeek));
    }
    const form = await client.submit("/financial/receipts/new", {
      ...(Object.fromEntries(
        Object.entries(voucher({ date: day(8), description: "بيان مكتوب" })).map(([name, value]) => [
          name,
          String(value),
        ]),
      ) as Record<string, string>),
    });
    expect(form.status).toBe(409);
    expect(form.body.replaceAll(/<[^>]*>/g, "")).toContain(until(lastWeek));
    expect(form.body).toContain("بيان مكتوب");

    expect((await client.put(`/api/receipt-vouchers/${open}`, { date: day(6) })).status).toBe(200);
    expect((await receive({ date: day(6) })).status).toBe(201);
    await expectBalanced();
    await openAll();
    expect((await client.put(address, { amount: 20 })).status).toBe(200);
    expect((await client.delete(address)).status).toBe(200);
    expect((await receive({ date: lastWeek })).status).toBe(201);
    await expectBalanced();
  });

  test("contracts stay as they are, and are paid by receipts of open days", async () => {
    const old = await oldContract();
    const idle = await oldContract();
    await closeUntil(lastWeek);
    expectRefused(await client.put(`/api/contracts/${old}`, { status: "cancelled" }), lastWeek);
    expectRefused(await client.put(`/api/contracts/${old}`, { visa_duration_days: 30 }), lastWeek);
    expectRefused(await client.delete(`/api/contracts/${idle}`), lastWeek);
    const deletion = await client.submit(`/contracts/${idle}/delete`, {});
    expect([deletion.status, deletion.body.replaceAll(/<[^>]*>/g, "").includes(until(lastWeek))]).toEqual([
      409,
      true,
    ]);
    const id = await received({ contract_id: old, amount: 500 });
    const paid = async () => Number((await office.knex("contracts").where({ id: old }).first()).paid_amount);
    expect(await paid()).toBe(500);
    expect((await client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" })).status).toBe(200);
    expect(await paid()).toBe(0);
    const signed = await client.post("/api/contracts", {
      customer_id: customer,
      campaign_id: campaign,
      package_id: plan,
    });
    expect(signed.status).toBe(201);

    await openAll();
    await closeUntil(today);
    const late = { customer_id: customer, campaign_id: campaign, package_id: plan };
    expectRefused(await client.post("/api/contracts", late), today);
    expectRefused(await client.delete(`/api/contracts/${signed.body.contract.id}`), today);
    await openAll();
    expect((await client.put(`/api/contracts/${old}`, { status: "cancelled" })).status).toBe(200);
    expect((await client.delete(`/api/contracts/${idle}`)).status).toBe(200);
    await expectBalanced();
  });

  test("invoices and payments stay as they are; what is settled of an invoice follows from open days", async () => {
    const { knex } = office;
    const old = { invoice_date: day(10), due_date: day(9) };
    const invoice = await makeInvoice(knex, { agent_id: agent }, "100", old);
    const payment = await makePayment(knex, usd, "10", { date: day(10) });
    await closeUntil(lastWeek);
    const refusal = /the period up to .* is closed/;
    await expect(makeInvoice(knex, { agent_id: agent }, "100", old)).rejects.toThrow(refusal);
    await expect(makePayment(knex, usd, "10", { date: lastWeek })).rejects.toThrow(refusal);
    const invoices = () => knex("invoices").where({ id: invoice });
    for (const change of [
      { amount: "90" },
      { payment_status: "cancelled" },
      { invoice_date: today, due_date: today },
    ])
      await expect(invoices().update(change)).rejects.toThrow(refusal);
    await expect(invoices().delete()).rejects.toThrow(refusal);
    const payments = () => knex("payment_vouchers").where({ id: payment });
    for (const change of [{ status: "cancelled" }, { date: today }, { amount: "11" }])
      await expect(payments().update(change)).rejects.toThrow(refusal);
    await expect(payments().delete()).rejects.toThrow(refusal);

    await invoices().update({ paid_amount: "100", payment_status: "paid" });
    await openAll();
    await payments().delete();
    await invoices().delete();
  });

  test("of today no balance is adjusted, opened or counted anew; what changes no money goes on", async () => {
    await closeUntil(today);
    const boxes = "/api/cash-boxes";
    expectRefused(await client.put(`${boxes}/${box}`, { balance: 5 }), today);
    expectRefused(await client.post(boxes, { name: "جديد", currency_code: "USD", balance: 5 }), today);
    const empty = await client.post(boxes, { name: "فارغ", currency_code: "USD" });
    expect(empty.status).toBe(201);
    expect((await client.put(`${boxes}/${box}`, { name: "اسم آخر" })).status).toBe(200);

    const counts = `/settings/accounts/cash-boxes/${empty.body.cash_box.id}/counts`;
    const counted = await client.submit(`${counts}/new`, { counted: "7", reason: "وجد في الدرج" });
    expect(counted.status).toBe(409);
    expect(counted.body.replaceAll(/<[^>]*>/g, "")).toContain(until(today));
    expect(counted.body).toContain("وجد في الدرج");
    expect((await client.submit(`${counts}/new`, { counted: "0" })).status).toBe(302);

    const adjusted = await client.submit(`/settings/accounts/cash-boxes/${box}/adjust`, { balance: "5" });
    expect(adjusted.status).toBe(409);
    await openAll();
    await closeUntil(day(1));
    const account = await client.put(`${boxes}/${empty.body.cash_box.id}`, { balance: 5 });
    expect(account.status).toBe(200);
    await openAll();
    await expectBalanced();
  });
});

describe("while many work", () => {
  /** Every receipt of the period, and every movement that comes of one. */
  async function kept(date: string) {
    const rows = await office.knex("receipt_vouchers").where("date", "<=", date).orderBy("id");
    const numbers = rows.map(({ receipt_number }) => receipt_number);
    return [rows, await office.knex("movements").whereIn("document_number", numbers).orderBy("id")];
  }

  test.each([1, 2, 3])("a closing ends what is under way and lets nothing in after it (%i)", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => received({ date: day(9) })));
    const clerks = Array.from({ length: 30 }, (_, turn) => async () => {
      const id = ids[turn % ids.length];
      const answers: Answer[] = [];
      for (let step = 0; step < 6; step++) {
        const deeds = [
          () => receive({ date: day(8 + (step % 3)), amount: 1 + turn }),
          () => client.put(`/api/receipt-vouchers/${id}`, { amount: 20 + turn + step }),
          () => client.put(`/api/receipt-vouchers/${id}`, { date: step % 2 ? today : day(8) }),
          () => receive({ date: today }),
          () => client.put(`/api/cash-boxes/${box}`, { name: `صندوق ${turn}` }),
          () =>
            turn % 5
              ? client.put(`/api/receipt-vouchers/${id}`, { amount: 30 + turn })
              : client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" }),
        ];
        answers.push(await (deeds[(turn + step) % deeds.length] as (typeof deeds)[0])());
      }
      return answers;
    });
    let atClosing: unknown;
    const closing = async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      let answer: Answer;
      do answer = await decide("close", { closed_until: lastWeek });
      while (answer.status === 503);
      atClosing = await kept(lastWeek);
      return answer.status;
    };
    const [status, ...answers] = await Promise.all([closing(), ...clerks.map((clerk) => clerk())]);
    expect(status).toBe(302);
    const all = answers.flat();
    const refused = all.filter(({ status }) => status === 409);
    const told = refused.map(({ body }) => body.message as string);
    expect(all.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(told.filter((message) => !message.includes(until(lastWeek)) && !message.includes("ملغي"))).toEqual(
      [],
    );
    expect(told.filter((message) => message.includes(until(lastWeek))).length).toBeGreaterThan(10);
    expect(all.filter(({ status }) => status !== 409).length).toBeGreaterThan(10);
    expect(await kept(lastWeek)).toEqual(atClosing);
    await expectBalanced();
    await openAll();
  });

  test("closing, opening, adjusting and counting at once waits in no circle", async () => {
    const counts = `/settings/accounts/cash-boxes/${box}/counts/new`;
    const times = (count: number, work: (turn: number) => Promise<Answer>) =>
      Array.from({ length: count }, (_, turn) => async () => work(turn));
    const people = [
      times(6, () => receive({ date: day(8) })),
      times(6, () => receive({ contract_id: null })),
      times(6, (turn) => client.put(`/api/cash-boxes/${box}`, { balance: 100_000 + turn })),
      times(6, (turn) => client.submit(counts, { counted: String(90_000 + turn), reason: "عد" })),
      times(6, () =>
        client.post("/api/contracts", { customer_id: customer, campaign_id: campaign, package_id: plan }),
      ),
      times(6, (turn) =>
        turn % 2
          ? decide("reopen", { extent: "all", reason: "سبب" })
          : decide("close", { closed_until: turn % 4 ? today : lastWeek }),
      ),
    ];
    const answers = await Promise.all(
      people.map(async (steps) => {
        const answered: number[] = [];
        for (const step of steps) answered.push((await step()).status);
        return answered;
      }),
    );
    const wrong = answers.flat().filter((status) => ![200, 201, 302, 409, 422].includes(status));
    expect(wrong).toEqual([]);
    await openAll();
    await expectBalanced();
  });
});

describe("its screen", () => {
  test.each(["wide", "phone"] as const)("looks its best, and works (%s)", async (screen) => {
    const page = await browser.signedIn(path, { baseURL: office.url, screen, javaScript: screen === "wide" });
    await page.getByRole("link", { name: "إقفال فترة" }).click();
    await page.getByLabel("مقفل حتى").fill(lastWeek);
    await picture(page, `closing/close-${screen}`);
    await page.getByRole("button", { name: "إقفال" }).click();
    await page.waitForURL((url) => url.pathname === path);
    await page.getByRole("link", { name: "إعادة فتح", exact: true }).click();
    await page.getByLabel("ما يعاد فتحه").selectOption("part");
    await page.getByLabel("يبقى مقفلًا حتى").fill(today);
    await page.getByLabel("السبب").fill("فاتورة وردت متأخرة");
    await page.getByRole("button", { name: "إعادة الفتح" }).click();
    await page.getByRole("alert").waitFor();
    await picture(page, `closing/reopen-${screen}`);
    await page.getByLabel("يبقى مقفلًا حتى").fill(day(12));
    await page.getByRole("button", { name: "إعادة الفتح" }).click();
    await page.waitForURL((url) => url.pathname === path);
    await picture(page, `closing/list-${screen}`);
    expect(await closed()).toBe(day(12));
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await openAll();
  });
});

test("nobody waited in a circle", async () => {
  await office.app.stop(); // a session tells what it counted at its end
  const { rows } = await office.knex.raw(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
