import { readJsonOrMultipart } from "~/http/body.server";
import { jsonResource } from "~/http/resource.server";
import { customerLabels, customerReaders, customerRequired } from "./customer";
import {
  createCustomer,
  customerSchema,
  deleteCustomer,
  findCustomer,
  listCustomers,
  photoOf,
  updateCustomer,
} from "./customers.server";

const customers = jsonResource({
  key: "customers",
  item: "customer",
  write: "manage_customers",
  read: customerReaders,
  schema: customerSchema,
  labels: customerLabels,
  requiredSentence: customerRequired,
  readBody: readJsonOrMultipart,
  list: listCustomers,
  find: findCustomer,
  create: (trx, input, _user, form) => createCustomer(trx, input, photoOf(form)),
  update: (trx, id, input, _user, { readAt, form }) =>
    updateCustomer(trx, id, input, { readAt, photo: photoOf(form) }),
  remove: deleteCustomer,
});

export const loader = customers.loader;
export const action = customers.action;
