/** A currency as amounts need it; `decimals` is its minor unit (ISO 4217). */
export type ShownCurrency = { code: string; symbol: string; decimals: number };

const formats = new Map<number, Intl.NumberFormat>();

/** `1,234.50`: Latin digits and the currency's decimals. The amount is already rounded. */
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

/**
 * An amount followed by its currency's symbol, or its code if it has no symbol (spec §2, Financial accounts). A mark keeps the sign of a
 * negative one before its digits in Arabic text.
 */
export function formatMoney(amount: number, currency: ShownCurrency, by: "symbol" | "code" = "symbol") {
  return `${amount < 0 ? "\u200E" : ""}${formatAmount(amount, currency.decimals)} ${currency[by] || currency.code}`;
}
