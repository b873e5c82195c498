import { lookupResource } from "./lookup-resource.server";

const ratings = lookupResource("ratings");

export const loader = ratings.loader;
export const action = ratings.action;
