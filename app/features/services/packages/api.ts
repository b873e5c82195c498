import { jsonResource } from "~/http/resource.server";
import { packageReaders } from "./package";
import { findPackage, listPackages } from "./packages.server";

const packages = jsonResource({
  key: "packages",
  item: "package",
  write: "manage_services",
  read: packageReaders,
  list: listPackages,
  find: findPackage,
});

export const loader = packages.loader;
export const action = packages.action;
