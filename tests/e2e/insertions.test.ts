import { beforeAll, describe, expect, test } from "vitest";
import { faultsIn, fixture } from "../support/app";
import {
  addDarkReader,
  holdBack,
  noteDialogs,
  picture,
  takeAction,
  untilScripted,
  useBrowser,
} from "../support/browser";
import { administrator } from "../support/database";
import { makeCustomer } from "../support/factories";

/* Whatever extensions put into a page, before or after its scripts start, it keeps its looks and what is typed. */

const office = fixture();
const browser = useBrowser(office);

beforeAll(async () => {
  await makeCustomer(office.knex, { name: "محمد الأول", phone: "0771000001" });
});

/** What others do to a page, as functions that run in it. */
const insertions: Record<string, () => void> = {
  "a style first in the head": () =>
    document.head.prepend(Object.assign(document.createElement("style"), { textContent: "html{--x:1}" })),
  "a style before the head": () => document.documentElement.prepend(document.createElement("style")),
  "an element before the body's own": () => document.body.prepend(document.createElement("div")),
  "an element after the body's own": () =>
    document.body.append(document.createElement("grammarly-desktop-integration")),
  "an element after the body": () => document.documentElement.append(document.createElement("div")),
  "classes and attributes": () => {
    document.documentElement.className = "dark js-focus-visible";
    document.body.setAttribute("cz-shortcut-listen", "true");
    for (const input of document.querySelectorAll("input")) input.setAttribute("data-lpignore", "true");
  },
  "an icon after each input": () => {
    for (const input of document.querySelectorAll("input:not([type=hidden])"))
      input.after(Object.assign(document.createElement("span"), { className: "icon", textContent: "🔑" }));
  },
  "an icon before each input": () => {
    for (const input of document.querySelectorAll("input:not([type=hidden]), select"))
      input.before(document.createElement("com-1password-button"));
  },
  "a frame around each input": () => {
    for (const input of document.querySelectorAll("input:not([type=hidden])")) {
      const frame = document.createElement("span");
      input.replaceWith(frame);
      frame.append(input);
    }
  },
  "marks on words": () => {
    for (const label of document.querySelectorAll("label, h1, h2, a")) {
      const mark = document.createElement("mark");
      mark.append(...label.childNodes);
      label.append(mark);
    }
  },
  "a translation": () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: Text[] = [];
    while (texts.nextNode()) all.push(texts.currentNode as Text);
    for (const text of all) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, textarea, option")) continue;
      const font = document.createElement("font");
      font.append(Object.assign(document.createElement("font"), { textContent: `~${text.data}` }));
      text.replaceWith(font);
    }
  },
  "the office's own elements taken out of the head": () => {
    for (const element of document.head.querySelectorAll("meta, link[rel=icon]")) element.remove();
  },
};

const names = Object.keys(insertions);

/** How the page looks, as far as a style sheet decides it. */
const looks = () => {
  const { backgroundColor, fontFamily } = getComputedStyle(
    document.body.querySelector("main") ?? document.body,
  );
  const button = document.querySelector(".button.primary");
  return [backgroundColor, fontFamily, button && getComputedStyle(button).backgroundColor];
};

/** A page whose scripts wait. */
async function open(path: string, screen: "wide" | "phone" = "wide") {
  const page = await browser.open({ login: administrator, screen });
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const start = await holdBack(page, "**/assets/entry.client-*.js");
  await page.goto(path);
  return { page, errors, start, ready: () => untilScripted(page) };
}

describe("before the scripts start", () => {
  // By turns: what is put into a page does not know how wide it is.
  test.each(names.map((name, index) => [name, index % 2 ? "phone" : "wide"] as const))(
    "%s (%s)",
    async (name, screen) => {
      const { page, errors, start, ready } = await open("/customers/new", screen);
      const before = await page.evaluate(looks);
      await page.evaluate(insertions[name] as () => void);
      await page.locator("[name=name]").focus();
      await page.keyboard.type("سالم");
      await page.locator("[name=phone]").focus();
      await page.keyboard.type("055");
      await start();
      await page.keyboard.type("12"); // while they start
      await ready();
      await page.keyboard.type("34");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("phone");
      expect(await page.locator("[name=phone]").inputValue()).toBe("0551234");
      expect(await page.locator("[name=name]").inputValue()).toBe("سالم");
      expect(await page.evaluate(looks)).toEqual(before);
      expect(errors).toEqual([]);
    },
  );
});

test.each([0, 40, 80, 120, 200, 300])(
  "the focus is where a program moved it while the scripts start (after %i ms)",
  async (milliseconds) => {
    const { page, start, ready } = await open("/customers/new");
    await page.evaluate(insertions[names[0] as string] as () => void);
    await page.locator("[name=name]").focus();
    await page.keyboard.type("سالم");
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 5 });
    await start();
    await page.waitForTimeout(milliseconds);
    await page.evaluate(() => document.querySelector<HTMLElement>("[name=phone]")?.focus());
    await page.keyboard.type("0551");
    await ready();
    expect(await page.locator("[name=phone]").inputValue()).toBe("0551");
    expect(await page.locator("[name=name]").inputValue()).toBe("سالم");
  },
);

test("what is chosen, marked and selected is as it was where React draws anew", async () => {
  const { page, start, ready } = await open("/customers/new");
  await page.locator("[name=gender]").selectOption("أنثى");
  await page.locator("[name=name]").fill("سلمى بنت سعيد");
  await page.locator("[name=name]").evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 7));
  await page.evaluate(insertions["an icon after each input"] as () => void);
  await start();
  await ready();
  await page.waitForTimeout(100);
  const selection = () => {
    const { name, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
    return [name, selectionStart, selectionEnd];
  };
  expect(await page.evaluate(selection)).toEqual(["name", 5, 7]);
  expect(await page.locator("[name=gender]").inputValue()).toBe("أنثى");
});

