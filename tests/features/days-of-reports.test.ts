import { expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { decisionsOf } from "../support/closing";
import { useOffice } from "../support/office";
import { address, useFinancialReports } from "../support/reports-financial";

/* A report of a past month stays what it was (books.md, rule 9): what happens later is in its own month, and closed days keep their rates. */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { ids, contract, take, pay, tables } = useFinancialReports(office, client);

const { closeUntil, reopenAll } = decisionsOf(client);

const file = async (query: string) =>
  (await client.get(`${address}/export/csv?${query}`)).body.split("\r\n").slice(2).join("\n") as string;
const october = "report=cash&period=monthly&on=2025-10-15";

test("cancelling, renaming and new rates change nothing of a closed month, and the cancelling is in the report of its own", async () => {
  const { knex } = office;
  const category = (await client.post("/api/expense-categories", { name: "إيجار" })).body.category;
  const expense = (await client.post("/api/expenses", { name: "المكتب", category_id: category.id })).body
    .expense;
  const cheque = await take("2025-10-03", 400, { contract_id: contract() });
  await take("2025-10-04", 10, { currency_id: ids.kwd });
  await pay("2025-10-05", 90, { beneficiary: undefined, expense_id: expense.id });
  await closeUntil("2025-10-31");
  const [cash, balances] = [await file(october), await file("report=balances&period=monthly&on=2025-10-15")];
  expect(cash).toContain("حملة رجب");

  expect((await client.put(`/api/receipt-vouchers/${cheque.id}`, { status: "cancelled" })).status).toBe(200);
  await knex("campaigns").where({ id: ids.campaign }).update({ name: "حملة شعبان" });
  await knex("accounts").where({ id: ids.dollars }).update({ name: "الصندوق الأول" });
  await knex("currencies").where({ id: ids.sar }).update({ exchange_rate: "0.25" });
  await knex("expense_categories").where({ id: category.id }).update({ name: "مقر" });
  expect(await file(october)).toBe(cash);
  expect(await file("report=balances&period=monthly&on=2025-10-15")).toBe(
    balances.replace("صندوق الدولار", "الصندوق الأول"),
  );

  const now = await tables("report=cash&period=daily");
  expect(now["بحسب الحساب"]?.["الصندوق الأول"] ?? now["بحسب الحساب"]?.["صندوق الدولار"]).toEqual([
    0, 0, -400, -400,
  ]);
  const numbers = Object.values(now["السندات الملغاة والمرتجعة والمعادة بيومها"] ?? {}).map(
    ([, number]) => number,
  );
  expect(numbers).toEqual([cheque.receipt_number]);
  const { body } = await client.get("/api/stats/monthly-revenue");
  expect(body.monthly_revenue).toBe(-400);
});

test("a reopened month takes the rates of its next closing", async () => {
  const cash = () => tables(october);
  expect((await cash())["بحسب الحساب"]?.["صندوق الريال"]?.[1]).toBe(24); // 90 riyals at 0.2666…
  await reopenAll();
  expect((await cash())["بحسب الحساب"]?.["صندوق الريال"]?.[1]).toBe(22.5);
  await closeUntil("2025-10-31");
  await office.knex("currencies").where({ id: ids.sar }).update({ exchange_rate: "0.3" });
  expect((await cash())["بحسب الحساب"]?.["صندوق الريال"]?.[1]).toBe(22.5);
});
