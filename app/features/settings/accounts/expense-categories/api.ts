import { entityCalls } from "~/http/resource.server";
import { categories } from "./categories.server";
import { category } from "./category";

const calls = entityCalls(category, categories);

export const loader = calls.loader;
export const action = calls.action;
