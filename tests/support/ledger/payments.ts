import { amountText, least, paidOf } from "../model";
import { type Contract, customerOf, type Invoice, itemOf, type Line, type Payment } from "./model";
import { every, type Step, type World } from "./world";

/* Steps of payments: refunds, money back that names no contract, services given back, partners. */

export function paymentSteps(world: World) {
  const { ledger, client, pick, random } = world;
  const pathOf = ({ id }: Payment) => `/api/payment-vouchers/${id}`;
  const currencyOf = (item: Contract | Invoice) => item.currency;

  /** What a payment that names no contract gives back of contracts, the oldest first. */
  function partsOf(payment: Payment): Payment["parts"] {
    if (payment.item || payment.isService || payment.isNoRefund || !payment.party.startsWith("customer"))
      return [];
    let rest = payment.amount;
    return ledger
      .all("contract")
      .filter((one) => customerOf(one.customer) === payment.party && one.currency === payment.currency)
      .sort((one, other) => one.day.localeCompare(other.day) || one.id - other.id)
      .flatMap((contract): Payment["parts"] => {
        const now = ledger.refundableSince(contract, "9999-12-31", [payment]);
        const part = least(rest, least(now, ledger.refundableSince(contract, payment.day, [payment])));
        rest -= part;
        return part > 0n ? [[contract, part]] : [];
      });
  }

  function linesOf(
    { day, item, party, currency, amount, isService, parts }: Payment,
    settled: bigint,
  ): Line[] {
    if (isService) return [];
    if (item)
      return [
        {
          day,
          party: item.kind === "contract" ? customerOf(item.customer) : party,
          currency: currencyOf(item),
          item: itemOf(item),
          amount: settled,
        },
      ];
    const onAccount = { day, party, currency, item: "" };
    return [
      { ...onAccount, amount },
      ...parts.flatMap(([contract, part]) => [
        { ...onAccount, item: itemOf(contract), amount: part },
        { ...onAccount, amount: -part },
      ]),
    ];
  }

  /** Whether more may be given, as far as nobody else needs it. */
  const isFree = ({ item, party, currency }: Payment) =>
    item ? true : ledger.isAllocated(party, currency) ? null : true;

  async function pay(): Promise<Step | null> {
    const kind = pick([
      "refund",
      "refund",
      "plain",
      "plain",
      "noRefund",
      "service",
      "invoice",
      "partner",
    ] as const);
    const contracts = ledger.all("contract").filter((one) => ledger.refundableOf(one) > 0n || !random(8));
    const invoices = ledger.all("invoice");
    const items = kind === "refund" ? contracts : kind === "invoice" ? invoices : [];
    const item = items.length ? pick<Contract | Invoice>(items) : null;
    if (!item && (kind === "refund" || kind === "invoice")) return null;
    const partner = pick(world.partners());
    const customer = item?.kind === "contract" ? item.customer : world.anyCustomer();
    const party =
      item?.kind === "invoice" ? item.party : kind === "partner" ? partner.party : customerOf(customer);
    const [field, id] = party.split(" ") as [string, string];
    const owed = item ? ledger.owedOf(item) : 0n;
    const rest = owed < 0n ? -owed : 0n;
    const currency = item && random(4) ? currencyOf(item) : pick(world.currencies);
    const day = world.anyDay();
    const amount = world.anyAmount(item && currency === currencyOf(item) ? rest : 4_000n);
    const payment: Payment = {
      kind: "payment",
      id: 0,
      day,
      lines: [],
      party,
      item,
      currency,
      amount,
      isService: kind === "service",
      isNoRefund: kind === "noRefund",
      parts: [],
      isConfirmed: true,
    };
    const answer = await client.post("/api/payment-vouchers", {
      [field]: Number(id),
      ...(item && {
        [item.kind === "contract"
          ? "contract_id"
          : field === "agent_id"
            ? "agent_invoice_id"
            : "purchase_invoice_id"]: item.id,
      }),
      ...(kind === "service" && { purpose: "service", service_name: "كرسي متحرك" }),
      ...(kind === "noRefund" && { not_refund: true }),
      ...world.money(amount, currency),
      date: day,
    });
    const settled = item ? paidOf(rest, amount, currency, currencyOf(item)) : amount;
    const isThere =
      item?.kind !== "contract" || settled === null ? true : settled <= ledger.refundableSince(item, day);
    return {
      name: `payment ${answer.body.payment_voucher?.payment_number} ${kind} ${item ? itemOf(item) : party} ${amount} ${currency.code} on ${day}`,
      isAllowed: every(
        ledger.isOpen(day),
        !item || rest > 0n,
        settled !== null,
        isThere,
        item?.kind !== "invoice" || item.status === "open",
        item?.kind === "invoice" && day < item.day ? null : true,
        isFree(payment),
      ),
      answer,
      apply() {
        payment.id = answer.body.payment_voucher.id;
        payment.parts = partsOf(payment);
        ledger.enter(payment, linesOf(payment, settled as bigint));
      },
    };
  }

  async function correct(payment: Payment): Promise<Step> {
    const { item, currency } = payment;
    const [amount, day] = random(2)
      ? [world.anyAmount(payment.amount), payment.day]
      : [payment.amount, world.anyDay()];
    const answer = await client.put(pathOf(payment), { amount: amountText(amount, currency), date: day });
    return {
      name: `correct payment ${payment.id} to ${amount} on ${day}`,
      isAllowed: every(
        // what changes nothing is no correction
        amount === payment.amount && day === payment.day
          ? null
          : ledger.isOpen(payment.day) && ledger.isOpen(day),
        world.isSameYear(day, payment.day),
        // a refund's own rest, and what others gave back since, are not told here
        item || payment.parts.length ? null : true,
        isFree(payment),
      ),
      answer,
      apply() {
        const told = answer.body.payment_voucher;
        if (amount !== payment.amount) ledger.endDecision(item, world.today);
        Object.assign(payment, { amount, day });
        payment.parts = partsOf(payment);
        const settled = item
          ? world.minor(told.refunded_amount ?? told.settled_amount, currencyOf(item))
          : amount;
        ledger.enter(payment, linesOf(payment, settled));
      },
    };
  }

  async function cancel(payment: Payment): Promise<Step> {
    const event_date = world.sentDay(payment);
    const day = world.dayOf(payment, event_date);
    return {
      name: `cancel payment ${payment.id} on ${day}`,
      isAllowed: every(
        world.mayBeOn(payment, day, [ledger.keyOf(payment)]),
        payment.party.startsWith("customer") || payment.item
          ? true
          : ledger.isAllocated(payment.party, payment.currency)
            ? null
            : true,
      ),
      answer: await client.put(pathOf(payment), { status: "cancelled", event_date }),
      apply() {
        payment.isConfirmed = false;
        ledger.touch(payment, day);
        ledger.endDecision(payment.item, day);
        payment.parts = [];
        ledger.add(payment, ledger.reversed(payment, day));
      },
    };
  }

  async function remove(payment: Payment): Promise<Step> {
    return {
      name: `delete payment ${payment.id}`,
      isAllowed: every(
        ledger.isOpen(payment.day),
        payment.party.startsWith("customer") || payment.item
          ? true
          : ledger.isAllocated(payment.party, payment.currency)
            ? null
            : true,
      ),
      answer: await client.delete(pathOf(payment)),
      apply() {
        if (payment.isConfirmed) ledger.endDecision(payment.item, world.today);
        ledger.remove(payment);
      },
    };
  }

  return async (): Promise<Step | null> => {
    const payments = ledger.all("payment");
    if (payments.length < 4 || random(3)) return pay();
    const payment = pick(payments);
    if (!payment.isConfirmed || !random(4)) return remove(payment);
    return random(2) ? cancel(payment) : correct(payment);
  };
}
