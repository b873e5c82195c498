import { FilterSelect, FilterText } from "~/ui/page/filter-bar";
import type { Choices } from "./campaigns.server";

/** The campaign among the filters of a list: see `campaignChoices`. If not all are offered, a name finds others. */
export function FilterCampaign({ campaigns: { campaigns, hasMore, message } }: { campaigns: Choices }) {
  return (
    <>
      <FilterSelect name="campaign_id" label="الحملة" choices={campaigns} />
      {(hasMore || message) && <FilterText name="campaign" label="حملات أخرى بالاسم" />}
      {message && (
        <p className="order-1 basis-full text-sm" role="status">
          {message}
        </p>
      )}
    </>
  );
}
