import { beforeAll, describe, expect, test } from "vitest";
import { denominationsOf } from "~/features/accounts/denominations";
import { cashCountsOf } from "../support/cash-counts";
import { hiddenField } from "../support/client";
import { inCash, makeCurrency, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });
let riyal: number;
let customer: number;

beforeAll(async () => {
  await makeCurrency(office.knex, "USD", "1", { is_default: true });
  riyal = await makeCurrency(office.knex, "SAR", "0.26666666666666666667", { symbol: "ر.س" });
  await makeCurrency(office.knex, "JPY", "0.0064");
  customer = await makeCustomer(office.knex);
});

const { makeBox, path, opened, submit, count, countsOf } = cashCountsOf(office, client);

const adjustments = (account_id: number) =>
  office.knex("movements").where({ account_id, cause: "adjustment" }).orderBy("id");
const balanceOf = async (id: number) => Number((await office.knex("accounts").where({ id }).first()).balance);

const receive = (box: number, amount: number) =>
  client.post("/api/receipt-vouchers", {
    customer_id: customer,
    ...inCash(box, riyal, amount),
    date: "2026-11-01",
    description: "دفعة",
  });

/** A page's text without its elements. */
const words = (html: string) => html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");

async function expectBalanced() {
  const { rows } = await office.knex.raw(`
    SELECT id FROM accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id)
    UNION ALL SELECT cash_counts.id FROM cash_counts
    LEFT JOIN movements ON document_number = count_number AND cause = 'adjustment'
    WHERE difference <> coalesce(amount, 0) OR movements.account_id <> cash_counts.account_id
    GROUP BY cash_counts.id`);
  expect(rows).toEqual([]);
}

