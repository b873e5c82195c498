import { jsonResource } from "~/http/resource.server";
import { campaignReaders } from "./campaign";
import { findCampaign, listCampaigns } from "./campaigns.server";

const campaigns = jsonResource({
  key: "campaigns",
  item: "campaign",
  write: "manage_campaigns",
  read: campaignReaders,
  list: listCampaigns,
  find: findCampaign,
});

export const loader = campaigns.loader;
export const action = campaigns.action;
