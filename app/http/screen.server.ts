import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { toLogin } from "~/auth/refused-cookies.server";
import { safePath } from "~/auth/safe-path";
import { sessionUser } from "~/auth/session.server";
import { fromDatabaseError } from "~/db/errors.server";
import { DomainError, mostFields } from "~/domain/domain-error";
import { type Entity, mayRemove } from "~/domain/entity";
import { HtmlList, HtmlOnly, type InHtml, type Rows } from "~/domain/html-only";
import { requiredMessage } from "~/domain/input.server";
import type { Offer, PageOffer } from "~/domain/offer";
import { holdsAny, type Permission, type SessionUser } from "~/domain/permissions";
import { dataHeader } from "~/framework/answers.server";
import { type Body, readForm } from "./body.server";
import { asPage } from "./error-page.server";
import { sendFlash } from "./flash.server";
import {
  type Foreign,
  foreignOf,
  readForeign,
  refuseForeign,
  secretFields,
  showAgain,
} from "./form-author.server";
import { forgetHeld, holdForm, isHeld, takeHeld } from "./form-hold.server";
import { heldStep } from "./form-steps.server";
import { answer, jsonError, notAllowed } from "./json.server";
import { type OpenQuestion, Unanswered } from "./questions.server";
import { statusOf } from "./status";
import { turnFor } from "./turns.server";
import type { Visit } from "./visit";

type Args = Pick<ActionFunctionArgs, "request" | "params">;

/** A write takes no turn, since it may wait for another one. */
const reads = ({ method }: Request) => method === "GET" || method === "HEAD";

const unauthenticated = () => new DomainError("unauthenticated", "يلزم تسجيل الدخول");
const forbidden = (sentence = "ليس لديك صلاحية للوصول إلى هذه الصفحة") =>
  new DomainError("forbidden", sentence);

/** What a screen's action is sent: what its body may bring, and whether its form can be shown again with what was typed. */
export type Sent = Body & { comesBack?: boolean };

/**
 * Requires one of the permissions (an empty list: any session). If a session has ended, the form that was sent is held until the
 * user has logged in again (docs/decisions/typed-work.md). If another user has logged in, the form is shown again and does nothing.
 * @throws a redirect to the login for strangers; DomainError forbidden; a page about another user's form
 */
export async function admit(
  { request, params }: Args,
  permissions: readonly Permission[],
  { comesBack, ...body }: Sent = {},
): Promise<Visit> {
  const user = await sessionUser(request);
  const url = new URL(request.url);
  const isPost = request.method === "POST";
  if (!user) {
    const draft = isPost && !isHeld(request) ? await holdForm(request) : undefined;
    const to = `/login?to=${encodeURIComponent(safePath(url.pathname + url.search))}`;
    const [login, headers] = toLogin(request, to);
    if (draft) headers.append("Set-Cookie", draft);
    throw redirect(login, { headers });
  }
  const foreign = isPost && !isHeld(request) ? await readForeign(request, user, body) : undefined;
  if (!holdsAny(user, permissions)) throw forbidden(foreign && foreignOf(foreign)?.sentence);
  if (isPost && isHeld(request)) {
    if (!comesBack) throw redirect(url.pathname + url.search, { headers: { "Set-Cookie": forgetHeld } });
    await takeHeld(request, user);
  }
  if (foreign && !comesBack) refuseForeign(foreign);
  if (foreign) showAgain(foreign);
  return { user, request, url, params };
}

/**
 * Makes a screen's loader or action. It requires one of the permissions (an empty list: any session) and then does the work.
 * Strangers go to the login screen and come back afterwards; others see 'غير مصرح' (spec §2).
 */
export function screen<T>(
  permissions: readonly Permission[],
  work: (visit: Visit) => Promise<T>,
  sent: Sent = {},
) {
  return async (args: Args): Promise<T> => {
    try {
      const visit = await admit(args, permissions, sent);
      if (reads(args.request)) await turnFor(visit);
      return await sendFlash(args.request, await work(visit));
    } catch (error) {
      throw await asPage(args.request, error, sent);
    }
  };
}

