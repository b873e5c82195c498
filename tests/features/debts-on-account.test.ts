import excel from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { makeAccount, makeAgent, makeInvoice, makePayment } from "../support/factories";
import { day } from "../support/instalments";
import { useOffice } from "../support/office";
import { debtorsOf, letters, pageOf } from "../support/reminders";
import { wordsIn } from "../support/shares";
import { enterAs } from "../support/users";

/* What is on account is taken off what is owed in its currency (books.md rule 1), for customers and partners. */

const { office, client } = useOffice({ isBusy: true });
const { debtor, remind } = debtorsOf(office, client);

const boxes = new Map<string, { id: number; currency_id: number }>();
beforeAll(async () => {
  for (const { id, code } of await office.knex("currencies").select("id", "code"))
    boxes.set(code, { id: await makeAccount(office.knex, id), currency_id: id });
});

/** Takes money that names no contract. */
async function advance(customer_id: number, code: string, amount: string) {
  const { id, currency_id } = boxes.get(code) as { id: number; currency_id: number };
  const { status, body } = await client.post("/api/receipt-vouchers", {
    ...{ customer_id, amount, currency_id, date: day(0), description: "دفعة تحت الحساب" },
    ...{ payment_method: "cash", cash_box_id: id },
  });
  expect([status, body.fields]).toEqual([201, undefined]);
}

type Row = Record<string, unknown> & { party_id: number };
const rowsOf = async (list: string, query: string, of: number): Promise<Row[]> =>
  (await client.get(`/api/debts/${list}?${query}`)).body[list === "deposits" ? list : "debts"].filter(
    ({ party_id }: Row) => party_id === of,
  );

describe("a customer's advance", () => {
  test("is taken off the oldest parts in the list, the reminder, the letter and the statement", async () => {
    const id = await debtor({ name: "سعيد باحشوان" }, [
      ["SAR", "1000", 100],
      ["SAR", "2000", 20],
      ["SAR", "690.44", 0],
    ]);
    await advance(id, "SAR", "1400");
    const [row] = await rowsOf("customers", "age=all", id);
    expect(row).toMatchObject({
      ...{ remaining_amount: 2290.44, due_amount: 2290.44, overdue_amount: 1600 },
      ...{ overdue_30: 1600, overdue_older: 0, contracts_amount: 3690.44, on_account_amount: 1400 },
      ...{ oldest_due_date: day(-20), credits: [] },
    });
    const { body } = await remind(id, "phone");
    expect(body.reminder).toMatchObject({ amounts: [{ code: "SAR", amount: 2290.44 }], due_since: day(-20) });
    expect(wordsIn((await client.get(`${letters}?customer=${id}`)).body)).toContain("2,290.44 ريال سعودي");
    expect(wordsIn((await client.get(`/financial/statements/customers/${id}`)).body)).toMatch(
      /المستحق على العميل 2,290\.44/,
    );
    await advance(id, "SAR", "2290.44");
    expect(await rowsOf("customers", "age=all", id)).toEqual([]);
    expect((await remind(id, "phone")).status).toBe(409);
  });

  test.each([
    ["SAR", "0.05", "1500"],
    ["KWD", "0.005", "12.345"],
    ["USD", "300.5", "300.5"],
  ])("in %s leaves what is owed exactly", async (code, amount, owed) => {
    const id = await debtor({}, [[code, owed, 5]]);
    await advance(id, code, amount);
    const [row] = await rowsOf("customers", "age=all", id);
    const left = Number((Number(owed) - Number(amount)).toFixed(3));
    expect(row?.remaining_amount).toBe(left || undefined);
  });

  test("in another currency takes nothing off, and the list, its files and its print mark it", async () => {
    const id = await debtor({ name: "مريم العمودي" }, [["SAR", "1500", 20]]);
    await advance(id, "USD", "1000");
    await advance(id, "KWD", "1.5");
    const [row] = await rowsOf("customers", "age=all", id);
    expect(row).toMatchObject({
      remaining_amount: 1500,
      on_account_amount: 0,
      credits: [
        { code: "KWD", decimals: 3, amount: 1.5 },
        { code: "USD", decimals: 2, amount: 1000 },
      ],
    });
    const search = `?search=${encodeURIComponent("مريم العمودي")}`;
    for (const address of ["", "/print"])
      expect(wordsIn((await client.get(`/financial/debts/customers${address}${search}`)).body)).toMatch(
        /له 1\.500 KWD تحت الحساب له 1,000\.00 USD تحت الحساب/,
      );
    const csv = (await client.get(`/financial/debts/customers/export/csv${search}`)).body;
    expect(csv).toContain("1.500 KWD، 1,000.00 USD");
  });

  test("in another currency keeps letters to many from him; his own reminder asks", async () => {
    const [owing, both] = [
      await debtor({ name: "عليه فقط" }),
      await debtor({ name: "له وعليه", phone: "0551234567" }),
    ];
    await advance(both, "USD", "1000");
    const many = wordsIn((await client.get(`${letters}?customer=${owing}&customer=${both}`)).body);
    expect(many).toContain("عليه فقط");
    expect(many).not.toContain("له وعليه");
    expect(many).toContain("لا رسالة هنا لمن له مال تحت الحساب بعملة أخرى: عميل واحد.");
    expect(wordsIn((await client.get(`${letters}?customer=${both}`)).body)).toContain("له وعليه");

    const form = { how: "phone", text: "تذكير" };
    const asks = await client.submit(pageOf(both), form);
    expect(asks.status).toBe(422);
    expect(wordsIn(asks.body)).toContain("علّم الخانة إن كنت تذكره مع ذلك");
    expect((await client.submit(pageOf(both), { ...form, despite_credit: ["", "true"] })).status).toBe(302);
    expect((await client.submit(pageOf(owing), form)).status).toBe(302);
  });

  test("of one campaign's debt: its contracts are shown with the whole net beside", async () => {
    const id = await debtor({}, [
      ["SAR", "1000", 10],
      ["SAR", "500", 5],
    ]);
    await advance(id, "SAR", "200");
    const [{ campaign_id }] = await office.knex("contracts").where({ customer_id: id }).orderBy("id");
    const [row] = await rowsOf("customers", `age=all&campaign_id=${campaign_id}`, id);
    expect(row).toMatchObject({ contracts_amount: 1000, on_account_amount: 200, remaining_amount: 1300 });
    expect(await rowsOf("customers", "age=all&campaign_id=1", id)).toEqual([]);
  });
});

