import type { ComponentProps } from "react";
import { SelectField } from "~/ui/form/field";
import { SearchStep } from "~/ui/form/search-step";
import type { groupChoices } from "./visas.server";

/** The group of a visa. Where the office has more groups than a select offers, a search by name finds others. */
export function GroupField({
  groups: { choices, hasMore, message },
  query,
  ...field
}: Omit<ComponentProps<typeof SelectField>, "choices"> & {
  groups: Awaited<ReturnType<typeof groupChoices>>;
  query?: string;
}) {
  return (
    <>
      <SelectField {...field} choices={choices} />
      {(hasMore || message) && (
        <div className="field wide">
          <SearchStep
            id="group-query"
            name="group_query"
            label="مجموعات أخرى بالاسم"
            query={query}
            intent="groups"
            note={message}
          />
        </div>
      )}
    </>
  );
}
