import { jsonResource } from "~/http/resource.server";
import { campaignLabels, campaignReaders } from "./campaign";
import {
  campaignChangeSchema,
  campaignSchema,
  createCampaign,
  deleteCampaign,
  findCampaign,
  listCampaigns,
  updateCampaign,
} from "./campaigns.server";

const campaigns = jsonResource({
  key: "campaigns",
  item: "campaign",
  write: "manage_campaigns",
  read: campaignReaders,
  schema: campaignSchema,
  updateSchema: campaignChangeSchema,
  labels: campaignLabels,
  list: listCampaigns,
  find: findCampaign,
  create: createCampaign,
  update: (trx, id, change, _user, { readAt }) => updateCampaign(trx, id, change, { readAt }),
  remove: deleteCampaign,
});

export const loader = campaigns.loader;
export const action = campaigns.action;
