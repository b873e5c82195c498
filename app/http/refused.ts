import type { LoaderFunctionArgs } from "@remix-run/node";
import { DomainError, type ErrorCode } from "./domain-error";
import { jsonError } from "./json.server";

const sentences: Record<string, [ErrorCode, string]> = {
  400: ["unreadable", "عنوان الطلب غير صحيح"],
  403: ["forbidden", "الطلب قادم من موقع آخر"],
  405: ["method_not_allowed", "هذه العملية غير متاحة على هذا العنوان"],
};

/** Where the gate sends what it refuses; a plain sentence for a browser, JSON for a call. */
async function refuse({ request, params }: LoaderFunctionArgs) {
  const [code, sentence] = sentences[params.status ?? ""] ?? ["not_found", "لا توجد صفحة بهذا العنوان"];
  const error = new DomainError(code, sentence);
  if (new URL(request.url).pathname.startsWith("/api/")) return jsonError(request, error);
  return new Response(
    `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>${sentence}</title><p>${sentence}</p>`,
    {
      status: error.status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
        ...(code === "method_not_allowed" && { Allow: "GET, POST" }), // of screens; calls name their own
      },
    },
  );
}

export { refuse as action, refuse as loader };
