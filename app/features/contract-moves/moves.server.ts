import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { conflicting, DomainError, invalid, notFound } from "~/domain/domain-error";
import { choice, flag, id, optional, text } from "~/domain/input.server";
import { ids } from "~/domain/lists.server";
import { quote } from "~/domain/nouns";
import { holdsAny, permissionLabels } from "~/domain/permissions";
import { namesOf } from "~/domain/states";
import { feeKindsByTerms } from "~/features/contracts/cancellation";
import type { Contract } from "~/features/contracts/contract";
import { type ContractRow, findContract } from "~/features/contracts/contracts.server";
import { discountLimit } from "~/features/contracts/discount.server";
import { feeTermsOf } from "~/features/contracts/fee-terms.server";
import { activeCustomers, attachedPackage, questionsOf } from "~/features/contracts/rules.server";
import { allFields } from "~/features/contracts/signing.server";
import { addAll } from "~/features/groups/members/members.server";
import { lockOpenCampaign, takeSeats } from "~/features/holds/seats.server";
import { ageGroups } from "~/features/journey/ages.server";
import type { LeftGroup } from "~/features/journey/left-group";
import { leaveUntravelling, leftGroups } from "~/features/journey/membership.server";
import { mostMoved } from "~/features/links/move-address";
import { eventDay, eventFields, lastEntry } from "~/features/money/event-day.server";
import { lockPots } from "~/features/money/pots.server";
import { readCurrencies } from "~/features/money/rates.server";
import { lockGroupsOf, settledFor } from "./groups.server";
import { figuresOf, type Plan, planOf, requireMovable } from "./plan.server";
import { type Old, writeMoves } from "./writes.server";

/*
 * Contracts move to another campaign or package: each is cancelled and a new one is signed in its place, and what was paid beyond the fee
 * goes on to it (docs/decisions/moved-contracts.md).
 */

export const moveSchema = z.object({
  campaign_id: id(),
  package_id: id(),
  fee: allFields.shape.cancellation_fee,
  fee_kind: choice(namesOf(feeKindsByTerms)).optional(),
  fee_reason: optional(text(300)),
  keep_discount: flag().optional(),
  group_id: optional(id()),
  ...eventFields,
});
export type Terms = z.output<typeof moveSchema>;

/** The same of several contracts at once. */
export const severalSchema = moveSchema.extend({ contract_ids: ids(mostMoved) });

/** @property left the groups of the old campaigns in which their customers are no more */
export type Moved = { contracts: Contract[]; left: LeftGroup[] };

/**
 * What the sender has seen: the `updated_at` of the contracts, and the figures of a form (`figuresOf`), which moves nothing while it shows others.
 */
type Seen = { versions?: ReadonlyMap<number, string>; shown?: string };

/**
 * Moves contracts, all of them or none, in the order of their ids. The customers leave the groups of their old campaigns, and join `group_id` where it is
 * sent and they are in no group of the new campaign yet. A form is asked before a customer has a second contract in the campaign.
 * @throws DomainError not_found, invalid, forbidden (a day, a discount, a group), conflict
 */
export async function moveContracts(
  trx: Transaction,
  contractIds: number[] | undefined,
  terms: Terms,
  { user, ask }: By,
  { versions = new Map(), shown }: Seen = {},
): Promise<Moved> {
  if (terms.group_id && !holdsAny(user, ["manage_trips"])) throw forbiddenGroup();
  const wanted = [...new Set(contractIds)].sort((a, b) => a - b);
  if (!wanted.length) throw invalid("contract_ids", "اختر عقدًا واحدًا على الأقل");
  const memberships = await lockGroupsOf(trx, wanted, terms);
  const customerIds: number[] = await trx("contracts")
    .whereIn("id", wanted)
    .orderBy("customer_id")
    .distinct()
    .pluck("customer_id");
  for (const customer of customerIds) await lockPots(trx, { field: "customer_id", id: customer });
  const isSeveral = wanted.length > 1;
  const olds: Old[] = [];
  for (const one of wanted) {
    const current = ask ? undefined : () => findContract(trx, one);
    const row = await lockRow<ContractRow>(trx, "contracts", one, versions.get(one), current);
    const day = await told(row, isSeveral, async () => {
      requireMovable(row, terms);
      const event = { user, day: row.contract_date, last: lastEntry(trx, { contract_id: row.id }) };
      return eventDay(trx, terms, event);
    });
    olds.push({ ...row, day });
  }
  await requireUnsettled(trx, olds);
  const campaign = await lockOpenCampaign(trx, terms.campaign_id);
  if (terms.group_id)
    await trx("customers").whereIn("id", customerIds).orderBy("id").forUpdate().select("id");
  const customers = await activeCustomers(trx, customerIds);
  const offer = await attachedPackage(trx, terms);
  const currencies = await readCurrencies(trx);
  const limit = await discountLimit(trx, user);
  const ages = await ageGroups(trx, campaign.id, customerIds);
  const feeTerms = await feeTermsOf(trx, wanted);
  // An empty field of a form is a fee of none.
  const sent = { ...terms, fee: terms.fee ?? (ask && "0") };
  const plans: Plan[] = [];
  for (const old of olds)
    plans.push(
      await told(old, isSeveral, () =>
        planOf(trx, old, sent, {
          offer,
          currencies,
          user,
          limit,
          day: old.day,
          campaign_id: campaign.id,
          ages,
          feeTerms,
        }),
      ),
    );
  if (ask && shown !== figuresOf(terms, olds, plans))
    throw new DomainError("conflict", "راجع ما يتغير، ثم انقل");
  await takeSeats(trx, campaign, plans.filter(({ needsSeat }) => needsSeat).length);
  if (ask) ask(await questionsOf(trx, campaign.id, customers, wanted));
  const contracts = await writeMoves(trx, olds, plans, { terms, campaign, offer, user });
  await leaveUntravelling(trx, memberships);
  if (terms.group_id) await join(trx, { ...terms, group_id: terms.group_id }, customerIds, { user });
  return { contracts, left: await leftGroups(trx, memberships) };
}

