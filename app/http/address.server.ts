import { matchPath } from "@remix-run/react";

/**
 * Whether a request's address has this form, in any case, such as `/customers/:id/delete`. A form that ends in `/*` also matches
 * all addresses below it.
 */
export function isAt({ url }: Request, form: string) {
  const path = decodeURI(new URL(url).pathname); // the gate has refused addresses that cannot be decoded
  return matchPath(form, path) !== null;
}
