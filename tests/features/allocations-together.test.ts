import { expect, test } from "vitest";
import { useAllocations } from "../support/allocations";
import { today } from "../support/closing";
import { useOffice } from "../support/office";

/* Allocations of one customer's money, many at once and under cheques that come back (books.md, rules 2 and 7). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeContract, receive, cancelled, find, ...on } = useAllocations(office, client);
const { allocate, allocated, customerWith, netsOf } = on;

test("fifty at once take no more than there is", async () => {
  const { customer_id, receipt } = await customerWith(100);
  const contracts = [
    await makeContract("1000", ids.usd, customer_id),
    await makeContract("1000", ids.sar, customer_id),
  ];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 10 === 9
        ? client.put(`/api/receipt-vouchers/${receipt.id}`, {
            amount: 100 - (index % 20),
            description: `دفعة ${index}`,
          })
        : allocate({ customer_id, contract_id: contracts[index % 2], amount: 7 }),
    ),
  );
  expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBeLessThanOrEqual(14);
  const cancels = await Promise.all(
    made.flatMap(({ body: { allocation } }) =>
      [1, 2].map(() => client.post(`/api/allocations/${allocation.id}/cancel`, {})),
    ),
  );
  expect(cancels.filter(({ status }) => status === 200)).toHaveLength(made.length);
});

test("a returned cheque takes back what is then missing: the last allocation first, and of one a part, at its rate", async () => {
  const { customer_id } = await customerWith(30);
  const cheque = await receive({
    customer_id,
    amount: 100,
    date: "2026-10-02",
    payment_method: "cheque",
    cash_box_id: undefined,
    bank_account_id: ids.bank,
  });
  const contract_id = await makeContract("1000", ids.usd, customer_id);
  const riyals = await makeContract("1000", ids.sar, customer_id);
  const first = await allocated({ customer_id, contract_id, amount: 50 });
  const second = await allocated({ customer_id, contract_id: riyals, amount: 40, exchange_rate: 3.7 });
  const third = await allocated({ customer_id, contract_id, amount: 30 });
  const { status, body } = await client.post(`/api/receipt-vouchers/${cheque.id}/return`, {
    charge_amount: 15,
  });
  expect([status, body.receipt_voucher.cheque_state]).toEqual([200, "returned"]);
  // 30 are left of 120: of 90 that are missing, 30 and 40 are whole allocations, and 20 a part.
  const read = async ({ id }: { id: number }) => {
    const {
      taken_amount,
      status: state,
      cancelled_on,
    } = (await client.get(`/api/allocations/${id}`)).body.allocation;
    return [taken_amount, state, cancelled_on];
  };
  expect([await read(first), await read(second), await read(third)]).toEqual([
    [20, "confirmed", null],
    [40, "cancelled", today],
    [30, "cancelled", today],
  ]);
  expect([(await find(contract_id)).paid_amount, (await find(riyals)).paid_amount]).toEqual([30, 0]);
  expect(await netsOf(customer_id)).toEqual([
    ["SAR", 1000],
    ["USD", 985],
  ]);
  // The rest of the part is taken back as well, and a confirmed cheque brings no allocation back.
  await client.put(`/api/receipt-vouchers/${cheque.id}`, { status: "confirmed" });
  expect(await read(second)).toEqual([40, "cancelled", today]);
  expect((await client.post(`/api/allocations/${first.id}/cancel`, {})).body.allocation).toMatchObject({
    status: "cancelled",
    taken_amount: 50,
  });
  expect((await find(contract_id)).paid_amount).toBe(0);
  expect(await netsOf(customer_id)).toEqual([
    ["SAR", 1000],
    ["USD", 885],
  ]);
});

test("cheques that come back while others allocate and cancel leave no allocation without its money", async () => {
  const { customer_id } = await customerWith(20);
  const contract_id = await makeContract("1000", ids.usd, customer_id);
  const cheques = [];
  for (let index = 0; index < 4; index++)
    cheques.push(
      await receive({
        customer_id,
        amount: 25,
        date: "2026-10-02",
        payment_method: "cheque",
        cash_box_id: undefined,
        bank_account_id: ids.bank,
      }),
    );
  const made = [];
  for (let index = 0; index < 5; index++)
    made.push(await allocated({ customer_id, contract_id, amount: 20 }));
  const answers = await Promise.all([
    ...cheques.map(({ id }) => client.post(`/api/receipt-vouchers/${id}/return`, {})),
    ...made.slice(0, 2).map(({ id }) => client.post(`/api/allocations/${id}/cancel`, {})),
    ...[1, 2, 3].map(() => allocate({ customer_id, contract_id, amount: 5 })),
  ]);
  expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { paid_amount } = await find(contract_id);
  expect(paid_amount).toBeLessThanOrEqual(20);
  expect(await netsOf(customer_id)).toEqual([["USD", 980]]);
});
