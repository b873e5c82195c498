import type { Permission } from "./permissions";

/** Where a thing is that a sentence names. */
export type NamedLink = { href: string; label: string };

/**
 * What follows from what a question asks.
 * @property text a sentence; before links it ends in a colon
 * @property links what it speaks of
 * @property rest how many more there are
 * @property right who may open the links; to others they are text
 */
export type Detail = { text: string; links?: NamedLink[]; rest?: number; right?: Permission };

/**
 * A question of a form before something unusual is done. A call is done without asking.
 * @property text says what will be done, with the figures
 * @property about the values for which the answer holds: with other values the question is asked again
 * @property link shows what one needs to see for the answer
 * @property ticks are what is done with it, each of which the user may leave out
 * @property details are what follows from it as it is ticked; the answer holds whatever they say
 */
export type Question = {
  text: string;
  about: unknown[];
  link?: NamedLink;
  ticks?: { value: string; label: string; isTicked: boolean }[];
  details?: Detail[];
};
