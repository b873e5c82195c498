import type { ShownCurrency } from "~/domain/money";

/** The standing contracts of a cancelled campaign, and what is paid of them and not given back, in each currency. */
export type Standing = { count: number; paid: { amount: number; currency: ShownCurrency }[] };
