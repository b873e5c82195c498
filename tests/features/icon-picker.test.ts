import { beforeAll, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { makeDollar } from "../support/factories";

const office = fixture();
const browser = useBrowser(office);

beforeAll(() => makeDollar(office.knex));

test.each([true, false])(
  "an icon is picked by its name and by the keys (JavaScript %s)",
  async (javaScript) => {
    const name = `خدمة ${javaScript}`;
    const page = await browser.signedIn("/services/other/new", { javaScript });
    await page.getByLabel("اسم الخدمة").fill(name);
    await page.getByLabel("السعر").fill("35");
    const icons = page.getByRole("group", { name: "الأيقونة" });
    const icon = (name: string) => icons.getByRole("radio", { name });
    expect(await icons.getByRole("radio").count()).toBe(13);
    expect(await icon("علامة زائد").isChecked()).toBe(true);
    await icons.getByTitle("كاميرا").click();
    expect(await icon("كاميرا").isChecked()).toBe(true);
    await icon("كاميرا").press("ArrowDown");
    expect(await icon("حقيبة تسوق").isChecked()).toBe(true);
    const outline = await icon("حقيبة تسوق").evaluate((input) => getComputedStyle(input).outlineStyle);
    expect(outline).toBe("solid");

    await page.getByRole("button", { name: "إضافة فئة" }).click();
    const dialog = page.getByRole("dialog", { name: "إضافة فئة" });
    await dialog.getByLabel("اسم الفئة").fill(`فئة ${javaScript}`);
    await dialog.getByRole("button", { name: "إضافة" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await icon("حقيبة تسوق").isChecked()).toBe(true);
    await page.getByRole("button", { name: "حفظ" }).click();
    const card = page.getByRole("listitem").filter({ hasText: name });
    await card.locator("svg.lucide-shopping-bag").waitFor();
    expect(await office.knex("other_services").where({ name }).first()).toMatchObject({
      icon: "ShoppingBag",
    });
  },
);
