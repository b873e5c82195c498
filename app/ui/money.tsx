/** What amounts need of their currency to be shown: `decimals` is its minor unit (ISO 4217). */
export type ShownCurrency = { code: string; symbol: string; decimals: number };

const formats = new Map<number, Intl.NumberFormat>();

/** `1,234.50`: Latin digits, the currency's own decimals. The amount is already rounded to them. */
export function formatAmount(amount: number, decimals: number) {
  let format = formats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat("en-US", {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(decimals, format);
  }
  return format.format(amount);
}

/** An amount followed by its currency's symbol, the code where it has none (spec §2, Financial accounts). */
export function Money({
  amount,
  currency,
  by = "symbol",
}: {
  amount: number;
  currency: ShownCurrency;
  by?: "symbol" | "code";
}) {
  return (
    <span className="money">
      <bdi dir="ltr">{formatAmount(amount, currency.decimals)}</bdi>{" "}
      <bdi>{currency[by] || currency.code}</bdi>
    </span>
  );
}
