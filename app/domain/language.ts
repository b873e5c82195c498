/** The languages of what is printed for others. The office itself reads Arabic. */
export type Language = "ar" | "en";

/** The language that an address asks for: English with `?lang=en`, else Arabic. */
export const languageOf = (params: URLSearchParams): Language => (params.get("lang") === "en" ? "en" : "ar");

/** The direction in which a language is written. */
export const directionOf = (language: Language) => (language === "en" ? "ltr" : "rtl");

/** The `handle` of a route whose page is printed in English too: the page then says so of itself (root.tsx). */
export const translated = { isTranslated: true };

/** The address of the same page, or of its files, in a language. */
export const inLanguage = (language: Language, search = "") => {
  const params = new URLSearchParams(search);
  if (language === "en") params.set("lang", "en");
  else params.delete("lang");
  return params.size ? `?${params}` : "";
};
