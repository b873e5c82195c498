import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/auth/session.server";
import { asPage } from "~/http/error-page.server";

export const loader = () => redirect("/");

export async function action({ request }: ActionFunctionArgs) {
  try {
    return redirect("/login", { headers: { "Set-Cookie": await endSession(request) } });
  } catch (error) {
    throw await asPage(request, error);
  }
}
