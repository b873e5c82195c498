import type { ReactNode } from "react";
import type { Language } from "~/domain/language";

/** Two texts side by side, each in its own direction and unbroken; null where there is neither. */
export function pairOf(
  first: string | null,
  second: string | null = null,
  language: Language = "ar",
): ReactNode {
  if (!first && !second) return null;
  return (
    <>
      {first && <bdi lang={ownLanguage(language, first)}>{first}</bdi>}
      {first && second && " · "}
      {second && (
        <bdi className="whitespace-nowrap" lang={ownLanguage(language, second)}>
          {second}
        </bdi>
      )}
    </>
  );
}

/** The language of an Arabic text on an English page. */
const ownLanguage = (page: Language, text: string) =>
  page === "en" && /\p{Script=Arabic}/u.test(text) ? "ar" : undefined;

/** A value on a paper: what is Arabic on an English one has its own language and direction. */
export function ownText(language: Language, value: string | number | null): ReactNode {
  const lang = typeof value === "string" ? ownLanguage(language, value) : undefined;
  return lang ? (
    <bdi lang={lang} dir="rtl">
      {value}
    </bdi>
  ) : (
    value
  );
}
