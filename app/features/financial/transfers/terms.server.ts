import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { together } from "~/db/together.server";
import { invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import type { Question } from "~/domain/question";
import { type LockedAccount, lockAccounts } from "~/features/money/ledger.server";
import { type Decimal, fits, rateBetween, tooFine } from "~/features/money/money.server";
import { saidRate } from "~/features/money/rate";
import { type Currencies, type Currency, readCurrencies } from "~/features/money/rates.server";
import { requireAccount, requireMoneyPlace } from "../vouchers/account.server";
import { laterDay } from "../vouchers/questions.server";
import { isUnusual, rateBetweenAmounts } from "./rate";
import type { TransferInput, TransferRow } from "./transfers.server";

type Side = "from" | "to";

/** What a transfer is, without its number and status. */
export type Terms = Pick<
  TransferRow,
  | "date"
  | "from_account_id"
  | "to_account_id"
  | "from_amount"
  | "to_amount"
  | "fee_amount"
  | "fee_expense_id"
  | "description"
>;
type Locks = { accounts: Map<number, LockedAccount>; currencies: Currencies };

/**
 * The account that was sent for a side, and the field that named it; undefined if none did. One by its kind counts before one without, as calls
 * read both and change the first.
 * @throws DomainError invalid for a box and a bank
 */
function sentAccount(input: Partial<TransferInput>, side: Side) {
  const [box, bank, either] = [
    `${side}_cash_box_id`,
    `${side}_bank_account_id`,
    `${side}_account_id`,
  ] as const;
  if (input[box] && input[bank]) throw invalid(bank, "اختر صندوقًا أو حسابًا بنكيًا، لا كليهما");
  const field = [box, bank, either].find((name) => input[name]);
  return field && { field, id: input[field] as number };
}

/** The field of a side's account: the one that was sent, or that of the form. */
const fieldOf = (input: Partial<TransferInput>, side: Side) =>
  sentAccount(input, side)?.field ?? (`${side}_account_id` as const);

/** @param present the row that is changed @throws DomainError invalid */
export function termsOf(
  input: Partial<TransferInput>,
  present?: TransferRow,
): Omit<Terms, "to_amount"> & SentAmount {
  const accountOf = (side: Side) => {
    const sent = sentAccount(input, side)?.id ?? present?.[`${side}_account_id`];
    if (!sent) throw invalid(`${side}_account_id`, requiredMessage);
    return sent;
  };
  const { from_amount = present?.from_amount as Decimal, fee_amount = present?.fee_amount } = input;
  const fee = fee_amount ?? "0";
  const { fee_expense_id = present?.fee_expense_id ?? null } = input;
  return {
    date: input.date ?? present?.date ?? officeToday(),
    from_account_id: accountOf("from"),
    to_account_id: accountOf("to"),
    from_amount,
    to_amount: input.to_amount ?? undefined,
    fee_amount: fee,
    fee_expense_id: Big(fee).gt(0) ? fee_expense_id : null,
    description: input.description === undefined ? (present?.description ?? null) : input.description,
  };
}
type SentAmount = { to_amount: Decimal | undefined };

/** Locks the accounts of all these terms, after the transfer itself (docs/decisions/locks.md). */
export async function lock(
  trx: Transaction,
  all: Pick<Terms, "from_account_id" | "to_account_id">[],
): Promise<Locks> {
  const ids = all.flatMap(({ from_account_id, to_account_id }) => [from_account_id, to_account_id]);
  const [accounts, currencies] = await together(
    trx,
    () =>
      lockAccounts(
        trx,
        ids.map((account_id) => ({ account_id })),
      ),
    () => readCurrencies(trx),
  );
  return { accounts, currencies };
}

/** @param kept the account that the transfer has already, which may be inactive @throws DomainError invalid */
function currencyOf(
  input: Partial<TransferInput>,
  side: Side,
  terms: Pick<Terms, `${Side}_account_id`>,
  locks: Locks,
  kept?: number,
) {
  const account: LockedAccount | undefined = locks.accounts.get(terms[`${side}_account_id`]);
  requireAccount(account, fieldOf(input, side), account?.id === kept);
  requireMoneyPlace(account, fieldOf(input, side));
  return locks.currencies.get(account.currency_id) as Currency;
}

/**
 * Checks the amounts against the accounts' currencies. Within one currency what arrives is what leaves.
 * @param present the transfer that is changed
 * @param isBooked whether it moves money already: its accounts may then have become inactive
 * @throws DomainError invalid
 */
export function book(
  input: Partial<TransferInput>,
  terms: ReturnType<typeof termsOf>,
  locks: Locks,
  present?: TransferRow,
  isBooked = false,
): Terms & { from: Currency; to: Currency } {
  const from = currencyOf(input, "from", terms, locks, isBooked ? present?.from_account_id : undefined);
  const to = currencyOf(input, "to", terms, locks, isBooked ? present?.to_account_id : undefined);
  if (terms.from_account_id === terms.to_account_id)
    throw invalid(fieldOf(input, "to"), "اختر حسابًا آخر: هذا هو الحساب الذي يخرج منه المبلغ");
  const isSame = from.id === to.id;
  const kept =
    present && locks.accounts.get(present.to_account_id)?.currency_id === to.id
      ? present.to_amount
      : undefined;
  const to_amount = terms.to_amount ?? (isSame ? terms.from_amount : kept);
  if (!to_amount) throw invalid("to_amount", `أدخل المبلغ الداخل بعملة ${to.name}`);
  const { from_amount, fee_amount, fee_expense_id } = terms;
  if (!fits(from_amount, from.code)) throw invalid("from_amount", tooFine("المبلغ", from.code));
  if (!fits(to_amount, to.code)) throw invalid("to_amount", tooFine("المبلغ", to.code));
  if (!fits(fee_amount, from.code)) throw invalid("fee_amount", tooFine("الرسوم", from.code));
  if (isSame && !Big(to_amount).eq(from_amount))
    throw invalid("to_amount", "يساوي المبلغ الخارج، لأن الحسابين بعملة واحدة. قيد الرسوم في حقلها");
  if (Big(fee_amount).gt(0) && !fee_expense_id)
    throw invalid("fee_expense_id", "اختر المصروف الذي تقيد عليه الرسوم");
  return { ...terms, to_amount, from, to };
}

/** A date after today, and a rate that is far from the stored one. @param before the stored transfer, whose values are not asked about again */
export function questionsOf(
  { from, to, ...terms }: ReturnType<typeof book>,
  before?: TransferRow,
): Question[] {
  const rate = rateBetweenAmounts(terms.from_amount, terms.to_amount);
  const stored = rateBetween(from.exchange_rate, to.exchange_rate);
  const isKept =
    before && Big(before.from_amount).eq(terms.from_amount) && Big(before.to_amount).eq(terms.to_amount);
  return [
    ...laterDay(terms.date, before?.date),
    ...(from.id !== to.id && !isKept && isUnusual(rate, stored)
      ? [
          {
            text: `السعر بين المبلغين ${saidRate(rate, from.code, to.code)}، والسعر المسجل ${saidRate(stored, from.code, to.code)}.`,
            about: [from.id, to.id, terms.from_amount, terms.to_amount],
          } satisfies Question,
        ]
      : []),
  ];
}
