import { amountText, exchange, paidOf, rounded } from "../model";
import { linesOfAllocation } from "./allocations";
import { lineOf } from "./contracts";
import { type Allocation, type Contract, customerOf, itemOf } from "./model";
import { every, type Step, type World } from "./world";

/* Contracts move to another campaign: one is cancelled, one is signed, and what was paid beyond the fee goes on to it. */

export function moveSteps(world: World) {
  const { ledger, client, pick, random } = world;

  /** What goes on of what is there, and what it pays of a total. */
  function onwardOf(available: bigint, total: bigint, from: Contract["currency"], to: Contract["currency"]) {
    const whole = rounded(exchange(total, to, from));
    const amount = available < whole ? available : whole;
    const worth = amount > 0n ? paidOf(total, amount, from, to) : null;
    return worth === null ? null : { amount, worth };
  }

  return async (): Promise<Step | null> => {
    const contracts = ledger.all("contract").filter(({ isCancelled }) => !isCancelled || !random(5));
    if (!contracts.length) return null;
    const contract = pick(contracts);
    const { currency, customer } = contract;
    /** It goes along where the new package has a price for it. */
    const cell = random(2) ? contract.cell : undefined;
    const to = pick(world.currencies);
    const price = BigInt(1_000 + random(900_000));
    const most = ledger.paidOf(contract) - ledger.givenOf(contract);
    const fee = pick([0n, 0n, most, most + 1n, BigInt(random(900))]);
    const isKept = !random(3);
    const discount = isKept ? rounded(exchange(contract.discount, currency, to)) : 0n;
    const event_date = world.sentDay(contract);
    const day = world.dayOf(contract, event_date);
    const owed = contract.price - contract.discount;
    const available = ledger.refundableWith(contract, day, owed - fee);
    const onward = onwardOf(available, price - discount, currency, to);
    const answer = await client.post(`/api/contracts/${contract.id}/move`, {
      ...(await world.offer(to, price, cell)),
      fee: amountText(fee, currency),
      keep_discount: isKept,
      event_date,
    });
    const signedId = answer.body.contract?.id;
    const made = signedId && (await client.get(`/api/allocations?contract_id=${signedId}`)).body.allocations;
    return {
      name: `move contract ${contract.id} to ${price} ${to.code} less ${discount} with ${fee} on ${day}`,
      isAllowed: every(
        !contract.isCancelled,
        fee <= most && fee >= 0n,
        discount <= price,
        world.mayBeOn(contract, day, [itemOf(contract)]),
      ),
      answer,
      mayStrain: true, // what is dated ahead counts as paid
      apply() {
        const party = customerOf(customer);
        const signed: Contract = {
          kind: "contract",
          id: signedId,
          day,
          lines: [],
          customer,
          currency: to,
          cell,
          price,
          discount,
          isCancelled: false,
          cancelledOn: "",
          fee: 0n,
          givenBefore: 0n,
        };
        ledger.enter(signed, [lineOf(signed, day, price - discount, party)]);
        const givenBefore = ledger.givenOf(contract);
        Object.assign(contract, { isCancelled: true, cancelledOn: day, fee, givenBefore, movedTo: signed });
        ledger.touch(contract, day);
        if (fee !== owed) ledger.add(contract, [lineOf(contract, day, fee - owed, party)]);
        if (onward) ledger.enter(...allocationOf(signed, onward, party));
      },
    };

    function allocationOf(
      signed: Contract,
      { amount, worth }: { amount: bigint; worth: bigint },
      party: string,
    ) {
      const allocation: Allocation = {
        kind: "allocation",
        id: made[0].id,
        day,
        lines: [],
        party,
        from: contract,
        to: signed,
        currency,
        amount,
        worth,
        taken: 0n,
        takenWorth: 0n,
        isConfirmed: true,
      };
      return [allocation, linesOfAllocation(allocation)] as const;
    }
  };
}