/** Makes the action of a form that can be shown again with what was typed: `intent=held` is one of its steps. */
export const formScreen = <T>(
  permissions: readonly Permission[],
  work: (visit: Visit) => Promise<T>,
  body: Body = {},
) => screen(permissions, work, { ...body, comesBack: true });

/**
 * Makes the loader of a list's screen. A page carries the rows, and the choices of its filters, as HTML alone; only a page's data, which
 * the browser fetches to draw the list itself, have them (docs/decisions/drawing.md).
 */
export function listScreen<Row, T extends { rows: Row[]; offers?: Offers }>(
  permissions: readonly Permission[],
  work: (visit: Visit) => Promise<T & { rows: Row[] }>,
) {
  return screen(permissions, async (visit): Promise<InPage<Row, T>> => {
    const list = await work(visit);
    if (isForData(visit)) return list as InPage<Row, T>;
    const offers = Object.entries(list.offers ?? {}).map(([name, { choices, search }]) => [
      name,
      { choices: new HtmlList(choices), search },
    ]);
    return { ...list, offers: Object.fromEntries(offers), rows: new HtmlList(list.rows) };
  });
}

type Offers = Record<string, Offer>;
type InPage<Row, T extends { offers?: Offers }> = Omit<T, "rows" | "offers"> & {
  rows: Rows<Row>;
  offers: { [name in keyof T["offers"]]: PageOffer };
};

const isForData = ({ request }: Visit) => request.headers.has(dataHeader);

/** A value of which a page draws a part that stays HTML (first-page/html-part.tsx). */
export const forHtmlPart = <Value>(visit: Visit, value: Value): InHtml<Value> =>
  isForData(visit) ? value : new HtmlOnly(value);

type Work = (visit: Visit) => Promise<Response>;
type Handler = (args: Args) => Promise<Response>;

/** Makes one method of a call. It requires the same permissions and answers in JSON (rulings §1). */
export const allow =
  (permissions: readonly Permission[], work: Work): Handler =>
  ({ request, params }) =>
    answer(request, async () => {
      const user = await sessionUser(request);
      if (!user) return jsonError(request, unauthenticated());
      if (!holdsAny(user, permissions)) return jsonError(request, forbidden("ليس لديك صلاحية لهذه العملية"));
      const visit = { user, request, url: new URL(request.url), params };
      if (reads(request)) await turnFor(visit);
      return work(visit);
    });

/** The loader and action of a call's address. A method that is missing or undefined answers 405, or 401 without a session. */
export function call(methods: { [method in "GET" | "POST" | "PUT" | "DELETE"]?: Handler }) {
  const handlers = new Map(Object.entries(methods).filter(([, work]) => work));
  const refuse = allow([], async ({ request }) => notAllowed(request, [...handlers.keys()]));
  const serve = (args: Args) => {
    const { method } = args.request;
    return (handlers.get(method === "HEAD" ? "GET" : method) ?? refuse)(args);
  };
  return { loader: serve, action: serve };
}

/** @throws DomainError forbidden if only other users may delete (rulings §2) */
export function requireMayRemove(entity: Pick<Entity, "removedBy">, user: SessionUser) {
  if (!mayRemove(entity, user)) throw forbidden("الحذف هنا للمدير وحده");
}

/** The id in an address such as `/customers/7`. @throws DomainError not_found */
export function idParam(value: string | undefined) {
  if (!/^[1-9]\d{0,9}$/.test(value ?? "") || Number(value) > 2_147_483_647) {
    throw new DomainError("not_found", "السجل المطلوب غير موجود");
  }
  return Number(value);
}

/** The refusals that a form shows beside its typed values. The others are pages of their own. */
const formCodes = new Set(["invalid", "conflict", "too_large", "unavailable", "too_many", "unauthenticated"]);

/** A refusal of single fields (a part that needs another permission) is shown in the form; any other forbidden is a page. */
const isShownInForm = ({ code, fields }: DomainError) =>
  formCodes.has(code) || (code === "forbidden" && fields !== undefined);

/** The thrown refusal, if a form can show it. @throws the thrown error otherwise */
export function refusalOf(thrown: unknown): DomainError {
  const error = thrown instanceof DomainError ? thrown : fromDatabaseError(thrown);
  if (!error || !isShownInForm(error)) throw thrown;
  return error;
}

