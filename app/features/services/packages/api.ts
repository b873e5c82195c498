import { jsonResource } from "~/http/resource.server";
import { packageLabels, packageReaders } from "./package";
import {
  createPackage,
  deletePackage,
  findPackage,
  listPackages,
  packageSchema,
  updatePackage,
} from "./packages.server";

/** A total_cost or total_price that is sent is only what a screen showed (rulings §3); the schema drops it. */
const packages = jsonResource({
  key: "packages",
  item: "package",
  write: "manage_services",
  read: packageReaders,
  schema: packageSchema,
  labels: packageLabels,
  list: listPackages,
  find: findPackage,
  create: createPackage,
  update: (trx, id, input, _user, { readAt }) => updatePackage(trx, id, input, { readAt }),
  remove: deletePackage,
});

export const loader = packages.loader;
export const action = packages.action;
