import type { NamedLink } from "./question";

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

/** The most fields that an answer names. Who corrects them is told of the next ones. */
export const mostFields = 50;

const firstOf = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).slice(0, mostFields));

/**
 * A refusal by a rule of the business: a code, an Arabic sentence, and the fields to blame. Domain functions throw it and know
 * nothing of HTTP; `http/` turns it into form errors and JSON.
 */
export class DomainError extends Error {
  readonly fields?: FieldErrors;
  /** The present row, if someone else changed it meanwhile (rulings §3). */
  readonly current?: unknown;
  /** What may be done instead, on the error page. */
  readonly links?: NamedLink[];

  constructor(
    readonly code: ErrorCode,
    message: string,
    { fields, current, links }: { fields?: FieldErrors; current?: unknown; links?: NamedLink[] } = {},
  ) {
    super(message);
    this.fields = fields && firstOf(fields);
    this.current = current;
    this.links = links;
  }
}

/** One field of the input breaks a rule: 422, with the sentence at that field. */
export function invalid(field: string, message: string) {
  return new DomainError("invalid", message, { fields: { [field]: message } });
}

/** One field of the input contradicts stored data: 409, with the sentence at that field. */
export function conflicting(field: string, message: string) {
  return new DomainError("conflict", message, { fields: { [field]: message } });
}

export function notFound(message = "السجل المطلوب غير موجود") {
  return new DomainError("not_found", message);
}

/** The server's memory has no room for another request now: 503. */
export function overloaded() {
  return new DomainError("unavailable", "الخادم مشغول الآن، حاول مرة أخرى بعد لحظات");
}
