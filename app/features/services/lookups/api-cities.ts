import { lookupResource } from "./lookup-resource.server";

const cities = lookupResource("cities");

export const loader = cities.loader;
export const action = cities.action;
