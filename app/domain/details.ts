import { quote } from "./nouns";
import type { Detail, NamedLink } from "./question";

const mostNames = 5;

/** Names in a sentence, of which the rest is counted. @param most how many are named */
export const listOf = (names: string[], most = mostNames) =>
  names.slice(0, most).map(quote).join("، ") + (names.length > most ? `، وغيرها ${names.length - most}` : "");

/** A sentence about things, each with its link; none without any. @param most how many are named */
export const aboutEach = (
  text: string,
  links: NamedLink[],
  { most = mostNames, right = "manage_trips" }: { most?: number } & Pick<Detail, "right"> = {},
): Detail[] =>
  links.length
    ? [{ text: `${text}:`, links: links.slice(0, most), rest: Math.max(0, links.length - most), right }]
    : [];