describe("deposits", () => {
  test("are who is owed by the net: by call, on the screen, as a file and on paper", async () => {
    const id = await debtor({ name: "نادر الصافي" }, [["SAR", "100", 5]]);
    await advance(id, "SAR", "350.25");
    const [row] = await rowsOf("deposits", "", id);
    expect(row).toMatchObject({
      ...{ remaining_amount: 250.25, contracts_amount: -100, on_account_amount: 350.25 },
      ...{ due_amount: 0, oldest_due_date: null },
    });
    const screen = wordsIn((await client.get("/financial/debts/deposits")).body);
    expect(screen).toContain("أمانات العملاء");
    expect(screen).toMatch(/نادر الصافي.*250\.25 SAR تحت الحساب 350\.25 بعد طرح ما على عقوده 100\.00/);
    expect(wordsIn((await client.get("/financial/debts/deposits/print")).body)).toContain("نادر الصافي");
    const file = await fetch(`${office.url}/financial/debts/deposits/export/xlsx`, {
      headers: { Cookie: client.cookie },
    });
    const book = new excel.Workbook();
    await book.xlsx.load(await file.arrayBuffer());
    expect(JSON.stringify(book.worksheets[0]?.getSheetValues())).toContain("نادر الصافي");
    const wrong = await client.get("/financial/debts/deposits?kind=nobody");
    expect([wrong.status, wordsIn(wrong.body).includes("النوع: العملاء أو الوكلاء أو الموردون")]).toEqual([
      200,
      true,
    ]);
    expect((await client.get("/financial/debts/deposits/print?kind=nobody")).status).toBe(200);
    expect((await client.get("/financial/debts/deposits/export/csv?kind=nobody")).status).toBe(422);
    expect((await client.get("/api/debts/deposits?kind=nobody")).status).toBe(422);
  });

  test("of partners are what was paid to them beyond their invoices", async () => {
    const { knex } = office;
    const agent_id = await makeAgent(knex, { name: "وكيل سبق دفعه" });
    await makeInvoice(knex, { agent_id }, "800", { invoice_date: day(-40) });
    const { currency_id } = boxes.get("SAR") as { currency_id: number };
    await makePayment(knex, currency_id, "500", { beneficiary_type: "agent", agent_id });
    const [owed] = await rowsOf("agents", "age=all", agent_id);
    expect(owed).toMatchObject({ remaining_amount: 300, invoices_amount: 800, on_account_amount: 500 });
    await makePayment(knex, currency_id, "500", { beneficiary_type: "agent", agent_id });
    expect(await rowsOf("agents", "age=all", agent_id)).toEqual([]);
    const [row] = await rowsOf("deposits", "kind=agents", agent_id);
    expect(row).toMatchObject({ remaining_amount: 200, invoices_amount: -800, on_account_amount: 1000 });
    expect(await rowsOf("deposits", "kind=suppliers", agent_id)).toEqual([]);
  });

  test("are for who manages money", async () => {
    const sales = await enterAs(office, "sales", ["manage_contracts", "view_reports"]);
    for (const address of ["/financial/debts/deposits", "/api/debts/deposits"])
      expect([address, (await sales.get(address)).status]).toEqual([address, 403]);
  });
});
