import type { ActionFunctionArgs } from "@remix-run/node";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";

export const loader = call([], async ({ request, user }) => json(request, { user }));

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);
