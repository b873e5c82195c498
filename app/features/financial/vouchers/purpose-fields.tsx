import { useState } from "react";
import { SelectField, TextField } from "~/ui/form/field";
import { OfferField } from "~/ui/form/offer-field";
import type { Purpose } from "./purpose";

type OfferOf = React.ComponentProps<typeof OfferField>;

/**
 * What a voucher without a contract is for, and the service: one of the office's, or its name. A voucher with a contract sends no purpose.
 * @param first the purpose with which the form begins
 */
export function PurposeFields({
  field,
  offer,
  choices,
  first,
  firstService,
  isAsked,
}: {
  field: (name: "purpose" | "service_name") => Pick<OfferOf, "field" | "label" | "storedValue">;
  offer: (
    name: "other_service_id",
  ) => Pick<OfferOf, "field" | "label" | "storedValue" | "offer" | "onOffers">;
  choices: Partial<Record<Purpose, string>>;
  first: string | undefined;
  firstService: string | undefined;
  isAsked: boolean;
}) {
  const [purpose, setPurpose] = useState(first || "on_account");
  const [serviceId, setServiceId] = useState(firstService ?? "");
  if (!isAsked) return <input type="hidden" name="purpose" value="" />;
  return (
    <>
      <SelectField
        {...field("purpose")}
        choices={choices}
        defaultValue={undefined}
        value={purpose}
        onChange={(event) => setPurpose(event.target.value)}
      />
      {purpose === "service" && (
        <OfferField
          {...offer("other_service_id")}
          empty="خدمة أخرى"
          defaultValue={undefined}
          value={serviceId}
          onChange={(event) => setServiceId(event.target.value)}
        />
      )}
      {purpose === "service" && !serviceId && <TextField {...field("service_name")} />}
    </>
  );
}
