import { db } from "~/db/knex.server";
import { campaigns } from "~/features/campaigns/campaigns.server";
import { listCall } from "~/http/resource.server";
import { idParam } from "~/http/screen.server";
import { group } from "./group";
import { groups } from "./groups.server";

/** /campaigns/{id}/groups (spec §7) */
const lists = listCall(group, groups, async ({ params }) => {
  const { id } = await campaigns.find(db, idParam(params.id));
  return { campaign_id: String(id) };
});

export const loader = lists.loader;
export const action = lists.action;
