import { randomUUID } from "node:crypto";
import Big from "big.js";
import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { together } from "~/db/together.server";
import { DomainError, type FieldErrors, invalid } from "~/domain/domain-error";
import { id, optional, positiveAmount } from "~/domain/input.server";
import { list } from "~/domain/lists.server";
import { formatAmount } from "~/domain/money";
import { convert, type Decimal, fits, minorUnit, roundTo, tooFine } from "~/features/money/money.server";
import { type Currencies, type Currency, readCurrencies } from "~/features/money/rates.server";
import { intoWhich, withAccount } from "../vouchers/account-choice.server";
import { questionsOf } from "../vouchers/questions.server";
import { type Booking, book, type Contract, type Terms } from "./booking.server";
import { questionsOf as contractQuestions, lockAll } from "./contracts.server";
import { payerOf, payers } from "./payer.server";
import type { Receipt } from "./receipt";
import { receiptSchema, receiptsOf } from "./receipts.server";
import { divideAmount } from "./shares";
import { recordAll, termsOf } from "./writes.server";

/* One payment for several contracts: a receipt voucher for each, which together have the paid amount. */

/** The greatest number of contracts in one payment. */
export const mostContracts = 20;
const long = `${mostContracts} عقدًا على الأكثر`;

const {
  contract_id: _,
  exchange_rate_at_payment: __,
  purpose: ___,
  service_name: ____,
  other_service_id: _____,
  credited_invoice_id: ______,
  ...payment
} = receiptSchema.shape;

/**
 * Shares have the indexes of their contracts. Empty shares are computed from the contracts' remaining amounts. Without a payer each
 * contract's customer pays his share.
 */
const schema = z.object({
  ...payment,
  contract_ids: list(optional(id()), mostContracts, { long }).optional(),
  shares: list(optional(positiveAmount()), mostContracts, { long }).optional(),
});
type SplitInput = z.output<typeof schema>;

type Split = { split_id: string; receipt_vouchers: Receipt[] };

/**
 * Takes one payment for several contracts in one transaction: all vouchers or none, at the stored rates.
 * @throws DomainError invalid, conflict, at `contract_ids[0]`, `shares[0]` and the payment's own fields
 */
async function splitReceipt(trx: Transaction, input: SplitInput, { user, ask }: By): Promise<Split> {
  const parts = partsOf(input);
  const payer = isPaidByOne(input) ? payerOf(input) : undefined;
  const whole = termsOf({ ...input, ...(payer ?? { customer_id: ofContract }) });
  const locks = await lockAll(
    trx,
    parts.map(({ contract_id }) => ({ ...whole, contract_id })),
    payer && whole,
  );
  const { account, currencies } = locks.of(whole);
  const shares = sharesOf(whole, parts, locks.contracts, currencies);
  const booked = atTheirPlaces(parts, ({ contract_id }, index) => {
    const own = payer ? {} : { customer_id: locks.contracts.get(contract_id)?.customer_id ?? 0 };
    const terms: Terms = { ...whole, ...own, contract_id, amount: shares[index] as Decimal };
    return { ...terms, ...book(terms, { rate: undefined }, locks.of(terms)) };
  });
  const rows = inOneAmount(booked, currencies, account?.currency_id);
  ask?.([
    ...questionsOf("receipt", { ...whole, account_amount: sumOf(rows) }, account, currencies),
    ...contractQuestions(rows.map(({ contract_id }) => locks.contracts.get(contract_id))),
  ]);

  const split_id = randomUUID();
  const vouchers = rows.map((row) => ({ ...row, split_id }));
  const answers = await together(trx, ...recordAll(trx, user.id, vouchers), () =>
    receiptsOf(trx, { split_id }),
  );
  return { split_id, receipt_vouchers: answers.at(-1) as Receipt[] };
}

/** Stands for the customer of each contract until that is known. */
const ofContract = -1;

const isPaidByOne = (input: SplitInput) =>
  Boolean(input.payer_type) || Object.values(payers.references).some((field) => input[field]);

/** @property place the index of its row in the form */
type Part = { contract_id: number; share: Decimal | null; place: number };

/** @throws DomainError invalid if there is no contract, or one twice */
function partsOf({ contract_ids = [], shares = [] }: Pick<SplitInput, "contract_ids" | "shares">): Part[] {
  const parts = contract_ids.flatMap((contract_id, place) =>
    contract_id ? [{ contract_id, share: shares[place] ?? null, place }] : [],
  );
  if (!parts.length) throw invalid("contract_ids", "اختر عقدًا واحدًا على الأقل");
  const again = parts.find(({ contract_id }, index) =>
    parts.slice(0, index).some((other) => other.contract_id === contract_id),
  );
  if (again) throw invalid(`contract_ids[${again.place}]`, "العقد مذكور مرتين");
  return parts;
}

