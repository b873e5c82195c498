import { describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { linesOf as auditOf } from "../support/audit-log";
import { text } from "../support/client";
import { makeCurrency } from "../support/factories";
import { today, useFees } from "../support/fees";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { textOf } from "../support/statements";
import { enterAs } from "../support/users";

/* The fee of a cancelling by the days that are left before the departure (docs/decisions/fee-calendar.md). */

const { office, client } = useOffice({ isBusy: true });
const { ids, offer, offerWith, sign, signedWith, linesOf, change, find } = useFees(office, client);

const tenth = { days: 60, kind: "percent", amount: 10 } as const;
const half = { days: 20, kind: "percent", amount: 50 } as const;
const asRead = ({ days, kind, amount }: { days: number; kind: string; amount: number }) => ({
  days,
  kind,
  amount,
  currency_id: null,
});

describe("lines by call", () => {
  test("are kept of campaigns and of the office, latest days first, changed and removed", async () => {
    const { campaign_id } = await offer("1000");
    const own = `/api/campaigns/${campaign_id}`;
    expect((await client.get(own)).body.campaign.fee_lines).toEqual([]);
    const sum = { days: 0, kind: "sum", amount: 500.25, currency_id: ids.sar };
    const saved = await client.put(own, { fee_lines: [half, sum, tenth] });
    expect(saved.body.campaign.fee_lines).toEqual([asRead(tenth), asRead(half), sum]);
    const { fee_lines, updated_at } = (await client.get(own)).body.campaign;
    expect((await client.put(own, { name: "اسم", fee_lines, updated_at })).status).toBe(200);
    expect((await client.put(own, { fee_lines: [tenth], updated_at })).status).toBe(409);
    expect((await client.put(own, { fee_lines: [] })).body.campaign.fee_lines).toEqual([]);
    const log = (await auditOf(office, "campaigns", campaign_id)).flatMap(({ changes }) =>
      changes.fee_lines ? [changes.fee_lines] : [],
    );
    expect(log.map(([before]) => before === null)).toEqual([true, false]);
    expect(log[0][1]).toHaveLength(3);

    const office_ = await client.post("/api/company-info", { fee_lines: [tenth] });
    expect([office_.status, office_.body.fee_lines]).toEqual([200, [asRead(tenth)]]);
    expect((await client.post("/api/company-info", { name: "المكتب" })).body.fee_lines).toHaveLength(1);
    expect((await client.post("/api/company-info", { fee_lines: [] })).body.fee_lines).toEqual([]);
    const [line] = await office
      .knex("audit_log")
      .where({ kind: "company_info" })
      .whereRaw("changes -> 'fee_lines' IS NOT NULL")
      .orderBy("id");
    expect(line.changes.fee_lines).toEqual([null, [{ days: 60, kind: "percent", amount: "10", code: null }]]);
    const trail = textOf((await client.get("/settings/trail")).body);
    expect(trail).toContain("من 60 يومًا قبل المغادرة: 10%");
  });

  test("with several faults name each of them", async () => {
    const fee_lines = [
      { days: 1.5, kind: "percent", amount: 10 },
      { days: 5, kind: "percent", amount: 101, currency_id: ids.usd },
      { days: 5, kind: "sum", amount: 10 },
      { days: -1, kind: "gift", amount: "x" },
      { kind: "sum", currency_id: "x" },
    ];
    const { campaign_id } = await offer("1000");
    const answers = [
      await client.put(`/api/campaigns/${campaign_id}`, { fee_lines, total_seats: 0 }),
      await client.post("/api/company-info", { fee_lines, visa_wait_days: 0 }),
    ];
    for (const { status, body } of answers) {
      expect([status, Object.keys(body.fields).length]).toEqual([422, 2]);
      for (const part of [
        "الموعد 1: الأيام عدد صحيح",
        "الموعد 2: نسبة الرسم من 0 إلى 100",
        "الموعد 2: النسبة بلا عملة",
        "الموعد 3: اختر عملة المبلغ",
        "الموعد 3: تكرر عدد الأيام",
        "الموعد 4: الأيام عدد صحيح",
        "الموعد 4: اختر النوع",
        "الموعد 5: اكتب عدد الأيام",
        "الموعد 5: اكتب مقدار الرسم",
        "الموعد 5: اختر العملة من القائمة",
      ])
        expect(body.fields.fee_lines).toContain(part);
    }
  });

  test.each([
    ["no list", "x"],
    ["too many lines", Array.from({ length: 13 }, (_, days) => ({ ...half, days }))],
    [
      "a sum finer than its currency",
      [
        {
          days: 1,
          kind: "sum",
          amount: 0.001,
          get currency_id() {
            return ids.usd;
          },
        },
      ],
    ],
    ["a currency that is none", [{ days: 1, kind: "sum", amount: 1, currency_id: 999_999 }]],
    ["a percentage with three decimals", [{ days: 1, kind: "percent", amount: 1.234 }]],
  ])("with %s are refused", async (_, fee_lines) => {
    const { campaign_id } = await offer("1000");
    const { status, body } = await client.put(`/api/campaigns/${campaign_id}`, { fee_lines });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["fee_lines"]]);
  });

  test("keep their currency, and need the rights of campaigns and settings", async () => {
    const currency_id = await makeCurrency(office.knex, "EUR", "1.1");
    const { campaign_id } = await offer("1000");
    const line = { days: 3, kind: "sum", amount: 10, currency_id };
    await client.put(`/api/campaigns/${campaign_id}`, { fee_lines: [line] });
    const refused = await client.delete(`/api/currencies/${currency_id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining("رسوم الإلغاء في الحملات"),
    ]);
    await client.put(`/api/campaigns/${campaign_id}`, { fee_lines: [] });
    await client.post("/api/company-info", { name: "مكتب النور", fee_lines: [line] });
    expect((await client.delete(`/api/currencies/${currency_id}`)).body.message).toContain(
      "رسوم الإلغاء في بيانات الشركة",
    );
    await client.post("/api/company-info", { fee_lines: [] });
    const seller = await enterAs(office, "seller", ["manage_contracts"]);
    for (const answer of [
      await seller.put(`/api/campaigns/${campaign_id}`, { fee_lines: [] }),
      await seller.post("/api/company-info", { fee_lines: [] }),
    ])
      expect(answer.status).toBe(403);
  });
});

describe("forms without scripts", () => {
  test("of a campaign add, remove and save lines", async () => {
    const { campaign_id } = await offer("1000");
    const path = `/campaigns/${campaign_id}/edit`;
    const added = await client.submit(path, { intent: "add_fee_line" });
    expect([added.status, added.body.match(/<select name="fee_lines"/g)?.length]).toEqual([200, 2]);
    const lines = ["", "", "", "", "٣٠", "percent", "12.5", "", "7", "sum", "40", String(ids.sar)];
    const one = await client.submit(path, { intent: "drop_fee_line_0", fee_lines: lines });
    expect(one.body).toMatch(/name="fee_lines"[^>]*value="40"/);
    expect(one.body).not.toMatch(/name="fee_lines"[^>]*value="12.5"/);
    expect((await client.submit(path, { fee_lines: lines })).status).toBe(302);
    const read = async () => (await client.get(`/api/campaigns/${campaign_id}`)).body.campaign.fee_lines;
    expect(await read()).toEqual([
      { days: 30, kind: "percent", amount: 12.5, currency_id: null },
      { days: 7, kind: "sum", amount: 40, currency_id: ids.sar },
    ]);
    expect((await client.submit(path, {})).status).toBe(302); // as its HTML stands
    expect(await read()).toHaveLength(2);
    const refused = await client.submit(path, { fee_lines: ["", "", "", "", "x", "sum", "", ""] });
    expect([refused.status, refused.body.includes("الموعد 1: اختر عملة المبلغ")]).toEqual([422, true]);
    expect((await client.submit(path, { fee_lines: ["", "", "", ""] })).status).toBe(302);
    expect(await read()).toEqual([]);
  });

  test("of the company do so too", async () => {
    const path = "/settings/company";
    expect((await client.submit(path, { intent: "add_fee_line" })).body).toContain('name="fee_lines"');
    await client.submit(path, { fee_lines: ["", "", "", "", "0", "percent", "100", ""] });
    expect((await client.get("/api/company-info")).body.fee_lines).toEqual([
      { days: 0, kind: "percent", amount: 100, currency_id: null },
    ]);
    await client.submit(path, { fee_lines: ["", "", "", ""] });
    expect((await client.get("/api/company-info")).body.fee_lines).toEqual([]);
  });
});

describe("a contract", () => {
  test("keeps the lines of its signing: the campaign's, or the office's where it has none", async () => {
    await client.post("/api/company-info", { fee_lines: [{ days: 5, kind: "percent", amount: 100 }] });
    const terms = await offerWith(40, [tenth]);
    const own = await sign(terms);
    await client.put(`/api/campaigns/${terms.campaign_id}`, { fee_lines: [half] });
    const next = await sign(terms);
    await client.put(`/api/campaigns/${terms.campaign_id}`, { fee_lines: [] });
    const ofOffice = await sign(terms);
    await client.post("/api/company-info", { fee_lines: [] });
    const plain = await sign(terms);
    expect(await linesOf(own.id)).toEqual([{ days: 60, kind: "percent", amount: "10" }]);
    expect(await linesOf(next.id)).toEqual([{ days: 20, kind: "percent", amount: "50" }]);
    expect(await linesOf(ofOffice.id)).toEqual([{ days: 5, kind: "percent", amount: "100" }]);
    expect(await linesOf(plain.id)).toBeUndefined();
    const [paper, page] = [
      (await client.get(`/contracts/${own.id}/print`)).body,
      (await client.get(`/contracts/${own.id}`)).body,
    ];
    for (const body of [paper, page]) {
      expect(textOf(body)).toContain("من 60 يومًا قبل المغادرة: 10% من إجمالي العقد");
      expect(textOf(body)).not.toContain("تغيرت الباقة بعد توقيع العقد");
    }
    expect(textOf((await client.get(`/contracts/${plain.id}/print`)).body)).not.toContain("قبل المغادرة");
  });

  test.each([
    ["SAR", "100", "26.67"], // two decimals, of 100 SAR in USD
    ["JPY", "100", "16667"], // none
    ["KWD", "100", "30.769"], // three
  ])("has a sum in its own currency: in %s", async (code, amount, signed) => {
    const [from, to] = code === "SAR" ? [ids.sar, ids.usd] : [ids.usd, ids.kwd];
    const currency_id = code === "JPY" ? await makeCurrency(office.knex, "JPY", "0.006") : to;
    const id = await signedWith(
      3,
      [{ days: 10, kind: "sum", amount: Number(amount), currency_id: from }],
      0,
      currency_id,
    );
    expect(await linesOf(id)).toEqual([{ days: 10, kind: "sum", amount: signed }]);
  });
});

describe("cancelling on the page", () => {
  /** Sends the form as its page shows it, with what is typed. */
  async function form(id: number, typed: object) {
    const path = `/contracts/${id}/cancel`;
    const { values } = formIn((await client.get(path)).body);
    return client.submit(path, { ...values, ...text(typed) });
  }

  test("proposes the fee of the day with its line, and takes it as the form stands", async () => {
    const id = await signedWith(40, [tenth, half], 600);
    const page = (await client.get(`/contracts/${id}/cancel`)).body;
    expect(page).toMatch(/name="cancellation_fee"[^>]*value="100"/);
    expect(textOf(page)).toContain("شروط العقد تعطي 100.00 USD");
    expect(textOf(page)).toContain("من 60 يومًا قبل المغادرة: 10% من إجمالي العقد");
    expect(textOf(page)).toContain("المستحق رده 500.00 USD");
    expect((await form(id, { cancellation_reason: "مرض" })).status).toBe(302);
    expect(await find(id)).toMatchObject({
      cancellation_fee: 100,
      refundable_amount: 500,
      fee_reason: null,
      cancelled_on: today,
    });
  });

  test("never proposes more than was paid", async () => {
    const id = await signedWith(5, [half], 120.5);
    const page = (await client.get(`/contracts/${id}/cancel`)).body;
    expect(page).toMatch(/name="cancellation_fee"[^>]*value="120.5"/);
    expect(textOf(page)).toContain("ولا يزيد على ما دفع ولم يرد");
    await form(id, { cancellation_reason: "سفر" });
    expect(await find(id)).toMatchObject({ cancellation_fee: 120.5, refundable_amount: 0 });
  });

  test("asks for a reason of another fee, keeps it, shows it and logs it", async () => {
    const id = await signedWith(40, [tenth], 600);
    const typed = { cancellation_reason: "مرض", cancellation_fee: "0" };
    const refused = await form(id, typed);
    expect([refused.status, textOf(refused.body).includes("الرسم حسب شروط العقد 100.00 USD")]).toEqual([
      422,
      true,
    ]);
    expect((await find(id)).status).toBe("active");
    expect((await form(id, { ...typed, fee_reason: "إعفاء لوفاة قريب" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ cancellation_fee: 0, fee_reason: "إعفاء لوفاة قريب" });
    expect(textOf((await client.get(`/contracts/${id}`)).body)).toContain("إعفاء لوفاة قريب");
    const changed = (await auditOf(office, "contracts", id)).at(-1)?.changes.fee_reason;
    expect(changed).toEqual([null, "إعفاء لوفاة قريب"]);
    // a later change keeps the reason, and back to the terms' fee needs none
    expect((await form(id, { cancellation_fee: "40" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ cancellation_fee: 40, fee_reason: "إعفاء لوفاة قريب" });
    expect((await form(id, { cancellation_fee: "100" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ cancellation_fee: 100, fee_reason: null });
    expect((await change(id, { status: "active" })).body.contract).toMatchObject({ fee_reason: null });
  });

  test("goes by the day of the cancelling", async () => {
    const id = await signedWith(20, [{ days: 21, kind: "percent", amount: 10 }, half], 600);
    await office
      .knex("contracts")
      .where({ id })
      .update({ contract_date: later(today, -3) });
    await office
      .knex("receipt_vouchers")
      .where({ contract_id: id })
      .update({ date: later(today, -3) });
    const before = { cancellation_reason: "مرض", event_date: later(today, -1) };
    const stale = await form(id, { ...before, cancellation_fee: "500" });
    expect([stale.status, textOf(stale.body).includes("شروط العقد تعطي 100.00 USD")]).toEqual([422, true]);
    const answer = await form(id, { ...before, cancellation_fee: "10", fee_kind: "percent" });
    expect([answer.status, (await find(id)).cancellation_fee]).toEqual([302, 100]);
  });

  test("goes by the departure of the group", async () => {
    const id = await signedWith(40, [half], 600);
    const { campaign_id, customer_id } = await find(id);
    const group = await client.post("/api/groups", {
      name: "مجموعة تسبق",
      campaign_id,
      capacity: 10,
      departure_date: later(today, 10),
    });
    await client.post(`/api/groups/${group.body.group.id}/members`, { customer_id });
    const page = (await client.get(`/contracts/${id}/cancel`)).body;
    expect(page).toMatch(/name="cancellation_fee"[^>]*value="500"/);
    expect(textOf(page)).toContain(`المغادرة ${later(today, 10)}`);
  });

  test("of a contract without lines is as before", async () => {
    const id = await signedWith(5, [], 600);
    const page = (await client.get(`/contracts/${id}/cancel`)).body;
    expect(page).not.toContain('name="fee_reason"');
    expect(page).not.toMatch(/name="cancellation_fee"[^>]*value="[^"]/);
    expect((await form(id, { cancellation_reason: "مرض", cancellation_fee: "7" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ cancellation_fee: 7, fee_reason: null });
  });
});

describe("cancelling by call", () => {
  test("with the status alone takes no fee, as before", async () => {
    const id = await signedWith(40, [tenth], 600);
    const { status, body } = await change(id, { status: "cancelled" });
    expect([status, body.contract.cancellation_fee]).toEqual([200, 0]);
  });

  test.each([
    ["the terms' fee", { cancellation_fee: 100 }, 200, null],
    ["another fee without any reason", { cancellation_fee: 99.99 }, 422, undefined],
    [
      "another fee with the cancelling's reason",
      { cancellation_fee: 50, cancellation_reason: "مرض" },
      200,
      null,
    ],
    ["another fee with its own reason", { cancellation_fee: 50, fee_reason: "قديم" }, 200, "قديم"],
  ])("with %s", async (_, sent, expected, reason) => {
    const id = await signedWith(40, [tenth], 600);
    const { status, body } = await change(id, { status: "cancelled", ...sent });
    expect(status).toBe(expected);
    if (status === 200) expect(body.contract).toMatchObject({ ...sent, fee_reason: reason });
    else expect(Object.keys(body.fields)).toEqual(["fee_reason"]);
  });

  test("a reason of a fee belongs to a cancelled contract", async () => {
    const id = await signedWith(40, [tenth], 600);
    const { status, body } = await change(id, { fee_reason: "لا يلغى" });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["fee_reason"]]);
  });
});

test("contracts that are signed beside a change of the lines have the old or the new ones", async () => {
  const terms = await offerWith(40, [tenth]);
  const [signed] = await Promise.all([
    Promise.all(Array.from({ length: 5 }, () => sign(terms))),
    client.put(`/api/campaigns/${terms.campaign_id}`, { fee_lines: [half] }),
  ]);
  for (const { id } of signed)
    expect(["10", "50"]).toContain(
      (await linesOf(id)).map(({ amount }: { amount: string }) => amount).join(),
    );
});
