import Big from "big.js";
import { z } from "zod";
import { type Db, db, type Transaction, transact } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { countPhrase } from "~/domain/count-words";
import { conflicting, DomainError, invalid, notFound } from "~/domain/domain-error";
import { choice, optional, text } from "~/domain/input.server";
import { missingSentence } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import { namesOf } from "~/domain/states";
import { type FeeTerms, feeProposal } from "~/features/fees/fee-lines";
import { lockMemberships, onOwnContracts } from "~/features/journey/membership.server";
import { enterOn, eventFields, lastDay, otherDay, usualDay } from "~/features/money/event-day.server";
import { amountInText, type Decimal, fits, minorUnit, tooFine } from "~/features/money/money.server";
import { shareOf } from "~/features/money/share";
import { feeKindsByTerms } from "./cancellation";
import { changeCancellation, mostFee, requirePercent } from "./cancellation.server";
import { contractCount } from "./contract";
import type { ContractRow } from "./contracts.server";
import { feeTermsOf } from "./fee-terms.server";
import { allFields } from "./signing.server";

/* All standing contracts of a cancelled campaign are cancelled at once (journey.md, rule 5; docs/decisions/cancelling.md). */

export const termsSchema = z.object({
  reason: text(300),
  fee: allFields.shape.cancellation_fee,
  fee_kind: choice(namesOf(feeKindsByTerms)).optional(),
  fee_reason: optional(text(300)),
  ...eventFields,
});
type Terms = z.output<typeof termsSchema>;

/** The contracts of one transaction. */
const batch = 200;
/** The contracts that a refusal names. */
const mostNamed = 20;

type Standing = ContractRow & { code: string };

/**
 * Cancels the standing contracts of a cancelled campaign with one reason and fee, in several transactions. The same call again goes on
 * after one that was broken off. Members stay in their groups.
 * @returns the numbers of all contracts that were cancelled with their campaign, by this call or before
 * @throws DomainError not_found, invalid, forbidden (another day), conflict where the campaign stands or a contract has a later entry
 */
export async function cancelContracts(
  user: SessionUser,
  campaignId: number,
  terms: Terms,
  { ask }: Pick<By, "ask"> = {},
) {
  await transact(user, async (trx) => {
    const rows: Standing[] = await standingOf(trx, campaignId);
    const day = await judge(trx, user, campaignId, terms, rows);
    const fees = await feesOf(trx, rows, terms, day);
    const others = fees.filter(({ fee, proposed }) => proposed !== undefined && !fee.eq(proposed)).length;
    if (others && ask && !terms.fee_reason)
      throw invalid(
        "fee_reason",
        `الرسم غير ما تعطيه الشروط في ${countPhrase(others, contractCount, "genitive")}: اكتب سببه، أو خذ ما تعطيه شروط كل عقد`,
      );
    const cutCount = fees.filter(({ isLess }) => isLess).length;
    if (cutCount && ask)
      ask([
        {
          text: `الرسم أكبر مما دفع ولم يرد في ${countPhrase(cutCount, contractCount, "genitive")}، فيؤخذ من كل منها ما دفع فقط.`,
          about: [campaignId, terms.fee, terms.fee_kind, cutCount],
        },
      ]);
  });
  while (await transact(user, (trx) => cancelBatch(trx, user, campaignId, terms)));
  return resultOf(db, campaignId);
}

