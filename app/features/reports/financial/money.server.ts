import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { formatMoney } from "~/domain/money";
import { currencyOfSums } from "~/features/currencies/currencies.server";
import { type Decimal, roundTo } from "~/features/money/money.server";
import type { ReportColumn } from "../report";

/** Sums over several currencies are in the default currency, at the stored rates (rulings §3). */
export async function sumsIn(db: Db) {
  const currency = await currencyOfSums(db);
  const { code } = currency;
  const round = (amount: Decimal | Big | number) =>
    Number(roundTo(amount === "NaN" ? amount : Big(amount), code));
  return {
    roundSum: round,
    formatSum: (amount: Decimal | Big | number) => formatMoney(round(amount), currency),
    column: (label: string): ReportColumn => ({
      label: `${label} (${code})`,
      kind: "amount",
      decimals: currency.decimals,
    }),
    note: `المبالغ محولة إلى العملة الافتراضية ${code} بأسعار الصرف المسجلة الآن، كل مبلغ مقرب وحده، وما ألغي غير محسوب.`,
    /** Of figures by day (docs/decisions/closing.md). */
    conversion: `المبالغ محولة إلى العملة الافتراضية ${code}: الأيام المقفلة بأسعار إقفالها، وغيرها بأسعار الصرف المسجلة الآن، كل مبلغ مقرب وحده.`,
  };
}

/** The exact difference of two figures. */
export const difference = (one: number, other: number) => Big(one).minus(other).toNumber();

/** The exact sum of amounts, which is rounded once later. PostgreSQL's NaN, which its own row shows, is no part of it. */
export const exactSum = (amounts: (Decimal | Big)[]) =>
  amounts.reduce((sum: Big, amount) => (amount === "NaN" ? sum : sum.plus(amount)), Big(0));
