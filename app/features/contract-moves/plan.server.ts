import { createHash } from "node:crypto";
import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { DomainError, invalid } from "~/domain/domain-error";
import type { SessionUser } from "~/domain/permissions";
import { type AgeGroup, ageOf, takesSeat, travellerOf } from "~/domain/travellers";
import type { FeeKind } from "~/features/contracts/cancellation";
import { cancellationToStore } from "~/features/contracts/cancellation.server";
import { cellOf, type Party } from "~/features/contracts/cell.server";
import type { ContractRow } from "~/features/contracts/contracts.server";
import { discountToStore, type SentDiscount } from "~/features/contracts/discount.server";
import type { attachedPackage } from "~/features/contracts/rules.server";
import { type FeeProposal, type FeeTerms, feeProposal } from "~/features/fees/fee-lines";
import { type Onward, onwardOf } from "~/features/financial/allocations/onward.server";
import { refundableWith } from "~/features/financial/vouchers/on-account.server";
import type { AgeOnDeparture } from "~/features/journey/ages.server";
import { convert, type Decimal, minorUnit, roundTo } from "~/features/money/money.server";
import type { Currencies, Currency } from "~/features/money/rates.server";
import { whyFixed } from "./move";

/* What moving a contract gives, for the page that shows it before and for the move itself. */

/** What was sent of a fee and of the discount. */
export type Sent = {
  fee?: string;
  fee_kind?: FeeKind;
  fee_reason?: string | null;
  keep_discount?: boolean;
};

export type Offer = Awaited<ReturnType<typeof attachedPackage>>;

type Ground = {
  offer: Offer;
  currencies: Currencies;
  user: SessionUser;
  /** How much of a price the user may give, in percent. */
  limit: Decimal;
  day: string;
  /** The new campaign, and how old the customers are when they depart in it. */
  campaign_id: number;
  ages: Map<number, AgeOnDeparture>;
  /** What the old contracts say of a fee, by id. */
  feeTerms: Map<number, FeeTerms>;
};

export type Plan = {
  from: Currency;
  to: Currency;
  /** The columns of the old contract, but for the reason. */
  cancelled: NonNullable<ReturnType<typeof cancellationToStore>>;
  /** What the terms of the old contract give, where it says anything of a fee. */
  proposal: FeeProposal | undefined;
  /** Who signs the new contract, with room and kind, and whether he needs a seat that he has not got. */
  party: Party;
  needsSeat: boolean;
  /** The discount of the new contract, as a signing takes it. */
  discount: SentDiscount;
  total: Decimal;
  /** What the old contract has to give back before anything goes on. */
  available: Decimal;
  onward: Onward | null;
};

/** @throws DomainError conflict for a cancelled contract, invalid where it would not move */
export function requireMovable(
  old: ContractRow,
  { campaign_id, package_id }: { campaign_id: number; package_id: number },
) {
  const fixed = whyFixed(old);
  if (fixed) throw new DomainError("conflict", fixed);
  if (old.campaign_id === campaign_id && old.package_id === package_id)
    throw invalid("package_id", "العقد في هذه الحملة وهذه الباقة: اختر غيرهما");
}

/** @throws DomainError invalid, conflict (a fee above what was paid), forbidden (a discount) */
export async function planOf(
  db: Db,
  old: ContractRow,
  { fee, fee_kind, fee_reason, keep_discount }: Sent,
  { offer, currencies, user, limit, day, campaign_id, ages, feeTerms }: Ground,
): Promise<Plan> {
  const [from, to] = [old.currency_id, offer.currency_id].map((id) => currencies.get(id)) as [
    Currency,
    Currency,
  ];
  const change = { status: "cancelled", cancellation_fee: fee, fee_kind, fee_reason } as const;
  const terms = feeTerms.get(old.id);
  const cancelled = cancellationToStore(old, change, {
    code: from.code,
    day,
    terms,
    reason: fee_reason,
  }) as Plan["cancelled"];
  const proposal = terms && feeProposal(terms, old, minorUnit(from.code), day);
  const discount = keep_discount ? discountOf(old, from, to) : {};
  const party = partyOf(old, ages.get(old.customer_id)?.age, offer);
  const { price } = cellOf(offer, party);
  const total =
    discountToStore(discount, { price, code: offer.code, day }, user, limit)?.total_amount ?? price;
  const less = Big(old.total_amount).minus(cancelled.cancellation_fee);
  const available = await refundableWith(db, old.id, day, less);
  const onward = onwardOf(available, total, from, to);
  const hasSeat = old.campaign_id === campaign_id && takesSeat(old.traveller);
  const needsSeat = takesSeat(party.traveller) && !hasSeat;
  return { from, to, cancelled, proposal, party, needsSeat, discount, total, available, onward };
}

/**
 * Room and kind go along where the new package has a price for them; a kind that does not fit the age on the new departure becomes that of the age.
 * Without such a price the contract has the package's own.
 */
function partyOf(
  { customer_id: id, room, traveller }: ContractRow,
  age: AgeGroup | null | undefined,
  { cells }: Offer,
): Party {
  if (!room || !traveller) return { id };
  const kind = age && ageOf(traveller) !== age ? travellerOf(age) : traveller;
  return cells.some((cell) => cell.room === room && cell.traveller === kind)
    ? { id, room, traveller: kind }
    : { id };
}

/** The discount of the old contract in the new one's currency. */
function discountOf(
  { discount_amount, discount_reason }: ContractRow,
  from: Currency,
  to: Currency,
): SentDiscount {
  const worth = roundTo(convert(discount_amount, from.exchange_rate, to.exchange_rate), to.code);
  return Big(worth).eq(0) ? {} : { discount_amount: worth, discount_reason };
}

/** The figures of a move in short, by which it is judged whether a form has shown them. */
export const figuresOf = (
  { campaign_id, package_id }: { campaign_id: number; package_id: number },
  olds: { id: number }[],
  plans: Plan[],
) =>
  createHash("sha256")
    .update(
      JSON.stringify([
        campaign_id,
        package_id,
        plans.map(({ cancelled, total, available, onward }, index) => [
          olds[index]?.id,
          ...[cancelled.cancellation_fee, total, available, onward?.amount ?? 0].map((amount) =>
            Big(amount).toFixed(),
          ),
          onward?.equivalent_amount,
        ]),
      ]),
    )
    .digest("base64url")
    .slice(0, 22);
