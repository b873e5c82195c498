import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { safePath } from "~/auth/safe-path";
import { sessionUser } from "~/auth/session.server";
import { fromDatabaseError } from "~/db/errors.server";
import { DomainError } from "~/domain/domain-error";
import { type Entity, mayRemove } from "~/domain/entity";
import { valuesOf } from "~/domain/form-values";
import { requiredMessage } from "~/domain/input.server";
import { holdsAny, type Permission, type SessionUser } from "~/domain/permissions";
import { requestId } from "~/framework/answers.server";
import { log } from "~/log.server";
import { readForm } from "./body.server";
import { holdForm, isHeld, secretFields, takeHeld } from "./held-forms.server";
import { answer, jsonError, notAllowed } from "./json.server";
import { type OpenQuestion, Unanswered } from "./questions.server";
import { statusOf } from "./status";

type Args = Pick<ActionFunctionArgs, "request" | "params">;
export type Visit = { user: SessionUser; request: Request; url: URL; params: Args["params"] };

const unauthenticated = () => new DomainError("unauthenticated", "يلزم تسجيل الدخول");
const forbidden = (sentence = "ليس لديك صلاحية للوصول إلى هذه الصفحة") =>
  new DomainError("forbidden", sentence);

/**
 * Lets in who holds one of the permissions (an empty list: any session).
 * What a stranger typed whose session has ended is held until they are logged in again (docs/decisions/typed-work.md).
 * @throws a redirect to the login for strangers; DomainError forbidden
 */
export async function admit({ request, params }: Args, permissions: readonly Permission[]): Promise<Visit> {
  const user = await sessionUser(request);
  const url = new URL(request.url);
  const isPost = request.method === "POST";
  if (!user) {
    const draft = isPost && !isHeld(request) ? await holdForm(request) : undefined;
    const login = `/login?to=${encodeURIComponent(safePath(url.pathname + url.search))}`;
    throw redirect(login, draft ? { headers: { "Set-Cookie": draft } } : undefined);
  }
  if (!holdsAny(user, permissions)) throw forbidden();
  if (isPost && isHeld(request)) await takeHeld(request, user);
  return { user, request, url, params };
}

/**
 * A loader or action of a screen: lets in who holds one of the permissions (an empty list: any session), then does
 * its work. Strangers go to the login screen and come back afterwards; the others see 'غير مصرح' (spec §2).
 */
export function screen<T>(permissions: readonly Permission[], work: (visit: Visit) => Promise<T>) {
  return async (args: Args): Promise<T> => {
    try {
      return await work(await admit(args, permissions));
    } catch (error) {
      throw asPage(args.request, error);
    }
  };
}

type Work = (visit: Visit) => Promise<Response>;
type Handler = (args: Args) => Promise<Response>;

/** One method of a call: the same doors, answered in JSON (rulings §1). */
export const allow =
  (permissions: readonly Permission[], work: Work): Handler =>
  ({ request, params }) =>
    answer(request, async () => {
      const user = await sessionUser(request);
      if (!user) return jsonError(request, unauthenticated());
      if (!holdsAny(user, permissions)) return jsonError(request, forbidden("ليس لديك صلاحية لهذه العملية"));
      return work({ user, request, url: new URL(request.url), params });
    });

/**
 * The loader and action of a call's address, by its methods; any other, and one that is undefined, answers 405 to whoever it does
 * not answer 401.
 */
export function call(methods: { [method in "GET" | "POST" | "PUT" | "DELETE"]?: Handler }) {
  const handlers = new Map(Object.entries(methods).filter(([, work]) => work));
  const refuse = allow([], async ({ request }) => notAllowed(request, [...handlers.keys()]));
  const serve = (args: Args) => {
    const { method } = args.request;
    return (handlers.get(method === "HEAD" ? "GET" : method) ?? refuse)(args);
  };
  return { loader: serve, action: serve };
}

/** @throws DomainError forbidden for a deletion that is others' to do (rulings §2) */
export function requireMayRemove(entity: Pick<Entity, "removedBy">, user: SessionUser) {
  if (!mayRemove(entity, user)) throw forbidden("الحذف هنا للمدير وحده");
}

/**
 * What Remix shows with the right status: a refusal by its sentence, a fault of ours without one; both with the number
 * that the log has for the request.
 */
export function asPage(request: Request, thrown: unknown) {
  const refusal = thrown instanceof DomainError ? thrown : fromDatabaseError(thrown);
  const request_id = requestId(request);
  if (refusal) return data({ message: refusal.message, request: request_id }, { status: statusOf(refusal) });
  if (!(thrown instanceof Error)) return thrown; // a redirect
  log.error({ request: request_id, err: thrown });
  return data({ request: request_id }, { status: 500 });
}

