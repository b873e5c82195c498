import { createCookie, redirect } from "@remix-run/node";
import { secrets } from "~/auth/secrets.server";

const kinds = ["success", "error", "info"] as const;
/** @property links offers next steps; a sentence with links stays on the page and is not shown as a toast */
export type Flash = { kind: (typeof kinds)[number]; text: string; links?: NextStep[] };
export type NextStep = { href: string; label: string };

const cookie = createCookie("office_flash", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: 60,
  secrets,
});

/** Redirects to a local address, which shows the sentence once: as a toast, or without JavaScript as a notice. */
export async function redirectWithFlash(
  to: string,
  text: string,
  kind: Flash["kind"] = "success",
  links?: NextStep[],
) {
  return redirect(to, { headers: { "Set-Cookie": await cookie.serialize({ kind, text, links }) } });
}

/** The sentence to show, and the Set-Cookie header that removes it. */
export async function takeFlash(request: Request) {
  const message: Partial<Flash> | null = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
  const isOurs = kinds.includes(message?.kind as Flash["kind"]) && typeof message?.text === "string";
  const flash = isOurs ? (message as Flash) : null;
  return { flash, forget: flash ? await cookie.serialize("", { maxAge: 0 }) : null };
}
