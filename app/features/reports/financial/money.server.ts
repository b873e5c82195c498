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
  const rounded = (amount: Decimal | number) => Number(roundTo(Big(amount), code));
  return {
    rounded,
    shown: (amount: Decimal | number) => formatMoney(rounded(amount), currency),
    column: (label: string): ReportColumn => ({
      label: `${label} (${code})`,
      kind: "amount",
      decimals: currency.decimals,
    }),
    note: `المبالغ محولة إلى العملة الافتراضية ${code} بأسعار الصرف المسجلة الآن، وما ألغي غير محسوب.`,
  };
}
