import type { Page } from "playwright";
import { describe, expect, onTestFinished, test } from "vitest";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { administrator } from "../support/database";
import { startProxy } from "../support/proxy";

/* A browser that refuses cookies is told so by the login that it comes back to. */

const office = fixture();
const browser = useBrowser();
const sentence = "متصفحك يرفض ملف تعريف الارتباط";

/** The office as a browser knows it that stores no cookie, until it is told to. */
async function useOfficeWithoutCookies() {
  let isRefusing = true;
  const proxy = await startProxy([office.url], (headers) => {
    if (isRefusing) delete headers["set-cookie"];
    return headers;
  });
  onTestFinished(proxy.close);
  return {
    url: proxy.url,
    allow() {
      isRefusing = false;
    },
  };
}

async function logIn(page: Page) {
  await page.getByLabel("اسم المستخدم").fill(administrator.username);
  await page.getByLabel("كلمة المرور").fill(administrator.password);
  await page.getByRole("button", { name: "تسجيل الدخول" }).click();
}

describe.each([
  ["wide", true],
  ["phone", false],
] as const)("(%s, JavaScript %s)", (screen, javaScript) => {
  test.each(["/login", "/login?to=%2Fcustomers"])("from %s", async (path) => {
    const { url, allow } = await useOfficeWithoutCookies();
    const page = await browser.open({ baseURL: url, screen, javaScript });
    await page.goto(path);
    expect(await page.getByText(sentence).count()).toBe(0);
    await logIn(page);
    await page.getByRole("alert").getByText(sentence).waitFor();
    await picture(page, `refused-cookies/${screen}`);
    expect(new URL(page.url()).pathname).toBe("/login");

    allow();
    await logIn(page);
    await page.waitForURL((url) => url.pathname !== "/login");
    expect(await page.getByText(sentence).count()).toBe(0);
  });

  test("a browser whose cookies were deleted is asked to log in, as ever", async () => {
    const page = await browser.open({ baseURL: office.url, screen, javaScript });
    await page.goto("/login?to=%2Fcustomers");
    await logIn(page);
    await page.waitForURL("**/customers");
    await page.context().clearCookies();
    await page.reload();
    await page.waitForURL(/\/login\?/);
    expect(await page.getByText(sentence).count()).toBe(0);
    await page.reload();
    expect(await page.getByText(sentence).count()).toBe(0);
  });
});

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(office.url + path, { redirect: "manual", headers });

test.each<[string, Record<string, string>]>([
  ["a stranger", {}],
  ["a stranger from another page", { Referer: "/suppliers" }],
  ["a stranger from another site's login", { Referer: "https://other.example/login" }],
  ["a client with any cookie", { Referer: "/login", Cookie: "a=b" }],
])("%s is led to the plain login", async (_, { Referer = "", ...headers }) => {
  const from = Referer.startsWith("/") ? office.url + Referer : Referer;
  const answer = await open("/customers", Referer ? { ...headers, Referer: from } : headers);
  expect([answer.headers.get("Location"), answer.headers.getSetCookie()]).toEqual([
    "/login?to=%2Fcustomers",
    [],
  ]);
});

test("the second step of a login says it, too", async () => {
  const answer = await open("/login/code?to=%2Fcustomers", {
    Referer: `${office.url}/login?to=%2Fcustomers`,
  });
  const login = answer.headers.get("Location") ?? "";
  expect(login).toBe("/login?to=%2Fcustomers&cookies=refused");
  expect(await (await open(login)).text()).toContain(sentence);
});
