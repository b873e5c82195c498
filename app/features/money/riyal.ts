/** Invoices and agents' commissions are in riyals, whatever the office's currencies are (spec §2). */
export const riyal = { code: "SAR", symbol: "ر.س", decimals: 2 };
