import { randomBytes } from "node:crypto";

/** What the office's cookies are signed with. */
export const secrets = [process.env.SESSION_SECRET || randomBytes(32).toString("hex")];