test("a file that is being picked while React draws anew is the form's", async () => {
  const { page, start, ready } = await open("/customers/new");
  const file = page.locator("[name=image]");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), file.click()]);
  await page.evaluate(insertions["an icon after each input"] as () => void);
  await start();
  await ready();
  await chooser.setFiles({ name: "صورة.png", mimeType: "image/png", buffer: Buffer.of() });
  expect(await file.evaluate(({ files }: HTMLInputElement) => files?.[0]?.name)).toBe("صورة.png");
  await page.locator("dialog img").waitFor(); // the scripts have heard of it
});

test("a press on a button that is put in another's place while it waits for the scripts is done, once", async () => {
  const { page, start } = await open("/customers/new");
  await page.locator("[name=name]").fill("عبير");
  await page.locator("[name=phone]").fill("0551112223");
  const save = page.locator("dialog form button[type=submit]:not([formnovalidate])").last();
  await save.click();
  await save.evaluate((button) => button.replaceWith(button.cloneNode(true)));
  await start();
  await expect.poll(async () => (await office.knex("customers").where({ name: "عبير" })).length).toBe(1);
  await office.knex("customers").where({ name: "عبير" }).delete();
});

test("a deletion that is pressed before React draws its link anew is asked about, once", async () => {
  const { page, start } = await open("/customers");
  const row = page.locator("tbody tr", { hasText: "محمد الأول" });
  await page.evaluate(insertions["an icon after each input"] as () => void);
  await takeAction(row, "حذف");
  await start();
  await page.getByRole("button", { name: "تأكيد الحذف" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/customers");
});

test("a button that is pressed when React begins to draw the page is not drawn anew under the finger", async () => {
  const page = await browser.open({ login: administrator });
  await page.addInitScript(() => {
    const { addEventListener } = Element.prototype;
    Element.prototype.addEventListener = function (this: Element, type: string, ...more: [never]) {
      addEventListener.call(this, type, ...more);
      if (type !== "click" || this.tagName !== "DIV") return; // React's, on the element that it is about to draw
      Element.prototype.addEventListener = addEventListener;
      queueMicrotask(() => {
        const button = document.querySelector<HTMLElement>("dialog form .button.primary");
        for (const type of ["pointerdown", "mousedown"])
          button?.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true }));
        if (button?.isConnected) button.click(); // a browser clicks what is still there
      });
    };
    addEventListener("DOMContentLoaded", () => {
      for (const input of document.querySelectorAll("input:not([type=hidden])"))
        input.after(document.createElement("span"));
    });
  });
  await page.goto("/customers/new");
  await page.locator("dialog").getByRole("alert").waitFor();
});

describe("after the scripts have started", () => {
  // Two in each page: now that nothing is hydrated any more, none of them hides another.
  const pairs = names.slice(0, names.length / 2).map((name, turn) => [name, names[turn + names.length / 2]]);

  test.each(pairs as [string, string][])("%s, and %s", async (...pair) => {
    const page = await browser.open({ login: administrator });
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    const dialogs = noteDialogs(page);
    const insert = async () => {
      for (const name of pair) await page.evaluate(insertions[name] as () => void);
    };
    await page.goto("/customers");
    const before = await page.evaluate(looks);
    await untilScripted(page);
    await insert();
    await page.locator('main a[href^="/customers/new"]').first().click();
    await page.locator("dialog [name=name]").fill("علي");
    await insert();
    await page.locator("dialog [name=phone]").fill("0559990000");
    await page.locator("dialog [name=phone]").press("Enter");
    await expect.poll(async () => (await office.knex("customers").where({ name: "علي" })).length).toBe(1);
    await page.locator("dialog").waitFor({ state: "detached" });
    await office.knex("customers").where({ name: "علي" }).delete();
    expect(await page.evaluate(looks)).toEqual(before);
    expect([errors, dialogs]).toEqual([[], []]);
  });
});

describe("with Dark Reader", () => {
  test.each(["wide", "phone"] as const)(
    "pages keep their looks and work, from the login on (%s)",
    async (screen) => {
      const page = await browser.open({ screen });
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await addDarkReader(page);
      /** What the office's style sheet decides and a change of colours does not. */
      const shape = () => {
        const { fontFamily, paddingInlineStart, borderRadius } = getComputedStyle(
          document.querySelector("main button, main .button") as Element,
        );
        return [fontFamily.split(",")[0], paddingInlineStart !== "0px", borderRadius !== "0px"];
      };
      const styled = ["Office", true, true];
      await page.goto("/login?to=/customers/new");
      await page.locator("[name=username]").fill(administrator.username);
      expect(await page.evaluate(shape)).toEqual(styled);
      await page.locator("[name=password]").fill(administrator.password);
      await page.locator("[name=password]").press("Enter");
      await page.locator("dialog:modal [name=name]").fill("نورة");
      expect(await page.evaluate(() => document.querySelectorAll("style.darkreader").length)).toBeGreaterThan(
        0,
      );
      expect(await page.evaluate(shape)).toEqual(styled);
      await page.locator("[name=phone]").fill("0553334444");
      await page.locator("[name=phone]").press("Enter");
      await expect.poll(async () => (await office.knex("customers").where({ name: "نورة" })).length).toBe(1);
      await page.locator("dialog").waitFor({ state: "detached" });
      expect(await page.evaluate(shape)).toEqual(styled);
      await office.knex("customers").where({ name: "نورة" }).delete();
      expect(errors).toEqual([]);
      await picture(page, `dark-reader-${screen}`);
    },
  );
});

test("no answer was a fault of the server", () => {
  expect(faultsIn(office.app.output())).toEqual([]);
});
