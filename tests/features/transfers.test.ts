import { describe, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import type { Answer } from "../support/client";
import { day, decisionsOf, expectRefused, today } from "../support/closing";
import { administrator } from "../support/database";
import { useOffice } from "../support/office";
import { textOf } from "../support/statements";
import { transfersOf } from "../support/transfers";

/* Money moves from one account to another (books.md, rule 8). */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { ids, box, bank, send, sent, balance, put } = transfersOf(office, client);
const { closeUntil, reopenAll } = decisionsOf(client);

const faults = ({ status, body }: Answer) => [status, Object.keys(body.fields ?? {})];
const statementOf = async (kind: string, id: number, query = "") =>
  textOf((await client.get(`/financial/statements/${kind}/${id}${query}`)).body);

describe("a transfer", () => {
  test("moves the amount, and a fee on top of it, which is the only thing that was spent", async () => {
    const [from, to] = [await box("صندوق الاستقبال", ids.usd, 500), await bank("بنك الكريمي", ids.usd)];
    const row = await sent({
      from_cash_box_id: from,
      to_bank_account_id: to,
      from_amount: 300,
      fee_amount: 2.5,
      fee_expense_id: ids.fees,
      description: "إيداع",
    });
    expect(row).toMatchObject({
      transfer_number: expect.stringMatching(/^TV-\d{4}-\d{5}$/),
      date: today,
      from_cash_box_id: from,
      from_bank_account_id: null,
      to_cash_box_id: null,
      to_bank_account_id: to,
      from_amount: 300,
      to_amount: 300,
      fee_amount: 2.5,
      fee_expense_id: ids.fees,
      fee_expense: "عمولات بنكية",
      status: "confirmed",
      description: "إيداع",
      cancelled_on: null,
      created_by: administrator.username,
    });
    expect([await balance(from), await balance(to)]).toEqual([197.5, 300]);
    const out = await statementOf("cash-boxes", from);
    for (const words of [
      `سند تحويل ${row.transfer_number}`,
      "بنك الكريمي، إيداع",
      `رسوم تحويل ${row.transfer_number}`,
      "عمولات بنكية، إيداع",
    ])
      expect(out).toContain(words);
    expect(await statementOf("banks", to)).toContain("صندوق الاستقبال، إيداع");
    const cash = textOf((await client.get(`/reports/financial?report=cash&period=daily&on=${today}`)).body);
    expect(cash).not.toContain("300.00");
    expect(cash).toContain("2.50");
    const balances = textOf(
      (await client.get(`/reports/financial?report=balances&period=daily&on=${today}`)).body,
    );
    expect(balances).toContain("302.50");
    expect(await statementOf("expenses", ids.fees)).toContain(row.transfer_number);
  });

  test("goes between currencies of 0, 2 and 3 decimals, each amount in its own", async () => {
    const [dollars, dinars, yen] = [
      await box("دولار", ids.usd, 1000),
      await box("دينار", ids.kwd),
      await bank("ين", ids.jpy),
    ];
    expect(
      await sent({ from_cash_box_id: dollars, to_cash_box_id: dinars, from_amount: 100, to_amount: 30.769 }),
    ).toMatchObject({
      currency: { code: "USD" },
      to_currency: { code: "KWD", decimals: 3 },
      to_amount: 30.769,
    });
    await sent({ from_cash_box_id: dinars, to_bank_account_id: yen, from_amount: 1.5, to_amount: 731 });
    expect([await balance(dollars), await balance(dinars), await balance(yen)]).toEqual([900, 29.269, 731]);
    const finer = { from_cash_box_id: dollars, to_bank_account_id: yen, from_amount: 1, to_amount: 0.5 };
    expect(faults(await send(finer))).toEqual([422, ["to_amount"]]);
    expect(faults(await send({ ...finer, to_amount: 150, from_amount: 1.005 }))).toEqual([
      422,
      ["from_amount"],
    ]);
    expect(faults(await send({ ...finer, to_amount: undefined }))).toEqual([422, ["to_amount"]]);
  });

  test("is refused in Arabic at the field that is wrong", async () => {
    const [from, to] = [await box("أول", ids.usd, 50), await box("ثان", ids.usd)];
    const good = { from_cash_box_id: from, to_cash_box_id: to, from_amount: 10 };
    for (const [wrong, field] of [
      [{ from_cash_box_id: undefined }, "from_account_id"],
      [{ to_cash_box_id: undefined }, "to_account_id"],
      [{ to_cash_box_id: from }, "to_cash_box_id"],
      [{ to_cash_box_id: undefined, to_bank_account_id: to }, "to_bank_account_id"],
      [{ to_bank_account_id: to }, "to_bank_account_id"],
      [{ from_cash_box_id: 987_654 }, "from_cash_box_id"],
      [{ from_amount: 0 }, "from_amount"],
      [{ from_amount: "عشرة" }, "from_amount"],
      [{ to_amount: 9 }, "to_amount"],
      [{ fee_amount: -1 }, "fee_amount"],
      [{ fee_amount: 1 }, "fee_expense_id"],
      [{ fee_amount: 1, fee_expense_id: 987_654 }, "fee_expense_id"],
      [{ date: "2026-02-30" }, "date"],
    ] as const)
      expect([field, ...faults(await send({ ...good, ...wrong }))]).toEqual([field, 422, [field]]);
    const tooMuch = await send({ ...good, from_amount: 49.99, fee_amount: 0.02, fee_expense_id: ids.fees });
    expect([tooMuch.status, tooMuch.body.message]).toEqual([409, expect.stringContaining("رصيد")]);
    expect([await balance(from), await balance(to)]).toEqual([50, 0]);
    await office.knex("accounts").where({ id: to }).update({ status: "inactive" });
    expect(faults(await send(good))).toEqual([422, ["to_cash_box_id"]]);
  });
});

describe("a change of a transfer", () => {
  test("takes back what a call has read, with or without another account", async () => {
    const [from, to, other] = [
      await box("أصل", ids.usd, 80),
      await box("هدف", ids.usd),
      await bank("بنك", ids.usd),
    ];
    const row = await sent({ from_cash_box_id: from, to_cash_box_id: to, from_amount: 30 });
    const same = await put(row.id, row);
    expect(same).toMatchObject({
      from_cash_box_id: from,
      to_cash_box_id: to,
      from_amount: 30,
    });
    await put(row.id, { ...same, to_cash_box_id: null, to_bank_account_id: other });
    expect([await balance(from), await balance(to), await balance(other)]).toEqual([50, 0, 30]);
  });

  test("is a correction on its own day, which no statement shows", async () => {
    const [from, to, other] = [
      await box("من", ids.usd, 500),
      await box("إلى", ids.usd),
      await bank("آخر", ids.usd),
    ];
    const fee = { fee_amount: 10, fee_expense_id: ids.fees };
    const { id, transfer_number } = await sent({
      from_cash_box_id: from,
      to_cash_box_id: to,
      from_amount: 10,
      date: day(3),
      ...fee,
    });
    expect(await put(id, { from_amount: 20 })).toMatchObject({
      from_amount: 20,
      to_amount: 20,
      fee_amount: 10,
    });
    expect([await balance(from), await balance(to)]).toEqual([470, 20]);
    expect(await put(id, { to_bank_account_id: other, fee_amount: 0 })).toMatchObject({
      to_cash_box_id: null,
      to_bank_account_id: other,
      fee_expense_id: null,
    });
    expect([await balance(from), await balance(to), await balance(other)]).toEqual([480, 0, 20]);
    await put(id, { date: day(5), description: "نقل" });
    const lines = await office.knex.raw(
      "SELECT date::text, amount::float, description FROM lines_of_document(?) ORDER BY amount",
      [transfer_number],
    );
    expect(lines.rows).toEqual([
      { date: day(5), amount: -20, description: "نقل" },
      { date: day(5), amount: 20, description: "نقل" },
    ]);
    expect(await statementOf("cash-boxes", to)).not.toContain(transfer_number);
    const otherYear = await client.put(`/api/transfers/${id}`, { date: "2019-05-01" });
    expect(faults(otherYear)).toEqual([409, ["date"]]);
    expect((await client.delete(`/api/transfers/${id}`)).body).toEqual({ success: true });
    expect([await balance(from), await balance(to), await balance(other)]).toEqual([500, 0, 0]);
    for (const [kind, account] of [
      ["cash-boxes", from],
      ["banks", other],
    ] as const)
      expect(await statementOf(kind, account)).not.toContain(transfer_number);
  });

  test("cancels it as an event of its day, and confirms it again", async () => {
    const [from, to] = [await box("مصدر", ids.usd, 100), await box("وجهة", ids.sar)];
    const terms = { from_cash_box_id: from, to_cash_box_id: to, from_amount: 40, to_amount: 150 };
    const { id, transfer_number } = await sent({
      ...terms,
      date: day(4),
      fee_amount: 1,
      fee_expense_id: ids.fees,
    });
    expect(await put(id, { status: "cancelled", event_date: day(2) })).toMatchObject({
      status: "cancelled",
      cancelled_on: day(2),
    });
    expect([await balance(from), await balance(to)]).toEqual([100, 0]);
    const before = await statementOf("cash-boxes", from, `?from=${day(5)}&to=${day(3)}`);
    expect(before).toContain("41.00");
    expect(before).not.toContain("عكس سند تحويل");
    for (const words of ["عكس سند تحويل", "عكس رسوم تحويل"])
      expect(await statementOf("cash-boxes", from, `?from=${day(2)}&to=${day(2)}`)).toContain(words);
    expect((await client.put(`/api/transfers/${id}`, { from_amount: 5 })).status).toBe(409);
    const changed = await client.put(`/api/transfers/${id}`, { status: "confirmed", event_date: day(3) });
    expect(faults(changed)).toEqual([409, ["event_date"]]);
    expect(await put(id, { status: "confirmed" })).toMatchObject({ status: "confirmed", cancelled_on: null });
    expect([await balance(from), await balance(to)]).toEqual([59, 150]);
    await put(id, { from_amount: 50 });
    expect([await balance(from), await balance(to)]).toEqual([49, 150]);
    expect((await client.delete(`/api/transfers/${id}`)).status).toBe(200);
    expect([await balance(from), await balance(to)]).toEqual([100, 0]);
    expect(await statementOf("cash-boxes", from)).not.toContain(transfer_number);
  });

  test("is refused in a closed period, but for its cancelling on an open day", async () => {
    const [from, to] = [await box("قديم", ids.usd, 100), await box("جديد", ids.usd)];
    const row = await sent({ from_cash_box_id: from, to_cash_box_id: to, from_amount: 40, date: day(9) });
    await closeUntil(day(7));
    for (const change of [{ from_amount: 5 }, { date: day(1) }, { description: "غيره" }])
      expectRefused(await client.put(`/api/transfers/${row.id}`, change), day(7));
    expectRefused(await client.delete(`/api/transfers/${row.id}`), day(7));
    expectRefused(
      await send({ from_cash_box_id: from, to_cash_box_id: to, from_amount: 1, date: day(8) }),
      day(7),
    );
    expectRefused(
      await client.put(`/api/transfers/${row.id}`, { status: "cancelled", event_date: day(8) }),
      day(7),
    );
    expect(await put(row.id, { status: "cancelled" })).toMatchObject({ cancelled_on: today });
    expect([await balance(from), await balance(to)]).toEqual([100, 0]);
    await reopenAll();
    const late = await sent({ from_cash_box_id: from, to_cash_box_id: to, from_amount: 5, date: day(8) });
    const report = await client.get(
      `/reports/administrative/export/csv?report=operations&from=${today}&to=${today}`,
    );
    expect(report.body.split("ما صحح في فترات أعيد فتحها").at(-1)).toContain(late.transfer_number);
  });
});
