import { createCookie, redirect } from "@remix-run/node";

export type Flash = { kind: "success" | "error" | "info"; text: string };

const cookie = createCookie("office_flash", { httpOnly: true, sameSite: "lax", path: "/", maxAge: 60 });

/** Goes to a local address, where the sentence is shown once: as a toast, or as a notice without JavaScript. */
export async function redirectWithFlash(to: string, text: string, kind: Flash["kind"] = "success") {
  return redirect(to, { headers: { "Set-Cookie": await cookie.serialize({ kind, text }) } });
}

/** The sentence to show, and the header that forgets it. */
export async function takeFlash(request: Request) {
  const flash: Flash | null = await cookie.parse(request.headers.get("Cookie")).catch(() => null);
  return { flash, forget: flash ? await cookie.serialize("", { maxAge: 0 }) : null };
}
