import { useLoaderData } from "@remix-run/react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { openCampaigns } from "~/features/campaigns/campaigns.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { keepForm } from "~/ui/form/keep-form";
import { SeatFields } from "../seat-fields";
import { type Waiting, waiting } from "./waiting";
import { waitingList } from "./waiting.server";

export const loader = screen([waiting.write], async ({ params, url: { searchParams } }) => {
  const form = await formOf(waitingList, params);
  const values = { campaign_id: searchParams.get("campaign_id") };
  return { ...form, values, offers: await offersOf(askedByValues(form.row ?? values)) };
});

const offersOf = async (asked: Asked) => ({ campaign_id: await openCampaigns(asked) });

export const action = saveAction(waiting, waitingList, { offers: offersOf });
export const clientAction = keepForm();

const toValues = (row: Waiting) => ({ ...row, until: row.until_local });

export default function WaitingForm() {
  const { values, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(waiting, loaded, { toValues, values });
  return (
    <EntityDialog form={form}>
      <SeatFields
        field={form.field}
        offer={form.offer("campaign_id")}
        untilHint="اتركه فارغًا إن كان ينتظر بلا موعد."
      />
    </EntityDialog>
  );
}
