import { useLoaderData } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { movedText } from "~/features/moving/moved";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { planOffer } from "./plans.server";
import { type Trip, trip } from "./trip";
import { trips } from "./trips.server";

export const loader = screen([trip.write], async ({ params }) => ({
  ...(await formOf(trips, params)),
  ...(!params.id && { offers: await planOffer(askedByValues()) }),
}));
export const action = saveAction(trip, trips, {
  offers: planOffer,
  message: (row, usual) => usual + movedText(row),
});
export const clientAction = keepForm();

/** With its start a trip usually moves whole. */
const toValues = (row: Trip) => ({ ...row, move_stages: "true" });

export default function TripForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useEntityForm(trip, loaded, { toValues });
  const { field, offer, row } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField {...field("start_date")} />
      <TextField {...field("end_date")} />
      {row ? (
        <CheckboxField
          {...field("move_stages")}
          text="نقل المراحل ونهاية الرحلة معها"
          hint="بعدد الأيام نفسه، إن تغير تاريخ البداية؛ والنهاية تبقى كما كتبتها إن غيرتها."
        />
      ) : (
        <OfferField
          {...offer("plan_id")}
          empty="بلا خطة"
          wide
          hint="تنسخ مراحل الخطة إلى الرحلة، كلٌّ بتاريخها."
        />
      )}
    </EntityDialog>
  );
}
