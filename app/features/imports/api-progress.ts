import type { ActionFunctionArgs } from "@remix-run/node";
import { DomainError } from "~/domain/domain-error";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { progressOf } from "./imports.server";
import { importers } from "./kinds.server";

/** How far an import of one's own has come while it is carried out: {progress, waiting}; what its page asks again and again. */
export const loader = call(importers, async ({ request, params, user }) => {
  const progress = await progressOf(user, idParam(params.id));
  if (!progress) throw new DomainError("not_found", "لا استيراد ينتظر بهذا الرقم");
  return json(request, progress);
});

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);
