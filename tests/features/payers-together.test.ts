import { expect, test } from "vitest";
import { useCancelling } from "../support/cancelling";
import { useOffice } from "../support/office";

/* Clerks pay, cancel and refund for each other over shared contracts and in two currencies (docs/decisions/payers.md). */

const { office, client } = useOffice({ isBusy: true });
const { ids, makeCustomer, makeContract, receive, voucher, cancel, cancelled, change, refund, amountsOf } =
  useCancelling(office, client);

const inRiyals = () => ({ currency_id: ids.sar, cash_box_id: ids.sarBox });

test("fifty refunds to one who paid give back no more than he paid, whatever their currencies", async () => {
  const father = await makeCustomer("الأب");
  await receive({ amount: 5_000, ...inRiyals() });
  const contract_id = await makeContract("1000");
  await receive({ contract_id, amount: 500 });
  await receive({ contract_id, customer_id: father, amount: 100 });
  await cancelled(contract_id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) =>
      refund(contract_id, turn % 2 ? 5 : 18.75, { customer_id: father, ...(turn % 2 ? {} : inRiyals()) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(await amountsOf(contract_id)).toEqual([600, 0, 100, 500]);
});

test("payers, refunds, services and cancellings meet, and every figure agrees", async () => {
  const people = [ids.customer, await makeCustomer("الأب"), await makeCustomer("العم")];
  await receive({ amount: 50_000 });
  await receive({ amount: 50_000, ...inRiyals() });
  const contracts = [
    await makeContract("900"),
    await makeContract("3000", ids.sar, people[1]),
    await makeContract("900", ids.usd, people[2]),
  ];
  for (const contract_id of contracts)
    for (const customer_id of people) await receive({ contract_id, customer_id, amount: 20 });
  const statuses = new Set<number>();
  const work = async (turn: number) => {
    const contract_id = contracts[turn % 3] as number;
    const customer_id = people[(turn + (turn >> 2)) % 3];
    const money = turn % 2 ? {} : inRiyals();
    const last = (table: string) =>
      office.knex(table).where({ contract_id }).orderBy("id", "desc").first("id");
    const receiveAs = (more: object) =>
      client.post("/api/receipt-vouchers", voucher({ ...money, amount: 3, ...more }));
    const steps = [
      () => receiveAs({ contract_id, customer_id }),
      () => receiveAs({ customer_id: undefined, payer: "جمعية", contract_id: turn % 3 ? contract_id : null }),
      () => receiveAs({ customer_id, service_name: "نقل" }),
      () => cancel(contract_id, { cancellation_fee: turn % 5 }),
      () => refund(contract_id, 1 + (turn % 4), { customer_id, ...money }),
      async () => {
        const { id } = await last("receipt_vouchers");
        return turn % 3
          ? client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" })
          : client.put(`/api/receipt-vouchers/${id}`, { customer_id });
      },
      async () => {
        const payment = await last("payment_vouchers");
        if (!payment) return change(contract_id, { status: "active" });
        return client.put(
          `/api/payment-vouchers/${payment.id}`,
          turn % 2 ? { status: "cancelled" } : { customer_id },
        );
      },
      () => change(contract_id, { status: "active" }),
    ];
    for (let step = 0; step < steps.length; step++)
      statuses.add(
        (await (steps[(step + turn) % steps.length] as () => Promise<{ status: number }>)()).status,
      );
  };
  await Promise.all(Array.from({ length: 24 }, (_, turn) => work(turn)));
  expect([...statuses].filter((status) => ![200, 201, 404, 409, 422].includes(status))).toEqual([]);
  // Nobody but a contract's customer got back more than he paid.
  const { rows } = await office.knex.raw(`
    SELECT contracts.id FROM contracts CROSS JOIN customers WHERE customers.id <> contracts.customer_id
      AND (SELECT coalesce(sum(settled_amount), 0) FROM payment_vouchers
        WHERE contract_id = contracts.id AND customer_id = customers.id AND status = 'confirmed')
      > (SELECT coalesce(sum(equivalent_amount), 0) FROM receipt_vouchers
        WHERE contract_id = contracts.id AND customer_id = customers.id AND status = 'confirmed')`);
  expect(rows).toEqual([]);
});
