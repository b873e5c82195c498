import { createCookie, redirect } from "@remix-run/node";
import { secrets } from "~/auth/secrets.server";
import { scriptCookieOf } from "./cookies.server";

/*
 * The message of a save waits in a cookie until it is shown, in the tab that saved (docs/decisions/messages.md). All tabs send the
 * cookie, so a message names the address that shows it and the page whose form was sent, from which the browser comes there.
 */

const kinds = ["success", "error", "info"] as const;
/** @property links offers next steps; a sentence with links stays on the page and is not shown as a toast */
export type Flash = { kind: (typeof kinds)[number]; text: string; links?: NextStep[] };
export type NextStep = { href: string; label: string };

/** @property to the path that shows it @property from the page that sent the form; null if its browser does not tell */
type Message = Flash & { to: string; from: string | null };

const cookie = createCookie("office_flash", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 24 * 60 * 60,
  secrets,
});

/** A browser keeps a cookie of about 4 KB. */
const mostCharacters = 3500;

const flashes = new WeakMap<Response, Flash & { to?: string }>();

/** Redirects to a local address, which shows the sentence once: as a toast, or without JavaScript as a notice. */
export async function redirectWithFlash(
  to: string,
  text: string,
  kind: Flash["kind"] = "success",
  links?: NextStep[],
) {
  const answer = redirect(to);
  flashes.set(answer, { kind, text, links });
  return answer;
}

/** Gives an answer that leads out of the office a sentence, which the page at the local address `to` shows once. */
export function withFlash(answer: Response, to: string, text: string) {
  flashes.set(answer, { kind: "success", text, to });
  return answer;
}

/** Puts the message of an action's answer, if it has one, into the cookie, beside those that other tabs have not shown yet. */
export async function sendFlash<T>(request: Request, answer: T): Promise<T> {
  const flash = answer instanceof Response && flashes.get(answer);
  if (!flash) return answer;
  flashes.delete(answer);
  const to = pathOf(flash.to ?? answer.headers.get("Location"), request);
  const message: Message = { ...flash, to, from: refererOf(request) };
  answer.headers.append("Set-Cookie", await withMessages([message, ...(await messagesIn(request))]));
  return answer;
}

/** The message that a page's request shows, and the Set-Cookie header that removes it. */
export async function takeFlash(request: Request) {
  const messages = await messagesIn(request);
  const flash = messages.find((message) => isFor(request, message)) ?? null;
  return { flash, forget: flash ? await withMessages(messages.filter((one) => one !== flash)) : null };
}

/**
 * Whether a request comes from the tab that saved: it follows the redirect, also when a browser loads it again later, or the tab's
 * scripts say so (shell/sent-form.ts).
 */
function isFor(request: Request, { to, from }: Message) {
  if (from !== null && scriptCookieOf(request, "office_sent") === from) return true;
  const isTyped = request.headers.get("Sec-Fetch-Site") === "none"; // an address that was typed, or a bookmark
  return !isTyped && refererOf(request) === from && pathOf(request.url, request) === to;
}

const pathOf = (address: string | null, { url }: Request) => new URL(address ?? "", url).pathname;

/** The address of the page from which a request comes. */
function refererOf({ headers }: Request) {
  const referer = headers.get("Referer");
  if (!referer || !URL.canParse(referer)) return null;
  const { pathname, search } = new URL(referer);
  return pathname + search;
}

async function messagesIn(request: Request): Promise<Message[]> {
  const messages: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
  return Array.isArray(messages) ? messages.filter(isMessage) : [];
}

const isMessage = (message: Partial<Message> | null): message is Message =>
  kinds.includes(message?.kind as Flash["kind"]) && typeof message?.text === "string";

/** The Set-Cookie header with these messages, the newest first; those that find no room go. */
async function withMessages(messages: Message[]): Promise<string> {
  if (!messages.length) return cookie.serialize("", { maxAge: 0 });
  const header = await cookie.serialize(messages);
  return header.length > mostCharacters && messages.length > 1 ? withMessages(messages.slice(0, -1)) : header;
}
