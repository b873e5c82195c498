import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { redirect } from "@remix-run/node";
import { secrets } from "~/auth/secrets.server";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import type { SessionUser } from "~/domain/permissions";
import { readForm } from "./body.server";
import { heldCookie, heldHeader, restoredForms } from "./held-address.server";

/** Fields that never come back in a page, nor are held. */
export const secretFields = [
  "password",
  "present_password",
  "new_password",
  "new_password_again",
  "one_time_code",
];
/** What is the form's and not typed: its buttons, and whose it is. */
const ownFields = ["author", "intent", "lookup", "confirmed", "idempotency_key"];

const longestHold = 60 * 60; // seconds
const mostPerUser = 10;
const mostCharacters = 64 * 1024;

const signed = (userId: number) =>
  createHmac("sha256", secrets[0] as string)
    .update(`author ${userId}`)
    .digest("base64url")
    .slice(0, 22);

/** What a form carries to tell whose it is, also once the session has ended: a user's number, signed. */
export const authorOf = ({ id }: Pick<SessionUser, "id">) => `${id}.${signed(id)}`;

function readAuthor(author: unknown) {
  const [, id, signature = ""] = String(author).match(/^([1-9]\d{0,9})\.([\w-]{22})$/) ?? [];
  const isTheirs = id && timingSafeEqual(Buffer.from(signature), Buffer.from(signed(Number(id))));
  return isTheirs ? Number(id) : undefined;
}

const hash = (id: string) => createHash("sha256").update(id).digest("hex");
const cookieWith = (value: string, maxAge: number) =>
  `${heldCookie}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax`;

/** The Set-Cookie header after which a browser names no held form. */
export const forgetHeld = cookieWith("", 0);

/**
 * Holds what was typed in a form whose session has ended, for its user alone.
 * @returns the Set-Cookie header that names it; undefined where there is nothing to be held
 */
export async function holdForm(request: Request): Promise<string | undefined> {
  try {
    const form = await readForm(request, { files: "ignored" });
    const user_id = readAuthor(form.get("author"));
    for (const name of [...secretFields, ...ownFields]) form.delete(name);
    const fields = JSON.stringify(valuesOf(form));
    if (!user_id || fields === "{}" || fields.length > mostCharacters) return undefined;
    const { pathname, search } = new URL(request.url);
    const path = pathname + search;
    const id = randomBytes(32).toString("base64url");
    await db.raw(
      `INSERT INTO held_forms (id_hash, user_id, path, fields) SELECT ?, id, ?, ?::jsonb FROM users WHERE id = ? AND is_active`,
      [hash(id), path, fields, user_id],
    );
    await db.raw(
      `DELETE FROM held_forms WHERE user_id = :user_id AND id_hash NOT IN (
         SELECT id_hash FROM held_forms WHERE user_id = :user_id ORDER BY created_at DESC LIMIT :mostPerUser)`,
      { user_id, mostPerUser },
    );
    return cookieWith(`${id}.${Buffer.from(path).toString("base64url")}`, longestHold);
  } catch {
    return undefined; // too large, unreadable, or the database is away: then it is the login alone
  }
}

/** Whether a request stands for a held form. */
export const isHeld = (request: Request) => request.headers.has(heldHeader);

/**
 * Takes the held form that a request stands for: its action reads it as a step, `intent=held`, with which nothing is judged or
 * stored. It is given once, to the user who typed it.
 * @throws a redirect to the same address, for another user, and once it is gone
 */
export async function takeHeld(request: Request, { id: user_id }: SessionUser) {
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const id_hash = hash(request.headers.get(heldHeader) ?? "");
  const [row] = await db("held_forms")
    .where({ id_hash, user_id, path })
    .whereRaw("created_at > now() - make_interval(secs => ?)", [longestHold])
    .delete()
    .returning("fields");
  if (!row) throw redirect(path, { headers: { "Set-Cookie": forgetHeld } });
  const form = new FormData();
  for (const [name, value] of Object.entries<string | string[]>(row.fields))
    for (const one of [value].flat()) form.append(name, one);
  form.set("intent", "held");
  restoredForms.set(request, form);
}

/** Drops what was held for too long. */
export const dropHeld = () =>
  db("held_forms").whereRaw("created_at < now() - make_interval(secs => ?)", [longestHold]).delete();
