import type { ActionFunctionArgs } from "@remix-run/node";
import type { SessionUser } from "~/domain/permissions";

/** A request of a user who is logged in. */
export type Visit = { user: SessionUser; request: Request; url: URL; params: ActionFunctionArgs["params"] };
