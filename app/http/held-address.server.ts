import type { IncomingHttpHeaders } from "node:http";

/*
 * A form that was sent after its session had ended is held (held-forms.server.ts). Its cookie names it and the address at which
 * it is to be shown again.
 */
export const heldCookie = "office_held";
/** Set by the gate alone: the request stands for the form that is held under this name. */
export const heldHeader = "x-office-held";

const inCookies = new RegExp(`(?:^|; )${heldCookie}=([\\w-]{43})\\.([\\w-]{1,2000})(?:;|$)`);

/** The held form that a browser names, and its address; undefined where it names none. */
function heldIn(cookies: string | null | undefined) {
  const [, id, path] = cookies?.match(inCookies) ?? [];
  return id && path ? { id, path: Buffer.from(path, "base64url").toString() } : undefined;
}

/**
 * Whether a request for a page is for the form that its browser has had to leave: then it is handled as the step of that form
 * which shows all that was typed. Called for every request, whose own header of that name it removes.
 */
export function isForHeld(headers: IncomingHttpHeaders, method: string, address: string) {
  delete headers[heldHeader];
  if (method !== "GET" || !headers.cookie?.includes(heldCookie)) return false;
  const draft = heldIn(headers.cookie);
  if (draft?.path !== address) return false;
  headers[heldHeader] = draft.id;
  return true;
}

/** What was typed in the held form that a request stands for, once it is taken: read in place of a body. */
export const restoredForms = new WeakMap<Request, FormData>();
