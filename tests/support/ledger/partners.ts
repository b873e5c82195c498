import { amountText, least, paidOf } from "../model";
import { itemOf, type Line, type Money, type Note } from "./model";
import { every, type Step, type World } from "./world";

/* Steps of money from partners: what stands against them in its currency, then in riyals; what nothing stood against makes a credit note. */

/** What the base currency may have no unit for is refused. */
const isWorthLittle = (amount: bigint) => amount < 10n;

/** No rest is as much. */
const plenty = 10n ** 15n;

export function partnerSteps(world: World) {
  const { ledger, client, pick, random } = world;
  const { riyal } = world;
  const pathOf = ({ id }: Money) => `/api/receipt-vouchers/${id}`;
  type Terms = Pick<Money, "party" | "currency" | "amount" | "isReturned">;

  /** What a receipt takes from each pot, and the amount of its credit note; null where it is worth nothing. */
  function takenOf({ party, currency, amount }: Terms, day: string, except: (Money | Note)[] = []) {
    const own = least(amount, ledger.availableIn(party, currency, day, except));
    const rest = amount - own;
    if (!rest || currency === riyal) return { own: amount, settled: 0n, credit: rest };
    const riyals = ledger.availableIn(party, riyal, day, except);
    const covered = paidOf(riyals, rest, currency, riyal);
    if (covered !== null) return { own, settled: covered, credit: 0n };
    const settled = paidOf(plenty, rest, currency, riyal);
    return settled === null ? null : { own, settled, credit: settled - riyals };
  }

  const linesOf = ({ day, party, currency, own, settled }: Money): Line[] =>
    [
      { day, party, currency, item: "", amount: -own },
      { day, party, currency: riyal, item: "", amount: -settled },
    ].filter(({ amount }) => amount);
  const noteLines = ({ day, party, total }: Note): Line[] => [
    { day, party, currency: riyal, item: "", amount: total },
  ];

  /** The credit note of a receipt as it is now: made, corrected or gone. */
  function keepNote(money: Money, credit: bigint) {
    const { note, day, party, named } = money;
    if (!credit) {
      if (note) ledger.remove(note);
      money.note = null;
      return;
    }
    const changes = { day, total: credit };
    const made: Note = note ?? {
      kind: "note",
      id: 0,
      lines: [],
      ...changes,
      party,
      invoice: named,
      settled: 0n,
      isMade: true,
      isConfirmed: true,
    };
    Object.assign(made, changes);
    ledger.enter(made, noteLines(made));
    money.note = made;
  }
  async function receive(): Promise<Step> {
    const { field, id, party } = pick(world.partners());
    const day = world.anyDay();
    const filled = world.currencies.filter((one) => ledger.availableIn(party, one, day) > 0n);
    const currency = pick(filled.length && random(3) ? filled : world.currencies);
    const isReturned = random(2) > 0;
    const amount = world.anyAmount(ledger.availableIn(party, currency, day) || 500n);
    const theirs = ledger.all("invoice").filter((one) => one.party === party && one.status !== "cancelled");
    const named = isReturned && theirs.length && random(2) ? pick(theirs) : null;
    const terms = { party, currency, amount, isReturned };
    const taken = takenOf(terms, day);
    const answer = await client.post("/api/receipt-vouchers", {
      [field]: id,
      ...world.money(amount, currency),
      purpose: isReturned ? "returned" : "on_account",
      credited_invoice_id: named?.id,
      date: day,
    });
    const told = answer.body.receipt_voucher;
    const money: Money = {
      kind: "money",
      id: told?.id,
      day,
      lines: [],
      ...terms,
      named,
      own: 0n,
      settled: 0n,
      note: null,
      isConfirmed: true,
    };
    const noteId = told?.credit_note_number
      ? (await world.knex("invoices").where({ receipt_id: told.id }).first("id")).id
      : 0;
    return {
      name: `${told?.receipt_number} ${isReturned ? "back" : "paid"} by ${party} ${amount} ${currency.code} on ${day}`,
      isAllowed: every(
        ledger.isOpen(day),
        taken !== null,
        isReturned || taken?.credit === 0n,
        isWorthLittle(amount) ? null : true,
      ),
      answer,
      apply() {
        const { credit, ...split } = taken as NonNullable<typeof taken>;
        Object.assign(money, split);
        ledger.enter(money, linesOf(money));
        keepNote(money, credit);
        if (money.note) money.note.id = noteId;
      },
    };
  }

  async function correct(money: Money): Promise<Step> {
    const { currency, note, isConfirmed } = money;
    const [amount, day] = random(2)
      ? [world.anyAmount(money.amount), money.day]
      : [money.amount, world.anyDay()];
    const except = [money, ...(note ? [note] : [])];
    const taken = takenOf({ ...money, amount }, day, except);
    const answer = await client.put(pathOf(money), { amount: amountText(amount, currency), date: day });
    const row = await world.knex("invoices").where({ receipt_id: money.id }).first("id");
    const isSame = amount === money.amount && day === money.day;
    return {
      name: `correct money ${money.id} to ${amount} on ${day}`,
      isAllowed: isSame
        ? null
        : every(
            isConfirmed || null,
            ledger.isOpen(money.day) && ledger.isOpen(day),
            world.isSameYear(day, money.day),
            taken !== null,
            money.isReturned || taken?.credit === 0n,
            isWorthLittle(amount) ? null : true,
          ),
      answer,
      apply() {
        if (isSame || !isConfirmed) return;
        const { credit, ...split } = taken as NonNullable<typeof taken>;
        Object.assign(money, { amount, day, ...split });
        ledger.enter(money, linesOf(money));
        keepNote(money, credit);
        if (money.note) money.note.id = row.id;
      },
    };
  }

  /** Cancels it with its credit note, or confirms both again as they were. */
  async function turn(money: Money): Promise<Step> {
    const { note, party, currency, own, settled, isConfirmed } = money;
    const event_date = world.sentDay(money);
    const day = world.dayOf(money, event_date);
    const except = [money, ...(note ? [note] : [])];
    const credit = note?.total ?? 0n;
    const isThere =
      currency === riyal
        ? own - credit <= ledger.availableIn(party, riyal, day, except)
        : own <= ledger.availableIn(party, currency, day, except) &&
          settled - credit <= ledger.availableIn(party, riyal, day, except);
    return {
      name: `money ${money.id} ${isConfirmed ? "cancelled" : "confirmed"} on ${day}`,
      isAllowed: every(world.mayBeOn(money, day, [ledger.keyOf(money)]), isConfirmed || isThere),
      answer: await client.put(pathOf(money), {
        status: isConfirmed ? "cancelled" : "confirmed",
        event_date,
      }),
      apply() {
        money.isConfirmed = !isConfirmed;
        ledger.touch(money, day);
        ledger.add(money, isConfirmed ? ledger.reversed(money, day) : linesOf({ ...money, day }));
        if (!note) return;
        note.isConfirmed = !isConfirmed;
        ledger.add(note, isConfirmed ? ledger.reversed(note, day) : noteLines({ ...note, day }));
      },
    };
  }

  async function remove(money: Money): Promise<Step> {
    return {
      name: `delete money ${money.id}${money.named ? ` about ${itemOf(money.named)}` : ""}`,
      isAllowed: ledger.isOpen(money.day),
      answer: await client.delete(pathOf(money)),
      apply() {
        if (money.note) ledger.remove(money.note);
        ledger.remove(money);
      },
    };
  }

  return async (): Promise<Step> => {
    const all = ledger.all("money");
    if (all.length < 3 || random(2)) return receive();
    const money = pick(all);
    if (!random(5)) return remove(money);
    return random(2) || !money.isConfirmed ? turn(money) : correct(money);
  };
}
