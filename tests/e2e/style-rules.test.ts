import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { classesIn, readRules, rulesFor } from "~/first-page/style-rules.server";
import { projectDir } from "../../scripts/prepare.js";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { administrator } from "../support/database";

/* A page without the style sheet as a file contains the rules that it uses. */

const office = fixture();
const browser = useBrowser(office);

test("the reader loses nothing of the style sheet", () => {
  const folder = join(projectDir, "build/client/assets");
  const file = readdirSync(folder).find((name) => /^tailwind-.*\.css$/.test(name)) ?? "";
  const css = readFileSync(join(folder, file), "utf8");
  const everything = { has: () => true } as unknown as Set<string>;
  const plain = (text: string) => text.replace(/\s|;(?=})/g, "");
  expect(plain(rulesFor(readRules(css), everything))).toBe(plain(css));
});

test("a rule stays for each of its selectors whose classes the page has, however they are written", () => {
  const rules = readRules(
    `@layer a,b;.x,.y>.z{top:0}.md\\:w-1\\/2,.b-\\[1px_\\(x\\)\\],.b-\\[2px\\]{left:0}@media (width<9px){.x{top:1px}.q{top:2px}}.q:is(.x,.y){top:3px}p:not(.q:has(:is(.r,b))){top:4px}@keyframes k{to{top:0}}.q::before{content:"}.x{"}`,
  );
  const page = '<p class="x md:w-1/2 b-[1px_(x)]"></p><b class="[&amp;&gt;p]:z">';
  expect(rulesFor(rules, classesIn(page))).toBe(
    "@layer a,b;.x{top:0}.md\\:w-1\\/2,.b-\\[1px_\\(x\\)\\]{left:0}@media (width<9px){.x{top:1px}}p:not(.q:has(:is(.r,b))){top:4px}@keyframes k{to{top:0}}",
  );
  expect([...classesIn(page)]).toContain("[&>p]:z");
});

test.each([
  ["/", "wide"],
  ["/contracts", "wide"],
  ["/contracts", "phone"],
  ["/customers/new", "phone"],
  ["/search?q=x", "phone"],
] as const)("the whole sheet changes nothing on %s (%s)", async (path, screen) => {
  const page = await browser.open({ screen, login: administrator });
  // The page's scripts, which would fetch the sheet, wait for a touch.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  await page.goto(path);
  expect(await page.evaluate(changeByWholeSheet)).toEqual([]);
});

/** Runs in the page: adds the whole style sheet, and gives the elements whose style it changes. */
async function changeByWholeSheet() {
  await document.fonts.ready;
  // A busy browser focuses the first field after the page is loaded.
  const first = document.querySelector("[autofocus]");
  while (first && first !== document.activeElement) await new Promise(requestAnimationFrame);
  const stylesOf = (element: Element) =>
    [undefined, "::before", "::after"].map((part) => {
      const style = getComputedStyle(element, part);
      return part && style.content === "none"
        ? ""
        : [...style].map((name) => style.getPropertyValue(name)).join();
    });
  const elements = [...document.body.querySelectorAll("*")];
  const before = elements.map((element) => stylesOf(element).join());
  const text = [...document.scripts].map(({ textContent }) => textContent).join();
  const link = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: /\/assets\/tailwind-[\w-]+\.css/.exec(text)?.[0],
  });
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
  return elements
    .filter((element, index) => stylesOf(element).join() !== before[index])
    .map((element) => element.outerHTML.slice(0, 200));
}
