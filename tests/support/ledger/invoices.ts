import { amountText } from "../model";
import { type Invoice, itemOf, type Line } from "./model";
import { every, type Step, type World } from "./world";

/* Steps of the invoices of agents and suppliers: in riyals, cancelled, paid without a voucher, deleted. */

export function invoiceSteps(world: World) {
  const { ledger, client, pick, random } = world;
  const { riyal } = world;
  const callOf = (party: string) =>
    party.startsWith("agent") ? "/api/agent-invoices" : "/api/purchase-invoices";
  const pathOf = ({ id, party }: Invoice) => `${callOf(party)}/${id}`;
  const lineOf = (invoice: Invoice, day: string, amount: bigint): Line => ({
    day,
    party: invoice.party,
    currency: riyal,
    item: itemOf(invoice),
    amount,
  });

  async function bill(): Promise<Step> {
    const { field, id: partner, party } = pick(world.partners());
    const [total, day] = [BigInt(100 + random(200_000)), world.anyDay()];
    const answer = await client.post(callOf(party), {
      [field]: partner,
      invoice_date: day,
      description: "بيان",
      amount: amountText(total, riyal),
    });
    const { id } = answer.body.agent_invoice ?? answer.body.purchase_invoice ?? {};
    const invoice: Invoice = {
      kind: "invoice",
      id,
      day,
      lines: [],
      party,
      currency: riyal,
      total,
      status: "open",
    };
    return {
      name: `invoice of ${party} on ${day}`,
      isAllowed: ledger.isOpen(day),
      answer,
      apply: () => ledger.enter(invoice, [lineOf(invoice, day, -total)]),
    };
  }

  /** Cancels it, marks it as paid without a voucher, or ends either. */
  async function mark(invoice: Invoice): Promise<Step> {
    const { status } = invoice;
    const to = status === "open" ? pick(["cancelled", "paid"] as const) : "open";
    const event_date = world.sentDay(invoice);
    const day = world.dayOf(invoice, event_date);
    const answer = await client.put(pathOf(invoice), {
      payment_status: to === "open" ? "pending" : to,
      ...(to === "paid" && { payment_reason: "مقاصة" }),
      event_date,
    });
    const owed = ledger.owedOf(invoice);
    const isPaidInPart = -owed !== invoice.total;
    return {
      name: `invoice ${invoice.id} from ${status} to ${to} on ${day}`,
      isAllowed: every(
        // one that vouchers paid is paid whatever is sent
        status === "open" && owed === 0n ? null : true,
        to !== "cancelled" || !isPaidInPart,
        world.mayBeOn(invoice, day, [itemOf(invoice)]),
      ),
      answer,
      apply() {
        if (status === "open" && owed === 0n) return;
        const amount =
          to === "open" ? -invoice.lines.reduce((sum, line) => sum + line.amount, invoice.total) : -owed;
        invoice.status = to;
        ledger.add(invoice, [lineOf(invoice, day, amount)]);
      },
    };
  }

  async function remove(invoice: Invoice): Promise<Step> {
    const isUsed = ledger.documents.some(
      (one) =>
        (one.kind === "payment" && one.item === invoice) ||
        (one.kind === "allocation" && one.to === invoice) ||
        (one.kind === "note" && one.invoice === invoice) ||
        (one.kind === "money" && one.named === invoice),
    );
    return {
      name: `delete invoice ${invoice.id}`,
      isAllowed: every(!isUsed || null, ledger.isOpen(invoice.day)),
      answer: await client.delete(pathOf(invoice)),
      apply: () => ledger.remove(invoice),
    };
  }

  return async (): Promise<Step> => {
    const invoices = ledger.all("invoice");
    if (invoices.length < 3 || random(2)) return bill();
    const invoice = pick(invoices);
    return random(5) ? mark(invoice) : remove(invoice);
  };
}
