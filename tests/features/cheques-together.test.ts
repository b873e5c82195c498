import { expect, test } from "vitest";
import { expectBalanced } from "../support/books";
import { useCheques } from "../support/cheques";
import { today } from "../support/closing";
import { useOffice } from "../support/office";

/* Cheques are returned, cancelled and confirmed again by many at once (docs/decisions/locks.md). */

const { office, client } = useOffice({ isBusy: true });
const {
  ids,
  makeContract,
  makeBank,
  makeHand,
  byCheque,
  paidByCheque,
  giveBack,
  pathOf,
  receive,
  balanceOf,
  entriesOf,
  inHand,
  collect,
  collected,
  uncollect,
} = useCheques(office, client);

test("fifty return the same cheque: one does it", async () => {
  const { id, bank } = await paidByCheque();
  const answers = await Promise.all(Array.from({ length: 50 }, () => giveBack(id, { charge_amount: 7 })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  expect(await balanceOf(bank)).toBe(0);
  expect(await entriesOf(id)).toHaveLength(3);
});

test("fifty collect the same cheque, and take that back: one does it", async () => {
  const { id, bank, hand } = await inHand();
  const held = await balanceOf(hand);
  const once = async (deed: () => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: 50 }, deed));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
    return [await balanceOf(bank), await balanceOf(hand)];
  };
  expect(await once(() => collect(id, { bank_account_id: bank }))).toEqual([400, held - 400]);
  expect(await once(() => uncollect(id))).toEqual([0, held]);
  await collected(id, bank);
  expect(await once(() => giveBack(id))).toEqual([0, held - 400]);
});

test("fifty collect, return and cancel the same cheque: one way is gone, and every figure agrees", async () => {
  const { id, bank } = await inHand();
  const deeds = [
    () => collect(id, { bank_account_id: bank }),
    () => giveBack(id),
    () => uncollect(id),
    () => client.put(pathOf(id), { status: "cancelled" }),
    () => client.put(pathOf(id), { status: "confirmed" }),
    () => client.put(pathOf(id), { amount: 300 }),
    () => client.put(pathOf(id), { status: "confirmed", amount: 250 }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => (deeds[turn % deeds.length] as (typeof deeds)[0])()),
  );
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
  await expectBalanced(office.knex);
});

test("whoever names which voucher of a payment, it is returned once", async () => {
  const contracts = await Promise.all([1, 2, 3, 4].map(() => makeContract("1000")));
  const { body } = await client.post("/api/receipt-vouchers/split", {
    ...byCheque(await makeBank("USD"), ids.usd, 400),
    date: today,
    description: "دفعة",
    contract_ids: contracts,
  });
  const vouchers: number[] = body.receipt_vouchers.map(({ id }: { id: number }) => id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => giveBack(vouchers[turn % 4] as number, { charge_amount: 5 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  const charges = await office.knex("receipt_vouchers").whereIn("id", vouchers).pluck("charge_amount");
  expect(charges.map(Number).sort()).toEqual([0, 0, 0, 5]);
});

test("clerks return, cancel and confirm again over shared accounts and contracts, and every figure agrees", async () => {
  const banks = [
    { bank: await makeBank("USD"), hand: await makeHand("USD"), currency: ids.usd, amount: 40 },
    { bank: await makeBank("SAR"), hand: await makeHand("SAR"), currency: ids.sar, amount: 150 },
  ];
  const contracts = [
    await makeContract("1000"),
    await makeContract("3000", ids.sar),
    await makeContract("300", ids.kwd),
  ];
  const vouchers: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const { bank, hand, currency, amount } = banks[turn % 2] as (typeof banks)[0];
    const contract_id = contracts[turn % 3];
    vouchers.push(
      (await receive({ contract_id, ...byCheque(turn % 4 < 2 ? bank : hand, currency, amount) })).id,
    );
  }
  const statuses = new Map<number, number>();
  const work = async (turn: number) => {
    for (let step = 0; step < 8; step++) {
      const id = vouchers[(turn * 5 + step * 7) % vouchers.length] as number;
      const deeds = [
        () => giveBack(id, { charge_amount: turn % 3 }),
        () => client.put(pathOf(id), { status: "confirmed" }),
        () => client.put(pathOf(id), { status: "cancelled" }),
        () => client.put(pathOf(id), { charge_amount: step }),
        () => client.put(pathOf(id), { amount: 30 + step }),
        () => client.put(pathOf(id), { status: "confirmed", amount: 50 + step }),
        () => collect(id, { bank_account_id: (banks[turn % 2] as (typeof banks)[0]).bank }),
        () => uncollect(id),
        () =>
          client.post("/api/payment-vouchers", {
            beneficiary: "جهة",
            ...byCheque(
              (banks[step % 2] as (typeof banks)[0]).bank,
              (banks[step % 2] as (typeof banks)[0]).currency,
              60,
            ),
          }),
      ];
      const { status } = await (deeds[(turn + step) % deeds.length] as () => Promise<{ status: number }>)();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, turn) => work(turn)));
  expect([...statuses.keys()].filter((status) => ![200, 201, 409, 422].includes(status))).toEqual([]);
  for (const status of [200, 409]) expect(statuses.get(status)).toBeGreaterThan(5);
  await expectBalanced(office.knex);
  await office.app.stop(); // PostgreSQL reports a session's counts when it ends
  const { rows } = await office.knex.raw(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
