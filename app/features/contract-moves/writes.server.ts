import type { Transaction } from "~/db/knex.server";
import { insertNumbered } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { type Contract, movedReason } from "~/features/contracts/contract";
import { type ContractRow, findContract, takenAlong } from "~/features/contracts/contracts.server";
import type { attachedPackage } from "~/features/contracts/rules.server";
import { series, signedColumns } from "~/features/contracts/signing.server";
import { signingTerms } from "~/features/contracts/signing-terms.server";
import { takeNumbers } from "~/features/financial/allocations/onward.server";
import { settleContracts } from "~/features/financial/vouchers/contracts.server";
import type { Campaign } from "~/features/holds/seats.server";
import type { Plan } from "./plan.server";

/** A contract that is moved, with the day on which it is cancelled. */
export type Old = ContractRow & { day: string };

/**
 * Signs the new contracts, cancels the old ones and sets what they give back against the new ones. Several statements write contracts, each with totals of
 * its own order; so other writers of contracts end first or wait (docs/decisions/locks.md).
 */
export async function writeMoves(
  trx: Transaction,
  olds: Old[],
  plans: Plan[],
  {
    terms,
    campaign,
    offer,
    user,
  }: {
    terms: { package_id: number };
    campaign: Campaign;
    offer: Awaited<ReturnType<typeof attachedPackage>>;
    user: By["user"];
  },
) {
  const moves: { old: Old; plan: Plan; row: Record<string, unknown> }[] = [];
  for (const [index, old] of olds.entries()) {
    const plan = plans[index] as Plan;
    const partsOf = signingTerms({ schedule_terms: "usual" });
    const { package_id } = terms;
    const signed = { user, package_id, offer, campaign, contract_date: old.day, partsOf };
    const [columns] = await signedColumns(trx, plan.discount, signed, [plan.party]);
    const row = {
      ...takenAlong(old),
      ...columns,
      signed_with: await familyOf(trx, old),
      campaign_id: campaign.id,
      package_id,
      moved_from_id: old.id,
    };
    moves.push({ old, plan, row });
  }
  const days = moves.filter(({ plan }) => plan.onward).map(({ old }) => old.day);
  const numbers = days.length ? await takeNumbers(trx, days) : [];
  await trx.raw("LOCK TABLE contracts IN SHARE ROW EXCLUSIVE MODE");
  const pairs: { old: Old; plan: Plan; signed: { id: number; number: string } }[] = [];
  for (const { old, plan, row } of moves)
    pairs.push({ old, plan, signed: await insertNumbered(trx, series, old.day, row) });
  for (const { old, plan, signed } of pairs) {
    const cancelled = {
      ...plan.cancelled,
      status: "cancelled",
      cancellation_reason: movedReason(signed.number),
    };
    await trx("contracts").where({ id: old.id }).update(cancelled);
    if (!plan.onward) continue;
    await trx("allocations").insert({
      ...plan.onward,
      allocation_number: numbers.shift(),
      date: old.day,
      customer_id: old.customer_id,
      from_contract_id: old.id,
      contract_id: signed.id,
      currency_id: old.currency_id,
    });
  }
  const all = pairs.flatMap(({ old, signed }) => [{ contract_id: old.id }, { contract_id: signed.id }]);
  for (const step of settleContracts(trx, all)) await step();
  const contracts: Contract[] = [];
  for (const { signed } of pairs) contracts.push(await findContract(trx, signed.id));
  return contracts;
}

/** The first of those who signed together with a contract; undefined of one that was signed alone. */
async function familyOf(trx: Transaction, { id }: Old): Promise<number | undefined> {
  const own = await trx("contracts").where({ id }).first("signed_with");
  if (own.signed_with) return own.signed_with;
  return (await trx("contracts").where({ signed_with: id }).first("id")) ? id : undefined;
}
