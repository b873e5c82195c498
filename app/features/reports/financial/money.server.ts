import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { type Decimal, minorUnit, roundTo } from "~/features/financial/money.server";
import { formatMoney } from "~/ui/money";
import type { ReportColumn } from "../report";

/** How sums over several currencies are told: in the default currency, at the stored rates (rulings §3). */
export async function sumsIn(db: Db) {
  const found: { code: string; symbol: string } | undefined = await db("currencies")
    .where({ is_default: true })
    .first("code", "symbol");
  const { code, symbol } = found ?? { code: "USD", symbol: "$" };
  const currency = { code, symbol, decimals: minorUnit(code) };
  const rounded = (amount: Decimal | Big | number) => Number(roundTo(Big(amount), code));
  /**
   * Rounds the rows of a column so that they add up to their rounded sum: a row is what the rounded sum grows by with it. It is less
   * than a unit off its own worth, and what is exact stays so (docs/decisions/reports.md).
   */
  const addingUp = (amounts: (Decimal | Big)[]) => {
    let sum = Big(0);
    return amounts.map((amount) => {
      const before = rounded(sum);
      sum = sum.plus(amount);
      return difference(rounded(sum), before);
    });
  };
  return {
    rounded,
    addingUp,
    shown: (amount: Decimal | Big | number) => formatMoney(rounded(amount), currency),
    column: (label: string): ReportColumn => ({
      label: `${label} (${code})`,
      kind: "amount",
      decimals: currency.decimals,
    }),
    note: `المبالغ محولة إلى العملة الافتراضية ${code} بأسعار الصرف المسجلة الآن، وما ألغي غير محسوب.`,
  };
}

/** Of two shown figures what their line tells of them, exactly. */
export const difference = (one: number, other: number) => Big(one).minus(other).toNumber();

/** The sum of shown figures, exactly. */
export const sumOfShown = (figures: (number | undefined)[]) =>
  figures.reduce((sum: Big, figure) => sum.plus(figure ?? 0), Big(0)).toNumber();
