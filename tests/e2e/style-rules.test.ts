import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { classesIn, readRules, rulesFor } from "~/ui/page/style-rules.server";
import { projectDir } from "../../scripts/prepare.js";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { administrator } from "../support/database";

/* A page without the style sheet as a file contains the rules that it uses. */

const office = fixture();
const browser = useBrowser();

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

test.each(["/", "/customers/new", "/contracts", "/reports/financial"])(
  "%s looks as with the whole sheet, wide and on a phone",
  async (path) => {
    for (const screen of ["wide", "phone"] as const) {
      const page = await browser.open({
        baseURL: office.url,
        screen,
        javaScript: false,
        login: administrator,
      });
      const styled = async () => {
        const answer = await page.goto(path, { waitUntil: "networkidle" });
        const html = (await answer?.text()) ?? "";
        return {
          isWhole: /<link rel="stylesheet"/.test(html),
          picture: await settledPicture(page),
        };
      };
      const rules = await styled();
      const { name, value } = await styleCookie();
      await page.context().addCookies([{ name, value, url: office.url }]);
      const whole = await styled();
      expect([rules.isWhole, whole.isWhole]).toEqual([false, true]);
      expect(rules.picture.equals(whole.picture)).toBe(true);
    }
  },
);

/** A page's picture once it does not change any more: fonts come late. */
async function settledPicture(page: Page, earlier?: Buffer): Promise<Buffer> {
  const picture = await page.screenshot({ fullPage: true });
  return earlier?.equals(picture) ? picture : settledPicture(page, picture);
}

/** The cookie that the login page sets when the browser has the style sheet as a file. */
async function styleCookie() {
  const { headers } = await fetch(`${office.url}/login`);
  const [name = "", value = ""] = headers.getSetCookie()[0]?.split(";")[0]?.split("=", 2) ?? [];
  return { name, value };
}
