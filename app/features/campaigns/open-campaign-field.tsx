import type { ComponentProps } from "react";
import { OfferField } from "~/ui/form/offer-field";
import { matchMessage } from "~/ui/page/offer-words";
import { campaign } from "./campaign";

/** The choice of a campaign that is open. If there is none, it says so and leads to adding one. */
export function OpenCampaignField(
  props: Omit<ComponentProps<typeof OfferField>, "wide" | "empty" | "lacks">,
) {
  const { choices, search } = props.offer;
  return (
    <OfferField
      {...props}
      wide
      empty={choices.length ? "اختر الحملة" : ((search && matchMessage(search)) ?? "لا توجد حملات نشطة")}
      lacks={search ? undefined : campaign}
    />
  );
}
