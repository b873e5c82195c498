import Big from "big.js";
import type { Knex } from "knex";
import type { Db, Transaction } from "~/db/knex.server";
import { conflicting } from "~/domain/domain-error";
import { stands } from "~/features/contracts/contract";
import type { Decimal } from "~/features/money/money.server";
import type { Contract } from "./contracts.server";

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

/** What a party may take from its pot on a day: what is there then and on every later day. Zero or more. */
export async function availableIn(db: Db, pot: Pot, day: string): Promise<Decimal> {
  const least = Big(await leastSince(db, entriesOf(db, pot), `${sign(pot.field)}amount`, day));
  return (least.lt(0) ? Big(0) : least).toFixed();
}

/** The entries of a contract. @param except documents of one kind that do not count */
const entriesOfContract = (db: Db, contract_id: number, document = "", except: number[] = []) =>
  db("entries")
    .where({ contract_id })
    .whereNot((one) => one.where({ document }).whereIn("document_id", except))
    .select("date", "amount");

/**
 * What is to be given back of a contract on a day and on every later one. Zero or more.
 * @param document the kind of the documents that do not count
 */
export async function refundableOf(
  db: Db,
  contract_id: number,
  day: string,
  document?: string,
  except?: number[],
): Promise<Decimal> {
  const entries = entriesOfContract(db, contract_id, document, except);
  const least = Big(await leastSince(db, entries, "-amount", day));
  return (least.lt(0) ? Big(0) : least).toFixed();
}

/**
 * Refuses what would make a cancelled contract owe more on a day since its cancelling: only a returned cheque does.
 * @param except the document that is corrected, whose entries do not count
 * @param line what is entered, in the contract's currency
 * @throws DomainError conflict
 */
export async function requireUnowed(
  trx: Transaction,
  { id, status, cancelled_on }: Contract,
  except: { document: string; id: number } | null,
  line: { date: string; amount: Decimal } | null,
) {
  if (stands({ status })) return;
  const day = cancelled_on ?? "0001-01-01";
  const present = Big(await leastSince(trx, entriesOfContract(trx, id), "-amount", day));
  const others = entriesOfContract(trx, id, except?.document, except ? [except.id] : []);
  const lines = line
    ? others.unionAll(trx.raw("SELECT ?::date, ?::numeric", [line.date, line.amount]))
    : others;
  const after = Big(await leastSince(trx, lines, "-amount", day));
  if (after.lt(0) && after.lt(present))
    throw conflicting("contract_id", "رُد مبلغ السند إلى العميل أو احتفظ به المكتب رسمًا لإلغاء العقد");
}

/** What a document puts into a pot, or takes from it where the amount is negative, on its own day. */
export type PotLine = {
  document: string;
  document_id: number;
  number: string;
  date: string;
  amount: Decimal;
};

/** The documents of a locked pot as they stand now. */
export async function readPot(db: Db, pot: Pot): Promise<PotLine[]> {
  // What a payment set against contracts is part of it.
  const { rows } = await db.raw(
    `SELECT document, document_id, number, min(date) FILTER (WHERE NOT is_event) AS date, ${sign(pot.field)}sum(amount) AS amount
     FROM (SELECT CASE WHEN payment_id IS NULL THEN document ELSE 'payment' END AS document, coalesce(payment_id, document_id) AS document_id,
             is_event, entries.date, max(CASE WHEN payment_id IS NULL THEN document_number ELSE '' END) AS number, sum(entries.amount) AS amount
           FROM ? LEFT JOIN allocations ON document = 'allocation' AND allocations.id = document_id
           GROUP BY 1, 2, 3, 4 HAVING sum(entries.amount) <> 0) AS lines
     GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 AND min(date) FILTER (WHERE NOT is_event) IS NOT NULL`,
    [entriesOf(db, pot).as("entries")],
  );
  return rows;
}

const turn = ({ document, amount }: PotLine) => (Big(amount).gt(0) ? 0 : document === "allocation" ? 1 : 2);

/** What the pot lacks after each of its allocations, below zero, by number. What comes in on a day comes before what goes out. */
function lacksOf(lines: PotLine[]): [string, Big][] {
  let balance = Big(0);
  return [...lines]
    .sort((a, b) => a.date.localeCompare(b.date) || turn(a) - turn(b) || a.document_id - b.document_id)
    .flatMap((line): [string, Big][] => {
      balance = balance.plus(line.amount);
      return takes(line) && balance.lt(0) ? [[line.number, balance]] : [];
    });
}

/**
 * The allocations of a pot that would not find the money that they took, by number.
 * @param before the pot as it stood: what one lacked already, as after a returned cheque, is nobody's fault now
 */
export function uncovered(lines: PotLine[], before: PotLine[] = []): string[] {
  const lacking = new Map(lacksOf(before));
  return lacksOf(lines).flatMap(([number, lack]) => (lack.lt(lacking.get(number) ?? 0) ? [number] : []));
}

/**
 * @param before the pot as it stood
 * @throws DomainError conflict at `field`, naming the allocations that would not find the money that they took
 */
export function requireCovered(before: PotLine[], lines: PotLine[], field: string) {
  const numbers = uncovered(lines, before);
  if (!numbers.length) return;
  const sentence =
    numbers.length > 1
      ? `تقوم على هذا المبلغ التخصيصات ${numbers.join("، ")}: ألغها أولًا`
      : `يقوم على هذا المبلغ التخصيص ${numbers[0]}: ألغه أولًا`;
  throw conflicting(field, sentence);
}

/** Whether a line is an allocation that takes money from its pot. */
export const takes = ({ document, amount }: PotLine) => document === "allocation" && Big(amount).lt(0);
