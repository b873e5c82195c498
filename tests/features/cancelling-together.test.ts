import { describe, expect, test } from "vitest";
import { useCancelling } from "../support/cancelling";
import { inCash } from "../support/factories";
import { useOffice } from "../support/office";

/* Contracts are cancelled, refunded, paid and made active again by many at once (docs/decisions/locks.md). */

const { office, client } = useOffice({ isBusy: true });
const { ids, paidContract, receive, change, cancel, cancelled, refund, amountsOf } = useCancelling(
  office,
  client,
);

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const _reason = { cancellation_reason: "اعتذر عن السفر" };

describe("many at once", () => {
  test("give back no more than is owed, whatever their currencies", async () => {
    const id = await paidContract(500);
    await cancelled(id, { cancellation_fee: 88.5 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        turn % 2 ? refund(id, 20) : refund(id, 75, { currency_id: ids.sar, cash_box_id: ids.sarBox }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true);
    const [, , given, left] = await amountsOf(id);
    expect([given, left]).toEqual([400, 11.5]);
  });

  test("cancel, receive, refund, undo and delete, and every figure agrees", async () => {
    await receive({ amount: 50_000 });
    await receive({ amount: 50_000, currency_id: ids.sar, cash_box_id: ids.sarBox });
    const contracts = [
      await paidContract(300),
      await paidContract(100, ids.kwd),
      await paidContract(900, ids.sar),
      await paidContract(400, ids.yer),
    ];
    const statuses = new Map<number, number>();
    const work = async (turn: number) => {
      const id = contracts[turn % contracts.length] as number;
      const steps = [
        () => cancel(id, { cancellation_fee: turn % 7 }),
        () =>
          refund(id, 1 + (turn % 5), {
            currency_id: turn % 3 ? ids.usd : ids.sar,
            cash_box_id: turn % 2 ? ids.box : ids.sarBox,
          }),
        () => change(id, { status: "active" }),
        () =>
          client.post("/api/receipt-vouchers", {
            customer_id: ids.customer,
            contract_id: id,
            ...inCash(ids.box, turn % 2 ? ids.kwd : ids.usd, 3),
            date: today,
            description: "دفعة",
          }),
        async () => {
          const receipt = await office
            .knex("receipt_vouchers")
            .where({ contract_id: id })
            .orderBy("id", "desc")
            .first();
          if (!receipt) return cancel(id);
          return turn % 2
            ? client.delete(`/api/receipt-vouchers/${receipt.id}`)
            : client.put(`/api/receipt-vouchers/${receipt.id}`, { status: "cancelled" });
        },
        async () => {
          const voucher = await office
            .knex("payment_vouchers")
            .where({ contract_id: id })
            .orderBy("id", "desc")
            .first();
          if (!voucher) return cancel(id);
          return client.put(`/api/payment-vouchers/${voucher.id}`, {
            amount: 2,
            status: turn % 2 ? "cancelled" : "confirmed",
          });
        },
      ];
      for (let step = 0; step < steps.length; step++) {
        const { status } = await (steps[(step + turn) % steps.length] as () => Promise<{ status: number }>)();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, turn) => work(turn)));
    expect([...statuses.keys()].filter((status) => ![200, 201, 404, 409, 422].includes(status))).toEqual([]);
    for (const status of [200, 201, 409]) expect(statuses.get(status)).toBeGreaterThan(5);
    await office.app.stop(); // PostgreSQL reports a session's counts when it ends
    const { rows } = await office.knex.raw(
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});
