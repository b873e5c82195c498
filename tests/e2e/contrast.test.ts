import type { Page } from "playwright";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { logIn, picture, useBrowser } from "../support/browser";

/* What people see who have set the system to high contrast (docs/decisions/sight.md). tests/support/contrast-faults.ts measures every screen. */

const office = fixture({ demo: true });
const browser = useBrowser(office);
let page: Page;

beforeEach(async () => {
  page = await browser.open();
  await logIn(page.context(), demoLogins[0]);
});

const styleOf = (selector: string, name: string, pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, [name, pseudo]) => getComputedStyle(element, pseudo).getPropertyValue(name as string),
      [name, pseudo],
    );

test("the ring of the focus is seen, on paper and in the green menu", async () => {
  await page.goto("/contracts");
  await page.locator("main a.button").first().focus();
  await page.keyboard.press("Tab");
  const ring = () =>
    page.evaluate(() =>
      getComputedStyle(document.activeElement as Element).getPropertyValue("outline-color"),
    );
  expect(await ring()).toBe("rgb(122, 90, 22)");
  await page.locator(".menu summary").first().focus();
  await page.keyboard.press("Tab");
  expect(await ring()).toBe("rgb(232, 200, 119)");
});

test.each(["light", "dark"] as const)(
  "forced colours say where one is, how full it is and what a chart shows (%s)",
  async (colorScheme) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await page.goto("/contracts");
    const ground = await styleOf(".menu", "background-color");
    for (const address of ["/contracts", "/financial/cheques", "/reports?type=financial"]) {
      await page.goto(address);
      await picture(page, `forced-${colorScheme}${address.replaceAll(/[/?=]/g, "_")}`);
      for (const current of await page.locator('[aria-current="page"]:visible').all())
        expect(await current.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
          ground,
        );
    }
    expect(await styleOf(".chart .series-1", "fill")).not.toBe(ground);
    expect(await styleOf(".chart text", "fill")).not.toBe(ground);
    await page.goto("/campaigns");
    await picture(page, `forced-${colorScheme}_campaigns`);
    expect(await styleOf("select", "background-image")).toBe("none");
    const bar = page.locator(".occupancy progress").first();
    const { data, info } = await sharp(await bar.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colourAt = (x: number) => {
      const place = (Math.floor(info.height / 2) * info.width + x) * info.channels;
      return [...data.subarray(place, place + 3)];
    };
    expect(colourAt(info.width - 10)).not.toEqual(colourAt(10)); // it fills from the right
  },
);

test("who asks for more contrast has no grey text and no pale edge", async () => {
  await page.emulateMedia({ contrast: "more" });
  await page.goto("/contracts");
  await picture(page, "contrast-more");
  const ink = "rgb(29, 41, 37)";
  expect(await styleOf(".list small", "color")).toBe(ink);
  expect(await styleOf("input[name=search]", "border-top-color")).toBe(ink);
});
