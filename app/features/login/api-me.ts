import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";

const calls = call({ GET: allow([], async ({ request, user }) => json(request, { user })) });

export const loader = calls.loader;
export const action = calls.action;
