import { data } from "@remix-run/node";
import { fromDatabaseError } from "~/db/errors.server";
import { DomainError } from "~/domain/domain-error";
import { dataHeader, requestId } from "~/framework/answers.server";
import { log } from "~/log.server";
import { type Body, readForm } from "./body.server";
import { contentOf } from "./form-author.server";
import { statusOf } from "./status";

/** The fields of a form that an error page answers. With their author the form is still that of who filled it. */
export type Typed = [name: string, value: string][];

/**
 * The response that Remix shows as an error page: a refusal with its sentence, a fault of ours without. Both have the request's
 * number in the log.
 * @param sent what the request's body may bring; its form is in the page
 */
export async function asPage(request: Request, thrown: unknown, sent?: Body) {
  const refusal = thrown instanceof DomainError ? thrown : fromDatabaseError(thrown);
  if (!refusal && !(thrown instanceof Error)) return thrown; // a redirect
  const page = {
    message: refusal?.message,
    links: refusal?.links,
    request: requestId(request),
    typed: sent && (await typedIn(request, sent)),
  };
  if (!refusal) log.error({ request: page.request, err: thrown });
  return data(page, { status: refusal ? statusOf(refusal) : 500 });
}

/** What a browser without scripts has sent in a form. With them the form itself is still there. */
async function typedIn(request: Request, sent: Body): Promise<Typed | undefined> {
  if (request.method !== "POST" || request.headers.has(dataHeader)) return undefined;
  const form = await readForm(request, sent).catch(() => undefined); // too large, or unreadable
  if (!form) return undefined;
  const author = form
    .getAll("author")
    .slice(-1)
    .map((value): Typed[number] => ["author", String(value)]);
  return [...contentOf(form).fields, ...author];
}
