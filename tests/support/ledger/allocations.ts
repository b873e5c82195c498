import { amountText, paidOf } from "../model";
import { type Allocation, type Contract, customerOf, type Invoice, itemOf, type Line } from "./model";
import { every, type Step, type World } from "./world";

/* Steps of allocations: of what is on account, out of contracts, to contracts, invoices or onto the account. */

export function linesOfAllocation({ day, party, from, to, currency, amount, worth }: Allocation): Line[] {
  const onAccount = { day, party, currency, item: "" };
  // A customer's money takes off what he owes, a partner's off what is owed to him.
  const sign = party.startsWith("customer") ? 1n : -1n;
  return [
    ...(from
      ? [
          { ...onAccount, item: itemOf(from), amount },
          { ...onAccount, amount: -amount },
        ]
      : []),
    ...(to
      ? [
          { ...onAccount, amount: sign * amount },
          { day, party, currency: to.currency, item: itemOf(to), amount: -sign * worth },
        ]
      : []),
  ];
}

export function allocationSteps(world: World) {
  const { ledger, client, pick, random } = world;

  const partyOf = (item: Contract | Invoice) =>
    item.kind === "contract" ? customerOf(item.customer) : item.party;

  async function allocate(): Promise<Step | null> {
    const kind = pick(["pot", "pot", "pot", "contract", "partner"] as const);
    const refundable = ledger.all("contract").filter((one) => ledger.refundableOf(one) > 0n);
    const from = kind === "contract" && refundable.length ? pick(refundable) : null;
    if (kind === "contract" && !from) return null;
    const party = from
      ? partyOf(from)
      : kind === "partner"
        ? pick(world.partners()).party
        : customerOf(world.anyCustomer());
    if (
      !from &&
      !world.currencies.some((one) => ledger.availableIn(party, one, world.today) > 0n) &&
      random(10)
    )
      return null;
    const targets = [...ledger.all("contract"), ...ledger.all("invoice")].filter(
      (one) => partyOf(one) === party && one !== from,
    );
    const to = targets.length && (!from || random(3)) ? pick<Contract | Invoice>(targets) : null;
    if (!from && !to) return null;
    const event_date = world.anyEventDay();
    const day = event_date ?? world.today;
    const filled = world.currencies.filter((one) => ledger.availableIn(party, one, day) > 0n);
    const currency = from?.currency ?? pick(filled.length && random(8) ? filled : world.currencies);
    const available = from ? ledger.refundableSince(from, day) : ledger.availableIn(party, currency, day);
    const amount = world.anyAmount(available);
    const owed = to ? ledger.owedOf(to) : 0n;
    const rest = to?.kind === "invoice" ? (to.status === "open" ? -owed : 0n) : owed > 0n ? owed : 0n;
    const worth = to ? paidOf(rest, amount, currency, to.currency) : amount;
    const [field, id] = party.split(" ") as [string, string];
    const target =
      to?.kind === "contract"
        ? "contract_id"
        : field === "agent_id"
          ? "agent_invoice_id"
          : "purchase_invoice_id";
    const answer = await client.post("/api/allocations", {
      [field]: Number(id),
      ...(to && { [target]: to.id }),
      from_contract_id: from?.id,
      currency_id: currency.id,
      amount: amountText(amount, currency),
      event_date,
    });
    const isEarly = (to && day < to.day) || (from && day < from.day);
    return {
      name: `allocate ${amount} ${currency.code} of ${from ? itemOf(from) : party} to ${to ? itemOf(to) : "the account"} on ${day}`,
      isAllowed: every(
        day <= world.today && ledger.isOpen(day),
        amount <= available,
        worth !== null,
        to ? rest > 0n : true,
        isEarly ? null : true,
      ),
      answer,
      apply() {
        const told = answer.body.allocation;
        const allocation: Allocation = {
          kind: "allocation",
          id: told.id,
          day,
          lines: [],
          party,
          from,
          to,
          currency,
          amount,
          worth: worth as bigint,
          taken: 0n,
          takenWorth: 0n,
          isConfirmed: true,
        };
        ledger.enter(allocation, linesOfAllocation(allocation));
      },
    };
  }

  /** Whether nobody needs what an allocation put where it is. */
  function mayGo({ from, to, currency, party }: Allocation): boolean | null {
    if (from && ledger.isAllocated(party, currency)) return null;
    if (from && !to) return null;
    if (to?.kind === "contract") return to.isCancelled || ledger.givenOf(to) > 0n ? null : true;
    return to?.status === "open" ? true : null;
  }

  async function cancel(allocation: Allocation): Promise<Step> {
    const event_date = world.anyEventDay();
    const day = event_date ?? world.today;
    return {
      name: `cancel allocation ${allocation.id} on ${day}`,
      isAllowed: every(
        allocation.isConfirmed,
        world.mayBeOn(allocation, day, [ledger.keyOf(allocation)]),
        mayGo(allocation),
      ),
      answer: await client.post(`/api/allocations/${allocation.id}/cancel`, { event_date }),
      apply() {
        allocation.isConfirmed = false;
        ledger.endDecision(allocation.to, day);
        ledger.add(allocation, ledger.reversed(allocation, day));
      },
    };
  }

  async function remove(allocation: Allocation): Promise<Step> {
    const isWhole = allocation.isConfirmed && allocation.taken === 0n;
    return {
      name: `delete allocation ${allocation.id}`,
      isAllowed: every(ledger.isOpen(allocation.day), isWhole ? mayGo(allocation) : null),
      answer: await client.delete(`/api/allocations/${allocation.id}`),
      apply() {
        if (allocation.isConfirmed) ledger.endDecision(allocation.to, world.today);
        ledger.remove(allocation);
      },
    };
  }

  return async (): Promise<Step | null> => {
    const allocations = ledger.all("allocation");
    if (allocations.length < 3 || random(3)) return allocate();
    const allocation = pick(allocations);
    return random(2) ? cancel(allocation) : remove(allocation);
  };
}