const forbiddenGroup = () => {
  const sentence = `الإضافة إلى مجموعة تحتاج صلاحية «${permissionLabels.manage_trips}»`;
  return new DomainError("forbidden", sentence, { fields: { group_id: sentence } });
};

/** @throws DomainError conflict for who has departed with his group by the day on which he would be cancelled */
async function requireUnsettled(trx: Transaction, olds: Old[]) {
  const settled = await settledFor(trx, olds);
  if (!settled) return;
  const { contract_number, group, day } = settled;
  throw conflicting(
    "campaign_id",
    `صاحب العقد ${contract_number} غادر مع المجموعة ${quote(group)} في ${day}، فلا ينقل عقده`,
  );
}

/** The fields of a move in which the refusals of a signing and of a cancelling stand. */
const fieldNames = new Map([
  ["cancellation_fee", "fee"],
  ["discount_amount", "keep_discount"],
  ["discount_reason", "keep_discount"],
]);

/** Does what belongs to one contract: a refusal stands at the fields of the move, and of several names the contract. */
async function told<Result>(
  { contract_number }: { contract_number: string },
  isNamed: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, fields, current } = error;
    const say = (sentence: string) => (isNamed ? `العقد ${contract_number}: ${sentence}` : sentence);
    throw new DomainError(code, say(error.message), {
      current,
      fields:
        fields &&
        Object.fromEntries(
          Object.entries(fields).map(([name, sentence]) => [fieldNames.get(name) ?? name, say(sentence)]),
        ),
    });
  }
}

/** Those who are in no group of the new campaign join the one that was chosen. */
async function join(
  trx: Transaction,
  group: { group_id: number; campaign_id: number },
  customerIds: number[],
  by: By,
) {
  const { campaign_id } = group;
  const members: number[] = await trx("group_members")
    .where({ campaign_id })
    .whereIn("customer_id", customerIds)
    .pluck("customer_id");
  const others = customerIds.filter((one) => !members.includes(one));
  await addAll(trx, group, others, by);
}

/** Moves a single contract. @returns the new one @throws as `moveContracts` does */
export async function moveContract(
  trx: Transaction,
  id: number,
  terms: Terms,
  by: By,
): Promise<Contract & { left_group?: LeftGroup }> {
  const versions = new Map(by.readAt ? [[id, by.readAt]] : []);
  const { contracts, left } = await moveContracts(trx, [id], terms, by, { versions });
  const [contract] = contracts;
  if (!contract) throw notFound();
  return { ...contract, left_group: left[0] };
}

/** What a form sends besides. */
const formSchema = severalSchema.extend({ seen: optional(text(2000)), shown: optional(text(100)) });
export const moveForm = {
  schema: formSchema,
  find: findContract,
  create(trx: Transaction, { contract_ids, seen, shown, ...terms }: z.output<typeof formSchema>, by: By) {
    return moveContracts(trx, contract_ids, terms, by, {
      versions: versionsIn(seen ?? ""),
      shown: shown ?? "",
    });
  },
};

/** The versions that a form names: «7@2026-11-29T10:00:00.000Z 8@…». */
const versionsIn = (seen: string) =>
  new Map(
    seen.split(" ").flatMap((one): [number, string][] => {
      const [id, at] = one.split("@");
      return id && at ? [[Number(id), at]] : [];
    }),
  );
