import styleSheet from "~/tailwind.css?url";
import { file as boot } from "./boot.js?script";

/*
 * What every page needs: the style sheet, and the script that loads the others. A page contains both, of the sheet the rules that it
 * uses, so that on a slow connection the first row waits for one answer. The login page also lets the browser fetch them as files, and
 * a cookie notes their versions: from then on pages only link to them. New versions are fetched at the next login
 * (docs/decisions/drawing.md).
 */
export const pageFiles = { styleSheet, boot };

const cookie = `office_files=${styleSheet}+${boot}`;

/** The cookie of a page whose browser fetches the files; none in the development server, which has no versions. */
export const fetchedBeside = import.meta.env.PROD
  ? { "Set-Cookie": `${cookie}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly` }
  : undefined;

/** Whether the browser that sends this cookie header has the files. */
export const hasPageFiles = (cookies: string | null) => cookies?.split("; ").includes(cookie) ?? false;
