import { useLoaderData } from "@remix-run/react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { openCampaigns } from "~/features/campaigns/campaigns.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { keepForm } from "~/ui/form/keep-form";
import { type Hold, hold } from "./hold";
import { holds, usualUntil } from "./holds.server";
import { SeatFields } from "./seat-fields";

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
  return (
    <EntityDialog form={form}>
      <SeatFields
        field={form.field}
        offer={form.offer("campaign_id")}
        untilHint="بتوقيت المكتب، وينتهي الحجز عندها وحده."
      />
    </EntityDialog>
  );
}
