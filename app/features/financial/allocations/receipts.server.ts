import type { Transaction } from "~/db/knex.server";
import { withoutUndefined } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { lastClosedDay } from "~/features/closing/closings.server";
import type { Receipt } from "../receipts/receipt";
import { findReceipt, type ReceiptUpdate } from "../receipts/receipts.server";
import { receipts } from "../receipts/writes.server";
import type { Allocation } from "./allocation";
import { allocations } from "./writes.server";

export type ReceiptAnswer = Receipt & { allocation?: Allocation };

/** Receipts by call: one of a closed day that is given its contract is set against it by an allocation, and keeps no contract (books.md). */
export const receiptsWithAllocations = {
  ...receipts,
  async update(trx: Transaction, id: number, change: ReceiptUpdate, by: By): Promise<ReceiptAnswer> {
    const row = await findReceipt(trx, id);
    if (!(await isAllocated(trx, row, change))) return receipts.update(trx, id, change, by);
    const { customer_id, amount, currency_id } = row;
    const input = allocations.schema.parse({
      customer_id,
      currency_id,
      contract_id: change.contract_id,
      amount,
      exchange_rate: change.exchange_rate_at_payment,
      event_date: change.event_date,
    });
    const allocation = await allocations.create(trx, input, by);
    return { ...(await findReceipt(trx, id)), allocation };
  },
};

/** Whether a change gives a confirmed receipt on account, of a closed day, its contract and nothing else. */
async function isAllocated(trx: Transaction, row: Receipt, { contract_id, ...change }: ReceiptUpdate) {
  if (
    !contract_id ||
    row.contract_id ||
    row.purpose !== "on_account" ||
    !row.customer_id ||
    row.status !== "confirmed"
  )
    return false;
  const others = Object.entries(withoutUndefined(change)).filter(([name]) => !own.includes(name));
  const values = row as Record<string, unknown>;
  const isOnlyContract = others.every(([name, value]) => String(value ?? "") === String(values[name] ?? ""));
  return isOnlyContract && row.date <= (await lastClosedDay(trx));
}

/** What the allocation takes from the change. */
const own = ["exchange_rate_at_payment", "event_date"];
