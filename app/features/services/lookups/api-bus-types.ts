import { lookupResource } from "./lookup-resource.server";

const busTypes = lookupResource("bus-types");

export const loader = busTypes.loader;
export const action = busTypes.action;
