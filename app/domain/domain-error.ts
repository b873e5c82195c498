export type ErrorCode =
  | "unreadable"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "too_large"
  | "unsupported"
  | "invalid"
  | "too_many"
  | "unavailable";
export type FieldErrors = Record<string, string>;

/**
 * What a rule of the business answers when it refuses: a code, an Arabic sentence, and the fields to blame.
 * Domain functions throw it and know nothing of HTTP; `http/` maps it to form errors and to JSON.
 */
export class DomainError extends Error {
  readonly fields?: FieldErrors;
  /** The row as it stands now, when someone else changed it meanwhile (rulings §3). */
  readonly current?: unknown;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { fields, current }: { fields?: FieldErrors; current?: unknown } = {},
  ) {
    super(message);
    this.fields = fields;
    this.current = current;
  }
}

/** A rule broken by one field of the input: 422, with the sentence at that field. */
export function invalid(field: string, message: string) {
  return new DomainError("invalid", message, { fields: { [field]: message } });
}

/** A field of the input that does not go with what is stored: 409, with the sentence at that field. */
export function conflicting(field: string, message: string) {
  return new DomainError("conflict", message, { fields: { [field]: message } });
}

export function notFound(message = "السجل المطلوب غير موجود") {
  return new DomainError("not_found", message);
}

/** More is under way than the server's memory is for: whoever comes now is asked to come again. */
export function overloaded() {
  return new DomainError("unavailable", "الخادم مشغول الآن، حاول مرة أخرى بعد لحظات");
}
