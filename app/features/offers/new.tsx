import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { SigningForm } from "~/features/contracts/signing-form";
import { signingData, signingSteps } from "~/features/contracts/signing-form.server";
import { customersOf } from "~/features/customers/picks.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { type Offer, offer } from "./offer";
import { findOffer } from "./offers.server";
import { offerForms } from "./writes.server";

export const meta = () => [{ title: "عرض سعر جديد" }];

/** The days that an offer holds until the clerk says otherwise. */
const usualDays = 7;

/** `from` names an offer of which this one is the same, at today's price. */
export const loader = screen([offer.write], async ({ params, user, url: { searchParams } }) => {
  const from = searchParams.get("from");
  const old = from === null ? undefined : await findOffer(db, idParam(from));
  const values = {
    campaign_id: searchParams.get("campaign_id"),
    ...(old && valuesOf(old)),
    schedule_terms: "usual",
    valid_until: later(officeToday(), usualDays),
  };
  const companions = old?.companions.map(({ customer_id }) => customer_id) ?? [];
  const signers = [old?.customer_id ?? searchParams.get("customer_id"), ...companions];
  const [form, data, chosen] = await Promise.all([
    formOf(offerForms, params),
    signingData(user, values, signers),
    customersOf(db, companions),
  ]);
  return { ...form, ...data, companions: chosen, values };
});

const valuesOf = (old: Offer) => ({
  campaign_id: old.campaign_id,
  package_id: old.package_id,
  room: old.room,
  traveller: old.traveller,
  companion_ids: old.companions.map(({ customer_id }) => customer_id),
  companion_cells: old.companions.flatMap((one) => [one.customer_id, one.room ?? "", one.traveller ?? ""]),
  discount_amount: old.discount_amount || "",
  discount_reason: old.discount_reason,
  agent_id: old.agent_id,
  commission_rate: old.commission_rate,
  commission_reason: old.commission_reason,
  visa_issue_date: old.visa_issue_date,
  visa_duration_days: old.visa_duration_days,
  notes: old.notes,
});

export const action = saveAction(offer, offerForms, {
  ...signingSteps,
  to: ({ id }) => `${offer.path}/${id}`,
  message: ({ offer_number, valid_until }) => `عرض السعر ${offer_number} صالح حتى ${valid_until}`,
});

export const clientAction = keepForm();

export default function NewOffer() {
  const { values, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(offer, loaded, { values });
  return (
    <SigningForm form={form} data={loaded} title="عرض سعر جديد" save="حفظ العرض">
      <TextField
        {...form.field("valid_until")}
        wide
        hint="يبقى السعر إلى آخر هذا اليوم، وإن تغير سعر الباقة."
      />
    </SigningForm>
  );
}
