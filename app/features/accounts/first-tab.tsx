import { redirect } from "@remix-run/node";
import { screen } from "~/http/screen.server";
import { accountKinds } from "./account";

export const loader = screen(["manage_financials"], async () => redirect(accountKinds.bank.path));

export default function FirstTab() {
  return null;
}
