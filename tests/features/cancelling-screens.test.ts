import { describe, expect, test } from "vitest";
import { requiredMessage } from "~/domain/input.server";
import { useCancelling } from "../support/cancelling";
import { hiddenField, text } from "../support/client";
import { expectRefused } from "../support/closing";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { textOf } from "../support/statements";
import { enterAs } from "../support/users";

/* The pages that cancel a contract and give back what was paid, without JavaScript; and where fee and refunds are shown. */

const { office, client } = useOffice();
const { ids, makeCustomer, paidContract, makeContract, receive, change, cancelled, refund, refunded, find } =
  useCancelling(office, client);

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const day = (ago: number) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
const read = async (address: string) => {
  const { status, body } = await client.get(address);
  expect([address, status]).toEqual([address, 200]);
  return body as string;
};
const form = (id: number, fields: object) => client.submit(`/contracts/${id}/cancel`, text(fields));

describe("the page that cancels", () => {
  test("tells what is given back, cancels, and leads to the voucher", async () => {
    const id = await paidContract(600);
    expect(await read(`/contracts/${id}`)).toContain(`/contracts/${id}/cancel`);
    expect(await read(`/contracts/${id}/edit`)).toContain(`/contracts/${id}/cancel`);
    const page = await read(`/contracts/${id}/cancel`);
    expect(textOf(page)).toContain("المستحق رده 600.00 USD");
    const typed = {
      cancellation_reason: "مرض",
      cancellation_fee: "١٢٫٥",
      fee_kind: "percent",
      updated_at: hiddenField(page, "updated_at"),
    };
    const step = await form(id, { ...typed, intent: "refund" });
    expect([step.status, textOf(step.body).includes("المستحق رده 475.00 USD")]).toEqual([200, true]);
    expect(step.body).toContain('value="مرض"');
    expect((await find(id)).status).toBe("active");
    const answer = await form(id, typed);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/contracts/${id}`]);
    expect(await find(id)).toMatchObject({
      cancellation_fee: 125,
      refundable_amount: 475,
      cancelled_on: today,
    });
    const shown = await read(`/contracts/${id}`);
    for (const words of ["مرض", "125.00 USD", "475.00 USD", "سند صرف للاسترداد"])
      expect(textOf(shown)).toContain(words);
    expect(shown).toContain(`/financial/payments/new?contract=${id}`);
    expect((await form(id, typed)).status).toBe(409); // it was changed meanwhile
  });

  test("changes fee and reason of a cancelled contract", async () => {
    const id = await paidContract(600);
    await cancelled(id, { cancellation_fee: 50, cancellation_reason: "أول" });
    const page = await read(`/contracts/${id}/cancel`);
    expect(page).toMatch(/name="cancellation_fee"[^>]*value="50"/);
    expect(page).toMatch(/name="cancellation_reason"[^>]*value="أول"/);
    await form(id, { cancellation_reason: "آخر", cancellation_fee: "60", fee_kind: "amount" });
    expect(await find(id)).toMatchObject({
      cancellation_fee: 60,
      cancellation_reason: "آخر",
      status: "cancelled",
    });
    await form(id, { cancellation_reason: "آخر", cancellation_fee: "", fee_kind: "amount" });
    expect(await find(id)).toMatchObject({ cancellation_fee: 0 });
  });

  test.each([
    [{ cancellation_reason: "" }, 422, requiredMessage],
    [{ cancellation_fee: "601" }, 409, "الرسم 600.00 USD على الأكثر"],
    [{ cancellation_fee: "1.005" }, 422, "خانتين"],
    [{ cancellation_fee: "100.5", fee_kind: "percent" }, 422, "نسبة الرسم من 0 إلى 100"],
    [{ cancellation_fee: "70", fee_kind: "percent" }, 409, "الرسم 600.00 USD على الأكثر"],
    [{ cancellation_fee: "كثير" }, 422, ""],
    [{ fee_kind: "hostile" }, 422, ""],
  ])("refuses %j, and keeps what was typed", async (typed, expected, sentence) => {
    const id = await paidContract(600);
    const sent = { cancellation_reason: "سبب مكتوب", cancellation_fee: "5", fee_kind: "amount", ...typed };
    const { status, body } = await form(id, sent);
    expect([status, textOf(body).includes(sentence)]).toEqual([expected, true]);
    expect(body).toContain(`value="${sent.cancellation_reason}"`);
    if (sent.fee_kind !== "hostile") expect(body).toContain(`value="${sent.cancellation_fee}"`);
    expect((await find(id)).status).toBe("active");
  });

  test("is where the edit form leads that says cancelled: what else it changed is saved, and nothing is cancelled yet", async () => {
    for (const paid of [0, 75]) {
      const id = await paidContract(paid);
      const updated_at = hiddenField(await read(`/contracts/${id}/edit`), "updated_at");
      const sent = { status: "cancelled", notes: `ملاحظة ${paid}`, updated_at };
      const answer = await client.submit(`/contracts/${id}/edit?status=active`, text(sent));
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        302,
        `/contracts/${id}/cancel?status=active`,
      ]);
      expect(await find(id)).toMatchObject({ status: "active", notes: sent.notes });
    }
  });

  test("is for who manages contracts; only who manages money is led to the voucher", async () => {
    const id = await paidContract(75);
    const seller = await enterAs(office, "بائع", ["manage_contracts"]);
    const answer = await seller.submit(`/contracts/${id}/cancel`, {
      cancellation_reason: "سبب",
      cancellation_fee: "5",
    });
    expect(answer.status).toBe(302);
    expect((await seller.get(`/contracts/${id}`)).body).not.toContain("/financial/payments/new");
  });
});

describe("the voucher of a refund", () => {
  test("opens filled in, and its form as it stands gives all of it back", async () => {
    const id = await paidContract(300, ids.kwd, "500");
    await receive({ amount: 2000 });
    await cancelled(id, { cancellation_fee: "12.345" });
    const page = await read(`/financial/payments/new?contract=${id}`);
    const fields = Object.fromEntries(
      [...page.matchAll(/<input[^>]*name="([^"]*)"[^>]*>/g)]
        .filter(([tag]) => !/type="(radio|checkbox)"/.test(tag) || / checked/.test(tag))
        .map(([tag, name = ""]) => [name, tag.match(/ value="([^"]*)"/)?.[1] ?? ""]),
    );
    const selects = Object.fromEntries(
      [...page.matchAll(/<select[^>]*name="([^"]*)".*?<\/select>/gs)].map(([select, name = ""]) => [
        name,
        select.match(/<option value="([^"]*)" selected/)?.[1] ?? "",
      ]),
    );
    expect({ ...fields, ...selects }).toMatchObject({
      amount: "287.655",
      currency_id: `${ids.kwd}`,
      customer_id: `${ids.customer}`,
      contract_id: `${id}`,
    });
    const typed = { ...fields, ...selects, cash_box_id: `${ids.box}` };
    const { asked, confirmed } = questionsIn((await client.submit("/financial/payments/new", typed)).body);
    expect(asked).toEqual([
      "سيخرج المبلغ من الصندوق «الصندوق» بعملته (USD): 934.88 USD مقابل 287.655 KWD.",
      expect.stringMatching(/^بعد هذا الصرف يكون على العميل [\d,.]+ USD\.$/), // by his other contracts
    ]);
    expect((await client.submit("/financial/payments/new", { ...typed, confirmed })).status).toBe(302);
    expect(await find(id)).toMatchObject({ refunded_amount: 287.655, refundable_amount: 0 });
    const [voucher] = (await client.get(`/api/payment-vouchers?customer_id=${ids.customer}`)).body
      .payment_vouchers;
    expect(textOf(await read(`/financial/payments/${voucher.id}`))).toContain(voucher.contract_number);
    expect(textOf(await read(`/financial/payments/${voucher.id}/print`))).toContain(voucher.contract_number);
    expect(textOf(await read(`/contracts/${id}`))).toContain(voucher.payment_number);
  });

  test("of an unknown or hostile contract, or of one that owes nothing, is refused", async () => {
    const none = await paidContract(5);
    for (const [contract, status] of [
      [`${none}`, 409],
      ["999999", 404],
      ["x", 404],
      ["1%00", 404],
      ["9".repeat(400), 404],
    ] as const)
      expect([contract, (await client.get(`/financial/payments/new?contract=${contract}`)).status]).toEqual([
        contract,
        status,
      ]);
  });

  test("offers a customer's contracts only where something is owed back", async () => {
    const customer_id = await makeCustomer("صاحب عقدين");
    const [owed, settled] = [
      await makeContract("100", ids.usd, customer_id),
      await makeContract("100", ids.usd, customer_id),
    ];
    for (const contract_id of [owed, settled]) await receive({ customer_id, contract_id, amount: 30 });
    await cancelled(owed, { cancellation_fee: 10 });
    await cancelled(settled, { cancellation_fee: 30 });
    const step = {
      beneficiary_type: "customer",
      customer_id: `${customer_id}`,
      intent: "beneficiary",
      amount: "5",
    };
    const { body } = await client.submit("/financial/payments/new", step);
    const [select = ""] = body.match(/<select[^>]*name="contract_id".*?<\/select>/s) ?? [];
    expect(select).toContain(`<option value="${owed}"`);
    expect(select).toContain("20.00 USD");
    expect(select).not.toContain(`<option value="${settled}"`);
  });
});

describe("fee and refunds are told", () => {
  test("in the customer's statement, by day and currency, with the balance that is owed", async () => {
    const customer_id = await makeCustomer("صاحب كشف");
    const id = await makeContract("1000", ids.usd, customer_id);
    await receive({ customer_id, contract_id: id, amount: 600, date: day(3) });
    await cancelled(id, { cancellation_fee: 100, cancellation_reason: "ظرف" });
    const path = `/financial/statements/customers/${customer_id}`;
    expect((await client.get(`${path}/export/csv`)).body).toMatch(/رسم الإلغاء.*ظرف.*100/);
    await receive({ amount: 5000, currency_id: ids.sar, cash_box_id: ids.sarBox });
    await refunded(id, "937.5", { customer_id, currency_id: ids.sar, cash_box_id: ids.sarBox });
    const csv: string = (await client.get(`${path}/export/csv`)).body;
    const rows = csv.trim().split("\r\n");
    expect(rows.filter((row) => row.includes("937.5"))).toHaveLength(1);
    const balance = textOf(await read(path));
    expect(balance).toContain("رد من العقد");
    expect(balance).toContain("250.00");
    expect(csv).toMatch(/,-250(\.00)?,/);
  });

  test("by the list's filter, its file and its refusals", async () => {
    const [owed, kept] = [await paidContract(60), await paidContract(60)];
    await cancelled(owed, { cancellation_fee: 20.5 });
    await cancelled(kept, { cancellation_fee: 60 });
    const listed = async (refundable: string) =>
      (await client.get(`/api/contracts?refundable=${refundable}&per_page=200&page=1`)).body.contracts.map(
        (row: { id: number }) => row.id,
      );
    expect([(await listed("true")).includes(owed), (await listed("true")).includes(kept)]).toEqual([
      true,
      false,
    ]);
    expect((await listed("false")).includes(kept)).toBe(true);
    expect((await client.get("/api/contracts?refundable=maybe")).status).toBe(422);
    const page = await read("/contracts?refundable=true");
    expect(page).toContain(`/contracts/${owed}?`);
    expect(page).not.toContain(`/contracts/${kept}?`);
    const { contract_number } = await find(owed);
    const csv: string = (await client.get(`/contracts/export/csv?search=${contract_number}`)).body;
    expect(csv).toContain("رسم الإلغاء,المستحق رده");
    expect(csv).toContain("ملغي,20.5,39.5");
  });

  test("in the report of profit, as revenue of the day of cancelling", async () => {
    const id = await paidContract(600);
    const { campaign_id } = await office.knex("contracts").where({ id }).first("campaign_id");
    await office.knex("campaigns").where({ id: campaign_id }).update({ name: "حملة ملغاة" });
    await cancelled(id, { cancellation_fee: 111 });
    const fee = async (from: string, to: string) => {
      const { body } = await client.get(`/reports/financial/export/csv?report=profit&from=${from}&to=${to}`);
      return body.match(/حملة ملغاة,(.*)/)?.[1];
    };
    expect(await fee(today, today)).toBe("0,1,0,-1000,111,-889,0,-889,100");
    expect(await fee("2026-01-05", "2026-01-05")).toBe("1,0,1000,0,1000,100");
    await change(id, { status: "active" });
    expect(await fee(today, today)).toBeUndefined();
  });

  test("in the audit log, by their names", async () => {
    const id = await paidContract(60);
    await cancelled(id, { cancellation_fee: 20.5, cancellation_reason: "لسبب ما" });
    const log = textOf(await read(`/settings/trail?kind=contracts&record=${id}`));
    for (const words of ["رسم الإلغاء", "20.5", "سبب الإلغاء", "لسبب ما", "تاريخ الإلغاء"])
      expect(log).toContain(words);
  });
});

test("of a closed period a contract is cancelled, its fee changed and its money given back on open days", async () => {
  const close = (date: string) => client.submit("/settings/accounts/closing/close", { closed_until: date });
  const id = await paidContract(600);
  await close(day(2));
  try {
    expect((await client.get(`/contracts/${id}/cancel`)).body).not.toContain("الفترة مقفلة");
    expect((await form(id, { cancellation_reason: "سبب", cancellation_fee: "5" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ cancelled_on: today, cancellation_fee: 5 });
    expect((await change(id, { cancellation_fee: 6 })).status).toBe(200);
    expectRefused(await refund(id, 10, { date: day(3) }), day(2));
    expect((await refund(id, 10)).status).toBe(201);
    expect(await find(id)).toMatchObject({ cancellation_fee: 6, refunded_amount: 10 });
  } finally {
    await client.submit("/settings/accounts/closing/reopen", { extent: "all", reason: "انتهى الاختبار" });
  }
});
