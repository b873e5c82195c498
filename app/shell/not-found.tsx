import { redirect } from "@remix-run/node";
import { notFound } from "~/domain/domain-error";
import { screen } from "~/http/screen.server";
import { firstBelow } from "~/ui/page/menu";

/** An address that is no screen leads to the first one below it, if there is any. */
export const loader = screen([], async ({ user, url }) => {
  const first = firstBelow(user, url.pathname);
  if (first) return redirect(first.href);
  throw notFound("لا توجد صفحة بهذا العنوان");
});

export const action = screen([], async () => {
  throw notFound("لا توجد صفحة بهذا العنوان");
});

export default function NotFound() {
  return null;
}
