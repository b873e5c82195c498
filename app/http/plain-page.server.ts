import { fromDatabaseError } from "~/db/errors.server";
import { DomainError } from "~/domain/domain-error";
import { secure } from "./secure.server";
import { headings, statusOf } from "./status";

/** A refusal as a page, where Remix draws none: in its place, and in that of a file. */
export function plainPage(request: Request, error: DomainError, init: HeadersInit = {}) {
  const status = statusOf(error);
  const heading = headings[status] ?? "حدث خطأ";
  const page = `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>${heading}</title>
<h1>${heading}</h1><p>${error.message}</p><p><a href="/">العودة إلى الرئيسية</a></p>`;
  const headers = new Headers(init);
  secure(headers, request, status);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  return new Response(page, { status, headers });
}

/** The loader of a file: what it refuses is told by a plain page. */
export async function orPlainPage(request: Request, work: () => Promise<Response>) {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof DomainError ? error : fromDatabaseError(error);
    if (known) return plainPage(request, known);
    throw error;
  }
}
