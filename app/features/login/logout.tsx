import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/auth/session.server";
import { asPage } from "~/http/screen.server";

export const loader = () => redirect("/");

export async function action({ request }: ActionFunctionArgs) {
  try {
    return redirect("/login", { headers: { "Set-Cookie": await endSession(request) } });
  } catch (error) {
    throw asPage(request, error);
  }
}
