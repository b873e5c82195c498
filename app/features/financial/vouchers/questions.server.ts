import { formatMoney } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import type { Question } from "~/domain/question";
import type { LockedAccount } from "~/features/money/ledger.server";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import type { Currencies } from "~/features/money/rates.server";

/** @property account_amount the amount in the account's currency */
type Voucher = { date: string; currency_id: number; amount: Decimal; account_amount: Decimal };

/**
 * The questions of a voucher's form before it is booked (rulings §6): about a date after today, and an account in another
 * currency.
 * @param before the stored voucher, whose values are not asked about again
 */
export function questionsOf(
  kind: "receipt" | "payment",
  { date, currency_id, amount, account_amount: booked }: Voucher,
  account: LockedAccount | undefined,
  currencies: Currencies,
  before: { date?: string; isBooked?: boolean } = {},
): Question[] {
  const [typed, own] = [currencies.get(currency_id), currencies.get(account?.currency_id ?? 0)];
  const isConverted = !before.isBooked && account && typed && own && typed.id !== own.id;
  return [
    ...laterDay(date, before.date),
    ...(isConverted
      ? [
          {
            text: `${deeds[kind][account.kind]} «${account.name}» بعملته (${own.name}): ${money(booked, own)} مقابل ${money(amount, typed)}.`,
            about: [account.id, typed.id, amount, booked],
          } satisfies Question,
        ]
      : []),
  ];
}

/** The question about a date after today. @param before the stored date, which is not asked about again */
export function laterDay(date: string, before?: string): Question[] {
  const today = officeToday();
  return date > today && date !== before
    ? [{ text: `تاريخ السند ${date} بعد اليوم (${today}).`, about: [date] }]
    : [];
}

const deeds = {
  receipt: { cash_box: "سيدخل المبلغ الصندوق", bank: "سيدخل المبلغ الحساب البنكي" },
  payment: { cash_box: "سيخرج المبلغ من الصندوق", bank: "سيخرج المبلغ من الحساب البنكي" },
};

const money = (amount: Decimal, { id, code }: { id: number; code: string }) =>
  formatMoney(Number(amount), shownCurrency(id, code, code), "code");
