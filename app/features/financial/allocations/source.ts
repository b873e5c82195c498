import Big from "big.js";
import { formatMoney } from "~/domain/money";
import type { OnAccount } from "~/features/money/on-account";
import { shownEquivalent, storedRate } from "~/features/money/rate";
import type { Settleable } from "../payments/settleable";

/** Where the money of an allocation is taken from: what is on account in a currency, or what is to be given back of a contract. */
export type Source = Omit<Settleable, "id"> & {
  /** `account-1` of a currency's id, `contract-7`. */
  name: string;
  isContract: boolean;
};

export const sourceOfPot = ({ amount, currency }: OnAccount): Source => ({
  name: `account-${currency.id}`,
  isContract: false,
  label: `تحت الحساب ${formatMoney(amount, currency)}`,
  remaining: amount,
  code: currency.code,
  decimals: currency.decimals,
});

export const sourceOfContract = ({ id, ...contract }: Settleable): Source => ({
  ...contract,
  name: `contract-${id}`,
  isContract: true,
});

/** What a form's source names. */
export function readSource(text: string): { kind: "account" | "contract"; id: number } | undefined {
  const [, kind, id] = /^(account|contract)-(\d{1,9})$/.exec(text) ?? [];
  return kind ? { kind: kind as "account" | "contract", id: Number(id) } : undefined;
}

type Rated = { id: number; code: string; exchange_rate: number };

/**
 * The amount of a source that pays a target as far as it goes, at the stored rate; all of it without a target.
 * @returns a field's value, empty while no source is chosen
 */
export function proposed(currencies: Rated[], source?: Source, target?: Settleable): string {
  if (!source) return "";
  const [own, other] = [source, target].map((one) => currencies.find(({ code }) => code === one?.code));
  const worth =
    target && own && other
      ? shownEquivalent(String(target.remaining), storedRate(other, own), source.decimals)
      : null;
  return Big(Math.min(source.remaining, worth ?? source.remaining)).toFixed(source.decimals);
}
