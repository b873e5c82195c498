import type { LoaderFunctionArgs } from "@remix-run/node";
import { DomainError, type ErrorCode, overloaded } from "./domain-error";
import { jsonError } from "./json.server";
import { plainPage } from "./plain-page.server";

const sentences: Record<string, [ErrorCode, string]> = {
  400: ["unreadable", "عنوان الطلب غير صحيح"],
  403: ["forbidden", "الطلب قادم من موقع آخر"],
  503: ["unavailable", overloaded().message],
  405: ["method_not_allowed", "هذه العملية غير متاحة على هذا العنوان"],
};

/** Where the gate sends what it refuses; a plain page for a browser, JSON for a call. */
async function refuse({ request, params }: LoaderFunctionArgs) {
  const [code, sentence] = sentences[params.status ?? ""] ?? ["not_found", "لا توجد صفحة بهذا العنوان"];
  const error = new DomainError(code, sentence);
  if (new URL(request.url).pathname.startsWith("/api/")) return jsonError(request, error);
  return plainPage(error, code === "method_not_allowed" ? { Allow: "GET, POST" } : {}); // calls name their own
}

export { refuse as action, refuse as loader };
