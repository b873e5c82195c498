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
  link?: { href: string; label: string };
  ticks?: { value: string; label: string; isTicked: boolean }[];
  details?: string[];
};
