import { redirect } from "@remix-run/node";
import { kindOf } from "~/features/accounts/account";
import { statementPath } from "~/features/links/statement-link";
import { idParam, screen } from "~/http/screen.server";
import { statementKindOf } from "./statement";

/** Redirects from the former address of banks' and cash boxes' statements. */
export const loader = screen(["manage_financials"], async ({ params, url }) => {
  kindOf(params);
  return redirect(statementPath(statementKindOf(params), idParam(params.id)) + url.search, 301);
});

export default function OldAddress() {
  return null;
}
