import type { Client } from "./client";

/** The page to which an answer redirects, with its notice. */
export async function pageAfter({ headers }: { headers: Headers }, url: string, client: Client) {
  const flash = headers.getSetCookie().find((cookie) => cookie.startsWith("office_flash")) ?? "";
  const page = await fetch(url + headers.get("Location"), {
    headers: { Cookie: `${client.cookie}; ${flash.split(";")[0]}` },
  });
  return page.text();
}
