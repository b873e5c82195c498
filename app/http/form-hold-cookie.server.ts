import type { IncomingHttpHeaders } from "node:http";

/*
 * A form that is sent after its session has ended is held (form-hold.server.ts). A cookie has its name and the address of its
 * screen.
 */
export const heldCookie = "office_held";
/** The name of the held form that replaces the request's body. Only the gate sets it. */
export const heldHeader = "x-office-held";

const inCookies = new RegExp(`(?:^|; )${heldCookie}=([\\w-]{43})\\.([\\w-]{1,2000})(?:;|$)`);

/** The held form that a browser's cookie names, and its address; undefined without one. */
function heldIn(cookies: string | null | undefined) {
  const [, id, path] = cookies?.match(inCookies) ?? [];
  return id && path ? { id, path: Buffer.from(path, "base64url").toString() } : undefined;
}

/** Whether a browser's held form is of this address. */
export const isHeldAt = ({ headers }: Request, address: string) =>
  heldIn(headers.get("Cookie"))?.path === address;

/**
 * Whether a page's request returns to its browser's held form. The request is then handled as a step of the form that shows all
 * typed values. It must be called for every request, since it removes the client's own header of that name.
 */
export function isForHeld(headers: IncomingHttpHeaders, method: string, address: string) {
  delete headers[heldHeader];
  if (method !== "GET" || !headers.cookie?.includes(heldCookie)) return false;
  const draft = heldIn(headers.cookie);
  if (draft?.path !== address) return false;
  headers[heldHeader] = draft.id;
  return true;
}

/** The values of the held form that a request returns to. They are read instead of a body. */
export const restoredForms = new WeakMap<Request, FormData>();
