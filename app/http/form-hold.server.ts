import { createHash, randomBytes } from "node:crypto";
import { redirect } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import type { SessionUser } from "~/domain/permissions";
import { readForm } from "./body.server";
import { readAuthor, secretFields } from "./form-author.server";
import { heldCookie, heldHeader, restoredForms } from "./form-hold-cookie.server";

/** Fields that the form adds by itself: its buttons and its user. */
const ownFields = ["author", "intent", "lookup", "confirmed", "idempotency_key"];

const longestHold = 60 * 60; // in seconds
const mostPerUser = 10;
const mostCharacters = 64 * 1024;

const hash = (id: string) => createHash("sha256").update(id).digest("hex");
const cookieWith = (value: string, maxAge: number) =>
  `${heldCookie}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax`;

/** The Set-Cookie header that removes the held form's cookie. */
export const forgetHeld = cookieWith("", 0);

/**
 * Holds a form whose session has ended, for its user alone.
 * @returns the Set-Cookie header that names it; undefined if there is nothing to hold
 */
export async function holdForm(request: Request): Promise<string | undefined> {
  try {
    const form = await readForm(request, { files: "ignored" });
    const user_id = readAuthor(form);
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
    return undefined; // too large, unreadable, or the database is away: the login follows without the form
  }
}

/** Whether a request returns to a held form. */
export const isHeld = (request: Request) => request.headers.has(heldHeader);

/**
 * Takes the held form to which a request returns. Its action reads it as a step, `intent=held`, which checks and stores nothing.
 * It is given only once, and only to the user who typed it.
 * @throws a redirect to the same address for another user, and if the form is gone
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

/** Deletes forms that were held for too long. */
export const dropHeld = () =>
  db("held_forms").whereRaw("created_at < now() - make_interval(secs => ?)", [longestHold]).delete();
