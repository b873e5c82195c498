import pg from "pg";

/** An error that the user of the terminal can correct. It is printed without a stack, by Knex too. */
export class Refusal extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.stack = sentence;
  }
}

/**
 * @param {unknown} error of a connection
 */
export function unreachable(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  return new Refusal(`The database of DATABASE_URL cannot be reached: ${message || code}`);
}

/**
 * The text of an error for the terminal: a sentence, or the stack if it is a fault of ours.
 *
 * @param {unknown} error
 */
export function errorText(error) {
  const { code, path, message, cause } = /** @type {NodeJS.ErrnoException} */ (error);
  const reason = cause instanceof Error ? `: ${cause.message}` : ""; // errors of the file store name only the place
  if (error instanceof Refusal) return message;
  if (code === "ENOSPC" || code === "EDQUOT")
    return `There is no room on the disk${path ? ` of ${path}` : ""}.`;
  if (error instanceof pg.DatabaseError) return `The database refused: ${message}`;
  if (path && code) return `${path} cannot be written or read: ${code}`;
  return code ? (message || code) + reason : error;
}