/**
 * The answer to a form that is shown again: Conform's result with all typed values, the row's present values and the names of the sent fields, open
 * questions, the field of the search that was made, and whether the form is another user's.
 */
export type FormReply = {
  result: unknown;
  current?: unknown;
  sent?: string[];
  questions?: OpenQuestion[];
  searched?: string;
  foreign?: Foreign;
};

type Sentences = {
  /** The sentence for a missing required field (spec §5). */
  requiredSentence?: string;
  /** The catalogue's words before the reason (spec §8). A function chooses them by the fields to blame. */
  failure?: string | ((fields: Record<string, string>) => string);
};

/** Does the work of a form: with its input, its idempotency key, and the `updated_at` that its author read. */
type FormWork<Schema extends z.ZodType, Answer> = (
  input: z.output<Schema>,
  meta: { form: FormData; key: string | null; readAt?: string },
) => Promise<Answer>;

/**
 * Reads a posted form, checks it and does the work. A refused form is shown again with the sentences at their fields and all
 * typed values. Every form may carry `idempotency_key` and `updated_at`.
 */
export async function submit<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
  work: FormWork<Schema, Response>,
  { login, ...sentences }: Sentences & { login?: boolean } = {},
) {
  const form = await readForm(request, { login });
  return submitForm(form, schema, work, sentences);
}

/** `submit` for a form that has already been read. */
export async function submitForm<Schema extends z.ZodObject, Answer = Response>(
  form: FormData,
  schema: Schema,
  work: FormWork<Schema, Answer>,
  { requiredSentence, failure }: Sentences = {},
) {
  if (form.get("intent") === "held") return heldStep(form);
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  const failureFor = (fields: Record<string, string>) =>
    typeof failure === "function" ? failure(fields) : failure;
  const reply = (status: number, fields: Record<string, string>, message?: string, current?: unknown) => {
    const reason = message && !Object.values(fields).includes(message) ? message : undefined;
    const sentence = [failureFor(fields), reason].filter(Boolean).join(": ");
    const error = Object.fromEntries(
      Object.entries({ ...(sentence && { "": sentence }), ...fields }).map(([name, text]) => [name, [text]]),
    );
    const result = { ...submission.reply({ hideFields: secretFields }), status: "error", error };
    return data({ result, current, sent: current ? [...new Set(form.keys())] : undefined }, { status });
  };
  if (submission.status !== "success") {
    const fields = Object.fromEntries(
      Object.entries(submission.error ?? {})
        .slice(0, mostFields)
        .map(([name, texts]) => [name, texts?.[0] ?? ""]),
    );
    return reply(422, fields, Object.values(fields).includes(requiredMessage) ? requiredSentence : undefined);
  }
  try {
    return await work(submission.value as z.output<Schema>, {
      form,
      key: textOf(form, "idempotency_key"),
      readAt: textOf(form, "updated_at") ?? undefined,
    });
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === "not_found")
      throw new DomainError("not_found", [failureFor({}), thrown.message].filter(Boolean).join(": "));
    if (thrown instanceof Unanswered) {
      const result = submission.reply({ hideFields: secretFields });
      return data({ result, current: undefined, questions: thrown.questions }, { status: statusOf(thrown) });
    }
    const refusal = refusalOf(thrown);
    const { fields, message, current } = refusal;
    return reply(statusOf(refusal), fields ?? {}, message, current);
  }
}

function textOf(form: FormData, name: string) {
  const value = form.get(name);
  return typeof value === "string" && value && value.length <= 200 ? value : null;
}

/**
 * Runs an action without fields, such as a deletion. A refusal becomes one sentence that begins with the catalogue's words
 * (spec §8). If the row is gone the list shows the sentence, since there is no dialog to show it in.
 * @param asked names what the action's questions are about, for the form that answers them
 */
export async function refusable(prefix: string, work: () => Promise<Response>, asked?: object) {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Unanswered)
      return data({ questions: thrown.questions, asked }, { status: statusOf(thrown) });
    if (thrown instanceof DomainError && thrown.code === "not_found")
      throw new DomainError("not_found", `${prefix}: ${thrown.message}`);
    const refusal = refusalOf(thrown);
    return data({ refusal: `${prefix}: ${refusal.message}` }, { status: statusOf(refusal) });
  }
}
