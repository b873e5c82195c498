import { type Currency, least, sum } from "../model";

/*
 * The books as docs/decisions/ledger.md has them, on rows of its own: who owes what, by which document, since which day. It knows nothing of the
 * product's code (tests/features/ledger-model.test.ts).
 */

/** The party owes so much more from a day on, in minor units; `item` is the contract or invoice, empty for what is on account. */
export type Line = {
  day: string;
  party: string;
  currency: Currency;
  item: string;
  amount: bigint;
  /** The charge of a returned cheque stays whatever becomes of its receipt. */
  isCharge?: true;
};

type Entered = {
  id: number;
  day: string;
  /** What it entered. A correction writes them anew, an event adds some. */
  lines: Line[];
};
/** A room and a kind of traveller, which have a price of their own. */
export type Cell = { room: string; traveller: string };
export type Contract = Entered & {
  kind: "contract";
  customer: number;
  currency: Currency;
  cell?: Cell;
  price: bigint;
  discount: bigint;
  isCancelled: boolean;
  cancelledOn: string;
  fee: bigint;
  /** What was given back, and allocated out of it, before it was cancelled. */
  givenBefore: bigint;
  /** The contract to which it was moved. */
  movedTo?: Contract;
};
export type Receipt = Entered & {
  kind: "receipt";
  customer: number;
  contract: Contract | null;
  purpose: "contract" | "on_account" | "service";
  currency: Currency;
  amount: bigint;
  /** The day on which a receipt of a closed day was marked as the price of a service. */
  soldOn?: string;
  isCheque: boolean;
  /** Whether its cheque is one in hand, and on which day a bank collected it, if one did. */
  isInHand: boolean;
  collectedOn: string;
  /** Whether its cheque came back once: then a service is owed until the receipt is confirmed again. */
  isReturned: boolean;
  isConfirmed: boolean;
};
export type Payment = Entered & {
  kind: "payment";
  party: string;
  /** The contract that it gives back, or the invoice that it pays. */
  item: Contract | Invoice | null;
  currency: Currency;
  amount: bigint;
  isService: boolean;
  isNoRefund: boolean;
  /** What it gives back of contracts that it does not name. */
  parts: [Contract, bigint][];
  isConfirmed: boolean;
};
export type Allocation = Entered & {
  kind: "allocation";
  party: string;
  from: Contract | null;
  to: Contract | Invoice | null;
  currency: Currency;
  amount: bigint;
  worth: bigint;
  /** What a returned cheque took back of them. */
  taken: bigint;
  takenWorth: bigint;
  isConfirmed: boolean;
};
export type Invoice = Entered & {
  kind: "invoice";
  party: string;
  currency: Currency;
  total: bigint;
  status: "open" | "paid" | "cancelled";
};
/** A credit note, in riyals: what of it is taken off its invoice; the rest is on account. */
export type Note = Entered & {
  kind: "note";
  party: string;
  total: bigint;
  invoice: Invoice | null;
  settled: bigint;
  /** Whether a receipt made it. */
  isMade: boolean;
  isConfirmed: boolean;
};
/** A receipt from an agent or supplier without a contract. */
export type Money = Entered & {
  kind: "money";
  party: string;
  currency: Currency;
  amount: bigint;
  isReturned: boolean;
  named: Invoice | null;
  /** What it takes from the pot of its currency, and from that in riyals. */
  own: bigint;
  settled: bigint;
  note: Note | null;
  isConfirmed: boolean;
};
export type Document = Contract | Receipt | Payment | Allocation | Invoice | Note | Money;

export const customerOf = (id: number) => `customer_id ${id}`;
export const itemOf = (document: Contract | Invoice) => `${document.kind} ${document.id}`;

const total = (lines: Line[]) => sum(lines.map(({ amount }) => amount));

