import { amountText, least } from "../model";
import { type Invoice, itemOf, type Line, type Note } from "./model";
import { every, type Step, type World } from "./world";

/* Steps of credit notes: of an invoice as far as something is left of it, the rest on account; corrected, cancelled, deleted. */

export function noteSteps(world: World) {
  const { ledger, client, pick, random } = world;
  const callOf = (party: string) =>
    party.startsWith("agent") ? "/api/agent-invoices" : "/api/purchase-invoices";
  const pathOf = ({ id, party }: Note) => `${callOf(party)}/${id}`;
  const fieldOf = (party: string) => party.split(" ")[0] as string;
  /** What is left of an invoice. */
  const restOf = (invoice: Invoice | null) => (invoice?.status === "open" ? -ledger.owedOf(invoice) : 0n);

  const linesOf = ({ day, party, total, invoice, settled }: Note): Line[] =>
    [
      { day, party, currency: world.riyal, item: invoice ? itemOf(invoice) : "", amount: settled },
      { day, party, currency: world.riyal, item: "", amount: total - settled },
    ].filter(({ amount }) => amount > 0n);

  /** Whether a note may have a day: not before its invoice nor that one's last entry up to today. */
  function mayFollow(invoice: Invoice | null, day: string, note?: Note): boolean | null {
    if (!invoice) return true;
    if (day < invoice.day) return false;
    const others = ledger.standingDays([itemOf(invoice)], note);
    if (others.some((one) => one <= world.today && one > day)) return false;
    return ledger.lastDayOf(itemOf(invoice)) <= day || null;
  }
  /** Whether nobody stands on what a note has on account. */
  const isFree = ({ party, total, settled }: Note) =>
    total > settled && ledger.isAllocated(party, world.riyal) ? null : true;

  async function credit(): Promise<Step> {
    const { party } = pick(world.partners());
    const theirs = ledger.all("invoice").filter((one) => one.party === party);
    const invoice = theirs.length && random(4) ? pick(theirs) : null;
    const [total, day] = [world.anyAmount(restOf(invoice)), world.anyDay()];
    const answer = await client.post(callOf(party), {
      [fieldOf(party)]: Number(party.split(" ")[1]),
      document_type: "credit_note",
      credited_invoice_id: invoice?.id,
      invoice_date: day,
      description: "بيان",
      amount: amountText(total, world.riyal),
    });
    const note: Note = {
      kind: "note",
      id: (answer.body.agent_invoice ?? answer.body.purchase_invoice)?.id,
      day,
      lines: [],
      party,
      total,
      invoice,
      settled: least(total, restOf(invoice)),
      isMade: false,
      isConfirmed: true,
    };
    return {
      name: `credit note of ${party}, ${total} for ${invoice ? itemOf(invoice) : "nothing"} on ${day}`,
      isAllowed: every(ledger.isOpen(day), mayFollow(invoice, day)),
      answer,
      apply: () => ledger.enter(note, linesOf(note)),
    };
  }

  async function correct(note: Note): Promise<Step | null> {
    const { invoice, settled, isMade, isConfirmed } = note;
    if (invoice && settled && invoice.status !== "open") return null; // that it was paid without a voucher would be over
    const [total, day] = random(2) ? [world.anyAmount(note.total), note.day] : [note.total, world.anyDay()];
    const answer = await client.put(pathOf(note), {
      amount: amountText(total, world.riyal),
      invoice_date: day,
    });
    const isSame = total === note.total && day === note.day;
    return {
      name: `correct credit note ${note.id} to ${total} on ${day}`,
      isAllowed: isSame
        ? null
        : every(
            !isMade && isConfirmed,
            ledger.isOpen(note.day) && ledger.isOpen(day),
            mayFollow(invoice, day, note),
            ledger.isAllocated(note.party, world.riyal) ? null : true,
          ),
      answer,
      apply() {
        if (isSame) return;
        Object.assign(note, { total, day, settled: least(total, restOf(invoice) + settled) });
        ledger.enter(note, linesOf(note));
      },
    };
  }

  /** Cancels it, or lets it stand again. */
  async function turn(note: Note): Promise<Step> {
    const { invoice, settled, isConfirmed } = note;
    const event_date = world.sentDay(note);
    const day = world.dayOf(note, event_date);
    return {
      name: `credit note ${note.id} ${isConfirmed ? "cancelled" : "stands again"} on ${day}`,
      isAllowed: every(
        !note.isMade,
        world.mayBeOn(note, day, [ledger.keyOf(note), ...(invoice && settled ? [itemOf(invoice)] : [])]),
        isConfirmed ? isFree(note) : settled <= restOf(invoice),
      ),
      answer: await client.put(pathOf(note), {
        payment_status: isConfirmed ? "cancelled" : "paid",
        event_date,
      }),
      apply() {
        note.isConfirmed = !isConfirmed;
        if (isConfirmed && settled) ledger.endDecision(invoice, day);
        ledger.add(note, isConfirmed ? ledger.reversed(note, day) : linesOf({ ...note, day }));
      },
    };
  }

  async function remove(note: Note): Promise<Step> {
    return {
      name: `delete credit note ${note.id}`,
      isAllowed: every(!note.isMade, ledger.isOpen(note.day), note.isConfirmed ? isFree(note) : true),
      answer: await client.delete(pathOf(note)),
      apply() {
        if (note.isConfirmed && note.settled) ledger.endDecision(note.invoice, world.today);
        ledger.remove(note);
      },
    };
  }

  return async (): Promise<Step | null> => {
    const notes = ledger.all("note");
    if (notes.length < 3 || random(2)) return credit();
    const note = pick(notes);
    if (!random(5)) return remove(note);
    return random(2) ? turn(note) : correct(note);
  };
}
