import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { answer, json, notAllowed } from "~/http/json.server";
import { authenticate } from "./authenticator.server";
import { credentialLabels, credentialSchema, userById } from "./login.server";
import { startSession } from "./session.server";

export const loader = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["POST"]);

/** `{ success: true, user }` and the session's cookie (spec §7). */
export const action = ({ request }: ActionFunctionArgs) =>
  answer(request, async () => {
    if (request.method !== "POST") return notAllowed(request, ["POST"]);
    const credentials = parse(credentialSchema, await readJson(request, { login: true }), credentialLabels);
    const userId = await authenticate(request, credentials);
    const cookie = await startSession(db, request, userId);
    return json(
      request,
      { success: true, user: await userById(userId) },
      { headers: { "Set-Cookie": cookie } },
    );
  });
