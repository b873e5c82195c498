import { FilterSelect, FilterText } from "~/ui/filter-bar";

/** The campaign among the filters of a list: see `campaignChoices`. Where not all are offered, a name brings others. */
export function FilterCampaign({
  campaigns: { campaigns, hasMore },
}: {
  campaigns: { campaigns: [id: number, name: string][]; hasMore: boolean };
}) {
  return (
    <>
      <FilterSelect name="campaign_id" label="الحملة" choices={campaigns} />
      {hasMore && <FilterText name="campaign" label="حملات أخرى بالاسم" />}
    </>
  );
}
