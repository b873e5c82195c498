import { redirect } from "@remix-run/node";
import { notFound } from "~/domain/domain-error";
import { screen } from "~/http/screen.server";
import { firstBelow } from "~/ui/page/menu";

/** Records without a page of their own, by the address that one has after cutting the end of another. */
const record =
  /^\/(campaigns|agents|suppliers|(services|invoices|settings\/accounts)\/[\w-]+|financial\/receipts|settings\/users)\/\d{1,9}$/i;
const group = /^\/trips\/groups\/\d{1,9}$/i;

/** An address that is no screen leads to the first one below it, if there is any: that of a group to its members, that of a record to its form. */
export const loader = screen([], async ({ user, url }) => {
  const first = firstBelow(user, url.pathname);
  if (first) return redirect(first.href);
  const address = url.pathname.replace(/\/$/, "");
  if (group.test(address)) return redirect(`${address}/members`);
  if (record.test(address)) return redirect(`${address}/edit`);
  throw notFound("لا توجد صفحة بهذا العنوان");
});

export const action = screen([], async () => {
  throw notFound("لا توجد صفحة بهذا العنوان");
});

export default function NotFound() {
  return null;
}
