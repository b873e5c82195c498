import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { screens } from "../support/screens";

/* When a page's scripts start, nothing moves that a user may be about to press (docs/decisions/typed-work.md). */

const office = fixture({ demo: true });
const browser = useBrowser();

/** Notes where the page's controls are, when its scripts start and after. */
function watchControls() {
  /** A link to the top of the page is as good as any other, and of two controls of one name the first comes first. */
  const placesOf = () => {
    const places: Record<string, string> = {};
    for (const control of document.querySelectorAll(
      "a, button, input:not([type=hidden]), select, textarea",
    )) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const { x, y, width, height } = control.getBoundingClientRect();
      const { localName, textContent } = control;
      const name = `${localName} ${control.getAttribute("name") ?? control.getAttribute("href") ?? textContent}`;
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
  addEventListener("hydrated", () =>
    requestAnimationFrame(() => {
      const after = placesOf();
      const moved = Object.keys(before).filter((key) => after[key] && after[key] !== before[key]);
      Reflect.set(
        window,
        "moved",
        moved.map((key) => `${key}: ${before[key]} → ${after[key]}`),
      );
    }),
  );
}

/** The screens with a form in the page. */
const forms = screens.filter((path) =>
  /\/(new|edit|cancel|status|split|reminder|import|schedule|apply|family|close|reopen|company|members|papers|visas)\b/.test(
    path,
  ),
);

test.each(["wide", "phone"] as const)(
  "no control of a form moves when its scripts start (%s)",
  async (screen) => {
    const page = await browser.open({ baseURL: office.url, screen, login: demoLogins[0] });
    await page.addInitScript(watchControls);
    const found: Record<string, unknown> = {};
    for (const path of forms) {
      await page.goto(path);
      const moved = await (await page.waitForFunction(() => Reflect.get(window, "moved"))).jsonValue();
      if (moved.length) found[path] = moved;
    }
    expect(found).toEqual({});
  },
);
