import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { entityCalls } from "~/http/resource.server";
import { entities } from "./entities.server";

/** The standard calls of every entity (spec §7). */
const calls = new Map(
  Object.entries(entities).map(([name, { entity, store, file, answer }]) => [
    name,
    entityCalls(entity, store, { file, answer }),
  ]),
);

/** The calls at an address `/api/<name>`, in any case. */
function callsAt({ request }: { request: Request }) {
  const [, , name = ""] = new URL(request.url).pathname.split("/");
  return calls.get(name.toLowerCase()) as ReturnType<typeof entityCalls>; // api-routes.ts has only names of this map
}

export const loader = (args: LoaderFunctionArgs) => callsAt(args).loader(args);
export const action = (args: ActionFunctionArgs) => callsAt(args).action(args);
