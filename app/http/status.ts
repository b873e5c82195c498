import type { DomainError, ErrorCode } from "~/domain/domain-error";

const statuses: Record<ErrorCode, number> = {
  unreadable: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
};

/** The HTTP status of a refusal (rulings §1). */
export const statusOf = ({ code }: Pick<DomainError, "code">) => statuses[code];

/** The Retry-After header of a status that says «later». */
export const retryAfter = (status: number): Record<string, string> =>
  status === statuses.unavailable ? { "Retry-After": "5" } : {};

export const headings: Record<number, string> = {
  400: "طلب غير صحيح",
  403: "غير مصرح",
  404: "الصفحة غير موجودة",
  405: "عملية غير متاحة",
  408: "انتهت مهلة الطلب",
  409: "لا يمكن ذلك الآن",
  413: "البيانات أكبر من المسموح",
  431: "العنوان أطول من المسموح",
  503: "الخدمة غير متاحة مؤقتًا",
};
