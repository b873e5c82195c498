import type { ActionFunctionArgs } from "@remix-run/node";
import { sessionUser } from "~/auth/session.server";
import { answer, json, notAllowed } from "~/http/json.server";

/** Always answers 200 (rulings §1). */
export const loader = ({ request }: ActionFunctionArgs) =>
  answer(request, async () => {
    const user = await sessionUser(request);
    return json(request, { authenticated: user !== null, user });
  });

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);
