import { useLoaderData } from "@remix-run/react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { campaign } from "~/features/campaigns/campaign";
import { openCampaigns } from "~/features/campaigns/campaigns.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { type Hold, hold } from "./hold";
import { holds, usualUntil } from "./holds.server";

export const loader = screen([hold.write], async ({ params, url: { searchParams } }) => {
  const form = await formOf(holds, params);
  const values = { campaign_id: searchParams.get("campaign_id"), until: usualUntil() };
  return { ...form, values, offers: await offersOf(askedByValues(form.row ?? values)) };
});

const offersOf = async (asked: Asked) => ({ campaign_id: await openCampaigns(asked) });

export const action = saveAction(hold, holds, { offers: offersOf });
export const clientAction = keepForm();

const toValues = (row: Hold) => ({ ...row, until: row.until_local });

/** The form of a hold. A new one proposes the same hour of tomorrow. */
export default function HoldForm() {
  const { values, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(hold, loaded, { toValues, values });
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <OfferField {...form.offer("campaign_id")} wide empty="اختر الحملة" lacks={campaign} />
      <TextField {...field("name")} autoComplete="off" autoFocus />
      <TextField {...field("phone")} />
      <NumberField {...field("seats")} whole hint="بلا الرضع، فلا مقعد لهم." />
      <TextField {...field("until")} hint="بتوقيت المكتب، وينتهي الحجز عندها وحده." />
      <TextAreaField {...field("note")} rows={2} />
    </EntityDialog>
  );
}
