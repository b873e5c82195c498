import { describe, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { hiddenField } from "../support/client";
import { today } from "../support/closing";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { textOf } from "../support/statements";
import { transfersOf } from "../support/transfers";
import { enterAs } from "../support/users";

/* The screens, papers and files of transfers, as their HTML stands (books.md, rule 8). */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { ids, box, bank, sent, balance, find, put } = transfersOf(office, client);

const statementOf = async (kind: string, id: number, query = "") =>
  textOf((await client.get(`/financial/statements/${kind}/${id}${query}`)).body);

test("an advance to a supervisor is given, spent from, and its rest returned; a cancelled one was not given", async () => {
  const [office_box, own] = [await box("صندوق المكتب", ids.usd, 1000), await box("عهدة المطوف", ids.usd)];
  expect((await client.put(`/api/cash-boxes/${own}`, { holder_name: "سعيد باوزير" })).status).toBe(200);
  const given = await sent({ from_cash_box_id: office_box, to_cash_box_id: own, from_amount: 300 });
  expect([given.to, given.to_holder]).toEqual(["عهدة المطوف · عهدة سعيد باوزير", "سعيد باوزير"]);
  const mistake = await sent({ from_cash_box_id: office_box, to_cash_box_id: own, from_amount: 60 });
  await put(mistake.id, { status: "cancelled" });
  const spent = {
    beneficiary_type: "other",
    beneficiary: "سائق",
    currency_id: ids.usd,
    amount: 120,
    payment_method: "cash",
    cash_box_id: own,
  };
  expect((await client.post("/api/payment-vouchers", spent)).status).toBe(201);
  await sent({
    from_cash_box_id: own,
    to_cash_box_id: office_box,
    from_amount: 170,
    fee_amount: 10,
    fee_expense_id: ids.fees,
  });
  const statement = await statementOf("cash-boxes", own);
  for (const words of ["كشف عهدة", "300.00 USD", "130.00 USD", "170.00 USD", "0.00 USD"])
    expect(statement).toContain(words);
  const paper = textOf((await client.get(`/financial/transfers/${given.id}/print`)).body);
  expect(paper).toContain("المستلِم: صاحب العهدة سعيد باوزير");
});

describe("its screens", () => {
  test("record, ask about a rate far from the stored one, correct, print and cancel it, as their HTML stands", async () => {
    const [from, to] = [await box("صندوق الدولار", ids.usd, 1000), await bank("بنك الريال", ids.sar)];
    const [, way = ""] =
      (await client.get("/settings/accounts/cash-boxes")).body.match(
        new RegExp(`href="(/financial/transfers/new[?]from_account=${from})"`),
      ) ?? [];
    const page = (await client.get(way)).body;
    expect(page).toMatch(new RegExp(`<option value="${from}" selected`));
    for (const words of ["صندوق الدولار", "بنك الريال", "عمولات بنكية", "عرض السعر"])
      expect(page).toContain(words);
    const typed = {
      from_account_id: `${from}`,
      to_account_id: `${to}`,
      from_amount: "١٠٠",
      to_amount: "350",
      fee_amount: "",
      fee_expense_id: "",
      date: today,
      description: "شراء ريالات",
      idempotency_key: hiddenField(page, "idempotency_key"),
    };
    const step = await client.submit("/financial/transfers/new", { ...typed, intent: "lookup" });
    expect([step.status, textOf(step.body)]).toEqual([200, expect.stringContaining("1 USD = 3.5 SAR")]);
    expect(textOf(step.body)).toContain("1 USD = 3.75 SAR");
    const asked = await client.submit("/financial/transfers/new", typed);
    const { asked: questions, confirmed } = questionsIn(asked.body);
    expect(questions).toEqual(["السعر بين المبلغين 1 USD = 3.5 SAR، والسعر المسجل 1 USD = 3.75 SAR."]);
    expect(asked.body).toContain('value="350"');
    const saved = await client.submit("/financial/transfers/new", { ...typed, confirmed });
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/financial/transfers"]);
    const row = await find(`?search=${encodeURIComponent("شراء ريالات")}`);
    const list = textOf((await client.get("/financial/transfers?search=350")).body);
    for (const words of [
      row.transfer_number,
      "صندوق الدولار ← بنك الريال",
      "100.00",
      "350.00",
      "1 USD = 3.5 SAR",
    ])
      expect(list).toContain(words);

    const address = `/financial/transfers/${row.id}`;
    const edit = (await client.get(`${address}/edit`)).body;
    const change = {
      ...typed,
      to_amount: "372",
      fee_amount: "1",
      fee_expense_id: `${ids.fees}`,
      updated_at: hiddenField(edit, "updated_at"),
    };
    expect((await client.submit(`${address}/edit`, change)).status).toBe(302);
    const paper = textOf((await client.get(`${address}/print`)).body);
    for (const words of [
      row.transfer_number,
      "صندوق الدولار",
      "بنك الريال",
      "1 USD = 3.72 SAR",
      "مئة دولار",
      "عمولات بنكية",
      "المسلِّم",
      "المستلِم",
    ])
      expect(paper).toContain(words);
    expect((await client.submit(`${address}/cancel`, { event_date: "" })).status).toBe(302);
    expect(textOf((await client.get(`${address}/print`)).body)).toContain("سند تحويل (ملغي)");
    expect([await balance(from), await balance(to)]).toEqual([1000, 0]);
    expect((await client.submit(`${address}/delete`, {})).status).toBe(302);
    expect((await client.get(`/api/transfers/${row.id}`)).status).toBe(404);
  });

  test("are found by number and account, filtered, and exported", async () => {
    const [from, to] = [await box("صندوق البحث", ids.usd, 90), await box("صندوق المطار", ids.usd)];
    const { transfer_number } = await sent({ from_cash_box_id: from, to_cash_box_id: to, from_amount: 33 });
    for (const query of [
      `search=${transfer_number}`,
      `search=${encodeURIComponent("المطار")}`,
      `account_id=${to}`,
      `account_id=${from}&status=confirmed&from=${today}`,
    ]) {
      const { body } = await client.get(`/api/transfers?${query}`);
      expect([query, body.transfers.map((row: { transfer_number: string }) => row.transfer_number)]).toEqual([
        query,
        [transfer_number],
      ]);
    }
    expect((await client.get(`/api/search?q=${transfer_number}`)).body).toMatchObject({
      results: expect.anything(),
    });
    const csv = (await client.get(`/financial/transfers/export/csv?search=${transfer_number}`)).body;
    for (const words of [transfer_number, "صندوق البحث", "صندوق المطار", "33"]) expect(csv).toContain(words);
    const seller = await enterAs(office, "seller", ["manage_contracts"]);
    expect((await seller.get("/api/transfers")).status).toBe(403);
  });
});
