import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { takesSeat } from "~/domain/travellers";
import { type FeeTerms, feeProposal, proposalText } from "~/features/fees/fee-lines";
import { lockCampaign, takeSeats } from "~/features/holds/seats.server";
import {
  amountInText,
  type Decimal,
  fits,
  minorUnit,
  roundTo,
  shownCurrency,
  tooFine,
} from "~/features/money/money.server";
import { isPercent, shareOf } from "~/features/money/share";
import type { FeeKind } from "./cancellation";
import { type Contract, stands } from "./contract";
import { findContract } from "./contracts.server";
import { feeTermsOf } from "./fee-terms.server";
import { questionsOf } from "./rules.server";

/* What it means that a contract is cancelled, or stands again (docs/decisions/cancelling.md). */

/** @throws DomainError conflict at `field` for a cancelled contract, with what follows from that */
export function requireStanding(contract: { status: string }, field: string, consequence: string) {
  if (!stands(contract)) throw conflicting(field, `العقد ملغي ${consequence}`);
}

/** What was sent of a cancellation; the fee is a percentage of the total, or what the contract's terms give, where the kind says so. */
export type SentCancellation = {
  status?: Contract["status"];
  cancellation_fee?: string;
  cancellation_reason?: string | null;
  fee_reason?: string | null;
  fee_kind?: FeeKind;
};

type Present = Pick<
  Contract,
  "id" | "campaign_id" | "status" | "traveller" | "cancelled_on" | "cancellation_reason" | "fee_reason"
> &
  Record<"total_amount" | "paid_amount" | "refunded_amount" | "cancellation_fee", Decimal>;

const none = {
  cancelled_on: null,
  cancellation_fee: "0",
  cancellation_reason: null,
  fee_reason: null,
  cancelled_with_campaign: false,
};

/**
 * The columns of a change of the cancellation, see `cancellationToStore`. A contract that stands again takes a seat. A form asks before a
 * customer has two contracts in a campaign, and needs a reason of its own for another fee than the contract's terms give; of a call the reason of
 * the cancelling is enough.
 * @param of the contract's terms, if they are known already
 * @throws DomainError invalid, conflict
 */
export async function changeCancellation(
  trx: Transaction,
  present: Present,
  sent: SentCancellation,
  { terms, ...of }: { code: string; day: string; terms?: FeeTerms | null },
  { ask }: Pick<By, "ask">,
) {
  const isCancelled = !stands({ status: sent.status ?? present.status });
  const own =
    isCancelled && terms === undefined
      ? (await feeTermsOf(trx, [present.id])).get(present.id)
      : (terms ?? undefined);
  const reason = ask ? sent.fee_reason : sent.fee_reason || sent.cancellation_reason;
  const change = cancellationToStore(present, sent, { ...of, terms: own, reason });
  const { status = present.status } = sent;
  if (!stands(present) && stands({ status })) {
    await endMove(trx, present.id);
    await requireUnrefunded(trx, present, of.code);
    const seats = takesSeat(present.traveller) ? 1 : 0;
    await takeSeats(trx, await lockCampaign(trx, present.campaign_id), seats, {
      field: "status",
      deed: "لم يعد العقد",
    });
    if (ask) {
      const { customer } = await findContract(trx, present.id);
      ask(await questionsOf(trx, present.campaign_id, [customer]));
    }
  }
  return change;
}

/**
 * Checks a contract's cancellation, a change of its fee or reason, or that it stands again, and gives the columns to store; undefined
 * where nothing of that changes. A contract that stands again loses day, fee and reason, whatever else is sent.
 * @param present the locked contract
 * @param code of its currency
 * @param day of a cancelling
 * @param terms what the contract says of the fee, if anything
 * @param reason what was sent as the reason for another fee than these give
 * @throws DomainError invalid, conflict
 */
