import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { asPage } from "~/http/screen.server";
import { endSession } from "./session.server";

export const loader = () => redirect("/");

export async function action({ request }: ActionFunctionArgs) {
  try {
    return redirect("/login", { headers: { "Set-Cookie": await endSession(request) } });
  } catch (error) {
    throw asPage(request, error);
  }
}
