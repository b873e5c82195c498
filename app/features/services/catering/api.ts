import { jsonResource } from "~/http/resource.server";
import { cateringLabels } from "./catering";
import {
  cateringSchema,
  createCatering,
  deleteCatering,
  findCatering,
  listCaterings,
  updateCatering,
} from "./caterings.server";

const caterings = jsonResource({
  key: "catering_services",
  item: "catering_service",
  write: "manage_services",
  schema: cateringSchema,
  labels: cateringLabels,
  list: listCaterings,
  find: findCatering,
  create: createCatering,
  update: (trx, id, input, _user, { readAt }) => updateCatering(trx, id, input, { readAt }),
  remove: deleteCatering,
});

export const loader = caterings.loader;
export const action = caterings.action;
