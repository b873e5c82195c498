import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import { agentOffer } from "~/features/agents/agents.server";
import { campaignTerms, openCampaigns, openPackages } from "~/features/campaigns/campaigns.server";
import { addCustomer } from "~/features/customers/inline-create.server";
import { companionsOf, customerOf, pickedOf } from "~/features/customers/picks.server";
import { usualTerms } from "~/features/instalments/instalment";
import { agesIn } from "./cell.server";
import { discountLimit } from "./discount.server";
import { type Offer, offer } from "./use-offer";

/* The data of the form of who signs (signing-form.tsx). */

/** What the form begins with. @param signers ids of the customer and of who signs with him */
export async function signingData(
  user: SessionUser,
  values: { campaign_id: unknown; agent_id?: unknown },
  signers: unknown[],
) {
  const [offers, packages, customer, limit, ages] = await Promise.all([
    offersOf(askedByValues(values)),
    offeredIn(values.campaign_id),
    customerOf(db, signers[0]),
    discountLimit(db, user),
    agesIn(values.campaign_id, signers),
  ]);
  return { offers, packages, customer, limit: Number(limit), today: officeToday(), ages };
}

async function offersOf(asked: Asked) {
  const [campaign_id, agent_id] = await Promise.all([openCampaigns(asked), agentOffer(asked)]);
  return { campaign_id, agent_id };
}
export type SigningOffers = Awaited<ReturnType<typeof offersOf>>;

/** The data of a form that is shown again: the customers, and the packages of the chosen campaign. */
export async function besideOf(form: FormData) {
  const signers = [form.get("customer_id"), ...form.getAll("companion_ids")];
  const [reply, companions, packages, ages] = await Promise.all([
    pickedOf(form),
    companionsOf(form),
    offeredIn(form.get("campaign_id")),
    agesIn(form.get("campaign_id"), signers),
  ]);
  return { ...reply, ...companions, packages, ages };
}
export type Beside = Awaited<ReturnType<typeof besideOf>>;

async function offeredIn(campaignId: unknown): Promise<Offer> {
  const of = String(campaignId ?? "");
  const [packages, campaign] = await Promise.all([openPackages(db, of), campaignTerms(db, of)]);
  return { of, packages: packages.map(offer), terms: campaign && usualTerms(campaign) };
}

/** What its action needs beside schema and store. */
export const signingSteps = {
  sideStep: (form: FormData, user: SessionUser) => addCustomer(form, user, besideOf),
  beside: besideOf,
  offers: offersOf,
};
