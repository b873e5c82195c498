import pg from "pg";

/** What the person at the terminal can put right: told as it is, without a stack. */
export class Refusal extends Error {}

/**
 * What went wrong, for the person at the terminal: a sentence, or the error with its stack where it is a fault of ours.
 *
 * @param {unknown} error
 */
export function told(error) {
  const { code, path, message, cause } = /** @type {NodeJS.ErrnoException} */ (error);
  const reason = cause instanceof Error ? `: ${cause.message}` : ""; // of the files' store, which says only where
  if (error instanceof Refusal) return message;
  if (error instanceof pg.DatabaseError) return `The database refused: ${message}`;
  if (path && code) return `${path} cannot be written or read: ${code}`;
  return code ? (message || code) + reason : error;
}
