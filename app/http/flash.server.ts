import { createCookie, redirect } from "@remix-run/node";
import { secrets } from "~/auth/secrets.server";

const kinds = ["success", "error", "info"] as const;
/** @property links what one may want to do next; a sentence that has them stays on the page, and is no toast */
export type Flash = { kind: (typeof kinds)[number]; text: string; links?: NextStep[] };
export type NextStep = { href: string; label: string };

const cookie = createCookie("office_flash", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 60,
  secrets,
});

/** Goes to a local address, where the sentence is shown once: as a toast, or as a notice without JavaScript. */
export async function redirectWithFlash(
  to: string,
  text: string,
  kind: Flash["kind"] = "success",
  links?: NextStep[],
) {
  return redirect(to, { headers: { "Set-Cookie": await cookie.serialize({ kind, text, links }) } });
}

/** The sentence to show, and the header that forgets it. */
export async function takeFlash(request: Request) {
  const message: Partial<Flash> | null = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
  const isOurs = kinds.includes(message?.kind as Flash["kind"]) && typeof message?.text === "string";
  const flash = isOurs ? (message as Flash) : null;
  return { flash, forget: flash ? await cookie.serialize("", { maxAge: 0 }) : null };
}
