import { describe, expect, test } from "vitest";
import { useCheques } from "../support/cheques";
import { day, today } from "../support/closing";
import { useOffice } from "../support/office";

/* Where a returned cheque is recorded and shown. */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeCustomer, receive, returned, paidByCheque, byCheque, makeBank, empty, pathOf } = useCheques(
  office,
  client,
);
const list = "/financial/receipts";
const page = (id: number) => `${list}/${id}/return`;
const bodyOf = async (address: string) => (await client.get(address)).body as string;

describe("the page of a return", () => {
  test("records it with day, reason and charge, and keeps what was typed when it is refused", async () => {
    const { id, number } = await paidByCheque({ date: day(9) });
    expect(await bodyOf(`${list}?search=${number}`)).toContain(`href="${page(id)}?search=${number}"`);
    expect(await bodyOf(`${list}/${id}/edit`)).toContain(`href="${page(id)}"`);
    const typed = { reason: "لا رصيد له", charge_amount: "2.555", event_date: day(2) };
    const refused = await client.submit(page(id), typed);
    expect([refused.status, refused.body.includes("لا رصيد له"), refused.body.includes("2.555")]).toEqual([
      422,
      true,
      true,
    ]);
    expect(
      (await client.submit(page(id), { ...typed, charge_amount: "2.5", event_date: day(10) })).status,
    ).toBe(409);
    expect((await client.submit(page(id), { ...typed, charge_amount: "٢٫٥" })).status).toBe(302);
    expect((await client.get(pathOf(id))).body.receipt_voucher).toMatchObject({
      cheque_state: "returned",
      return_reason: "لا رصيد له",
      charge_amount: 2.5,
      cancelled_on: day(2),
    });
    expect(await bodyOf(page(id))).toContain("رسم الشيك المرتجع");
    expect((await client.submit(page(id), { charge_amount: "4" })).status).toBe(302);
    expect((await client.submit(page(id), { charge_amount: "4" })).status).toBe(302);
    expect((await client.get(pathOf(id))).body.receipt_voucher.charge_amount).toBe(4);
    expect((await client.submit(page(id), { charge_amount: "" })).status).toBe(302);
    expect((await client.get(pathOf(id))).body.receipt_voucher.charge_amount).toBe(0);
  });

  test("is of no other voucher", async () => {
    const { id } = await receive();
    const { status, body } = await client.get(page(id));
    expect([status, body.includes("لا يرتجع إلا شيك سنده مؤكد")]).toEqual([409, true]);
    expect(await bodyOf(`${list}/${id}/edit`)).not.toContain("/return");
    expect((await client.get(page(99_999))).status).toBe(404);
  });

  test("is where a cancelling leads, also one that the bank cannot pay", async () => {
    const { id, bank } = await paidByCheque();
    const cancel = `${list}/${id}/cancel`;
    expect(await bodyOf(cancel)).toContain(`href="${page(id)}"`);
    await empty(bank, 400);
    const { status, body } = await client.submit(cancel, {});
    expect([status, body.includes("فسجله شيكًا مرتجعًا")]).toEqual([409, true]);
    expect(body).toContain(`href="${page(id)}"`);
  });

  test("names the vouchers of the same payment", async () => {
    const contracts = await Promise.all([1, 2].map(async () => (await paidByCheque()).contract));
    const { body } = await client.post("/api/receipt-vouchers/split", {
      ...byCheque(await makeBank("USD"), ids.usd, 100),
      date: today,
      description: "دفعة",
      contract_ids: contracts,
    });
    const [first, second] = body.receipt_vouchers;
    expect(await bodyOf(page(first.id))).toContain(second.receipt_number);
    await returned(second.id);
    expect(await bodyOf(`${list}/split/${body.split_id}`)).toMatch(/\(شيك مرتجع\)/);
  });

  test("of a payment has no charge", async () => {
    const path = "/financial/payments";
    const { body } = await client.post("/api/payment-vouchers", {
      beneficiary: "مورد عابر",
      ...byCheque(await makeBank("USD", 50), ids.usd, 50),
    });
    const { id, payment_number } = body.payment_voucher;
    for (const address of [`${path}/${id}`, `${path}?search=${payment_number}`])
      expect(await bodyOf(address)).toContain(`${path}/${id}/return`);
    expect(await bodyOf(`${path}/${id}/return`)).not.toContain("charge_amount");
    expect((await client.submit(`${path}/${id}/return`, { reason: "توقيع" })).status).toBe(302);
    expect(await bodyOf(`${path}/${id}`)).toContain("شيك مرتجع");
    expect(await bodyOf(`${path}/${id}/print`)).toContain("سند صرف (شيك مرتجع)");
    expect((await client.get(`${path}/${id}/return`)).status).toBe(409);
    expect(
      (await client.get(`/api/payment-vouchers?cheque_state=returned`)).body.payment_vouchers,
    ).toHaveLength(1);
    expect(await bodyOf(`${path}?cheque_state=returned`)).toContain(payment_number);
  });
});

