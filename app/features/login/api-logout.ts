import type { ActionFunctionArgs } from "@remix-run/node";
import { endSession } from "~/auth/session.server";
import { answer, json, notAllowed } from "~/http/json.server";

export const loader = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["POST"]);

export const action = ({ request }: ActionFunctionArgs) =>
  answer(request, async () => {
    if (request.method !== "POST") return notAllowed(request, ["POST"]);
    return json(request, { success: true }, { headers: { "Set-Cookie": await endSession(request) } });
  });
