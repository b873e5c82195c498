import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { DomainError } from "./domain-error";
import { answer, json, jsonError, notAllowed } from "./json.server";

/** 200 while the database answers, 503 otherwise (rulings §5). */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    await db.raw("SELECT 1");
    return json(request, { status: "ok" });
  } catch {
    return jsonError(request, new DomainError("unavailable", "قاعدة البيانات غير متاحة الآن"));
  }
}

export const action = ({ request }: LoaderFunctionArgs) =>
  answer(request, async () => notAllowed(request, ["GET"]));
