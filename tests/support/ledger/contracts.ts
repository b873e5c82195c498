import { amountText } from "../model";
import { type Cell, type Contract, customerOf, itemOf, type Line } from "./model";
import { every, type Step, type World } from "./world";

/* Steps of contracts: signing, discounts, cancelling, its end, deletion. */

export const lineOf = (contract: Contract, day: string, amount: bigint, party: string): Line => ({
  day,
  party,
  currency: contract.currency,
  item: itemOf(contract),
  amount,
});

const cells: Cell[] = [
  { room: "double", traveller: "adult" },
  { room: "quint", traveller: "infant" },
];

export function contractSteps(world: World) {
  const { ledger, client, pick, random } = world;
  const pathOf = ({ id }: Contract) => `/api/contracts/${id}`;

  async function sign(): Promise<Step | null> {
    const cell = pick([undefined, undefined, ...cells]);
    const day = cell ? world.today : world.anyDay();
    if (!ledger.isOpen(day) || day > world.today) return null;
    const [customer, currency] = [world.anyCustomer(), pick(world.currencies)];
    const price = BigInt(1_000 + random(900_000));
    const id = cell
      ? await world.signCell(customer, currency, price, cell)
      : await world.sign(customer, currency, price, day);
    const contract: Contract = {
      kind: "contract",
      id,
      day,
      lines: [],
      customer,
      currency,
      cell,
      price,
      discount: 0n,
      isCancelled: false,
      cancelledOn: "",
      fee: 0n,
      givenBefore: 0n,
    };
    ledger.enter(contract, [lineOf(contract, day, price, customerOf(customer))]);
    return null;
  }

  async function cancel(contract: Contract): Promise<Step> {
    const { currency, price, discount } = contract;
    const most = ledger.paidOf(contract) - ledger.givenOf(contract);
    const fee = pick([0n, most, most + 1n, BigInt(random(900))]);
    const event_date = world.sentDay(contract);
    const day = world.dayOf(contract, event_date);
    const answer = await client.put(pathOf(contract), {
      status: "cancelled",
      cancellation_fee: amountText(fee, currency),
      event_date,
    });
    const isChange = !contract.isCancelled || fee !== contract.fee;
    const before = contract.isCancelled ? contract.fee : price - discount;
    return {
      name: `cancel contract ${contract.id} with ${fee} on ${day}`,
      isAllowed: every(
        fee <= most && fee >= 0n, // more was given back than paid, after a returned cheque
        isChange ? world.mayBeOn(contract, day, [itemOf(contract)]) : null,
        // a fee left owing after a returned cheque, or what a receipt was taken from
        contract.isCancelled && ledger.owedOf(contract) > 0n ? null : true,
        contract.isCancelled &&
          fee > contract.fee &&
          fee - contract.fee > ledger.refundableSince(contract, day)
          ? null
          : true,
      ),
      answer,
      mayStrain: true, // what is dated ahead counts as paid
      apply() {
        if (!contract.isCancelled) contract.givenBefore = ledger.givenOf(contract);
        if (!contract.isCancelled) contract.cancelledOn = day;
        Object.assign(contract, { isCancelled: true, fee });
        ledger.touch(contract, day); // also where the fee is all of it
        if (fee !== before)
          ledger.add(contract, [lineOf(contract, day, fee - before, customerOf(contract.customer))]);
      },
    };
  }

  async function stand(contract: Contract): Promise<Step> {
    const event_date = world.sentDay(contract);
    const day = world.dayOf(contract, event_date);
    const answer = await client.put(pathOf(contract), { status: "active", event_date });
    return {
      name: `contract ${contract.id} stands again on ${day}`,
      isAllowed: every(
        ledger.givenOf(contract) > contract.givenBefore ? null : true,
        ledger.successorOf(contract)?.isCancelled !== false,
        world.mayBeOn(contract, day, [itemOf(contract)]),
      ),
      answer,
      apply() {
        const amount = contract.price - contract.discount - contract.fee;
        Object.assign(contract, { isCancelled: false, fee: 0n, movedTo: undefined });
        ledger.touch(contract, day);
        if (amount) ledger.add(contract, [lineOf(contract, day, amount, customerOf(contract.customer))]);
      },
    };
  }

  async function discount(contract: Contract): Promise<Step> {
    const { currency, price } = contract;
    const amount = pick([0n, BigInt(random(Number(price))), price, BigInt(random(900))]);
    const event_date = world.sentDay(contract);
    const day = world.dayOf(contract, event_date);
    const answer = await client.put(pathOf(contract), {
      discount_amount: amountText(amount, currency),
      ...(amount && { discount_reason: "سبب" }),
      event_date,
    });
    const change = contract.discount - amount;
    return {
      name: `discount ${amount} of contract ${contract.id} on ${day}`,
      isAllowed: every(
        amount < price ? true : amount === price ? null : false,
        change ? world.mayBeOn(contract, day, [itemOf(contract)]) : null,
        // more is owed again where something was given back of what a discount had freed
        change > 0n && ledger.givenOf(contract) > 0n ? null : true,
      ),
      answer,
      apply() {
        contract.discount = amount;
        if (change) ledger.add(contract, [lineOf(contract, day, change, customerOf(contract.customer))]);
      },
    };
  }

  async function remove(contract: Contract): Promise<Step> {
    const isUsed =
      Boolean(ledger.successorOf(contract)) ||
      ledger.documents.some(
        (one) =>
          (one.kind === "receipt" && one.contract === contract) ||
          (one.kind === "payment" && one.item === contract) ||
          (one.kind === "allocation" && (one.to === contract || one.from === contract)),
      );
    return {
      name: `delete contract ${contract.id}`,
      isAllowed: every(!isUsed, ledger.isOpen(contract.day)),
      answer: await client.delete(pathOf(contract)),
      apply: () => ledger.remove(contract),
    };
  }

  return async (): Promise<Step | null> => {
    const contracts = ledger.all("contract");
    if (contracts.length < 6 || !random(6)) return sign();
    const contract = pick(contracts);
    if (!random(12)) return remove(contract);
    if (contract.isCancelled) return random(2) ? stand(contract) : cancel(contract);
    return random(3) ? discount(contract) : cancel(contract);
  };
}
