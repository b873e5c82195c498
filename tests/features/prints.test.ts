import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";

/* Prints of several pages, as Chromium makes PDF of them: each page says what it is, and which of how many. */

const demo = fixture({ demo: true });
const browser = useBrowser();

/** The text of each page; its reader gives Arabic words in an order of its own. */
async function pagesOf(path: string) {
  const page = await browser.open({ baseURL: demo.url, login: demoLogins[0], javaScript: false });
  await page.goto(path);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((one) => one.normalize("NFKC"));
}

test.each([
  ["/trips/management/1/manifest", ["كشف", "الركاب", "رحلة", "نسائم"]],
  ["/financial/statements/cash-boxes/1/print?from=2026-01-01", ["كشف", "حساب", "صندوق", "2026-01-01"]],
  ["/reports/financial/print?report=cash&period=yearly", ["تقرير", "المقبوضات", "سنة"]],
  ["/campaigns/2/readiness/print", ["جاهزية", "الحملة"]],
])("%s tells on each page what it is, and which of how many", async (path, words) => {
  const pages = await pagesOf(path);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, text] of pages.entries()) {
    const foot = text.split("\n").find((line) => line.includes("صفحة") && line.includes("·")) ?? "";
    for (const word of words)
      expect([path, index, foot]).toEqual([path, index, expect.stringContaining(word)]);
    const numbers = [String(index + 1), String(pages.length)];
    expect(foot).toMatch(new RegExp(`${numbers.join(" من ")}|${numbers.reverse().join(" من ")}`));
  }
});

test("the first page of a report has its first table", async () => {
  for (const report of [
    "financial/print?report=cash&period=yearly",
    "administrative/print?report=services",
  ]) {
    const [first = ""] = await pagesOf(`/reports/${report}`);
    expect(first.match(/\d[\d,]*\.\d\d/g)?.length).toBeGreaterThan(10);
  }
});
