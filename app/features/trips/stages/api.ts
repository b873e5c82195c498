import type { ActionFunctionArgs } from "@remix-run/node";
import { entityCalls } from "~/http/resource.server";
import { idParam } from "~/http/screen.server";
import { stage } from "../stage";
import { stages } from "../stages.server";

/** /trips/{trip}/stages, and /stages/{id}, which names no trip (spec §7). */
const calls = ({ params: { trip } }: ActionFunctionArgs) =>
  entityCalls(stage, stages(trip === undefined ? undefined : () => idParam(trip)));

export const loader = (args: ActionFunctionArgs) => calls(args).loader(args);
export const action = (args: ActionFunctionArgs) => calls(args).action(args);
