import type { Page } from "playwright";

/** Runs before a page: notes which of its controls stand elsewhere once its scripts have started (`movesOn`). */
export function watchControls() {
  /** A link to the top of the page is as good as any other, and of two controls of one name the first comes first. */
  const placesOf = () => {
    const places: Record<string, string> = {};
    for (const control of document.querySelectorAll(
      "a, button, input:not([type=hidden]), select, textarea",
    )) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const { x, y, width, height } = control.getBoundingClientRect();
      const { localName, textContent } = control;
      const step = localName === "button" ? (control.getAttribute("value") ?? "") : ""; // buttons of one name differ by it
      const name = `${localName} ${control.getAttribute("name") ?? control.getAttribute("href") ?? textContent} ${step}`;
      let key = name;
      for (let count = 2; key in places; count++) key = `${name} ${count}`;
      places[key] = [x, y, width, height].map(Math.round).join();
    }
    return places;
  };
  let router: unknown;
  let before: Record<string, string>;
  Object.defineProperty(window, "__remixRouter", {
    get: () => router,
    set(value) {
      router = value;
      before ??= placesOf();
    },
  });
  const moves = new Promise((resolve) => {
    addEventListener("hydrated", () =>
      requestAnimationFrame(() => {
        const after = placesOf();
        const moved = Object.keys(before).filter((key) => after[key] && after[key] !== before[key]);
        resolve(moved.map((key) => `${key}: ${before[key]} → ${after[key]}`));
      }),
    );
  });
  Reflect.set(window, "moves", moves);
}

/** What moved on a page when its scripts started: nothing may that a user is about to press (docs/decisions/typed-work.md). */
export const movesOn = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, "moves"));
