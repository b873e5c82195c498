import { randomBytes } from "node:crypto";

/** The keys that sign the office's cookies. */
export const secrets = [process.env.SESSION_SECRET || randomBytes(32).toString("hex")];
