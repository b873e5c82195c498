import { jsonResource } from "~/http/resource.server";
import { transportationLabels } from "./transportation";
import {
  createTransportation,
  deleteTransportation,
  findTransportation,
  listTransportations,
  transportationSchema,
  updateTransportation,
} from "./transportations.server";

const transportations = jsonResource({
  key: "transportations",
  item: "transportation",
  write: "manage_services",
  read: ["manage_trips"],
  schema: transportationSchema,
  labels: transportationLabels,
  list: listTransportations,
  find: findTransportation,
  create: createTransportation,
  update: (trx, id, input, _user, { readAt }) => updateTransportation(trx, id, input, { readAt }),
  remove: deleteTransportation,
});

export const loader = transportations.loader;
export const action = transportations.action;
