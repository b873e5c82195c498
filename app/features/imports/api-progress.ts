import { DomainError } from "~/domain/domain-error";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { importers } from "../entities.server";
import { progressOf } from "./imports.server";

/** How far an import of one's own has come while it is carried out: {progress, waiting}; what its page asks again and again. */
const calls = call({
  GET: allow(importers, async ({ request, params, user }) => {
    const progress = await progressOf(user, idParam(params.id));
    if (!progress) throw new DomainError("not_found", "لا استيراد ينتظر بهذا الرقم");
    return json(request, progress);
  }),
});

export const loader = calls.loader;
export const action = calls.action;
