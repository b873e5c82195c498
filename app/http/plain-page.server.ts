import { fromDatabaseError } from "~/db/errors.server";
import { DomainError } from "~/domain/domain-error";
import { dataHeader, requestId } from "~/framework/answers.server";
import { log } from "~/log.server";
import { serverFault } from "./json.server";
import { gateRefusal } from "./refusals.server";
import { secure } from "./secure.server";
import { headings, statusOf } from "./status";

/** A refusal as a page without Remix, also in place of a file. */
export function plainPage(error: DomainError, init: HeadersInit = {}) {
  return page(statusOf(error), error.message, init);
}

/** The HTML of a refusal's page. */
export function refusalPage(status: number, sentence: string) {
  const heading = headings[status] ?? "حدث خطأ";
  return `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>${heading}</title>
<h1>${heading}</h1><p>${sentence}</p><p><a href="/">العودة إلى الرئيسية</a></p>`;
}

function page(status: number, sentence: string, init: HeadersInit = {}) {
  const headers = new Headers(init);
  secure(headers, status);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(refusalPage(status, sentence), { status, headers });
}

/**
 * Refuses Remix's data request for an address that is no page: Remix would send its file or JSON as text.
 * @throws DomainError not_found
 */
export function refuseAsData(request: Request) {
  if (request.headers.has(dataHeader)) throw gateRefusal("404");
}

/** The loader of a file. A refusal is a plain page. */
export async function orPlainPage(request: Request, work: () => Promise<Response>) {
  try {
    return await work();
  } catch (error) {
    const refusal = error instanceof DomainError ? error : fromDatabaseError(error);
    if (refusal) return plainPage(refusal);
    if (!(error instanceof Error)) throw error; // a redirect
    log.error({ request: requestId(request), err: error });
    return page(500, `${serverFault}، رقم الطلب ${requestId(request)}`);
  }
}
