import { createHmac, timingSafeEqual } from "node:crypto";
import { data } from "@remix-run/node";
import { secrets } from "~/auth/secrets.server";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { quote } from "~/domain/nouns";
import type { SessionUser } from "~/domain/permissions";
import { type Body, readForm } from "./body.server";
import { carriedBy } from "./inline-create.server";

/*
 * Every form that posts to a screen carries its author (ui/page/author.tsx): the user for whom its page was drawn. If another user
 * has logged in meanwhile, in another tab, nothing is saved (docs/decisions/authors.md). The author is only compared, and only names
 * who else it was.
 */

/** Fields that are never shown again in a page, and never held. */
export const secretFields = [
  "password",
  "present_password",
  "new_password",
  "new_password_again",
  "one_time_code",
];

const sign = (userId: number) =>
  createHmac("sha256", secrets[0] as string)
    .update(`author ${userId}`)
    .digest("base64url")
    .slice(0, 22);

/** A signed user id. A form carries it, so that its user is known even after the session has ended. */
export const authorOf = ({ id }: Pick<SessionUser, "id">) => `${id}.${sign(id)}`;

const lastAuthor = (form: FormData) => String(form.getAll("author").at(-1));

/** The user id of a form's author; undefined without our signature. The last one counts: that of the button «احفظه باسمي». */
export function readAuthor(form: FormData) {
  const [, id, signature = ""] = lastAuthor(form).match(/^([1-9]\d{0,9})\.([\w-]{22})$/) ?? [];
  const isTheirs = id && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(Number(id))));
  return isTheirs ? Number(id) : undefined;
}

/** What is said of another user's form, its author, and the author of the button that saves it all the same. */
export type Foreign = { sentence: string; author: string; own: string };

/** What a page needs to send another user's form again: its fields, without files and secrets. */
export type ForeignPost = { own: string; fields: [string, string][]; hasFiles: boolean };

const foreignForms = new WeakMap<FormData, { foreign: Foreign; post: ForeignPost }>();

/** What is to be said of a form if it is another user's. */
export const foreignOf = (form: FormData) => foreignForms.get(form)?.foreign;

/**
 * Reads the form of a post, and finds out whether it is another user's. A post without an author is no page's form.
 * @returns the form, if it is another user's
 */
export async function readForeign(request: Request, user: SessionUser, body: Body) {
  const form = await readForm(request, body).catch(() => undefined); // the action reads it too, and says what is wrong
  if (!form?.has("author")) return undefined;
  const id = readAuthor(form);
  if (id === user.id) return undefined;
  if (foreignForms.has(form)) return form;
  const author = id && (await db("users").where({ id }).first("username"));
  const whose = author ? `للمستخدم ${quote(author.username)}` : "لمستخدم آخر";
  const sentence = `هذا النموذج ${whose}، والداخل الآن ${quote(user.username)}: لم يحفظ شيء`;
  const own = authorOf(user);
  const foreign = { sentence, author: lastAuthor(form), own };
  foreignForms.set(form, { foreign, post: { own, ...contentOf(form) } });
  return form;
}

/** A form's fields without its author, files and secrets. */
export function contentOf(form: FormData) {
  const texts = Object.entries(valuesOf(form)).filter(
    ([name]) => !["author", ...secretFields].includes(name),
  );
  return {
    fields: texts.flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
    hasFiles: [...form.values()].some((value) => typeof value !== "string"),
  };
}

/** Makes another user's form the step that shows it again with all typed values, those that its small dialog carries too. */
export function showAgain(form: FormData) {
  for (const [name, values] of Object.entries(carriedBy(form)))
    if (!form.has(name)) for (const value of [values].flat()) form.append(name, value);
  form.set("intent", "held");
}

/**
 * Refuses another user's form that has nothing typed, or that cannot be shown again.
 * @throws a page about it
 */
export function refuseForeign(form: FormData) {
  const { foreign, post } = foreignForms.get(form) ?? {};
  if (foreign) throw data({ message: foreign.sentence, foreign: post }, { status: 409 });
}
