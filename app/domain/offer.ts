import type { Rows } from "./html-only";
import type { Noun } from "./nouns";

/** The value and the words of a choice. */
export type NamedChoice = [value: string | number, label: string];

/** What a field offers to choose from. @property search what is searched for further choices; undefined if there are none */
export type Offer<Choice = NamedChoice> = { choices: Choice[]; search?: OfferSearch };

/** An offer of a list's screen. */
export type PageOffer = Omit<Offer, "choices"> & { choices: Rows<NamedChoice> };

/**
 * @property label of the search, if it is not made of the noun
 * @property matches their number, or the most that are counted if there are more
 */
export type OfferSearch = {
  noun: Noun;
  label?: string;
  query: string;
  matches: number;
  hasMore: boolean;
};

/**
 * The parameter under which an address searches for choices of a field: `agent` for `agent_id`. A form has it with `_query` behind, beside
 * its own fields.
 */
export const searchNameOf = (field: string) =>
  /_ids?$/.test(field) ? field.replace(/_ids?$/, "") : `${field}_name`;
