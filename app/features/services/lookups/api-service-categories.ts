import { lookupResource } from "./lookup-resource.server";

const serviceCategories = lookupResource("service-categories");

export const loader = serviceCategories.loader;
export const action = serviceCategories.action;
