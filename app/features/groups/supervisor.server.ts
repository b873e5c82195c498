import type { Language } from "~/domain/language";
import { isLatin } from "~/domain/latin-name.server";
import { quote } from "~/domain/nouns";

/** What papers need of a group's supervisor; all is null for a group without one. */
export type Supervisor = {
  /** The login name, which papers never show. */
  login: string | null;
  name: string | null;
  name_latin: string | null;
  phone: string | null;
};

/** The supervisor's name on papers; null where it is not known in the language. */
export function supervisorIn(
  language: Language,
  { name, name_latin }: Pick<Supervisor, "name" | "name_latin">,
) {
  if (language === "ar") return name;
  return name_latin ?? (name && isLatin(name) ? name : null);
}

/** What a paper lacks of the supervisor, in a sentence for the clerk; undefined if it lacks nothing. */
export function supervisorGap(language: Language, supervisor: Supervisor) {
  const { login, name, phone } = supervisor;
  if (!login) return undefined;
  const who = `المشرف ${quote(name ?? login)}`;
  if (!phone) return `${who} بلا هاتف في المجموعة، فليس في هواتف الطوارئ.`;
  if (supervisorIn(language, supervisor)) return undefined;
  const lack = language === "en" ? "اسم كامل باللاتينية" : "اسم كامل";
  return `${who} بلا ${lack} في شاشة المستخدمين، فيطبع هاتفه وحده.`;
}
