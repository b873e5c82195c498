import { setImmediate as pause } from "node:timers/promises";

/** In milliseconds: how long work may keep other requests from being served. */
const longest = 10;

/**
 * The elements one by one. Other requests are served whenever the work on the elements has taken ten milliseconds, so it does not
 * matter how long one element takes.
 */
export async function* withBreaks<Element>(elements: Iterable<Element>): AsyncGenerator<Element> {
  let since = performance.now();
  for (const element of elements) {
    yield element;
    if (performance.now() - since < longest) continue;
    await pause();
    since = performance.now();
  }
}
