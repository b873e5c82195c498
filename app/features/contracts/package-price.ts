import Big from "big.js";
import type { Contract } from "./contract";

/** What the package itself cost when a contract was signed by room and age. */
export const packagePriceOf = ({
  price_amount,
  supplement_amount,
}: Pick<Contract, "price_amount" | "supplement_amount">) =>
  Big(price_amount)
    .minus(supplement_amount ?? 0)
    .toNumber();
