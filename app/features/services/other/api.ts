import { jsonResource } from "~/http/resource.server";
import { otherServiceLabels } from "./other-service";
import {
  createOtherService,
  deleteOtherService,
  findOtherService,
  listOtherServices,
  otherServiceSchema,
  updateOtherService,
} from "./other-services.server";

const otherServices = jsonResource({
  key: "other_services",
  item: "other_service",
  write: "manage_services",
  schema: otherServiceSchema,
  labels: otherServiceLabels,
  list: listOtherServices,
  find: findOtherService,
  create: createOtherService,
  update: (trx, id, input, _user, { readAt }) => updateOtherService(trx, id, input, { readAt }),
  remove: deleteOtherService,
});

export const loader = otherServices.loader;
export const action = otherServices.action;
