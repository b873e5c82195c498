import { beforeAll, describe, expect, test } from "vitest";
import { accountsOf, banks, boxes, statement, tab } from "../support/accounts";
import { hiddenField } from "../support/client";
import { administrator } from "../support/database";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });
const { make, expectBalanced, receive } = accountsOf(office, client);

/** A page's text without its head and scripts. */
const text = (html: string) =>
  (html.match(/<main.*<\/main>/s)?.[0] ?? "")
    .replace(/<!--.*?-->|<\/?(a|bdi|span)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("an account's movements", () => {
  /** A movement at a moment, as the ledger would have written it then. */
  async function moved(accountId: number, amount: number, created_at: string) {
    const { knex } = office;
    const [{ balance }] = await knex("accounts")
      .where({ id: accountId })
      .increment("balance", amount)
      .returning("balance");
    await knex("movements").insert({
      account_id: accountId,
      amount,
      balance_after: balance,
      cause: amount > 0 ? "receipt" : "receipt_reversal",
      document_number: "RV-2026-90001",
      created_at,
    });
  }

  test("are paged, newest first, with their running balance, cause, voucher and user", async () => {
    const { id } = await make(banks, { balance: 1000 });
    const numbers = await receive(id, "bank", 26);
    const first = await client.get(statement(`banks/${id}`));
    expect(first.status).toBe(200);
    expect(text(first.body)).toMatch(
      new RegExp(`سند قبض ${numbers.at(-1)} .*1\\.00 ر\\.س 26\\.00 ر\\.س ${administrator.username}`),
    );
    expect(first.body).toContain(`href="/financial/receipts?search=${numbers.at(-1)}"`);
    expect(text(first.body)).toContain("من 1 إلى 25، الإجمالي 27");
    expect(first.body.indexOf(numbers[25] as string)).toBeLessThan(first.body.indexOf(numbers[24] as string));
    const second = text((await client.get(statement(`banks/${id}?page=2`))).body);
    expect(second).toMatch(new RegExp(`سند قبض ${numbers[0]} .*1\\.00 ر\\.س 1\\.00 ر\\.س`));
    // The account was opened today, and the receipts are dated before.
    expect(text(first.body)).toContain("رصيد افتتاحي 1,000.00 ر.س 1,026.00 ر.س");
  });

  test("of a period begin and end on the office's days", async () => {
    const { id } = await make(boxes);
    await moved(id, 100, "2026-01-31T20:59:59.999Z"); // the last moment of January in Riyadh
    await moved(id, 50, "2026-01-31T21:00:00Z");
    await moved(id, -20, "2026-02-28T20:59:59Z");
    await moved(id, 7, "2026-02-28T21:00:00Z");
    const page = async (query: string) =>
      text((await client.get(statement(`cash-boxes/${id}?${query}`))).body);

    const february = await page("from=2026-02-01&to=2026-02-28");
    expect(february).toContain("الرصيد أول المدة 100.00 ر.س");
    expect(february).toContain("الوارد 50.00 ر.س الصادر 20.00 ر.س الرصيد آخر المدة 130.00 ر.س");
    expect(february).toContain("2026-02-01 00:00 سند قبض");
    expect(february).toContain("2026-02-28 23:59 عكس سند قبض");
    expect(february).toContain("الإجمالي 2");
    expect(await page("from=2026-02-28&to=2026-02-01")).toContain("الإجمالي 2");
    expect(await page("to=2026-01-31")).toContain("الرصيد آخر المدة 100.00 ر.س");
    expect(await page("from=2026-03-01")).toContain("الرصيد أول المدة 130.00 ر.س الوارد 7.00 ر.س");
    expect(await page("from=2027-01-01")).toContain("لا توجد حركات في هذه المدة");
    expect(await page("from=&to=")).toContain("الإجمالي 4");
    await expectBalanced();
  });
});

describe("a statement's figures", () => {
  const shown = (amount: number) =>
    `${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ر.س`;

  test("are plain sums of the movements, whatever the period", async () => {
    const { id } = await make(boxes);
    const random = (below: number) => Math.floor(Math.random() * below);
    const moves: { day: string; amount: number }[] = [];
    let balance = 0;
    for (let moment = Date.UTC(2025, 0, 1); moves.length < 400; moment += random(3 * 24 * 3600e3)) {
      const amount = random(3) ? 1 + random(1000) : -random(balance + 1);
      if (!amount) continue;
      balance += amount;
      const created_at = new Date(moment).toISOString();
      await office.knex("movements").insert({
        account_id: id,
        amount,
        balance_after: balance,
        cause: amount > 0 ? "receipt" : "receipt_reversal",
        created_at,
      });
      moves.push({ day: new Date(moment + 3 * 3600e3).toISOString().slice(0, 10), amount }); // in Riyadh
    }
    await office.knex("accounts").where({ id }).update({ balance });
    const day = () => moves[random(moves.length)]?.day ?? "";
    const sum = (all: typeof moves) => all.reduce((total, { amount }) => total + amount, 0);
    for (let tried = 0; tried < 30; tried++) {
      const [from, to] = [tried % 3 ? day() : "", tried % 4 ? day() : ""];
      const [first, last] = from && to && from > to ? [to, from] : [from, to];
      const before = moves.filter(({ day }) => first && day < first);
      const within = moves.filter(({ day }) => (!first || day >= first) && (!last || day <= last));
      const { body } = await client.get(statement(`cash-boxes/${id}?from=${from}&to=${to}`));
      const page = text(body);
      const expected = [
        ...(first ? [`الرصيد أول المدة ${shown(sum(before))}`] : []),
        `الوارد ${shown(sum(within.filter(({ amount }) => amount > 0)))}`,
        `الصادر ${shown(-sum(within.filter(({ amount }) => amount < 0)))}`,
        `${last ? "الرصيد آخر المدة" : "الرصيد الحالي"} ${shown(sum([...before, ...within]))}`,
      ];
      expect(page).toContain(expected.join(" ").replace("-0.00", "0.00"));
      expect(page).toContain(`الإجمالي ${within.length}`);
    }
  });

  test("stand on times that are in the order of posting", async () => {
    const { id } = await make(boxes, { balance: 1000 });
    await Promise.all(
      Array.from({ length: 25 }, (_, turn) => client.put(`/api/cash-boxes/${id}`, { balance: turn + 1 })),
    );
    const moves = await office.knex("movements").where({ account_id: id }).orderBy("id");
    const times = moves.map(({ created_at }) => new Date(created_at).getTime());
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
    const { updated_at } = await office.knex("accounts").where({ id }).first();
    expect(times.at(-1)).toBe(new Date(updated_at).getTime());
  });
});

describe("expenses", () => {
  let rent: { id: number };

  beforeAll(async () => {
    const created = await client.post("/api/expense-categories", { name: "إيجارات", description: "المكاتب" });
    expect(created.status).toBe(201);
    rent = created.body.category;
    await client.post("/api/expense-categories", { name: "رواتب" });
  });

  test("take their category by name or by id, and return it by name", async () => {
    const byName = await client.post("/api/expenses", { name: "إيجار مكتب مكة", category: "إيجارات" });
    expect(byName.status).toBe(201);
    expect(byName.body.expense).toEqual({
      id: expect.any(Number),
      name: "إيجار مكتب مكة",
      description: null,
      category: "إيجارات",
      category_id: rent.id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const byId = await client.post("/api/expenses", { name: "إيجار المستودع", category_id: rent.id });
    expect(byId.body.expense.category).toBe("إيجارات");
    const { expense } = byId.body;
    const path = `/api/expenses/${expense.id}`;
    const renamed = await client.put(path, { ...expense, category: "رواتب" });
    expect(renamed.body.expense.category).toBe("رواتب");
    const back = await client.put(path, { ...renamed.body.expense, category_id: rent.id });
    expect(back.body.expense.category).toBe("إيجارات");
    expect((await client.put(path, { name: "المستودع" })).body.expense.category).toBe("إيجارات");
    expect((await client.put(path, { category: "" })).body.expense).toMatchObject({
      category: null,
      name: "المستودع",
    });
    expect(await client.get(path)).toMatchObject({ status: 200, body: { expense: { category_id: null } } });
    const list = (await client.get("/api/expenses")).body.expenses;
    expect(list.map(({ id }: { id: number }) => id)).toEqual([expense.id, byName.body.expense.id]);
    expect((await client.get("/api/expenses?search=ايجارات")).body.expenses).toEqual([byName.body.expense]);
    expect((await client.delete(path)).body).toEqual({ success: true });
    expect((await client.delete(path)).status).toBe(404);
  });

  test("refuse a nameless one and an unknown category", async () => {
    const nameless = await client.post("/api/expenses", { description: "شيء" });
    expect(nameless).toMatchObject({ status: 422, body: { error: "اسم المصروف مطلوب" } });
    const unknown = await client.post("/api/expenses", { name: "كهرباء", category: "لا شيء" });
    expect(unknown).toMatchObject({
      status: 422,
      body: { fields: { category: expect.stringContaining("لا شيء") } },
    });
    const missing = await client.post("/api/expenses", { name: "كهرباء", category_id: 999 });
    expect(missing).toMatchObject({ status: 422, body: { fields: { category_id: expect.any(String) } } });
    const screen = await client.submit(tab("expenses/new"), { name: " ", description: "فاتورة <نوفمبر>" });
    expect(screen.status).toBe(422);
    expect(screen.body).toContain("خطأ في إضافة المصروف: اسم المصروف مطلوب");
    expect(screen.body).toContain("فاتورة &lt;نوفمبر&gt;");
  });

  test("and their categories are kept by forms as well", async () => {
    const added = await client.submit(tab("expense-categories/new"), { name: "ضيافة", description: "" });
    expect(added.status).toBe(302);
    const taken = await client.submit(tab("expense-categories/new"), { name: "ضيافة" });
    expect(taken.status).toBe(409);
    expect(taken.body).toContain("هذه الفئة موجودة من قبل");
    const { categories } = (await client.get("/api/expense-categories")).body;
    const { id } = categories.find(({ name }: { name: string }) => name === "ضيافة");
    const form = (await client.get(tab(`expense-categories/${id}/edit`))).body;
    const fields = { name: "ضيافة الحجاج", updated_at: hiddenField(form, "updated_at") };
    expect((await client.submit(tab(`expense-categories/${id}/edit`), fields)).status).toBe(302);
    expect((await client.submit(tab(`expense-categories/${id}/edit`), fields)).status).toBe(409);

    const expense = { name: "قهوة", category_id: String(id), description: "" };
    expect((await client.submit(tab("expenses/new"), expense)).status).toBe(302);
    const used = await client.submit(tab(`expense-categories/${id}/delete`), {});
    expect(used.status).toBe(409);
    expect(used.body).toContain("خطأ في حذف الفئة: لا يمكن الحذف: فئة المصروفات مستخدمة في المصروف «");
    const list = (await client.get(tab(`expenses?category_id=${id}`))).body;
    expect(list).toContain("قهوة");
    expect(list).not.toContain("إيجار مكتب مكة");
    const [row] = await office.knex("expenses").where({ name: "قهوة" });
    expect((await client.submit(tab(`expenses/${row.id}/delete`), {})).status).toBe(302);
    expect((await client.submit(tab(`expense-categories/${id}/delete`), {})).status).toBe(302);
    expect((await client.post("/api/expense-categories", { name: "" })).body.error).toBe("اسم الفئة مطلوب");
  });
});
