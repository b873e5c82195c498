import Big from "big.js";
import type { Db, Transaction } from "~/db/knex.server";
import { conflicting } from "~/domain/domain-error";
import { stands } from "~/features/contracts/contract";
import type { Decimal } from "~/features/money/money.server";
import { leastSince } from "~/features/money/pots.server";
import type { Contract } from "./contracts.server";

/* What of a contract is to be given back, and what a cancelled one must not owe (docs/decisions/cancelling.md). */

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
  return positive(await leastSince(db, entries, "-amount", day));
}

/** The same once the contract owes `less` from that day on. */
export const refundableWith = async (db: Db, contract_id: number, day: string, less: Big): Promise<Decimal> =>
  positive(less.plus(await leastSince(db, entriesOfContract(db, contract_id), "-amount", day)));

const positive = (amount: Big | Decimal) => (Big(amount).lt(0) ? Big(0) : Big(amount)).toFixed();

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
