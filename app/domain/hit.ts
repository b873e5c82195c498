import type { Tone } from "./states";

/** A record in a search's results: its name, a detail that distinguishes it, its state, and its address. */
export type Hit = {
  title: string;
  facts: string[];
  amount?: string;
  state: string;
  tone: Tone;
  href: string;
};
