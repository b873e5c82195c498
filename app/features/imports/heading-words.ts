import { fold } from "~/domain/fold";

/* Headings that say more than one name: a number before it, or the same in two languages. */

/** Words for a language, beside which a name means another field: «الاسم / English» is no name in Arabic. */
const languages = /(^| )(ال)?(انجليزي|لاتيني|عربي|اجنبي)|english|latin|arabic/;

const withoutNumber = (name: string) => name.replace(/^\d{1,2} ?(?=\p{L})/u, "");

/**
 * The field of a heading by its parts: «1- الاسم», «الاسم / Name», «رقم الجواز PP NO», «الجوال/الهاتف». Of names in two languages one may be
 * unknown; names in one language are all known and mean the same.
 * @param fieldOf the field of a folded name
 */
export function fieldByParts(
  head: string,
  fieldOf: (name: string) => string | undefined,
): string | undefined {
  const whole = withoutNumber(fold(head));
  const arabic = fold(whole.replace(/[a-z]+/g, " "));
  const latin = fold(whole.replace(/\p{Script=Arabic}+/gu, " "));
  const sameFieldOf = (names: string[], isUnknown: (name: string) => boolean) => {
    const fields = names.map(fieldOf);
    const [one, ...more] = new Set(fields.filter(Boolean));
    return more.length || names.some((name, index) => !fields[index] && !isUnknown(name)) ? undefined : one;
  };
  const isTwoLanguages = /\p{L}/u.test(arabic) && /[a-z]/.test(latin);
  return (
    fieldOf(whole) ??
    (isTwoLanguages ? sameFieldOf([arabic, latin], (name) => !languages.test(name)) : undefined) ??
    sameFieldOf(
      head
        .split(/[/|\\\n،,()–—-]+/)
        .map((part) => withoutNumber(fold(part)))
        .filter(Boolean),
      () => false,
    )
  );
}
