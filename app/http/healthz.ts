import type { LoaderFunctionArgs } from "@remix-run/node";
import { databaseAway, failFast } from "~/db/fail-fast.server";
import { db } from "~/db/knex.server";
import { answer, json, jsonError, notAllowed } from "./json.server";

/** 200 while the database answers, 503 otherwise (rulings §5). */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    await failFast(db.raw("SELECT 1"));
    return json(request, { status: "ok" });
  } catch {
    return jsonError(request, databaseAway());
  }
}

export const action = ({ request }: LoaderFunctionArgs) =>
  answer(request, async () => notAllowed(request, ["GET"]));
