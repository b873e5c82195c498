import Big from "big.js";
import type { Knex } from "knex";
import type { Db, Transaction } from "~/db/knex.server";
import { conflicting } from "~/domain/domain-error";
import type { Decimal } from "./money.server";

/* What a party has on account: one pot for each currency (docs/decisions/allocations.md). */

export const parties = ["customer_id", "agent_id", "supplier_id"] as const;
export type PartyField = (typeof parties)[number];

/** The numbers of allocations, which take money from a pot or put it there. */
export const allocationSeries = { table: "allocations", column: "allocation_number", prefix: "AL" } as const;

/** A party's money on account in a currency. */
export type Pot = { field: PartyField; id: number; code: string };

/** Takes the pots of a party: nobody else takes money from them until the end of the transaction. */
export const lockPots = (trx: Transaction, { field, id }: Pick<Pot, "field" | "id">) =>
  trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 3))", [`${field} ${id}`]);

/** What a party may take from its pot is positive: entries of customers are below zero where the office owes them. */
const sign = (field: PartyField) => (field === "customer_id" ? "-" : "");

/**
 * The least sum of some entries at the end of a day and of every later one, those dated ahead included.
 * @param amount of an entry, in SQL
 */
export async function leastSince(
  db: Db,
  entries: Knex.QueryBuilder,
  amount: string,
  day: string,
): Promise<Decimal> {
  const { rows } = await db.raw(
    `SELECT min(balance) AS least FROM (
       SELECT sum(sum(amount)) OVER (ORDER BY day) AS balance FROM (
         SELECT greatest(date, :day::date) AS day, ${amount} AS amount FROM :entries
         UNION ALL SELECT :day::date, 0) AS amounts
       GROUP BY day) AS days`,
    { day, entries: entries.as("entries") },
  );
  return rows[0].least;
}

const entriesOf = (db: Db, { field, id, code }: Pot) =>
  db("entries").where({ [field]: id, currency_code: code, contract_id: null, invoice_id: null });

/**
 * What a party may take from its pot on a day: what is there then and on every later day. Zero or more.
 * @param except documents that do not count, but for the charges of their cheques
 */
export async function availableIn(
  db: Db,
  pot: Pot,
  day: string,
  except: { document: string; document_id: number }[] = [],
): Promise<Decimal> {
  const entries = entriesOf(db, pot);
  for (const document of except) entries.whereNot((one) => one.where(document).whereNot({ cause: "charge" }));
  const least = Big(await leastSince(db, entries, `${sign(pot.field)}amount`, day));
  return (least.lt(0) ? Big(0) : least).toFixed();
}

/** What a document puts into a pot, or takes from it where the amount is negative, on its own day. */
export type PotLine = {
  document: string;
  document_id: number;
  number: string;
  date: string;
  amount: Decimal;
  /** Whether the pot is an agent's or supplier's. */
  isPartners: boolean;
};

/** The documents of a locked pot as they stand now. A partner's pot also has the charges of cheques, which are events alone. */
export async function readPot(db: Db, pot: Pot): Promise<PotLine[]> {
  const own = "min(date) FILTER (WHERE NOT is_event)";
  const [date, hasDay] =
    pot.field === "customer_id" ? [own, `${own} IS NOT NULL`] : [`coalesce(${own}, min(date))`, "true"];
  // What a payment set against contracts is part of it.
  const { rows } = await db.raw(
    `SELECT document, document_id, number, ${date} AS date, ${sign(pot.field)}sum(amount) AS amount
     FROM (SELECT CASE WHEN payment_id IS NULL THEN document ELSE 'payment' END AS document, coalesce(payment_id, document_id) AS document_id,
             is_event, entries.date, max(CASE WHEN payment_id IS NULL THEN document_number ELSE '' END) AS number, sum(entries.amount) AS amount
           FROM ? LEFT JOIN allocations ON document = 'allocation' AND allocations.id = document_id
           GROUP BY 1, 2, 3, 4 HAVING sum(entries.amount) <> 0) AS lines
     GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 AND ${hasDay}`,
    [entriesOf(db, pot).as("entries")],
  );
  return rows.map((row: PotLine) => ({ ...row, isPartners: pot.field !== "customer_id" }));
}

const turn = ({ document, amount }: PotLine) => (Big(amount).gt(0) ? 0 : document === "allocation" ? 1 : 2);

/** What the pot lacks after each document that stands on it, below zero, by number. What comes in on a day comes before what goes out. */
function lacksOf(lines: PotLine[]): [string, Big][] {
  let balance = Big(0);
  return [...lines]
    .sort((a, b) => a.date.localeCompare(b.date) || turn(a) - turn(b) || a.document_id - b.document_id)
    .flatMap((line): [string, Big][] => {
      balance = balance.plus(line.amount);
      return standsOn(line) && balance.lt(0) ? [[line.number, balance]] : [];
    });
}

/**
 * The allocations, and the receipts of a partner, that would not find in a pot the money that they took, by number.
 * @param before the pot as it stood: what one lacked already, as after a returned cheque, is nobody's fault now
 */
export function uncovered(lines: PotLine[], before: PotLine[] = []): string[] {
  const lacking = new Map(lacksOf(before));
  return lacksOf(lines).flatMap(([number, lack]) => (lack.lt(lacking.get(number) ?? 0) ? [number] : []));
}

/**
 * @param before the pot as it stood
 * @throws DomainError conflict at `field`, naming the documents that would not find the money that they took
 */
export function requireCovered(before: PotLine[], lines: PotLine[], field: string) {
  const numbers = uncovered(lines, before);
  if (!numbers.length) return;
  throw conflicting(field, `${standing(numbers)} أولًا`);
}

/** The sentence about documents that stand on an amount, up to what is to be done with them. */
function standing(numbers: string[]) {
  const [one] = numbers;
  const names = numbers.join("، ");
  const areAllocations = numbers.every((number) => number.startsWith(allocationSeries.prefix));
  if (areAllocations)
    return numbers.length > 1
      ? `تقوم على هذا المبلغ التخصيصات ${names}: ألغها`
      : `يقوم على هذا المبلغ التخصيص ${one}: ألغه`;
  if (numbers.length === 1) return `يقوم على هذا المبلغ سند القبض ${one}: ألغه`;
  const areReceipts = !numbers.some((number) => number.startsWith(allocationSeries.prefix));
  return areReceipts
    ? `تقوم على هذا المبلغ سندات القبض ${names}: ألغها`
    : `تقوم على هذا المبلغ ${names}: ألغها`;
}

/** Whether a line is an allocation that takes money from its pot. */
export const takes = ({ document, amount }: PotLine) => document === "allocation" && Big(amount).lt(0);

/** Whether a line stands on what is in its pot: an allocation from there, or money that a partner gave. */
const standsOn = (line: PotLine) =>
  takes(line) || (line.isPartners && line.document === "receipt" && Big(line.amount).lt(0));
