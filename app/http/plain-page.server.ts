import { headings } from "~/ui/error-page";
import { type DomainError, retryAfter } from "./domain-error";

/** A refusal as a page, where Remix draws none: in its place, and in that of a file. */
export function plainPage({ status, message }: DomainError, headers: Record<string, string> = {}) {
  const heading = headings[status] ?? "حدث خطأ";
  const page = `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>${heading}</title>
<h1>${heading}</h1><p>${message}</p><p><a href="/">العودة إلى الرئيسية</a></p>`;
  const all = new Headers({ ...retryAfter(status), ...headers });
  all.set("Content-Type", "text/html; charset=utf-8");
  all.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  all.set("X-Content-Type-Options", "nosniff");
  all.set("Cache-Control", "private, no-store");
  return new Response(page, { status, headers: all });
}
