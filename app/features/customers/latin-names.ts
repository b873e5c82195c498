import type { Customer } from "./customer";

/** The whole Latin name that follows from its parts: surname, then given names; null without either. */
export const wholeOfParts = ({
  surname_latin,
  given_names_latin,
}: Partial<Pick<Customer, "surname_latin" | "given_names_latin">>) =>
  [surname_latin, given_names_latin].filter(Boolean).join(" ") || null;
