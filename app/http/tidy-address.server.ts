import { redirect } from "@remix-run/node";
import { dataHeader } from "~/framework/answers.server";

/** The screens on which an empty field is another choice than none: a period that is open, not the present one. */
const withEmpty = /^\/(reports|trips\/movements|financial\/debts\/deposits)(\/|$)/i;

/**
 * Leads a browser on to a page's address without empty parameters: it sends all fields of a form, also those that are empty
 * (with scripts see ui/page/get-form.tsx). Browsers mark the request of a whole page; programs get what they ask for.
 * @throws a redirect
 */
export function tidyAddress({ method, headers, url }: Request) {
  const { pathname, searchParams } = new URL(url);
  const isPage = method === "GET" && headers.has("upgrade-insecure-requests") && !headers.has(dataHeader);
  if (!isPage || withEmpty.test(pathname)) return;
  const full = [...searchParams].filter(([, value]) => value);
  if (full.length === searchParams.size) return;
  const query = String(new URLSearchParams(full));
  throw redirect(query ? `${pathname}?${query}` : pathname);
}
