import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import type { Step } from "~/db/together.server";
import { type Decimal, roundTo } from "~/features/money/money.server";
import {
  lockPots,
  type PartyField,
  type Pot,
  type PotLine,
  parties,
  readPot,
  requireCovered,
  takes,
} from "~/features/money/pots.server";
import { riyal } from "~/features/money/riyal";

/* The pots that vouchers change, and what allocations lose of them (docs/decisions/allocations.md). */

/** A voucher, as far as what it has on account needs to know. */
type OnAccount = {
  id?: number;
  date: string;
  contract_id: number | null;
  invoice_id?: number | null;
  currency_id: number;
  amount: Decimal;
  service_name: string | null;
  other_service_id: number | null;
} & { [field in PartyField]: number | null };

/** An allocation that takes money from a pot, with what is taken back of it. */
export type Target = {
  id: number;
  contract_id: number | null;
  invoice_id: number | null;
  amount: Decimal;
  taken_amount: Decimal;
  equivalent_amount: Decimal;
  taken_equivalent: Decimal;
  exchange_rate: Decimal;
  /** The currency of the contract or invoice. */
  code: string;
};

/**
 * The pots of parties from which vouchers take money: of a receipt that is changed or removed, or a partner's, of a payment to a customer, or of one to a
 * partner that is changed or removed. They are locked before contracts and accounts (docs/decisions/locks.md).
 */
export class Pots {
  private constructor(
    private readonly document: "receipt" | "payment",
    private readonly lines: Map<string, PotLine[]>,
  ) {}

  /** @param vouchers whose pots are looked at */
  static async lock(trx: Transaction, document: "receipt" | "payment", vouchers: OnAccount[]) {
    const mayTake = (one: OnAccount) =>
      isOnAccount(one) && (document === "receipt" || one.customer_id !== null || one.id !== undefined);
    const wanted = new Map(vouchers.filter(mayTake).map((one) => [keyOf(one), one]));
    const holders = new Map([...wanted.values()].map(holderOf).map((one) => [`${one.field} ${one.id}`, one]));
    const inOrder = [...holders.values()].sort(
      (one, other) => one.field.localeCompare(other.field) || one.id - other.id,
    );
    for (const holder of inOrder) await lockPots(trx, holder);
    const lines = new Map<string, PotLine[]>();
    for (const [key, voucher] of wanted) {
      const currency = await trx("currencies").where({ id: voucher.currency_id }).first("code");
      if (currency) lines.set(key, await readPot(trx, { ...holderOf(voucher), code: currency.code }));
    }
    return new Pots(document, lines);
  }

  /**
   * Takes vouchers out of their pots, and puts them there as they are now.
   * @throws DomainError conflict, naming allocations that would not find the money that they took
   */
  change(before: OnAccount[], after: OnAccount[]) {
    const lines = new Map(this.lines);
    for (const voucher of before) this.settle(voucher, -1);
    for (const voucher of after) this.settle(voucher, 1);
    for (const [key, pot] of this.lines) requireCovered(lines.get(key) ?? [], pot, "amount");
  }

  /** The allocations that take money from these pots. */
  async targets(trx: Transaction): Promise<Target[]> {
    const ids = [...this.lines.values()].flat().flatMap((line) => (takes(line) ? line.document_id : []));
    return ids.length
      ? trx("allocations")
          .leftJoin("contracts", "contracts.id", "contract_id")
          .leftJoin("currencies", "currencies.id", "contracts.currency_id")
          .whereIn("allocations.id", ids)
          .whereRaw("num_nonnulls(contract_id, invoice_id) > 0")
          .select(
            ...["id", "contract_id", "invoice_id", "amount", "taken_amount", "equivalent_amount"].map(
              (name) => `allocations.${name}`,
            ),
            ...["allocations.taken_equivalent", "allocations.exchange_rate"],
            { code: trx.raw("coalesce(code, ?)", [riyal.code]) },
          )
      : [];
  }

  /**
   * What allocations lose because the cheques of these vouchers were returned: what their pots then lack, of the last allocation first.
   * @returns by the allocation's id, in the currency that is on account
   */
  lacks(returned: OnAccount[]): [number, Decimal][] {
    for (const voucher of returned) this.settle(voucher, -1);
    return [...this.lines.values()].flatMap((lines) => {
      let lack = lines.reduce((sum, { amount }) => sum.minus(amount), Big(0));
      return lines
        .filter(takes)
        .sort((a, b) => b.date.localeCompare(a.date) || b.document_id - a.document_id)
        .flatMap(({ document_id, amount }): [number, Decimal][] => {
          const part = lack.lt(Big(amount).neg()) ? lack : Big(amount).neg();
          if (part.lte(0)) return [];
          lack = lack.minus(part);
          return [[document_id, part.toFixed()]];
        });
    });
  }

  private settle(voucher: OnAccount, sign: 1 | -1) {
    const lines = isOnAccount(voucher) && this.lines.get(keyOf(voucher));
    if (!lines) return;
    const [document, document_id] = [this.document, voucher.id ?? 0];
    const isIncoming = (document === "receipt") === (holderOf(voucher).field === "customer_id");
    const amount = Big(voucher.amount)
      .times(isIncoming ? 1 : -1)
      .toFixed();
    const others = lines.filter((line) => line.document !== document || line.document_id !== document_id);
    const isPartners = holderOf(voucher).field !== "customer_id";
    const line = { document, document_id, number: "", date: voucher.date, amount, isPartners };
    this.lines.set(keyOf(voucher), sign > 0 ? [...others, line] : others);
  }
}

/** Whether a voucher stands on account: it is a party's, and names neither a contract, an invoice nor a service. */
export const isOnAccount = (voucher: Partial<OnAccount>) =>
  parties.some((field) => voucher[field]) &&
  !(voucher.contract_id ?? voucher.invoice_id ?? voucher.service_name ?? voucher.other_service_id);

/** Whose pot a voucher on account changes. */
function holderOf(voucher: OnAccount): Pick<Pot, "field" | "id"> {
  const field = parties.find((one) => voucher[one]) as PartyField;
  return { field, id: voucher[field] as number };
}
const keyOf = (voucher: OnAccount) => `${Object.values(holderOf(voucher)).join(" ")} ${voucher.currency_id}`;

/**
 * What allocations lose: of the target what that is worth at the allocation's rate.
 * @param parts by the allocation's id, in the currency that is on account
 * @returns also what the target loses, in its currency
 */
export function takenBack(parts: [number, Decimal][], targets: Target[]) {
  return parts.flatMap(([id, part]) => {
    const target = targets.find((one) => one.id === id);
    if (!target) return [];
    const taken = Big(target.taken_amount).plus(part);
    const isWhole = taken.eq(target.amount);
    const worth = Big(target.taken_equivalent).plus(
      roundTo(Big(part).times(target.exchange_rate).toFixed(), target.code),
    );
    const isAll = isWhole || worth.gt(target.equivalent_amount);
    const taken_equivalent = isAll ? Big(target.equivalent_amount) : worth;
    return [
      {
        id,
        invoice_id: target.invoice_id,
        loss: taken_equivalent.minus(target.taken_equivalent).toFixed(),
        change: {
          taken_amount: taken.toFixed(),
          taken_equivalent: taken_equivalent.toFixed(),
          ...(isWhole && { status: "cancelled" }),
        },
      },
    ];
  });
}

/** The statements that take parts of allocations back, as events. */
export const takeBackParts = (trx: Transaction, taken: ReturnType<typeof takenBack>): Step[] =>
  taken.map(
    ({ id, change }) =>
      () =>
        trx("allocations").where({ id }).update(change),
  );
