import { matchPath } from "@remix-run/react";

/** Whether a request's address is of this form, in capitals too, such as `/customers/:id/delete`; one with `/*` at its end has more below it. */
export function isAt({ url }: Request, form: string) {
  const path = decodeURI(new URL(url).pathname); // what cannot be decoded is refused at the gate
  return matchPath(form, path) !== null;
}
