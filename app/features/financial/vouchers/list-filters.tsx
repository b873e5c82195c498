import { filterLabels } from "~/domain/filter-labels";
import type { PageOffer } from "~/domain/offer";
import { FilterOffer } from "~/ui/page/filter-bar";

type Name = "account_id" | "user_id";
const names: Name[] = ["account_id", "user_id"];

/** The filters of a list of vouchers by account and user. */
export const VoucherFilters = ({ offers }: { offers: Record<Name, PageOffer> }) =>
  names.map((name) => <FilterOffer key={name} name={name} label={filterLabels[name]} offer={offers[name]} />);
