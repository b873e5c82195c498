import { redirect } from "@remix-run/node";
import { dataHeader } from "~/framework/answers.server";

/** The screens on which an empty field is another choice than none: a period that is open, not the present one. */
const withEmpty = /^\/(reports|trips\/movements|financial\/debts\/deposits)(\/|$)/i;

/**
 * Leads a page's request on to its address without empty parameters: a browser sends all fields of a form, also those that are empty
 * (with scripts see ui/page/get-form.tsx).
 * @throws a redirect
 */
export function tidyAddress({ method, headers, url }: Request) {
  const { pathname, searchParams } = new URL(url);
  if (method !== "GET" || headers.has(dataHeader) || withEmpty.test(pathname)) return;
  const full = [...searchParams].filter(([, value]) => value);
  if (full.length === searchParams.size) return;
  const query = String(new URLSearchParams(full));
  throw redirect(query ? `${pathname}?${query}` : pathname);
}
