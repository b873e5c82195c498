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
  file: photoOf,
  list: listCustomers,
  find: findCustomer,
  create: (trx, input, _user, photo) => createCustomer(trx, input, photo),
  update: (trx, id, input, _user, { readAt, file }) =>
    updateCustomer(trx, id, input, { readAt, photo: file }),
  remove: deleteCustomer,
});

export const loader = customers.loader;
export const action = customers.action;