/** Each contract's share of the amount. @throws DomainError invalid */
function sharesOf(
  { amount, currency_id }: Pick<Terms, "amount" | "currency_id">,
  parts: Part[],
  contracts: Map<number | null, Pick<Contract, "currency_id" | "remaining_amount">>,
  currencies: Currencies,
): Decimal[] {
  const currency = currencies.get(currency_id);
  if (!currency) throw invalid("currency_id", "العملة غير موجودة");
  if (!fits(amount, currency.code)) throw invalid("amount", tooFine("المبلغ", currency.code));
  const weights = parts.map(({ contract_id, share, place }) => {
    const contract = contracts.get(contract_id);
    if (!contract) throw invalid(`contract_ids[${place}]`, "العقد غير موجود");
    const { exchange_rate } = currencies.get(contract.currency_id) as Currency;
    return { share, weight: convert(contract.remaining_amount, exchange_rate, currency.exchange_rate) };
  });
  const decimals = minorUnit(currency.code);
  const shares = divideAmount(amount, weights, decimals);
  if (shares) return shares;
  const amountText = formatAmount(
    weights.reduce((sum, { share }) => sum.plus(share ?? 0), Big(0)).toNumber(),
    decimals,
  );
  throw invalid(
    "amount",
    `مجموع الأنصبة ${amountText} لا يساوي المبلغ ${formatAmount(Number(amount), decimals)} أو لم يبق شيء لعقد بلا نصيب`,
  );
}

/** Does the work for each part. @throws all refusals together, each sentence at its part's row in the form */
function atTheirPlaces<Result>(parts: Part[], work: (part: Part, index: number) => Result): Result[] {
  const fields: FieldErrors = {};
  let first: DomainError | undefined;
  const results = parts.flatMap((part, index) => {
    try {
      return [work(part, index)];
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      first ??= thrown;
      for (const [name, sentence] of Object.entries(thrown.fields ?? {})) {
        const at = { amount: "shares", contract_id: "contract_ids" }[name];
        fields[at ? `${at}[${part.place}]` : name] = sentence;
      }
      return [];
    }
  });
  if (first) throw new DomainError(first.code, first.message, { fields });
  return results;
}

/**
 * Gives the vouchers account amounts that sum up to the whole payment in the account's currency. Each gets the converted sum up
 * to and including it, less the amounts before it.
 */
function inOneAmount<Row extends Terms & Booking>(
  rows: Row[],
  currencies: Currencies,
  accountCurrencyId: number | undefined,
): Row[] {
  let [typed, booked] = [Big(0), Big(0)];
  return rows.map((row) => {
    const [from, to] = [
      currencies.get(row.currency_id),
      currencies.get(accountCurrencyId ?? 0),
    ] as Currency[];
    if (!from || !to || from.id === to.id) return row;
    typed = typed.plus(row.amount);
    const upToHere = roundTo(convert(typed.toFixed(), from.exchange_rate, to.exchange_rate), to.code);
    const account_amount = Big(upToHere).minus(booked).toFixed();
    booked = Big(upToHere);
    if (Big(account_amount).lte(0)) throw invalid("amount", "المبلغ أصغر من أصغر وحدة في عملة الحساب");
    return { ...row, account_amount };
  });
}

const sumOf = (rows: Booking[]) =>
  rows.reduce((sum, { account_amount }) => sum.plus(account_amount), Big(0)).toFixed();

/** The shares of a form's payment at the present rates. @throws DomainError invalid */
export async function proposeShares(
  db: Db,
  input: Pick<SplitInput, "amount" | "currency_id" | "contract_ids" | "shares">,
): Promise<Decimal[]> {
  const parts = partsOf(input);
  const rows: Contract[] = await db("contracts")
    .whereIn(
      "id",
      parts.map(({ contract_id }) => contract_id),
    )
    .select("id", "currency_id", "remaining_amount");
  const contracts = new Map<number | null, Contract>(rows.map((row) => [row.id, row]));
  const shares = sharesOf(input, parts, contracts, await readCurrencies(db));
  const places: Decimal[] = [];
  for (const [index, { place }] of parts.entries()) places[place] = shares[index] as Decimal;
  return places;
}

/** The fields that a form needs before its amount can be divided. */
export const sharesSchema = schema.pick({
  amount: true,
  currency_id: true,
  contract_ids: true,
  shares: true,
});

export const splits = { schema: withAccount(schema, intoWhich), create: splitReceipt };
