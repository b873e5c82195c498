import { DomainError } from "~/domain/domain-error";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { importers } from "../entities.server";
import { progressOf } from "./imports.server";

/** The progress of one's own import: {progress, waiting}. The import's page polls it. */
const calls = call({
  GET: allow(importers, async ({ request, params, user }) => {
    const progress = await progressOf(user, idParam(params.id));
    if (!progress) throw new DomainError("not_found", "لا استيراد ينتظر بهذا الرقم");
    return json(request, progress);
  }),
});

export const loader = calls.loader;
export const action = calls.action;
