import { text } from "./input.server";

/* Names for those who read no Arabic (rulings §6). */

/** As many signs as a passport's machine-readable line has for a name. */
export const longestLatinName = 39;

/**
 * A name as a passport writes it: letters A to Z, blanks, hyphens and apostrophes, at most 39. Small letters become capitals, and the
 * apostrophes and hyphens of word processors plain ones.
 */
export function latinName() {
  return text(longestLatinName)
    .transform((name) =>
      name
        .replace(/[\u2018\u2019\u02BC\u02BF\u0060\u00B4]/g, "'")
        .replace(/[\u2010-\u2013\u2212]/g, "-")
        .replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    )
    .refine(
      (name) => /^[A-Z' -]+$/.test(name) && /[A-Z]/.test(name),
      "اكتب الاسم كما في الجواز: حروف لاتينية من A إلى Z، ومعها المسافة والشرطة والفاصلة العليا فقط",
    );
}

/** Whether a text has no letters and digits but Latin ones. */
export const isLatin = (text: string) => !/(?![\p{Script=Latin}0-9])[\p{L}\p{N}]/u.test(text);

/** A name in Latin letters, with digits and signs, as a hotel writes its own. */
export function latinText(max: number) {
  return text(max).refine(
    (name) => /\p{Script=Latin}/u.test(name) && isLatin(name),
    "اكتبه بحروف لاتينية وأرقام مثل 123",
  );
}
