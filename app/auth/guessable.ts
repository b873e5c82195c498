import { dictionary } from "@zxcvbn-ts/language-common";
import { latinDigits } from "../domain/digits";

/* What the first administrator's password (seeds/02_administrator.ts) and everybody else's may not be (rulings §2). */

export const shortestPassword = 10;
export const longestPassword = 200;

let common: Set<string> | undefined;

/** Whether a password is the user's own name, or one of the most common ones. */
export function guessable(password: string, username: string): "name" | "common" | undefined {
  const plain = latinDigits(password).trim().toLowerCase();
  if (plain === username.trim().toLowerCase()) return "name";
  common ??= new Set(dictionary["passwords-common"]);
  return common.has(plain) ? "common" : undefined;
}
