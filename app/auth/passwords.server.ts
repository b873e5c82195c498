import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";
import { invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { guessable, longestPassword, shortestPassword } from "./guessable";

// OWASP's minimum for argon2id: 19 MiB, two passes.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, cost);

/** Whether the password has this hash. */
export const isPassword = (password: string, passwordHash: string) =>
  verify(passwordHash, password).catch(() => false);

const tooShort = "كلمة المرور قصيرة: عشرة أحرف على الأقل";

/** The schema of a new password (rulings §2). It is not trimmed, since it may begin with a blank. */
export const newPassword = () =>
  z
    .string({ error: requiredMessage })
    .refine((password) => password.trim(), requiredMessage)
    .min(shortestPassword, tooShort)
    .max(longestPassword, "كلمة المرور أطول من 200 حرف");

/** The schema of a present password. Its length is bounded, since hashing a megabyte takes long. */
export const presentPassword = () =>
  z.string({ error: requiredMessage }).min(1, requiredMessage).max(500, "كلمة المرور طويلة جدًا");

const guessableSentences = {
  name: "كلمة المرور هي اسم المستخدم، اختر غيرها",
  common: "كلمة المرور شائعة يسهل تخمينها، اختر غيرها",
};

/**
 * Refuses easily guessed passwords.
 * @throws DomainError invalid, at `field`
 */
export function refuseGuessable(password: string, username: string, field = "password") {
  const reason = guessable(password, username);
  if (reason) throw invalid(field, guessableSentences[reason]);
}