/** @param today the office's day */
export function ledgerModel(today: string) {
  const documents: Document[] = [];
  /** Days on which something was entered for an item or a document, also what a correction took away since. */
  const days = new Map<string, Set<string>>();
  let closedUntil = "";

  const keyOf = (document: Document) => `${document.kind} ${document.id}`;
  function note(document: Document, lines: Line[]) {
    for (const { item, day, party, currency } of lines)
      for (const key of new Set([item || `${party} ${currency.code}`, keyOf(document), party]))
        days.set(key, (days.get(key) ?? new Set()).add(day));
  }

  /** A new document with its lines, or a correction that writes them anew. */
  function enter(document: Document, lines: Line[]) {
    if (!documents.includes(document)) documents.push(document);
    document.lines = lines;
    note(document, lines);
  }
  /** An event adds lines. */
  function add(document: Document, lines: Line[]) {
    document.lines.push(...lines);
    note(document, lines);
  }
  /** An event of a voucher, which moves money also where it enters nothing that lasts. */
  function touch(document: Document, day: string) {
    days.set(keyOf(document), (days.get(keyOf(document)) ?? new Set()).add(day));
  }
  /** What is paid of an invoice is another sum: that it was paid without a voucher is over. */
  function endDecision(invoice: Contract | Invoice | null, day: string) {
    if (invoice?.kind !== "invoice" || invoice.status !== "paid") return;
    const amount = -total(invoice.lines) - invoice.total;
    const { party, currency } = invoice;
    invoice.status = "open";
    if (amount) add(invoice, [{ day, party, currency, item: itemOf(invoice), amount }]);
  }
  function remove(document: Document) {
    documents.splice(documents.indexOf(document), 1);
  }
  /** What takes back all that a document entered, on a day. */
  function reversed({ lines }: Document, day: string): Line[] {
    const sums = new Map<string, Line>();
    for (const line of lines.filter(({ isCharge }) => !isCharge)) {
      const key = `${line.party} ${line.currency.code} ${line.item}`;
      const amount = (sums.get(key)?.amount ?? 0n) - line.amount;
      sums.set(key, { ...line, day, amount });
    }
    return [...sums.values()].filter(({ amount }) => amount);
  }

  const linesOf = (matches: (line: Line) => boolean, except: Document[] = []) =>
    documents.filter((one) => !except.includes(one)).flatMap(({ lines }) => lines.filter(matches));
  const ofItem = (item: Contract | Invoice) => (line: Line) => line.item === itemOf(item);
  const ofPot =
    (party: string, { code }: Currency) =>
    (line: Line) =>
      line.party === party && line.item === "" && line.currency.code === code;

  /** What is owed for an item, below zero where it is to be given back or the office owes it. */
  const owedOf = (item: Contract | Invoice) => total(linesOf(ofItem(item)));
  const remainingOf = (contract: Contract) => (owedOf(contract) > 0n ? owedOf(contract) : 0n);
  const refundableOf = (contract: Contract) => (owedOf(contract) < 0n ? -owedOf(contract) : 0n);

  /** The least sum of lines at the end of a day and of every later one. */
  function leastSince(lines: Line[], day: string) {
    const ends = [day, ...lines.map((line) => line.day).filter((one) => one > day)];
    return ends.map((end) => total(lines.filter((line) => line.day <= end))).reduce(least);
  }
  const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
  const opposite = (lines: Line[]) => lines.map((line) => ({ ...line, amount: -line.amount }));

  /** What may be taken from a party's pot on a day: what is there then and since. */
  const availableIn = (party: string, currency: Currency, day: string, except: Document[] = []) => {
    const lines = linesOf(ofPot(party, currency), except);
    return positive(leastSince(party.startsWith("customer") ? opposite(lines) : lines, day));
  };
  /** What is to be given back of a contract on a day and since. */
  const refundableSince = (contract: Contract, day: string, except: Document[] = []) =>
    positive(leastSince(opposite(linesOf(ofItem(contract), except)), day));

  /** The same once it owes `less` from that day on. */
  const refundableWith = (contract: Contract, day: string, less: bigint) =>
    positive(leastSince(opposite(linesOf(ofItem(contract))), day) + less);
  /** The contract that took its place, if there is one still. */
  const successorOf = ({ movedTo }: Contract) =>
    movedTo && documents.includes(movedTo) ? movedTo : undefined;

  /** Whether allocations took money from a pot, or out of a contract, or a partner paid what is there. */
  const isAllocated = (party: string, currency: Currency) =>
    documents.some(
      (one) =>
        (one.kind === "money" && one.isConfirmed && one.party === party) ||
        (one.kind === "allocation" && one.isConfirmed && one.party === party && one.currency === currency),
    );

  /** What a cancelled contract owes on the worst day since its cancelling. */
  const owedSince = (contract: Contract) =>
    positive(-leastSince(opposite(linesOf(ofItem(contract))), contract.cancelledOn));
  /** What an allocation lacks of the money that it took from its pot. What comes in on a day comes before what goes out. */
  function lackOf(allocation: Allocation) {
    const { party, currency, day, id, lines } = allocation;
    const own = -total(lines.filter(ofPot(party, currency)));
    if (allocation.from || (party.startsWith("customer") ? own >= 0n : own <= 0n)) return 0n;
    const isBefore = (one: Document, line: Line) =>
      line.day < day ||
      (line.day === day &&
        (one === allocation || isIncoming(line) || (one.kind === "allocation" && !one.from && one.id < id)));
    const isIncoming = (line: Line) => line.amount < 0n === party.startsWith("customer");
    const before = documents.flatMap((one) =>
      one.lines.filter((line) => ofPot(party, currency)(line) && isBefore(one, line)),
    );
    const left = party.startsWith("customer") ? -total(before) : total(before);
    return positive(-left);
  }

  const lastDayOf = (key: string) =>
    [...(days.get(key) ?? [])]
      .filter((day) => day <= today)
      .sort()
      .at(-1) ?? "";
  /** What a contract was paid, and what was given back of it, allocations included. */
  const paidOf = (contract: Contract) =>
    -total(
      documents
        .filter((one) => one.kind === "receipt" || (one.kind === "allocation" && one.to === contract))
        .flatMap(({ lines }) => lines.filter(ofItem(contract))),
    );
  const givenOf = (contract: Contract) =>
    total(
      documents
        .filter((one) => one.kind === "payment" || (one.kind === "allocation" && one.from === contract))
        .flatMap(({ lines }) => lines.filter(ofItem(contract))),
    );

  /** The documents of a kind. */
  const all = <K extends Document["kind"]>(kind: K) =>
    documents.filter((one): one is Extract<Document, { kind: K }> => one.kind === kind);

  return {
    documents,
    today,
    all,
    enter,
    add,
    touch,
    endDecision,
    remove,
    reversed,
    owedOf,
    remainingOf,
    refundableOf,
    refundableSince,
    refundableWith,
    successorOf,
    availableIn,
    isAllocated,
    paidOf,
    givenOf,
    keyOf,
    lastDayOf,
    daysOf: (key: string) => [...(days.get(key) ?? [])],
    close: (day: string) => {
      closedUntil = day;
    },
    closedUntil: () => closedUntil,
    isOpen: (day: string) => day > closedUntil,
    /** The days on which something stands that was entered for items or by documents. What a day's lines sum to nothing of is none. */
    standingDays(keys: string[], except?: Document) {
      const sums = new Map<string, bigint>();
      for (const one of documents.filter((document) => document !== except))
        for (const { day, item, currency, amount } of one.lines) {
          if (!keys.includes(item) && !keys.includes(keyOf(one))) continue;
          const key = `${day} ${keyOf(one)} ${item} ${currency.code}`;
          sums.set(key, (sums.get(key) ?? 0n) + amount);
        }
      return [...sums].flatMap(([key, amount]) => (amount ? [key.slice(0, 10)] : []));
    },
    /** What the books allow only a returned cheque to make, by what lacks it. */
    strains() {
      const strains = new Map<string, bigint>();
      for (const one of documents) {
        if (one.kind === "contract" && one.isCancelled) strains.set(keyOf(one), owedSince(one));
        if (one.kind === "allocation" && one.isConfirmed) strains.set(keyOf(one), lackOf(one));
      }
      return strains;
    },
    /** Two customers are one from now on. */
    join(kept: number, gone: number) {
      const [to, from] = [customerOf(kept), customerOf(gone)];
      for (const one of documents) {
        for (const line of one.lines) if (line.party === from) line.party = to;
        if ("customer" in one && one.customer === gone) one.customer = kept;
        if ("party" in one && one.party === from) one.party = to;
        note(one, one.lines);
      }
    },
    /** By party, currency and item: what stands, in minor units. */
    sums() {
      const sums = new Map<string, bigint>();
      for (const { party, currency, item, amount } of documents.flatMap(({ lines }) => lines)) {
        const key = `${party} ${currency.code} ${item}`;
        sums.set(key, (sums.get(key) ?? 0n) + amount);
      }
      return sums;
    },
  };
}
export type Ledger = ReturnType<typeof ledgerModel>;
