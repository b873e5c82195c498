import { lookupResource } from "./lookup-resource.server";

const cateringTypes = lookupResource("catering-types");

export const loader = cateringTypes.loader;
export const action = cateringTypes.action;
