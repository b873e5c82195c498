import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fixture } from "../support/app";
import { browsers } from "../support/browsers";
import { administrator } from "../support/database";
import { makeCustomer } from "../support/factories";
import { useLine } from "../support/line";
import { usePlace } from "../support/place";
import { until } from "../support/until";

/* Who leaves a page while something of it is on its way arrives where they went, and no fault of scripts is noted. */

const office = fixture();
const line = useLine(office);
const place = usePlace("left-pages");

const faults = () =>
  office.app
    .output()
    .split("\n")
    .filter((text) => text.includes('"script":'));

const onItsWay: [string, RegExp, string][] = [
  ["data of the next screen", /^\/suppliers\.data/, "/suppliers"],
  ["the next screen's scripts", /^\/assets\/.*\.js/, "/trips/management"],
  ["the description of the next screen", /^\/__manifest/, "/services/hotels"],
];

/* Functions that run in the page. */
const find = (selector: string) => document.querySelector(selector) ?? undefined;
const path = () => location.pathname;
const isScripted = () => "__remixRouter" in window;

beforeAll(async () => {
  await makeCustomer(office.knex, { name: "راحل" });
});

describe.each(browsers.filter(({ name }) => /^(Chromium|Firefox ESR|WebKit)$/.test(name)))(
  "$name",
  ({ name, isInstalled, open }) => {
    if (!isInstalled) {
      console.warn(`${name} is not installed: pages that are left are not tested in it.`);
      return test.skip("left out, since it is not installed", () => {});
    }

    /** A new tab at the list of customers. */
    async function enter() {
      const tab = await open(place);
      onTestFinished(async () => {
        line.mend();
        await tab.close();
      });
      await tab.visit(`${line.url}/login?to=/customers`);
      await tab.type(find, "[name=username]", administrator.username);
      await tab.type(find, "[name=password]", administrator.password);
      await until(() => tab.press(find, "form:has([name=password]) button[type=submit], form button.button"));
      await expect.poll(() => tab.read(path, null)).toBe("/customers");
      await expect.poll(() => tab.read(isScripted, null)).toBe(true);
      tab.errors.length = 0;
      return tab;
    }

    test.each(onItsWay)("while %s is on its way", async (_, addresses, next) => {
      const tab = await enter();
      const before = faults().length;
      line.holdBack(addresses);
      const asked = line.asked.length;
      await tab.read((href) => {
        document.querySelector<HTMLElement>(`.menu a[href='${href}']`)?.click();
      }, next);
      await expect.poll(() => line.asked.slice(asked).some((url) => addresses.test(url))).toBe(true);
      await tab.read(() => location.assign("/campaigns/new"), null);
      await expect.poll(() => line.asked.slice(asked)).toContain("/campaigns/new");
      line.mend();
      await expect.poll(() => tab.read(path, null)).toBe("/campaigns/new");
      await expect.poll(() => tab.read(isScripted, null)).toBe(true);
      await expect.poll(() => tab.read(path, null)).toBe("/campaigns/new");
      expect([tab.errors, faults().slice(before)]).toEqual([[], []]);
    });

    test("the menu stands beside the scroll bar, and a date runs from left to right at the right", async () => {
      const tab = await enter();
      await tab.visit(`${line.url}/customers/new`);
      const { gap, direction, align } = await tab.read(() => {
        const menu = document.querySelector("#menu")?.getBoundingClientRect();
        const { direction, textAlign } = getComputedStyle(
          document.querySelector("[name=date_of_birth]") as Element,
        );
        return {
          gap: menu?.width ? document.documentElement.clientWidth - menu.right : 0, // folded in a narrow window
          direction,
          align: textAlign,
        };
      }, null);
      expect([gap, direction, align]).toEqual([0, "ltr", "right"]);
    });

    test("while what a form reads is on its way", async () => {
      const tab = await enter();
      const before = faults().length;
      await tab.visit(`${line.url}/financial/receipts/new`);
      const asked = line.asked.length;
      line.holdBack(/^\/api\/contracts/);
      await until(() => tab.type(find, "[role=combobox]", "راحل"));
      await until(() => tab.press(find, "[role=option]"));
      await expect
        .poll(() => line.asked.slice(asked).some((url) => url.startsWith("/api/contracts")))
        .toBe(true);
      await tab.read(() => location.assign("/campaigns/new"), null);
      await expect.poll(() => tab.read(path, null)).toBe("/campaigns/new");
      expect([tab.errors, faults().slice(before)]).toEqual([[], []]);
    });
  },
);
