import { expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { day } from "../support/closing";
import { makeAccount } from "../support/factories";
import { useOffice } from "../support/office";
import { transfersOf } from "../support/transfers";

/* Many move money between the same accounts at once (books.md, rule 8). */

const { office, client } = useOffice({ isBusy: true });
keepBooks(office);
const { ids, box, bank, send, balance } = transfersOf(office, client);

const worthOf = async (accounts: number[]) => {
  const balances = [];
  for (const id of accounts) balances.push(await balance(id));
  return balances;
};

test("fifty at once, there and back between currencies of 0, 2 and 3 decimals: nothing is lost, and nothing falls below zero", async () => {
  const dollars = [await box("أ", ids.usd, 100), await bank("ب", ids.usd)];
  const dinars = [await box("ج", ids.kwd, 10.5), await bank("د", ids.kwd)];
  const yen = [await box("هـ", ids.jpy, 700), await bank("و", ids.jpy)];
  const named = (side: "from" | "to", id: number | undefined, place: number) => ({
    [`${side}_${place ? "bank_account" : "cash_box"}_id`]: id,
  });
  const one = (pair: number[], amount: number, turn: number) =>
    send({
      ...named("from", pair[turn % 2], turn % 2),
      ...named("to", pair[(turn + 1) % 2], (turn + 1) % 2),
      from_amount: amount,
    });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) =>
      turn % 3 === 0
        ? one(dollars, 7.25, turn)
        : turn % 3 === 1
          ? one(dinars, 1.125, turn)
          : one(yen, 60, turn),
    ),
  );
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(answers.some(({ status }) => status === 201)).toBe(true);
  for (const [pair, whole] of [
    [dollars, 100],
    [dinars, 10.5],
    [yen, 700],
  ] as const) {
    const balances = await worthOf(pair);
    expect(balances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(whole, 9);
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
  }
});

test("one transfer that is corrected, cancelled, confirmed and deleted by many at once, beside others, moves its money once or not at all", async () => {
  const [from, to] = [
    await box("كبير", ids.usd, 1000),
    await makeAccount(office.knex, ids.sar, { name: "ريال" }),
  ];
  const fee = { fee_amount: 1.5, fee_expense_id: ids.fees };
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      send({
        from_cash_box_id: from,
        to_cash_box_id: to,
        from_amount: 20,
        to_amount: 75,
        date: day(2),
        ...fee,
      }),
    ),
  );
  const rows = made.map(({ body }) => body.transfer.id as number);
  const deeds = [
    (id: number) => client.put(`/api/transfers/${id}`, { status: "cancelled" }),
    (id: number) => client.put(`/api/transfers/${id}`, { status: "confirmed" }),
    (id: number) => client.put(`/api/transfers/${id}`, { from_amount: 30, to_amount: 112.5 }),
    (id: number) => client.put(`/api/transfers/${id}`, { date: day(1), description: "آخر" }),
    (id: number) => client.put(`/api/transfers/${id}`, { fee_amount: 0 }),
    (id: number) => client.delete(`/api/transfers/${id}`),
    () => send({ from_cash_box_id: to, to_cash_box_id: from, from_amount: 4, to_amount: 1 }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 56 }, (_, turn) => deeds[turn % deeds.length]?.(rows[turn % rows.length] as number)),
  );
  const odd = answers.filter((answer) => ![200, 201, 404, 409].includes(answer?.status ?? 0));
  expect(odd.map((answer) => [answer?.status, answer?.body])).toEqual([]);
  const { rows: sums } = await office.knex.raw(
    `SELECT coalesce(sum(CASE WHEN from_account_id = :from THEN -from_amount - fee_amount ELSE to_amount END), 0)::float AS moved
     FROM transfers WHERE :from IN (from_account_id, to_account_id) AND status = 'confirmed'`,
    { from },
  );
  expect(await balance(from)).toBeCloseTo(1000 + sums[0].moved, 9);
});
