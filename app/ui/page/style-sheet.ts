import { createContext } from "react";
import address from "~/tailwind.css?url";

/*
 * Pages contain the rules of the style sheet that they use, so that on a slow connection the first row waits for one answer and not
 * for two. The login page also lets the browser fetch it as a file, and a cookie notes its version: from then
 * on pages only link to it. A new version is fetched at the next login (docs/decisions/drawing.md).
 */
export const styleSheet = address;

const cookieName = "office_style";

/** Stands in a page where entry.server.tsx writes the rules. */
export const styleMark = "/* rules */";

/** The style sheet that the login page fetches as a file. */
export const fetchedBeside = import.meta.env.PROD
  ? { "Set-Cookie": `${cookieName}=${styleSheet}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly` }
  : undefined;

/** Whether the browser that sends this cookie header has the style sheet as a file. */
export const hasStyleSheet = (cookies: string | null) =>
  cookies?.split("; ").includes(`${cookieName}=${styleSheet}`) ?? false;

/** Whether the page links to the style sheet instead of containing it. Only the server knows it. */
export const StyleSheetNamed = createContext(false);
