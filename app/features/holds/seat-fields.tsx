import type { ComponentProps } from "react";
import { campaign } from "~/features/campaigns/campaign";
import { NumberField, TextAreaField, TextField } from "~/ui/form/field";
import { OfferField } from "~/ui/form/offer-field";
import type { Common } from "~/ui/form/remarks";

type Name = "name" | "phone" | "seats" | "until" | "note";

/** Who asks for how many seats of which campaign, and until when: of a hold, and of the waiting list. */
export function SeatFields({
  field,
  offer,
  untilHint,
}: {
  field: (name: Name) => Common;
  /** Of the campaign. */
  offer: Pick<ComponentProps<typeof OfferField>, "field" | "label" | "offer" | "onOffers">;
  untilHint: string;
}) {
  return (
    <>
      <OfferField {...offer} wide empty="اختر الحملة" lacks={campaign} />
      <TextField {...field("name")} autoComplete="off" autoFocus />
      <TextField {...field("phone")} />
      <NumberField {...field("seats")} whole hint="بلا الرضع، فلا مقعد لهم." />
      <TextField {...field("until")} hint={untilHint} />
      <TextAreaField {...field("note")} rows={2} />
    </>
  );
}