export function cancellationToStore(
  present: Present,
  { status = present.status, cancellation_fee, cancellation_reason, fee_reason, fee_kind }: SentCancellation,
  {
    code,
    day,
    terms,
    reason: other,
  }: { code: string; day: string; terms?: FeeTerms; reason?: string | null },
) {
  const wasCancelled = !stands(present);
  if (stands({ status })) {
    if (wasCancelled) return none;
    const field =
      (cancellation_reason && "cancellation_reason") ||
      (fee_reason && "fee_reason") ||
      (Big(cancellation_fee ?? 0).gt(0) && "cancellation_fee");
    if (field) throw invalid(field, "الرسم والسبب للعقد الملغي");
    return undefined;
  }
  requirePercent("cancellation_fee", cancellation_fee, fee_kind);
  const decimals = minorUnit(code);
  const eventDay = wasCancelled && present.cancelled_on ? present.cancelled_on : day;
  const proposal = terms && feeProposal(terms, present, decimals, eventDay);
  const isProposed = fee_kind === "terms";
  const fee = isProposed
    ? Big(proposal?.fee ?? 0)
    : cancellation_fee === undefined
      ? Big(present.cancellation_fee)
      : shareOf(present.total_amount, decimals, cancellation_fee, fee_kind);
  if (!fits(fee.toFixed(), code)) throw invalid("cancellation_fee", tooFine("الرسم", code));
  const isNew = !wasCancelled || !fee.eq(present.cancellation_fee);
  if (isNew) requireKept(present, fee, code);
  const isOther = proposal !== undefined && !fee.eq(proposal.fee);
  const keptReason = wasCancelled ? present.fee_reason : null;
  if (isOther && isNew && cancellation_fee !== undefined && !other && !keptReason) {
    const proposed = amountInText(proposal.fee, code);
    const why = proposalText(proposal, shownCurrency(0, code, ""));
    throw invalid("fee_reason", `الرسم حسب شروط العقد ${proposed}. ${why}. اكتب سبب رسم غيره`);
  }
  const reason = cancellation_reason === undefined ? present.cancellation_reason : cancellation_reason;
  const feeReason = proposal && !isOther ? null : fee_reason === undefined ? keptReason : fee_reason;
  const isSame =
    fee.eq(present.cancellation_fee) &&
    reason === present.cancellation_reason &&
    feeReason === present.fee_reason;
  if (wasCancelled && isSame) return undefined;
  return {
    cancelled_on: eventDay,
    cancellation_fee: roundTo(fee, code),
    cancellation_reason: reason,
    fee_reason: feeReason,
  };
}

/** @throws DomainError invalid at `field` for a fee in percent that is no percentage, and for a typed one where the terms give it */
export function requirePercent(field: string, fee = "0", kind?: FeeKind) {
  if (kind === "terms" && Big(fee).gt(0))
    throw invalid(field, "الرسم من شروط العقد لا يكتب: اتركه فارغًا، أو اختر مبلغًا أو نسبة");
  if (kind === "percent" && !isPercent(fee))
    throw invalid(field, "نسبة الرسم من 0 إلى 100، بخانتين عشريتين على الأكثر");
}

/**
 * A contract that was moved stands again only when the one that took its place does not, which then names it no more.
 * @throws DomainError conflict
 */
async function endMove(trx: Transaction, id: number) {
  const other: { id: number; contract_number: string; status: string } | undefined = await trx("contracts")
    .where({ moved_from_id: id })
    .forNoKeyUpdate()
    .first("id", "contract_number", "status");
  if (!other) return;
  if (stands(other))
    throw conflicting("status", `نُقل العقد إلى العقد ${other.contract_number}: ألغ ذلك العقد أولًا`);
  await trx("contracts").where({ id: other.id }).update({ moved_from_id: null });
}

/** @throws DomainError conflict if something of what was paid was given back since the cancelling */
async function requireUnrefunded(trx: Transaction, { id }: Present, code: string) {
  const entries = trx("entries").where({ contract_id: id });
  const cancelling = entries.clone().where({ cause: "cancelling" }).where("amount", "<", 0).max("id");
  const [sum] = await entries
    .whereRaw("(document = 'payment' OR cause LIKE 'release%')")
    .where("id", ">", cancelling)
    .sum({ refunded: "amount" });
  const refunded: Decimal = sum?.refunded ?? "0";
  if (Big(refunded).lte(0)) return;
  const sentence = `رُد إلى العميل من هذا العقد ${amountInText(refunded, code)}: ألغ سندات رده وتخصيصاته قبل إعادة العقد`;
  throw conflicting("status", sentence);
}

/** What was paid and not given back: no fee is more. */
export const mostFee = ({ paid_amount, refunded_amount }: Pick<Present, "paid_amount" | "refunded_amount">) =>
  Big(paid_amount).minus(refunded_amount);

/** @throws DomainError conflict if a fee is more than what was paid and not given back */
function requireKept({ paid_amount, refunded_amount }: Present, fee: Big, code: string) {
  const most = mostFee({ paid_amount, refunded_amount });
  if (fee.lte(most)) return;
  const refunded = Big(refunded_amount).gt(0) ? ` ورُد إليه ${amountInText(refunded_amount, code)}` : "";
  const paid = Big(paid_amount).gt(0)
    ? `دفع العميل ${amountInText(paid_amount, code)}${refunded}`
    : "لم يدفع العميل شيئًا";
  throw conflicting(
    "cancellation_fee",
    most.gt(0) ? `${paid}، فالرسم ${amountInText(most, code)} على الأكثر` : `${paid}، فلا رسم`,
  );
}
