import { createContext } from "react";
import address from "~/tailwind.css?url";

/*
 * The style sheet stands in the page, so that the first row waits for one answer on a slow line, not for two; it is more
 * than half of a page. The login page lets the browser fetch it as a file as well, and notes in a cookie which one it
 * has: from then on pages only name it. A new version's is fetched at the next login (docs/decisions/drawing.md).
 */
export const styleSheet = address;

const cookieName = "office_style";

/** Of the login page. */
export const fetchedBeside = import.meta.env.PROD
  ? { "Set-Cookie": `${cookieName}=${styleSheet}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly` }
  : undefined;

/** Whether the browser that sends this cookie header has the style sheet as a file. */
export const hasStyleSheet = (cookies: string | null) =>
  cookies?.split("; ").includes(`${cookieName}=${styleSheet}`) ?? false;

/** Whether the page names the style sheet instead of carrying it; only the server knows it. */
export const StyleSheetNamed = createContext(false);