/** The number in an address such as `/customers/7`. */
export function idParam(value: string | undefined) {
  if (!/^[1-9]\d{0,9}$/.test(value ?? "") || Number(value) > 2_147_483_647) {
    throw new DomainError("not_found", "السجل المطلوب غير موجود");
  }
  return Number(value);
}

/** Refusals that a form can show beside what was typed; the others are pages of their own. */
const formCodes = new Set(["invalid", "conflict", "too_large", "unavailable", "too_many", "unauthenticated"]);

/** One without the right to a part of what was sent names its fields; else it is the whole page that is forbidden. */
const isShownInForm = ({ code, fields }: DomainError) =>
  formCodes.has(code) || (code === "forbidden" && fields !== undefined);

/** The refusal that was thrown, where a form can show it. @throws what was thrown, where it is a page of its own */
export function refusalOf(thrown: unknown): DomainError {
  const error = thrown instanceof DomainError ? thrown : fromDatabaseError(thrown);
  if (!error || !isShownInForm(error)) throw thrown;
  return error;
}

/**
 * What a step of a form answers: nothing is judged yet, and all that was typed is shown again, but a password.
 * @param error what the step itself found wrong, by field
 */
export function step<More extends object>(
  values: object,
  more?: More,
  status = 200,
  error?: Record<string, string[]>,
) {
  const initialValue = { ...values, password: undefined };
  return data({ result: { initialValue, error }, current: undefined, ...more }, { status });
}

/** The step at which a form comes back that was held since its session had ended. */
export function heldStep<More extends object>(form: FormData, more?: More) {
  const { intent: _, ...values } = valuesOf(form);
  return step(values, more, 200, { "": ["انتهت جلستك قبل أن يحفظ النموذج: راجع ما كتبته ثم احفظ"] });
}

/** What a refused form sends back to its page: Conform's result with everything typed, what stands now, and what is asked. */
export type FormReply = { result: unknown; current?: unknown; questions?: OpenQuestion[] };

type Sentences = {
  /** What spec §5 says when a required field is missing. */
  requiredSentence?: string;
  /** The catalogue's words that the reason follows (spec §8); where they depend on it, by the fields to blame. */
  failure?: string | ((fields: Record<string, string>) => string);
};

/**
 * Reads a posted form, checks it and does the work. What is refused comes back with each sentence at its field and
 * all that was typed. Every form may carry `idempotency_key` and `updated_at`; one with a file says so.
 */
export async function submit<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
  work: (
    input: z.output<Schema>,
    meta: { form: FormData; key: string | null; readAt?: string },
  ) => Promise<Response>,
  { files, login, ...sentences }: Sentences & { files?: boolean; login?: boolean } = {},
) {
  const form = await readForm(request, { files, login });
  return submitForm(form, schema, work, sentences);
}

/** The same, for a form that was read already. */
export async function submitForm<Schema extends z.ZodObject, Answer = Response>(
  form: FormData,
  schema: Schema,
  work: (
    input: z.output<Schema>,
    meta: { form: FormData; key: string | null; readAt?: string },
  ) => Promise<Answer>,
  { requiredSentence, failure }: Sentences = {},
) {
  if (form.get("intent") === "held") return heldStep(form) as never;
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  const failed = (fields: Record<string, string>) =>
    typeof failure === "function" ? failure(fields) : failure;
  const reply = (status: number, fields: Record<string, string>, message?: string, current?: unknown) => {
    const reason = message && !Object.values(fields).includes(message) ? message : undefined;
    const sentence = [failed(fields), reason].filter(Boolean).join(": ");
    return data(
      {
        result: submission.reply({
          hideFields: secretFields,
          fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]])),
          formErrors: sentence ? [sentence] : [],
        }),
        current,
      },
      { status },
    );
  };
  if (submission.status !== "success") {
    const fields = Object.fromEntries(
      Object.entries(submission.error ?? {}).map(([name, texts]) => [name, texts?.[0] ?? ""]),
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
      throw new DomainError("not_found", [failed({}), thrown.message].filter(Boolean).join(": "));
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
 * An action without fields, such as a deletion: what is refused comes back as one sentence, behind the catalogue's
 * words for it (spec §8). So does that the row is gone, which leaves no dialog to say it in.
 */
export async function refusable(prefix: string, work: () => Promise<Response>) {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === "not_found")
      throw new DomainError("not_found", `${prefix}: ${thrown.message}`);
    const refusal = refusalOf(thrown);
    return data({ refusal: `${prefix}: ${refusal.message}` }, { status: statusOf(refusal) });
  }
}