/** @returns whether a contract stood */
async function cancelBatch(trx: Transaction, user: SessionUser, campaignId: number, terms: Terms) {
  const ids: number[] = await standingOf(trx, campaignId).limit(batch).clearSelect().pluck("contracts.id");
  if (!ids.length) return false;
  await lockMemberships(trx, (members) =>
    members.join("contracts", onOwnContracts).whereIn("contracts.id", ids),
  );
  const locked: number[] = await trx("contracts")
    .whereIn("id", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .pluck("id");
  const rows: Standing[] = await standingOf(trx, campaignId).whereIn("contracts.id", locked);
  const eventDay = await judge(trx, user, campaignId, terms, rows);
  if (eventDay) await enterOn(trx, eventDay);
  const changes: object[] = [];
  for (const { row, day, fee, terms: own } of await feesOf(trx, rows, terms, eventDay)) {
    const sent = {
      status: "cancelled",
      cancellation_fee: fee.toFixed(),
      cancellation_reason: terms.reason,
      fee_reason: terms.fee_reason,
    } as const;
    const change = await changeCancellation(trx, row, sent, { code: row.code, day, terms: own ?? null }, {});
    changes.push({ id: row.id, status: sent.status, ...change });
  }
  // One statement, since its trigger takes the totals in their order (docs/decisions/locks.md).
  await trx.raw(
    `UPDATE contracts SET status = change.status, cancelled_with_campaign = true, cancelled_on = change.cancelled_on,
       cancellation_fee = change.cancellation_fee, cancellation_reason = change.cancellation_reason,
       fee_reason = change.fee_reason
     FROM jsonb_to_recordset(?)
       AS change (id integer, status text, cancelled_on date, cancellation_fee numeric, cancellation_reason text,
         fee_reason text)
     WHERE contracts.id = change.id`,
    [JSON.stringify(changes)],
  );
  return true;
}

const standingOf = (db: Db, campaignId: number) =>
  db("contracts")
    .join("currencies", "currencies.id", "contracts.currency_id")
    .where({ campaign_id: campaignId })
    .whereRaw("stands(contracts.status)")
    .orderBy("contracts.id")
    .select("contracts.*", "currencies.code");

/**
 * Whether these contracts can be cancelled so.
 * @returns the day that was sent, if it is not the usual one
 * @throws DomainError as `cancelContracts` does
 */
async function judge(
  trx: Transaction,
  user: SessionUser,
  campaignId: number,
  terms: Terms,
  rows: Standing[],
) {
  await requireCancelled(trx, campaignId);
  requirePercent("fee", terms.fee, terms.fee_kind);
  if ((terms.fee_kind ?? "amount") === "amount")
    requireSum(terms.fee, [...new Set(rows.map(({ code }) => code))]);
  const day = otherDay(terms, officeToday(), user);
  if (day) await requireNothingAfter(trx, rows, day);
  return day;
}

/** Keeps the campaign cancelled until the transaction ends. @throws DomainError not_found, conflict */
export async function requireCancelled(db: Db, id: number) {
  const query = db("campaigns").where({ id });
  if (db.isTransaction) query.forShare();
  const campaign: { name: string; status: string } | undefined = await query.first("name", "status");
  if (!campaign) throw notFound(missingSentence("campaigns"));
  if (campaign.status !== "cancelled")
    throw new DomainError("conflict", "الحملة غير ملغية، فلا تلغى عقودها معًا");
  return campaign;
}

/** @throws DomainError invalid for a fee as a sum that does not suit the contracts' currencies */
function requireSum(fee: Decimal = "0", codes: string[]) {
  if (Big(fee).eq(0)) return;
  if (codes.length > 1)
    throw invalid("fee", `العقود بعدة عملات (${codes.join("، ")}): اجعل الرسم نسبة من إجمالي كل عقد`);
  const [code] = codes;
  if (code && !fits(fee, code)) throw invalid("fee", tooFine("الرسم", code));
}

/** @throws DomainError conflict naming the contracts that are younger than this day or have a later entry */
async function requireNothingAfter(trx: Transaction, rows: Standing[], day: string) {
  const last = lastDay(trx, { contract_id: trx.ref("contracts.id") }, officeToday());
  const numbers: string[] = await trx("contracts")
    .whereIn(
      "id",
      rows.map(({ id }) => id),
    )
    .whereRaw("greatest(contract_date, (?)) > ?", [last, day])
    .orderBy("id")
    .pluck("contract_number");
  if (!numbers.length) return;
  const more = numbers.length > mostNamed ? ` وغيرها ${numbers.length - mostNamed}` : "";
  throw conflicting(
    "event_date",
    `قيد بعد ${day} في العقود: ${numbers.slice(0, mostNamed).join("، ")}${more}. لم يلغ منها شيء: اختر يومًا لا يسبقه`,
  );
}

/**
 * The fee of each contract, no more than it has paid and not got back, and what its own terms give.
 * @param eventDay the day that was sent, if it is not the usual one
 */
async function feesOf(db: Db, rows: Standing[], { fee = "0", fee_kind }: Terms, eventDay?: string) {
  const all = await feeTermsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const day = eventDay ?? usualDay(row.contract_date);
    const terms = all.get(row.id);
    const proposed = terms && proposedFee(terms, row, day);
    const most = mostFee(row);
    const wanted =
      fee_kind === "terms"
        ? Big(proposed ?? 0)
        : shareOf(row.total_amount, minorUnit(row.code), fee, fee_kind);
    const isLess = wanted.gt(most);
    return { row, day, terms, proposed, fee: isLess ? most : wanted, isLess };
  });
}

const proposedFee = (terms: FeeTerms, row: Standing, day: string) =>
  feeProposal(terms, row, minorUnit(row.code), day).fee;

/** What the terms of a campaign's standing contracts give if they are cancelled today, by currency; undefined where none says anything. */
export async function proposedFees(db: Db, campaignId: number) {
  const rows: Standing[] = await standingOf(db, campaignId);
  const fees = (await feesOf(db, rows, { reason: "", fee_kind: "terms" })).filter(({ terms }) => terms);
  if (!fees.length) return undefined;
  const sums = new Map<string, Big>();
  for (const { row, fee } of fees) sums.set(row.code, fee.plus(sums.get(row.code) ?? 0));
  return { count: fees.length, sums: [...sums].map(([code, sum]) => amountInText(sum, code)) };
}

type Result = { cancelled: number; refundable: { currency: string; amount: number }[] };

/** What was cancelled with the campaign, and what of it is still to be given back. */
export async function resultOf(db: Db, campaignId: number): Promise<Result> {
  const rows: { currency: string; count: number; amount: Decimal }[] = await db("contracts")
    .join("currencies", "currencies.id", "contracts.currency_id")
    .where({ campaign_id: campaignId, cancelled_with_campaign: true })
    .groupBy("currencies.id", "code")
    .orderBy("code")
    .select({ currency: "code" }, db.raw("count(*) AS count"), db.raw("sum(refundable_amount) AS amount"));
  return {
    cancelled: rows.reduce((sum, { count }) => sum + Number(count), 0),
    refundable: rows
      .filter(({ amount }) => Big(amount).gt(0))
      .map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
  };
}
