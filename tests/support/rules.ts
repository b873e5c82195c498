import { expect } from "vitest";
import { DomainError } from "~/domain/domain-error";

/** What a rule answers, or by field the sentences with which it refuses. */
export function answerOf<Answer>(rule: () => Answer) {
  try {
    return rule();
  } catch (thrown) {
    if (thrown instanceof DomainError) return thrown.fields ?? thrown.message;
    throw thrown;
  }
}

/** By field, sentences of which these are parts. */
export const sentences = (parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).map(([field, part]) => [field, expect.stringContaining(part)]));
