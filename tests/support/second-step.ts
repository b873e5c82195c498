import type { Knex } from "knex";
import { Secret, TOTP } from "otpauth";
import type { Client } from "./client";

/** The code of a secret as the program in a pocket shows it: now, or so many steps of half a minute off. */
export function codeOf(secret: string, steps = 0) {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

export const secretIn = (html: string) =>
  (html.match(/<code dir="ltr">([A-Z2-7 ]+)<\/code>/)?.[1] ?? "").replaceAll(" ", "");

export const recoveryCodesIn = (html: string) => html.match(/\b\d{5}(-\d{5}){4}\b/g) ?? [];

/** Switches a user's second step on, as they would on a page without JavaScript. */
export async function switchOnSecondStep(client: Client) {
  const secret = secretIn((await client.get("/account/second-step")).body);
  const { body } = await client.submit("/account/second-step", { deed: "on", one_time_code: codeOf(secret) });
  // Without JavaScript the page says each code once, with it the data say it again.
  return { secret, codes: [...new Set<string>(recoveryCodesIn(body))] };
}

/** As if the last code had been used long ago. */
export async function forgetSteps(knex: Knex, userId: number) {
  await knex("second_steps").where({ user_id: userId }).update({ last_step: 0 });
}
