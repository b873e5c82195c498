import type { Tone } from "./page/page";

/** What a search shows of a record in one line: what it is called, what tells it from others, its state, and the screen that opens it. */
export type Hit = {
  title: string;
  facts: string[];
  amount?: string;
  state: string;
  tone: Tone;
  href: string;
};
