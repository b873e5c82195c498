import { customerOf, type Line, type Receipt } from "./model";
import { every, type Step, type World } from "./world";

/** Steps that mark receipts on account as the price of a service, and take the mark away. */
export function markSteps(
  { ledger, client, ...world }: World,
  {
    pathOf,
    mayLose,
    linesOf,
  }: {
    pathOf: (receipt: Receipt) => string;
    mayLose: (receipt: Receipt) => boolean | null;
    linesOf: (receipt: Receipt, worth: bigint) => Line[];
  },
) {
  /** Marks a receipt as the price of a service: on its own day, or as an event where that is closed. */
  async function mark(receipt: Receipt): Promise<Step> {
    const { amount, currency, customer, purpose, isConfirmed } = receipt;
    const isClosed = !ledger.isOpen(receipt.day);
    const event_date = world.sentDay(receipt);
    const day = world.dayOf(receipt, event_date);
    const party = customerOf(customer);
    return {
      name: `mark receipt ${receipt.id} as a service on ${isClosed ? day : receipt.day}`,
      isAllowed: every(
        isConfirmed && purpose === "on_account",
        mayLose(receipt),
        !isClosed ||
          every(
            world.mayBeOn(receipt, day, [ledger.keyOf(receipt)]),
            amount <= ledger.availableIn(party, currency, day),
          ),
      ),
      answer: await client.post("/api/receipt-vouchers/services", {
        receipt_ids: [receipt.id],
        service_name: "تذكرة طيران",
        event_date,
      }),
      apply() {
        receipt.purpose = "service";
        if (!isClosed) return correctedLines(receipt);
        receipt.soldOn = day;
        ledger.add(receipt, [{ day, party, currency, item: "", amount }]);
      },
    };
  }

  /** Puts what was marked back on account: on its own day, or today where the mark was an event. */
  async function unmark(receipt: Receipt): Promise<Step> {
    const { amount, currency, customer, soldOn } = receipt;
    return {
      name: `put receipt ${receipt.id} back on account`,
      isAllowed: Boolean(soldOn) || ledger.isOpen(receipt.day),
      answer: await client.put(pathOf(receipt), { purpose: "on_account" }),
      apply() {
        receipt.purpose = "on_account";
        if (!soldOn) return correctedLines(receipt);
        receipt.soldOn = undefined;
        ledger.add(receipt, [
          { day: ledger.today, party: customerOf(customer), currency, item: "", amount: -amount },
        ]);
      },
    };
  }

  function correctedLines(receipt: Receipt) {
    const charges = receipt.lines.filter(({ isCharge }) => isCharge);
    ledger.enter(receipt, [...linesOf(receipt, receipt.amount), ...charges]);
  }

  return { mark, unmark };
}
