import { DomainError, type ErrorCode, overloaded } from "~/domain/domain-error";

const refusals = new Map<string | undefined, [ErrorCode, string]>([
  ["400", ["unreadable", "عنوان الطلب غير صحيح"]],
  ["413", ["too_large", "حجم البيانات المرسلة أكبر من المسموح"]],
  ["403", ["forbidden", "الطلب قادم من موقع آخر"]],
  ["503", ["unavailable", overloaded().message]],
  ["405", ["method_not_allowed", "هذه العملية غير متاحة على هذا العنوان"]],
]);

/** The refusal for a status with which the gate refuses requests. */
export function gateRefusal(status: string | undefined) {
  return new DomainError(...(refusals.get(status) ?? ["not_found", "لا توجد صفحة بهذا العنوان"]));
}
