import type { ActionFunctionArgs } from "@remix-run/node";
import { DomainError } from "~/domain/domain-error";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { importers } from "./importables.server";
import { progressOf } from "./imports.server";

/** How many rows of one's own import are written so far, while it is carried out; what its page asks again and again. */
export const loader = call(importers, async ({ request, params, user }) => {
  const progress = await progressOf(user, idParam(params.id));
  if (progress === undefined) throw new DomainError("not_found", "لا استيراد ينتظر بهذا الرقم");
  return json(request, { progress });
});

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);