describe("a returned cheque", () => {
  test("is shown as one wherever its voucher is, and found by that", async () => {
    const customer_id = await makeCustomer("سالم بن عمر الشيك");
    const bank = await makeBank("KWD");
    const { id, receipt_number: number } = await receive({
      customer_id,
      ...byCheque(bank, ids.kwd, "12.345"),
      date: day(8),
    });
    await returned(id, { reason: "لا رصيد له", charge_amount: 1.125, event_date: day(3) });
    const answer = (await client.get("/api/receipt-vouchers?cheque_state=returned")).body.receipt_vouchers;
    expect(answer.map((row: { receipt_number: string }) => row.receipt_number)).toContain(number);
    expect(answer.every((row: { cheque_state: string }) => row.cheque_state === "returned")).toBe(true);
    expect((await client.get("/api/receipt-vouchers?cheque_state=lost")).status).toBe(422);
    const filtered = await bodyOf(`${list}?cheque_state=returned`);
    expect(filtered).toContain(number);
    expect(filtered).toMatch(/<option value="returned" selected="">شيك مرتجع/);
    expect(await bodyOf(`${list}?search=${number}`)).toContain(`href="${page(id)}?search=${number}"`);
    const paper = await bodyOf(`${list}/${id}/print`);
    for (const text of ["سند قبض (شيك مرتجع)", "لا رصيد له", day(3), "1.125", "رسم الشيك المرتجع"])
      expect(paper).toContain(text);
    expect(await bodyOf(`/customers/${customer_id}`)).toContain("شيك مرتجع");
    const { body: found } = await client.get(`/api/search?q=${number}`);
    expect(JSON.stringify(found)).toContain("شيك مرتجع");
    const csv = await bodyOf(`${list}/export/csv?cheque_state=returned&search=${number}`);
    for (const text of ["حالة الشيك", "شيك مرتجع، لا رصيد له", "رسم الشيك المرتجع", "1.125"])
      expect(csv).toContain(text);
    const view = `/favorites/new?to=${encodeURIComponent(`${list}?cheque_state=returned`)}`;
    expect((await client.submit(view, { name: "المرتجعة" })).status).toBe(302);
    expect(await bodyOf("/favorites")).toContain(`href="${list}?cheque_state=returned"`);
    const log = await bodyOf(`/settings/trail?kind=receipt_vouchers&record=${id}`);
    for (const text of ["حالة الشيك", "سبب الارتجاع", "رسم الشيك المرتجع"]) expect(log).toContain(text);
  });

  test("is a line of its own day in the statements, in the report of cash and in debts", async () => {
    const customer_id = await makeCustomer("عمر بن سالم");
    const { bank, id, number } = await paidByCheque({ customer_id, contract_id: null, date: day(8) });
    await empty(bank, 400);
    await returned(id, { reason: "لا رصيد له", charge_amount: 30, event_date: day(3) });
    const statement = await bodyOf(`/financial/statements/customers/${customer_id}/export/csv`);
    const lines = statement.split("\r\n").filter((line) => line.includes(number));
    expect(lines.map((line) => line.split(",").slice(0, 2).join(" "))).toEqual([
      `${day(8)} سند قبض`,
      `${day(3)} شيك مرتجع`,
      `${day(3)} رسم شيك مرتجع`,
    ]);
    const account = await bodyOf(`/financial/statements/banks/${bank}/export/csv`);
    expect(account).toMatch(new RegExp(`${day(3)}[^\\r]*شيك مرتجع,${number}`));
    expect(await bodyOf(`/financial/statements/banks/${bank}`)).toContain("-400.00");
    expect(await bodyOf("/settings/accounts/banks")).toContain("-400.00");
    const report = await bodyOf(`/reports/financial?report=cash&from=${day(3)}&to=${day(3)}`);
    expect(report).toContain("شيك مرتجع");
    expect(
      await bodyOf(`/financial/debts/customers?age=all&search=${encodeURIComponent("عمر بن سالم")}`),
    ).toContain("30.00");
    const before = await bodyOf(`/reports/financial/export/csv?report=cash&from=${day(3)}&to=${day(3)}`);
    expect((await client.put(pathOf(id), { status: "confirmed" })).status).toBe(200);
    expect(await bodyOf(`/reports/financial/export/csv?report=cash&from=${day(3)}&to=${day(3)}`)).toBe(
      before,
    );
  });
});
