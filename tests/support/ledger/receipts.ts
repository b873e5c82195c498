import { amountText, paidOf, ratio } from "../model";
import { chequeSteps } from "./cheques";
import { markSteps } from "./marks";
import { type Contract, customerOf, itemOf, type Line, type Receipt } from "./model";
import { every, type Step, type World } from "./world";

/* Steps of receipts: for a contract, on account or for a service; corrections, cancelling, deletion, a returned cheque. */

export function receiptSteps(world: World) {
  const { ledger, client, pick, random } = world;
  const pathOf = ({ id }: Receipt) => `/api/receipt-vouchers/${id}`;

  const linesOf = (receipt: Omit<Receipt, "lines">, worth: bigint): Line[] => {
    const { day, contract, currency, amount, purpose, customer, soldOn } = receipt;
    if (purpose === "service" && !soldOn) return [];
    const own = { party: customerOf(customer), currency, item: "" };
    const sale = soldOn ? [{ ...own, day: soldOn, amount }] : [];
    if (!contract) return [{ ...own, day, amount: -amount }, ...sale];
    return [
      {
        day,
        party: customerOf(contract.customer),
        currency: contract.currency,
        item: itemOf(contract),
        amount: -worth,
      },
    ];
  };

  /** Whether less of a receipt is possible: nobody else stands on it. */
  function mayLose(receipt: Receipt): boolean | null {
    const { contract } = receipt;
    if (contract) return contract.isCancelled || ledger.givenOf(contract) > 0n ? null : true;
    return ledger.isAllocated(customerOf(receipt.customer), receipt.currency) ? null : true;
  }

  async function receive(): Promise<Step> {
    const purpose = pick(["contract", "contract", "on_account", "on_account", "service"] as const);
    const contracts = ledger.all("contract");
    const contract = purpose === "contract" ? pick(contracts) : null;
    const customer = contract && random(3) ? contract.customer : world.anyCustomer();
    const currency = contract && random(2) ? contract.currency : pick(world.currencies);
    const rest = contract ? ledger.remainingOf(contract) : 0n;
    const amount = world.anyAmount(contract?.currency === currency ? rest : 5_000n);
    const isCheque = !random(3);
    const isInHand = isCheque && random(3) > 0;
    const day = world.anyDay();
    const answer = await client.post("/api/receipt-vouchers", {
      customer_id: customer,
      contract_id: contract?.id,
      ...world.money(amount, currency, isCheque),
      ...(isInHand && { bank_account_id: world.hands.get(currency.code), cheque_due_date: world.anyDay() }),
      ...(purpose === "service" && { purpose, service_name: "كرسي متحرك" }),
      date: day,
    });
    const worth = contract ? paidOf(rest, amount, currency, contract.currency) : amount;
    const receipt: Receipt = {
      kind: "receipt",
      id: answer.body.receipt_voucher?.id,
      day,
      lines: [],
      customer,
      contract: contract ?? null,
      purpose: purpose === "contract" && !contract ? "on_account" : purpose,
      currency,
      amount,
      isCheque,
      isInHand,
      collectedOn: "",
      isReturned: false,
      isConfirmed: true,
    };
    return {
      name: `receipt ${answer.body.receipt_voucher?.receipt_number} ${purpose} ${contract?.id ?? ""} ${amount} ${currency.code} on ${day}`,
      isAllowed: every(
        ledger.isOpen(day),
        worth !== null,
        !contract?.isCancelled || rest > 0n,
        contract && day < contract.day ? null : true,
      ),
      answer,
      apply: () => ledger.enter(receipt, linesOf(receipt, worth as bigint)),
    };
  }

  async function correct(receipt: Receipt): Promise<Step> {
    const { contract, currency, isConfirmed } = receipt;
    const [amount, day] = random(2)
      ? [world.anyAmount(receipt.amount), receipt.day]
      : [receipt.amount, world.anyDay()];
    const answer = await client.put(pathOf(receipt), { amount: amountText(amount, currency), date: day });
    const own = -receipt.lines.reduce((sum, line) => sum + line.amount, 0n);
    const owed = contract ? ledger.owedOf(contract) + own : 0n;
    const rest = owed > 0n ? owed : 0n; // a discount may have made some of it refundable
    const isMoreOrSame = amount >= receipt.amount && day <= receipt.day;
    const worth = contract
      ? amount === receipt.amount
        ? own
        : paidOf(rest, amount, currency, contract.currency, ratio(currency, contract.currency))
      : amount;
    return {
      name: `correct receipt ${receipt.id} to ${amount} on ${day}`,
      isAllowed: every(
        // what changes nothing is no correction
        amount === receipt.amount && day === receipt.day
          ? null
          : ledger.isOpen(receipt.day) && ledger.isOpen(day),
        world.isSameYear(day, receipt.day),
        isConfirmed || null,
        !receipt.collectedOn || (amount === receipt.amount && day <= receipt.collectedOn),
        worth !== null,
        !isConfirmed || !receipt.soldOn || day <= receipt.soldOn,
        isMoreOrSame ? true : mayLose(receipt),
        contract && (day < contract.day || contract.isCancelled || contract.currency !== currency)
          ? null
          : true,
      ),
      answer,
      apply() {
        const told = answer.body.receipt_voucher;
        Object.assign(receipt, { amount, day });
        if (!isConfirmed) return;
        const charges = receipt.lines.filter(({ isCharge }) => isCharge);
        const now = contract ? world.minor(told.equivalent_amount, contract.currency) : amount;
        ledger.enter(receipt, [...linesOf(receipt, now), ...charges]);
      },
    };
  }

  async function cancel(receipt: Receipt): Promise<Step> {
    const event_date = world.sentDay(receipt);
    const day = world.dayOf(receipt, event_date);
    return {
      name: `cancel receipt ${receipt.id} on ${day}`,
      isAllowed: every(
        !receipt.collectedOn,
        world.mayBeOn(receipt, day, [ledger.keyOf(receipt)]),
        mayLose(receipt),
      ),
      answer: await client.put(pathOf(receipt), { status: "cancelled", event_date }),
      apply() {
        receipt.isConfirmed = false;
        ledger.touch(receipt, day);
        ledger.add(receipt, ledger.reversed(receipt, day));
      },
    };
  }

  async function confirm(receipt: Receipt): Promise<Step> {
    const { contract, currency } = receipt;
    const event_date = world.sentDay(receipt);
    const day = world.dayOf(receipt, event_date);
    const answer = await client.put(pathOf(receipt), { status: "confirmed", event_date });
    const rest = contract ? ledger.remainingOf(contract) : 0n;
    const worth = contract ? paidOf(rest, receipt.amount, currency, contract.currency) : receipt.amount;
    const isForeign = contract && contract.currency !== currency;
    return {
      name: `confirm receipt ${receipt.id} on ${day}`,
      isAllowed: every(
        isForeign ? null : worth !== null,
        world.mayBeOn(receipt, day, [ledger.keyOf(receipt)]),
        !contract?.isCancelled || rest > 0n,
      ),
      answer,
      apply() {
        receipt.isConfirmed = true;
        ledger.touch(receipt, day);
        const told = answer.body.receipt_voucher;
        const now = contract ? world.minor(told.equivalent_amount, contract.currency) : receipt.amount;
        // a returned service was still owed
        const isOwed = receipt.purpose === "service" && receipt.isReturned;
        ledger.add(
          receipt,
          linesOf(
            { ...receipt, day, purpose: isOwed ? "on_account" : receipt.purpose, soldOn: undefined },
            now,
          ),
        );
      },
    };
  }

  async function remove(receipt: Receipt): Promise<Step> {
    return {
      name: `delete receipt ${receipt.id}`,
      isAllowed: every(
        !receipt.collectedOn,
        ledger.isOpen(receipt.day),
        receipt.isConfirmed ? mayLose(receipt) : true,
      ),
      answer: await client.delete(pathOf(receipt)),
      apply: () => ledger.remove(receipt),
    };
  }

  /** The bank returns a cheque: the money is gone, and what allocations then lack is taken back. */
  async function giveBack(receipt: Receipt): Promise<Step> {
    const event_date = world.sentDay(receipt);
    const day = world.dayOf(receipt, event_date);
    const charge = random(2) ? 0n : BigInt(1 + random(900));
    const { customer, currency, contract, purpose } = receipt;
    const answer = await client.post(`${pathOf(receipt)}/return`, {
      event_date,
      reason: "لا رصيد",
      charge_amount: amountText(charge, currency),
    });
    const taken = await world.knex("allocations").select("id", "taken_amount", "taken_equivalent");
    return {
      name: `return the cheque of receipt ${receipt.id} on ${day}`,
      isAllowed: world.mayBeOn(receipt, day, [ledger.keyOf(receipt)]),
      mayStrain: true,
      answer,
      apply() {
        receipt.isConfirmed = false;
        ledger.touch(receipt, day);
        receipt.collectedOn = "";
        receipt.isCheque = false; // it comes back once
        receipt.isReturned = true;
        const party = customerOf(customer);
        const service = { day, party, currency, item: "", amount: receipt.amount };
        ledger.add(receipt, purpose === "service" ? [service] : ledger.reversed(receipt, day));
        if (charge) ledger.add(receipt, [{ day, party, currency, item: "", amount: charge, isCharge: true }]);
        if (!contract) takeBack(taken, day);
      },
    };
  }

  /** Enters what allocations lost by a returned cheque, which the office tells: at each one's own rate. */
  function takeBack(rows: { id: number; taken_amount: string; taken_equivalent: string }[], day: string) {
    for (const allocation of ledger.all("allocation")) {
      const row = rows.find(({ id }) => id === allocation.id);
      if (!row || !allocation.isConfirmed) continue;
      const { currency, party, to } = allocation;
      const [amount, worth] = [
        world.minor(row.taken_amount, currency) - allocation.taken,
        to ? world.minor(row.taken_equivalent, to.currency) - allocation.takenWorth : 0n,
      ];
      if (!amount) continue;
      allocation.taken += amount;
      allocation.takenWorth += worth;
      allocation.isConfirmed = allocation.taken < allocation.amount;
      const on = allocation.day > day ? allocation.day : day;
      const target = to as Contract;
      ledger.add(allocation, [
        { day: on, party, currency, item: "", amount: -amount },
        {
          day: on,
          party: customerOf(target.customer),
          currency: target.currency,
          item: itemOf(target),
          amount: worth,
        },
      ]);
    }
  }

  const collect = chequeSteps(world, pathOf);
  const { mark, unmark } = markSteps(world, { pathOf, mayLose, linesOf });

  return async (): Promise<Step | null> => {
    const receipts = ledger.all("receipt");
    if (receipts.length < 5 || random(3)) return receive();
    const receipt = pick(receipts);
    if (receipt.isInHand && random(2)) return collect(receipt);
    if (!random(6)) return remove(receipt);
    if (!receipt.isConfirmed) return random(3) ? correct(receipt) : confirm(receipt);
    if (receipt.isCheque && !random(3)) return giveBack(receipt);
    if (!receipt.contract && !random(3))
      return receipt.purpose === "service" && !receipt.isReturned ? unmark(receipt) : mark(receipt);
    return random(2) ? cancel(receipt) : correct(receipt);
  };
}
