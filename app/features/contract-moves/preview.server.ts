import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { date, decimal, id } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import type { SessionUser } from "~/domain/permissions";
import { openPackages } from "~/features/campaigns/campaigns.server";
import { seatsOf } from "~/features/campaigns/seats.server";
import { type FeeKind, feeKindsByTerms } from "~/features/contracts/cancellation";
import type { Contract } from "~/features/contracts/contract";
import type { ContractRow } from "~/features/contracts/contracts.server";
import { discountLimit } from "~/features/contracts/discount.server";
import { feeTermsOf } from "~/features/contracts/fee-terms.server";
import { openGroups } from "~/features/contracts/group-of-contract.server";
import { attachedPackage } from "~/features/contracts/rules.server";
import { signingTerms } from "~/features/contracts/signing-terms.server";
import { proposalText } from "~/features/fees/fee-lines";
import type { Campaign } from "~/features/holds/seats.server";
import { ageGroups } from "~/features/journey/ages.server";
import { placeOfContract } from "~/features/journey/place-in-group.server";
import { usualDay } from "~/features/money/event-day.server";
import { convert, roundTo } from "~/features/money/money.server";
import { readCurrencies } from "~/features/money/rates.server";
import { settledFor } from "./groups.server";
import { figuresOf, type Plan, planOf, requireMovable } from "./plan.server";

/* What a move would give, as its page shows it before. */

type Typed = (name: string) => string;

/** A preview shows what another fee gives before its reason is typed. */
const shownWithout = "—";

const anId = id();
const anAmount = decimal({});
const aDay = date();

/** The packages of the chosen campaign, and the chosen one: the only one where there is one. */
export async function offeredIn(db: Db, typed: Typed) {
  const of = typed("campaign_id");
  const packages = await openPackages(db, of);
  const chosen = packages.find(({ id }) => String(id) === typed("package_id"));
  return { of, packages, chosen: chosen ?? (packages.length === 1 ? packages[0] : undefined) };
}

/** The preview of what was typed so far; undefined until campaign and package are chosen. */
export async function previewOf(db: Db, user: SessionUser, contracts: Contract[], typed: Typed) {
  const { packages, chosen } = await offeredIn(db, typed);
  const campaign = await campaignOf(db, typed("campaign_id"));
  if (!campaign || !chosen || !contracts.length) return { packages, preview: undefined };
  const terms = { campaign_id: campaign.id, package_id: chosen.id };
  const customerIds = contracts.map(({ customer_id }) => customer_id);
  const [offer, currencies, limit, ages, feeTerms, rows] = await Promise.all([
    attachedPackage(db, terms),
    readCurrencies(db),
    discountLimit(db, user),
    ageGroups(db, campaign.id, customerIds),
    feeTermsOf(
      db,
      contracts.map(({ id }) => id),
    ),
    db("contracts")
      .whereIn(
        "id",
        contracts.map(({ id }) => id),
      )
      .orderBy("id")
      .select<ContractRow[]>(),
  ]);
  const sent = {
    fee: anAmount.safeParse(typed("fee") || "0").data ?? "0",
    fee_kind: Object.hasOwn(feeKindsByTerms, typed("fee_kind")) ? (typed("fee_kind") as FeeKind) : undefined,
    fee_reason: typed("fee_reason") || shownWithout,
    keep_discount: typed("keep_discount") === "true",
  };
  const sentDay = aDay.safeParse(typed("event_date")).data;
  const plans: Plan[] = [];
  const lines: MoveLine[] = [];
  for (const row of rows) {
    const contract = contracts.find(({ id }) => id === row.id) as Contract;
    const day = sentDay ?? usualDay(row.contract_date);
    try {
      requireMovable(row, terms);
      const settled = await settledFor(db, [{ id: row.id, day }]);
      if (settled)
        throw new DomainError(
          "conflict",
          `غادر مع المجموعة ${quote(settled.group)} في ${settled.day}، فلا ينقل عقده`,
        );
      const plan = await planOf(db, row, sent, {
        offer,
        currencies,
        user,
        limit,
        day,
        ages,
        feeTerms,
        campaign_id: campaign.id,
      });
      plans.push(plan);
      const parts = signingTerms({ schedule_terms: "usual" })({
        contract_date: day,
        total_amount: plan.total,
        code: offer.code,
        campaign,
      });
      const place =
        row.campaign_id === campaign.id ? undefined : await placeOfContract(db, row, { isCancelling: true });
      lines.push({ ...lineOf(contract, plan), parts, place: place ?? null });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      lines.push({ id: row.id, fault: error.message });
    }
  }
  const isElsewhere = rows.some(({ campaign_id }) => campaign_id !== campaign.id);
  return {
    packages,
    preview: {
      shown: plans.length === rows.length ? figuresOf(terms, rows, plans) : "",
      campaign: campaign.name,
      package: chosen.name,
      currency: chosen.currency,
      free: (await seatsOf(db, campaign.id)).free,
      newcomers: plans.filter(({ needsSeat }) => needsSeat).length,
      isElsewhere,
      groups: isElsewhere ? await openGroups(db, campaign.id) : [],
      isGrouped: await groupsOf(db, campaign.id, contracts),
      lines,
    },
  };
}
export type Preview = NonNullable<Awaited<ReturnType<typeof previewOf>>["preview"]>;

type Fault = { id: number; fault: string };
export type MoveFigures = ReturnType<typeof lineOf> & {
  fault?: undefined;
  parts: { due_date: string; amount: string }[];
  place: Awaited<ReturnType<typeof placeOfContract>> | null;
};
export type MoveLine = Fault | MoveFigures;

/** The figures of one contract: of the old one in its currency, of the new one in its own. */
function lineOf(
  { id, total_amount, paid_amount, refunded_amount, currency }: Contract,
  { from, to, proposal, party, ...plan }: Plan,
) {
  const before = roundTo(convert(`${total_amount}`, from.exchange_rate, to.exchange_rate), to.code);
  const goes = Big(plan.onward?.amount ?? 0);
  const pays = Big(plan.onward?.equivalent_amount ?? 0);
  return {
    id,
    room: party.room ?? null,
    traveller: party.traveller ?? null,
    total: Number(plan.total),
    discount: Number(plan.discount.discount_amount ?? 0),
    difference: Big(plan.total).minus(before).toNumber(),
    kept: Big(paid_amount).minus(refunded_amount).toNumber(),
    fee: Number(plan.cancelled.cancellation_fee),
    proposed: proposal ? Number(proposal.fee) : null,
    terms: proposal ? proposalText(proposal, currency) : null,
    goes: goes.toNumber(),
    pays: pays.toNumber(),
    stays: Big(plan.available).minus(goes).toNumber(),
    owes: Big(plan.total).minus(pays).toNumber(),
  };
}

async function campaignOf(db: Db, value: string): Promise<(Campaign & { name: string }) | undefined> {
  const { data } = anId.safeParse(value);
  if (!data) return undefined;
  return db("campaigns")
    .where({ id: data, status: "active" })
    .first("id", "name", "total_seats", "status", "start_date", "down_payment_percent", "payment_lead_days");
}

/** The names of the groups of the new campaign in which customers are already, each once. */
const groupsOf = (db: Db, campaign_id: number, contracts: Contract[]): Promise<string[]> =>
  db("group_members")
    .join("groups", "groups.id", "group_id")
    .where({ "group_members.campaign_id": campaign_id })
    .whereIn(
      "customer_id",
      contracts.map(({ customer_id }) => customer_id),
    )
    .distinct()
    .orderBy("groups.name")
    .pluck("groups.name");
