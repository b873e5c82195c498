import { entityCalls } from "~/http/resource.server";
import { supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

export const { loader, action } = entityCalls(supplier, suppliers);
