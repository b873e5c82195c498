import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { afterEach, expect, test } from "vitest";
import { browserFlags, browserPath } from "../../scripts/browser.js";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { logIn } from "../support/browser";

/* The browser's own size of letters (docs/decisions/sight.md): its settings are in its profile, which each test writes anew. */

const office = fixture({ demo: true });
const profiles: string[] = [];
afterEach(() => {
  for (const profile of profiles.splice(0)) rmSync(profile, { recursive: true, force: true });
});

async function browserWith(webprefs: object) {
  const profile = mkdtempSync(join(tmpdir(), "letters-"));
  profiles.push(profile);
  mkdirSync(join(profile, "Default"));
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify({ webkit: { webprefs } }));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    args: browserFlags,
    viewport: { width: 1280, height: 800 },
    baseURL: office.url,
  });
  await logIn(context, demoLogins[0]);
  return context;
}

const addresses = [
  "/customers",
  "/contracts",
  "/contracts/1",
  "/financial/debts/customers",
  "/financial/receipts",
  "/invoices/purchases?overdue=true",
  "/agents",
  "/trips/management",
  "/reports/financial?report=profit",
  "/reports/journal?period=yearly",
];

test.each([
  { means: "letters of 24 pixels", webprefs: { default_font_size: 24 }, least: 19 },
  { means: "a least size of 20 pixels", webprefs: { minimum_font_size: 20 }, least: 20 },
])("with $means, no page is wider than its window", async ({ webprefs, least }) => {
  const context = await browserWith(webprefs);
  try {
    const page = await context.newPage();
    for (const address of addresses) {
      await page.goto(address);
      const look = await page.evaluate(() => {
        const cell = document.createElement("i");
        cell.style.width = "100ch";
        cell.style.display = "block";
        document.querySelector(".list tbody td, main")?.append(cell);
        const width = cell.getBoundingClientRect().width;
        cell.remove();
        return { beyond: document.documentElement.scrollWidth - innerWidth, character: width / 100 };
      });
      expect(look.beyond, address).toBe(0);
      expect(look.character, address).toBeGreaterThan(least / 2.1); // a digit is half as wide as the letters are high
      if (webprefs.minimum_font_size) expect(await page.locator("#menu").isVisible(), address).toBe(true);
    }
  } finally {
    await context.close();
  }
});
