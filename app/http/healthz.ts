import type { LoaderFunctionArgs } from "@remix-run/node";
import { databaseAway, failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";
import { overloaded } from "~/domain/domain-error";
import { hasStore } from "~/files/store-state.server";
import { answer, json, jsonError } from "./json.server";
import { isStuck } from "./overload.server";
import { refuseAsData } from "./plain-page.server";

/**
 * Answers 200 while the database answers and this process takes requests, 503 otherwise (rulings §5). `files` tells whether the files'
 * store answers, without which all but pictures and papers works.
 */
export const loader = ({ request }: LoaderFunctionArgs) =>
  answer(request, async () => {
    refuseAsData(request);
    if (isStuck()) return jsonError(request, overloaded());
    try {
      await failFast(db.raw("SELECT 1"));
      return json(request, { status: "ok", files: hasStore() });
    } catch {
      return jsonError(request, databaseAway());
    }
  });
