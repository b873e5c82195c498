import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { requireRows, visibleRows } from "~/db/rows.server";
import { together } from "~/db/together.server";
import { conflicting, invalid } from "~/domain/domain-error";
import type { Question } from "~/domain/question";
import { lockAccounts } from "~/features/money/ledger.server";
import { readCurrencies } from "~/features/money/rates.server";
import {
  addOwed,
  type Contract,
  keptByPayers,
  keyOf,
  type LockedContract,
  lockContracts,
} from "../vouchers/contracts.server";
import { requireUnowed } from "../vouchers/on-account.server";
import { Pots } from "../vouchers/pots.server";
import { namedTables } from "../vouchers/purpose.server";
import type { Booking, Terms } from "./booking.server";
import { isPartners, readMoney } from "./partners.server";

/* The locks of receipts, and what they take off their contracts. */

type Party = Pick<
  Terms,
  | "contract_id"
  | "account_id"
  | "customer_id"
  | "agent_id"
  | "supplier_id"
  | "service_name"
  | "other_service_id"
  | "date"
  | "currency_id"
  | "amount"
> & { id?: number; status?: string; cheque_state?: string | null; receipt_number?: string };

/**
 * Locks the rows that vouchers with these terms change, and reads the rows that they are checked against.
 * @param booked the terms whose payer must exist
 * @throws DomainError invalid if that one does not
 */
export async function lockAll(trx: Transaction, all: Party[], booked?: Terms) {
  const pots = await Pots.lock(
    trx,
    "receipt",
    all.filter((one) => one.id || isPartners(one)), // a customer's new receipt takes nothing
  );
  const money = await readMoney(trx, all, booked);
  const banks = await banksOfReturned(trx, all);
  const targets = await pots.targets(trx);
  const { customer_id: _, ...others } = namedTables;
  const [contracts, accounts, currencies, customers, , kept] = await together(
    trx,
    () => lockContracts(trx, [...all, ...targets]),
    () => lockAccounts(trx, [...all, ...banks]),
    () => readCurrencies(trx),
    () => customersOf(trx, booked?.contract_id ? [] : [booked]),
    () => requireRows(trx, booked ?? {}, others),
    () => keptByPayers(trx, all.filter(isStored)),
  );
  const contract = contracts.get(booked?.contract_id ?? null);
  const isKnown = (found: number[]) =>
    !booked?.customer_id ||
    contract?.customer_id === booked.customer_id ||
    found.includes(booked.customer_id);
  // Who pays for another is rare, and costs a question more. A missing contract is found later.
  const isMissing = contract
    ? !isKnown([]) && !isKnown(await customersOf(trx, [booked]))
    : !booked?.contract_id && !isKnown(customers);
  if (isMissing) throw invalid("customer_id", "العميل غير موجود");
  const of = ({ contract_id, account_id }: Terms) => ({
    currencies,
    contract: contracts.get(contract_id),
    account: accounts.get(account_id),
  });
  return { contracts, accounts, currencies, kept, pots, targets, money, of };
}

const isStored = (voucher: Party) =>
  "id" in voucher && voucher.contract_id !== null && voucher.customer_id !== null;

/** The banks that returned cheques of these vouchers: what is corrected is corrected there too. */
async function banksOfReturned(trx: Transaction, all: Party[]): Promise<{ account_id: number }[]> {
  const numbers = all.flatMap((row) => (row.cheque_state === "returned" && row.receipt_number) || []);
  if (!numbers.length) return [];
  return trx("movements")
    .whereIn("document_number", numbers)
    .where("cause", "collect")
    .distinct("account_id");
}

/** The customers of these vouchers that exist. */
async function customersOf(trx: Transaction, vouchers: (Partial<Party> | undefined)[]) {
  const wantedIds = vouchers.flatMap((voucher) => voucher?.customer_id ?? []);
  const ids: number[] = wantedIds.length
    ? await visibleRows(trx, "customers").whereIn("id", wantedIds).pluck("id")
    : [];
  return ids;
}

/**
 * Refuses to take back from another payer than the contract's customer what was given back to him.
 * @param before the voucher as it stands, and `after` as it will
 * @throws DomainError conflict
 */
export function requireKept(
  { contracts, kept }: Awaited<ReturnType<typeof lockAll>>,
  before: (Terms & Booking) | null,
  after: (Terms & Booking) | null,
) {
  if (!before || !isStored(before) || contracts.get(before.contract_id)?.customer_id === before.customer_id)
    return;
  const isSame = after && keyOf(after) === keyOf(before);
  const change = Big(isSame ? after.equivalent_amount : 0).minus(before.equivalent_amount);
  if (change.lt(0) && change.plus(kept.get(keyOf(before)) ?? 0).lt(0))
    throw conflicting("contract_id", "رُد إلى الدافع من هذا العقد ما قبض منه بهذا السند: ألغ سند الصرف أولًا");
}

/** The questions of a form before these contracts are paid: what is paid in a cancelled campaign is given back with its cancelling. */
export const questionsOf = (contracts: (LockedContract | undefined)[]) =>
  contracts.flatMap((contract): Question[] =>
    contract?.in_cancelled_campaign
      ? [
          {
            text: `العقد ${contract.contract_number} في حملة ملغاة ولم يلغ بعد: ما يقبض له يصير مما يرد عند إلغائه.`,
            about: [contract.id],
          },
        ]
      : [],
  );

/** Takes what a voucher paid off its locked contract. */
export function giveBack(
  contracts: Map<number | null, Contract>,
  { contract_id, equivalent_amount }: Pick<Terms & Booking, "contract_id" | "equivalent_amount">,
) {
  const contract = contracts.get(contract_id);
  if (contract) addOwed(contract, equivalent_amount);
}

/**
 * Refuses to take from a cancelled contract what its fee and refunds need, on the day of the change and since.
 * @param before the voucher as it stands, and `after` as it will
 * @param day of the event that takes the voucher back; none for a correction
 * @throws DomainError conflict
 */
export async function requireFree(
  trx: Transaction,
  contracts: Map<number | null, Contract>,
  before: Terms & Booking & { id: number },
  after: (Terms & Booking) | null,
  day: string | undefined,
) {
  const contract = contracts.get(before.contract_id);
  if (!contract) return;
  if (day) return requireUnowed(trx, contract, null, { date: day, amount: before.equivalent_amount });
  const stays = after?.contract_id === contract.id;
  const line = stays ? { date: after.date, amount: Big(after.equivalent_amount).neg().toFixed() } : null;
  await requireUnowed(trx, contract, { document: "receipt", id: before.id }, line);
}