describe("a count", () => {
  test("by pieces that agrees is written down, and moves nothing", async () => {
    const box = await makeBox(1635.5);
    const answer = await count(box, {
      piece_500: "٣",
      piece_100: "1",
      piece_20: "0",
      piece_10: "3",
      piece_5: "1",
      piece_0_50: "1",
    });
    expect(answer.status).toBe(302);
    const [row] = await countsOf(box);
    expect(answer.headers.get("Location")).toBe(`${path(box)}/${row.id}`);
    expect(row).toMatchObject({
      count_number: expect.stringMatching(/^CC-\d{4}-\d{5}$/),
      expected: "1635.5000",
      counted: "1635.5000",
      difference: "0.0000",
      pieces: [
        ["500", 3],
        ["100", 1],
        ["10", 3],
        ["5", 1],
        ["0.50", 1],
      ],
      reason: null,
    });
    expect(await adjustments(box)).toEqual([]);
    expect(await balanceOf(box)).toBe(1635.5);
  });

  test("that differs is booked as an adjustment with its reason, under its number", async () => {
    const box = await makeBox(1000);
    expect((await count(box, { counted: "١٬٠٢٥٫٥", reason: "مبلغ لم يسجل" })).status).toBe(302);
    expect((await count(box, { piece_500: "2", reason: "رد المبلغ إلى صاحبه" })).status).toBe(302);
    const [more, less] = await countsOf(box);
    expect([more.difference, less.difference]).toEqual(["25.5000", "-25.5000"]);
    expect(more.pieces).toBeNull();
    expect(
      (await adjustments(box)).map(({ amount, document_number, balance_after }) => [
        amount,
        document_number,
        balance_after,
      ]),
    ).toEqual([
      ["25.5000", more.count_number, "1025.5000"],
      ["-25.5000", less.count_number, "1000.0000"],
    ]);
    expect(Number(less.count_number.slice(-5)) - Number(more.count_number.slice(-5))).toBe(1);
    const statement = await client.get(`/financial/statements/cash-boxes/${box}`);
    expect(statement.body).toContain(`href="${path(box)}/${less.id}"`);
    await expectBalanced();
  });

  test("of an empty box is one too, of all that is gone as well", async () => {
    const empty = await makeBox(0);
    expect((await count(empty, { counted: "0" })).status).toBe(302);
    expect((await count(empty, { piece_500: "0" })).status).toBe(302);
    expect((await countsOf(empty)).map(({ pieces }) => pieces)).toEqual([null, []]);
    const robbed = await makeBox(70);
    expect((await count(robbed, { counted: "0", reason: "سرقة أبلغ عنها" })).status).toBe(302);
    expect(await balanceOf(robbed)).toBe(0);
    await expectBalanced();
  });

  test("may tell both, if they agree", async () => {
    const box = await makeBox(200);
    const refused = await count(box, { piece_100: "2", counted: "199" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("مجموع القطع 200.00 ر.س يخالف هذا المبلغ");
    expect(refused.body).toContain('value="199"');
    expect(await countsOf(box)).toEqual([]);
    expect((await count(box, { piece_100: "2", counted: "200.00" })).status).toBe(302);
  });

  test.each([
    [{}, "أدخل عدد القطع من كل فئة، أو المبلغ المعدود"],
    [{ counted: "100.005" }, "أكثر من خانتين عشريتين"],
    [{ counted: "مئة" }, "أدخل مبلغًا صحيحًا"],
    [{ counted: "-1" }, "القيمة لا تكون سالبة"],
    [{ counted: "NaN" }, "أدخل مبلغًا صحيحًا"],
    [{ counted: "1e9" }, "أدخل مبلغًا صحيحًا"],
    [{ piece_500: "1.5" }, "أدخل عددًا صحيحًا من 0 إلى 1,000,000"],
    [{ piece_500: "-1" }, "أدخل عددًا صحيحًا من 0 إلى 1,000,000"],
    [{ piece_500: "9999999999" }, "أدخل عددًا صحيحًا من 0 إلى 1,000,000"],
    [{ counted: "90" }, "المعدود يخالف المتوقع: اكتب سبب الفرق"],
    [{ counted: "90", reason: "   " }, "المعدود يخالف المتوقع: اكتب سبب الفرق"],
    [{ counted: "90", reason: "س".repeat(501) }, "النص أطول من المسموح"],
  ] as [Record<string, string>, string][])("of %j is refused with its reason", async (fields, sentence) => {
    const box = await makeBox(100);
    const { status, body } = await count(box, fields);
    expect(status).toBe(422);
    expect(body).toContain("فشل تسجيل الجرد");
    expect(body).toContain(sentence);
    for (const value of Object.values(fields)) expect(body).toContain(value.trim());
    expect(await countsOf(box)).toEqual([]);
  });

  test("refused shows what it comes to, without JavaScript", async () => {
    const { body } = await count(await makeBox(100), { piece_50: "1", piece_20: "2" });
    expect(body.replaceAll(/<[^>]*>/g, " ")).toMatch(/المتوقع\s+100\.00 ر\.س\s+المعدود\s+90\.00 ر\.س/);
    expect(body.replaceAll(/<[^>]*>/g, " ")).toMatch(/الفرق\s+عجز\s+10\.00 ر\.س/);
  });

  test("of what is no sum is refused at its field, and shows none", async () => {
    const box = await makeBox(100);
    for (const counted of ["1e309", "-5", "abc", "Infinity", ".", "1".repeat(13)]) {
      const { status, body } = await count(box, { counted });
      expect([counted, status]).toEqual([counted, 422]);
      expect(body).toContain(`value="${counted}"`);
    }
  });

  test("of a currency without denominations is told in one sum", async () => {
    const box = await makeBox(5000, "JPY");
    const form = await client.get(`${path(box)}/new`);
    expect(form.body).not.toContain("عدد القطع");
    expect((await count(box, { counted: "" })).body).toContain("أدخل المبلغ المعدود");
    expect((await count(box, { counted: "5000.5" })).body).toContain("لا يقبل كسورًا عشرية");
    expect((await count(box, { counted: "5000", piece_1000: "4" })).status).toBe(302);
    expect(await countsOf(box)).toMatchObject([{ counted: "5000.0000", pieces: null }]);
  });

  test("of a box in use expects the balance of its saving, and says what moved since it was opened", async () => {
    const box = await makeBox(300);
    const form = await opened(box);
    const { receipt_number } = (await receive(box, 50)).body.receipt_voucher;
    const late = await submit(box, { ...form, piece_50: "7" });
    expect(late.status).toBe(302);
    await receive(box, 5); // after the count, which does not include it
    const [row] = await countsOf(box);
    expect(row).toMatchObject({ expected: "350.0000", counted: "350.0000" });
    const { body } = await client.get(`${path(box)}/${row.id}`);
    expect(words(body)).toContain("ما تحرك منذ فتح الجرد حتى حفظه: +50.00 ر.س");
    expect(body).toContain(receipt_number);
    expect((await client.get(`${path(box)}/${row.id}/print`)).body).toContain(receipt_number);
    await count(box, { counted: "355" });
    const [, quiet] = await countsOf(box);
    expect((await client.get(`${path(box)}/${quiet.id}`)).body).not.toContain("ما تحرك");
  });

  test("that moved money makes differ asks for the reason, shows what moved, and books the difference of now", async () => {
    const box = await makeBox(300);
    const form = await opened(box);
    const { receipt_number } = (await receive(box, 50)).body.receipt_voucher;
    const late = await submit(box, { ...form, counted: "300" });
    expect(late.status).toBe(422);
    expect(late.body).toContain(
      "تحرك في الصندوق +50.00 ر.س منذ فتحت الصفحة، والمتوقع الآن 350.00 ر.س: راجع العد أو اكتب سبب الفرق",
    );
    expect(late.body).toContain('value="300"');
    expect(late.body).toContain(receipt_number);
    expect(await countsOf(box)).toEqual([]);
    // The form of the refusal still has the moment at which it was first opened.
    const again = {
      ...form,
      updated_at: hiddenField(late.body, "updated_at"),
      counted: "340",
      reason: "ناقص",
    };
    expect(again.updated_at).toBe(form.updated_at);
    const saved = await submit(box, again);
    expect(saved.status).toBe(302);
    const [row] = await countsOf(box);
    expect(row).toMatchObject({ expected: "350.0000", difference: "-10.0000" });
    expect((await client.get(`${path(box)}/${row.id}`)).body).toContain(receipt_number);
    await expectBalanced();
  });

  test("with a reason that was written for another difference shows the one of now first", async () => {
    const box = await makeBox(300);
    const page = (await client.get(`${path(box)}/new`)).body;
    const form = { ...(await opened(box)), shown_expected: hiddenField(page, "shown_expected") };
    await receive(box, 50);
    const late = await submit(box, { ...form, counted: "290", reason: "نقص عشرة" });
    expect(late.status).toBe(422);
    expect(late.body).toContain("والمتوقع الآن 350.00 ر.س: راجع العد وسبب الفرق");
    expect(await countsOf(box)).toEqual([]);
    const shown_expected = hiddenField(late.body, "shown_expected");
    const saved = await submit(box, { ...form, shown_expected, counted: "340", reason: "نقص عشرة" });
    expect(saved.status).toBe(302);
    expect(await countsOf(box)).toMatchObject([{ difference: "-10.0000" }]);
  });

  test.each(["", "yesterday", "9999-01-01T00:00:00.000Z", "2026-99-99T00:00:00.000Z"])(
    "that says it was opened at %j is of this moment alone",
    async (updated_at) => {
      const box = await makeBox(10);
      expect((await submit(box, { counted: "10", updated_at })).status).toBe(302);
      const [row] = await countsOf(box);
      expect((await client.get(`${path(box)}/${row.id}`)).body).not.toContain("ما تحرك");
    },
  );

  test("sent twice is one; the same key with another sum is refused", async () => {
    const box = await makeBox(10);
    const fields = { ...(await opened(box)), counted: "8", reason: "ناقص" };
    const answers = await Promise.all([1, 2, 3].map(() => submit(box, fields)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size).toBe(1);
    expect(await adjustments(box)).toHaveLength(1);
    expect((await submit(box, { ...fields, counted: "7" })).status).toBe(409);
    expect(await balanceOf(box)).toBe(8);
  });

  test("by many at once, while receipts come in, leaves numbers without gaps and books that balance", async () => {
    const box = await makeBox(1000);
    const [counted, raced] = await Promise.all([
      // Some name the moment of their opening. All are booked against the present balance.
      Promise.all(
        Array.from({ length: 10 }, (_, turn) =>
          submit(box, { idempotency_key: `many ${turn}`, counted: String(900 + turn), reason: "عد متزامن" }),
        ),
      ),
      Promise.all(
        Array.from({ length: 10 }, (_, turn) => count(box, { counted: String(800 + turn), reason: "عد" })),
      ),
      ...Array.from({ length: 10 }, (_, turn) => receive(box, 10 + turn)),
    ]);
    expect([...counted, ...raced].map(({ status }) => status)).toEqual(Array(20).fill(302));
    const numbers = await office.knex("cash_counts").orderBy("id").pluck("count_number");
    expect(numbers.map((number) => Number(number.slice(-5)))).toEqual(numbers.map((_, place) => place + 1));
    await expectBalanced();
  });

  test("is never changed or deleted", async () => {
    await expect(office.knex("cash_counts").update({ counted: 1 })).rejects.toThrow("only added to");
    await expect(office.knex("cash_counts").delete()).rejects.toThrow("only added to");
  });
});

test.each(["SAR", "USD", "EUR", "KWD", "YER", "AED", "EGP"])(
  "%s has notes and coins, each once, the largest first",
  (code) => {
    const worth = denominationsOf(code).map(Number);
    expect(worth.length).toBeGreaterThan(5);
    expect(worth).toEqual([...new Set(worth)].sort((a, b) => b - a));
  },
);
