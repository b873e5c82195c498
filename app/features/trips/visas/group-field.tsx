import type { ComponentProps } from "react";
import { SelectField } from "~/ui/form/field";
import { OfferSearch } from "~/ui/form/offer-search";
import type { groupChoices } from "./visas.server";

/** The group of a visa. Where the office has more groups than a select offers, a search by name finds others. */
export const GroupField = ({
  groups,
  query,
  ...field
}: Omit<ComponentProps<typeof SelectField>, "choices"> & {
  groups: Awaited<ReturnType<typeof groupChoices>>;
  query?: string;
}) => (
  <>
    <SelectField {...field} choices={groups.choices} />
    <OfferSearch
      offer={groups}
      id="group-query"
      name="group_query"
      label="مجموعات أخرى بالاسم"
      query={query}
      intent="groups"
    />
  </>
);
