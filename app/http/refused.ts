import type { LoaderFunctionArgs } from "@remix-run/node";
import { DomainError, type ErrorCode } from "./domain-error";
import { jsonError, notAllowed } from "./json.server";

const sentences: Record<string, [ErrorCode, string]> = {
  400: ["unreadable", "عنوان الطلب غير صحيح"],
  403: ["forbidden", "الطلب قادم من موقع آخر"],
};

/** Where the gate sends what it refuses; a plain sentence for a browser, JSON for a call. */
function refuse({ request, params }: LoaderFunctionArgs) {
  if (params.status === "405") return notAllowed(request, ["GET", "POST", "PUT", "DELETE"]);
  const [code, sentence] = sentences[params.status ?? ""] ?? ["not_found", "لا توجد صفحة بهذا العنوان"];
  const error = new DomainError(code as ErrorCode, sentence);
  if (new URL(request.url).pathname.startsWith("/api/")) return jsonError(request, error);
  return new Response(
    `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>${sentence}</title><p>${sentence}</p>`,
    {
      status: error.status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
      },
    },
  );
}

export { refuse as action, refuse as loader };
