import { expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { useCancelling } from "../support/cancelling";
import { day, decisionsOf } from "../support/closing";
import { useOffice } from "../support/office";

/* Clerks mark, allocate, correct, cancel and delete receipts on account over the same money, in two currencies (docs/decisions/payers.md). */

const { office, client } = useOffice({ isBusy: true });
keepBooks(office);
const { ids, makeCustomer, makeContract, receive } = useCancelling(office, client);
const { closeUntil } = decisionsOf(client);
const inRiyals = () => ({ currency_id: ids.sar, cash_box_id: ids.sarBox });

test("nobody takes money twice from what a customer has on account", async () => {
  const customer = await makeCustomer("مريم");
  const receipts: number[] = [];
  for (let turn = 0; turn < 24; turn++) {
    const money = turn % 2 ? inRiyals() : {};
    receipts.push(
      (await receive({ customer_id: customer, amount: 10, date: day(turn < 12 ? 40 : 3), ...money })).id,
    );
  }
  const contract_id = await makeContract("5000", ids.usd, customer);
  await closeUntil(day(30));
  const mark = (receipt_ids: number[]) =>
    client.post("/api/receipt-vouchers/services", { receipt_ids, service_name: "نقل" });
  const change = (id: number, body: object) => client.put(`/api/receipt-vouchers/${id}`, body);
  const statuses = new Map<number, number>();
  const work = async (turn: number) => {
    const [id, other, last] = [
      receipts[turn % 24],
      receipts[(turn * 7) % 24],
      receipts[12 + (turn % 12)],
    ] as [number, number, number];
    const steps = [
      () => mark([id, other]),
      () =>
        client.post("/api/allocations", {
          customer_id: customer,
          contract_id,
          amount: 35,
          currency_id: turn % 2 ? ids.sar : ids.usd,
        }),
      () => change(id, { purpose: "on_account" }),
      () => mark([other]),
      () => change(last, { amount: 5 + (turn % 9) }),
      () => change(id, { status: turn % 3 ? "cancelled" : "confirmed" }),
      () =>
        turn % 8 ? change(last, { purpose: "on_account" }) : client.delete(`/api/receipt-vouchers/${last}`),
    ];
    for (let step = 0; step < steps.length; step++) {
      const { status } = await (steps[(step + turn) % steps.length] as () => Promise<{ status: number }>)();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 32 }, (_, turn) => work(turn)));
  expect([...statuses.keys()].filter((status) => ![200, 201, 204, 404, 409, 422].includes(status))).toEqual(
    [],
  );
  expect(Math.min(statuses.get(200) ?? 0, statuses.get(201) ?? 0, statuses.get(409) ?? 0)).toBeGreaterThan(0);
  const { rows } = await office.knex.raw(`
    SELECT date, currency_code, sum(sum(amount)) OVER (PARTITION BY currency_code ORDER BY date) AS owed
    FROM entries WHERE contract_id IS NULL AND customer_id = ${customer} GROUP BY date, currency_code`);
  expect(rows.filter(({ owed }: { owed: string }) => Number(owed) > 0)).toEqual([]);
  // A marked receipt sold what it received, whatever was corrected since; any other sold nothing.
  const sums = await office.knex.raw(`
    SELECT receipt_number, purpose, status, receipts.amount::float, sum(entries.amount)::float AS net
    FROM (SELECT *, voucher_purpose(customer_id, contract_id, service_name, other_service_id) AS purpose FROM receipt_vouchers) AS receipts
    JOIN entries ON document = 'receipt' AND document_id = receipts.id GROUP BY 1, 2, 3, 4`);
  for (const { receipt_number, purpose, status, amount, net } of sums.rows)
    expect([receipt_number, net]).toEqual([
      receipt_number,
      purpose === "service" || status === "cancelled" ? 0 : -amount,
    ]);
});
