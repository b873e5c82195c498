import type { ActionFunctionArgs } from "@remix-run/node";
import { entityCalls } from "~/http/resource.server";
import { idParam } from "~/http/screen.server";
import { planStage } from "../plan";
import { planStages } from "../plan-stages.server";

/** /trip-plans/{plan}/stages, and /plan-stages/{id}, which names no plan (spec §7). */
const calls = ({ params: { plan } }: ActionFunctionArgs) =>
  entityCalls(planStage, planStages(plan === undefined ? undefined : () => idParam(plan)));

export const loader = (args: ActionFunctionArgs) => calls(args).loader(args);
export const action = (args: ActionFunctionArgs) => calls(args).action(args);
