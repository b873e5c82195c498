import { test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { logIn, picture, useBrowser } from "../support/browser";

const office = fixture({ demo: true });
const browser = useBrowser();
test("look", async () => {
  for (const screen of ["wide", "phone"] as const) {
    const page = await browser.open({ baseURL: office.url, screen, javaScript: false });
    await logIn(page.context(), demoLogins[0]);
    for (const [i, a] of [
      "/reports/financial?period=monthly",
      "/reports/financial?report=contracts",
      "/reports/financial?report=profit",
      "/reports/financial?report=balances",
      "/reports/financial?tab=sample",
      "/reports/administrative",
      "/reports/administrative?report=customers",
      "/reports/administrative?report=operations",
      "/customers/import",
      "/search?q=محمد",
      "/favorites",
      "/contracts",
    ].entries()) {
      await page.goto(a);
      await picture(page, `look-${screen}-${i}`);
    }
  }
}, 100000);
