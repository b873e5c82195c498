import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { authenticate } from "~/auth/authenticator.server";
import {
  credentialLabels,
  credentialSchema,
  enterWithCode,
  enterWithPassword,
  type KnownUser,
} from "~/auth/login.server";
import { type Rights, rightsOf } from "~/auth/rights.server";
import { db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { answer, json, notAllowed } from "~/http/json.server";

// The code is checked only after the right password. An invalid one gets the same answer as a wrong one.
const schema = credentialSchema.extend({ code: z.unknown().optional() });

export const loader = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["POST"]);

/** Answers `{ success: true, user }` and the session's cookie (spec §7). Users with two-factor also send `code` (rulings §2). */
export const action = ({ request }: ActionFunctionArgs) =>
  answer(request, async () => {
    if (request.method !== "POST") return notAllowed(request, ["POST"]);
    const body = parse(schema, await readJson(request, { login: true }), credentialLabels);
    const user = await authenticate(request, body);
    if (!user.has_two_factor) return entered(request, user, await enterWithPassword(request, user));
    try {
      const code = ["string", "number"].includes(typeof body.code) ? String(body.code).trim() : "";
      if (!code) throw new DomainError("unauthenticated", "أدخل رمز التحقق");
      return await entered(request, user, await enterWithCode(request, user, code));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "unauthenticated")) throw error;
      const { message } = error;
      return json(request, { error: message, message, code_required: true }, { status: 401 });
    }
  });

async function entered(request: Request, { id }: KnownUser, cookie: string) {
  const { is_active: _, ...user } = (await rightsOf(db, id)) as Rights;
  return json(request, { success: true, user }, { headers: { "Set-Cookie": cookie } });
}
