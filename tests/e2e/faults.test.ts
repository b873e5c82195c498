import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { administrator } from "../support/database";

/* A fault of a page's scripts takes nothing away that the server gave: the page goes on as without JavaScript. */

const office = fixture();
const browser = useBrowser(office);

const notice = "توقفت البرامج المساعدة";

/** What an older or broken browser lacks, as functions that run in it before the page. */
const lacks: Record<string, () => void> = {
  "a dialog that does not open": () => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error("showModal is not here");
    };
  },
  "a selector that it does not know": () => {
    const { matches } = Element.prototype;
    Element.prototype.matches = function (selector) {
      if (selector === ":modal") throw new DOMException(`'${selector}' is not a valid selector`);
      return matches.call(this, selector);
    };
  },
  "a dialog that does not close": () => {
    HTMLDialogElement.prototype.close = () => {
      throw new TypeError("close is not here");
    };
  },
};

/** The lines of the log about faults of scripts since a moment. */
const faultLines = () =>
  office.app
    .output()
    .split("\n")
    .filter((line) => line.includes('"script":'));

async function open(path: string, prepare?: () => void) {
  const page = await browser.open({ baseURL: office.url, login: administrator });
  if (prepare) await page.addInitScript(prepare);
  await page.goto(path);
  return page;
}

const saveCustomer = async (page: Page, phone: string) => {
  await page.locator("[name=phone]").fill(phone);
  await page.getByRole("button", { name: "حفظ", exact: true }).first().click();
  await page.waitForURL(/\/customers(\?.*)?$/);
  await expect.poll(async () => (await office.knex("customers").where({ phone })).length).toBe(1);
};

describe("with a fault at the start of the scripts", () => {
  test.each(Object.keys(lacks))("%s", async (name) => {
    const before = faultLines().length;
    const page = await open("/customers/new", lacks[name]);
    await page.locator("[name=name]").fill("سالم");
    await page.getByText(notice).waitFor();
    expect(await page.locator("[name=name]").inputValue()).toBe("سالم");
    expect(await page.getByText("حدث خطأ", { exact: true }).count()).toBe(0);
    await expect.poll(() => faultLines().length).toBe(before + 1);
    await saveCustomer(page, `0550${before}${Object.keys(lacks).indexOf(name)}777`);
    await page.waitForTimeout(300);
    expect(faultLines().length).toBeLessThanOrEqual(before + 2); // once for each page
  });
});

test("a fault on a later page leaves that page, as it is without JavaScript", async () => {
  const page = await browser.signedIn("/customers", { baseURL: office.url });
  await page.evaluate(lacks["a dialog that does not open"] as () => void);
  await page.locator('main a[href^="/customers/new"]').first().click();
  await page.getByText(notice).waitFor();
  const isOnTop = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  };
  expect(await page.getByText(notice).evaluate(isOnTop)).toBe(true);
  await page.locator("[name=name]").fill("هدى");
  await saveCustomer(page, "0551239876");
});

test("a printed sheet has no button that does nothing then, but says how the browser prints", async () => {
  const page = await browser.open({ baseURL: office.url, login: administrator });
  await page.addInitScript(() => {
    window.print = () => {};
    Object.defineProperty(window, "__remixManifest", {
      get() {
        throw new Error("nothing is here");
      },
      set() {},
    });
  });
  await page.goto("/reports/financial/print");
  await page.getByRole("button", { name: "طباعة" }).waitFor({ state: "hidden" });
  await page.getByText("للطباعة استخدم أمر الطباعة في المتصفح").waitFor();
});

test("without the server, the page stays as it was", async () => {
  const page = await browser.signedIn("/customers", { baseURL: office.url });
  await page.evaluate(lacks["a dialog that does not open"] as () => void);
  await page.route(
    (url) => url.pathname === "/customers/new",
    (route) => route.abort(),
  );
  await page.locator('main a[href^="/customers/new"]').first().click();
  await page.getByText(notice).waitFor();
  expect(await page.locator("[name=name]").count()).toBe(1);
});

describe("without the browser's storage", () => {
  test.each([
    [
      "denied",
      () => {
        for (const name of ["localStorage", "sessionStorage"])
          Object.defineProperty(window, name, {
            configurable: true,
            get() {
              throw new DOMException("Access is denied", "SecurityError");
            },
          });
      },
    ],
    [
      "off",
      () => {
        for (const name of ["localStorage", "sessionStorage"])
          Object.defineProperty(window, name, { configurable: true, get: () => null });
      },
    ],
    [
      "full",
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      },
    ],
  ] as [string, () => void][])("%s, an office works as ever", async (_, prepare) => {
    const before = faultLines().length;
    const page = await browser.open({ baseURL: office.url });
    await page.addInitScript(prepare);
    const errors: string[] = [];
    page.on("pageerror", ({ message, stack }) => {
      // The framework's line that restores the scroll stands in the page. It fails by itself.
      if (stack?.includes("/assets/")) errors.push(message);
    });
    await page.goto("/login?to=/customers");
    await page.locator("[name=username]").fill(administrator.username);
    await page.locator("[name=password]").fill(administrator.password);
    await page.getByRole("button", { name: "تسجيل الدخول" }).click();
    await page.waitForURL("**/customers");
    await page.locator('main a[href^="/customers/new"]').first().click();
    await page.locator("dialog:modal").waitFor(); // the scripts run
    expect(await page.getByText(notice).count()).toBe(0);
    expect([errors, faultLines().length - before]).toEqual([[], 0]);
  });
});

test("a browser without what the scripts use gets the pages without them, complete", async () => {
  const page = await open("/customers/new", () => {
    const { supports } = CSS;
    CSS.supports = (...test: string[]) =>
      test[0] !== "selector(:popover-open)" && Boolean(Reflect.apply(supports, CSS, test));
  });
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.locator("[name=name]").fill("رامي");
  await saveCustomer(page, "0557654321");
  expect(scripts).toEqual([]);
});

describe("the log", () => {
  const send = (body: unknown) =>
    fetch(`${office.url}/api/script-errors`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  test("has a fault without the query of an address, and cut", async () => {
    const stack = `at x (${office.url}/customers?search=سري:1:2)\n${"y".repeat(5000)}`;
    expect((await send({ message: "m".repeat(1000), stack })).status).toBe(204);
    await expect.poll(() => faultLines().at(-1)).toContain("mmm");
    const line = faultLines().at(-1) ?? "";
    expect(line).not.toContain("سري");
    expect(line.length).toBeLessThan(2000);
  });

  test("is filled by nobody", async () => {
    const before = faultLines().length;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => send({ message: `fault ${n}`, stack: [] })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await send([])).status).toBe(400);
    expect((await send({ message: "x".repeat(20_000) })).status).toBe(413);
    expect(faultLines().length - before).toBeLessThanOrEqual(40); // of two minutes at most
  });
});
