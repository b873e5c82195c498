import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { projectDir } from "../../scripts/prepare.js";
import { fixture } from "../support/app";
import { browsers, type Tab } from "../support/browsers";
import { insert, makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";
import { usePlace } from "../support/place";
import { until } from "../support/until";
import { pdf } from "../support/visas";

/* An office's main path, from the login to a deletion, in the browsers that its users have. */

const office = fixture({ demo: true });
const place = usePlace("browsers");
const [admin] = demoLogins;

/* Functions that run in the page. */

/** The field with this label, in the dialog if one is open. */
const fieldOf = (label: string) =>
  [...(document.querySelector("dialog[open]") ?? document).querySelectorAll("label")].find(
    ({ innerText, control }) => innerText.startsWith(label) && control?.checkVisibility(),
  )?.control as HTMLElement | undefined;

/** Whether the select with this label has an option that begins with the text, which is chosen then. */
function choose({ label, option }: { label: string; option: string }) {
  for (const select of (document.querySelector("dialog[open]") ?? document).querySelectorAll("select")) {
    const index = [...select.options].findIndex(({ text }) => text.startsWith(option));
    if (index < 0 || !select.labels[0]?.innerText.startsWith(label)) continue;
    select.selectedIndex = index;
    for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
    return true;
  }
  return false;
}

/** What begins with these words and can be pressed, in the row that contains the other ones, or in the dialog before the page. */
function pressable({ words, row }: { words: string; row?: string }) {
  const places = row
    ? [...document.querySelectorAll("tr")].filter(({ innerText }) => innerText.includes(row))
    : [...document.querySelectorAll("dialog[open]"), document];
  return places
    .flatMap((place) => [
      ...place.querySelectorAll<HTMLElement>("a, button, summary, [role=option], label:has([type=radio])"),
    ])
    .find(
      (element) =>
        element.innerText.trim().startsWith(words) && element.checkVisibility({ checkOpacity: true }),
    );
}

/** What a user does and sees in a browser. Each waits until it can be done. */
function userOf(tab: Tab, name: string) {
  const text = () => tab.read(() => document.body.innerText, null);
  const user = {
    visit: (path: string) => tab.visit(office.url + path),
    fill: (label: string, typed: string) => until(() => tab.type(fieldOf, label, typed)),
    attach: (label: string, path: string) => until(() => tab.attach(fieldOf, label, path)),
    choose: (label: string, option: string) =>
      until(async () => expect(await tab.read(choose, { label, option }), `${label}: ${option}`).toBe(true)),
    press: (words: string, row?: string) => until(() => tab.press(pressable, { words, row })),
    arrive: (path: RegExp) =>
      until(async () => expect(await tab.read(() => location.pathname, null)).toMatch(path)),
    see: (words: string) => until(async () => expect(await text()).toContain(words)),
    text,
    async logIn(to: string) {
      await user.visit(`/login?to=${to}`);
      await user.fill("اسم المستخدم", admin.username);
      await user.fill("كلمة المرور", admin.password);
      await user.press("تسجيل الدخول");
      await user.arrive(new RegExp(`^${to}$`));
    },
    /** Keeps a picture in the folder SCREENSHOTS, when that is set. */
    async picture(step: string) {
      const folder = process.env.SCREENSHOTS;
      if (folder) writeFileSync(join(folder, `${name}-${step}.png`), await tab.picture());
    },
  };
  return user;
}

/** The lines of the log about faults of scripts. */
const faults = () =>
  office.app
    .output()
    .split("\n")
    .filter((line) => line.includes('"script":'));

/** A campaign with a package, a pilgrim who applied for a visa, and a currency that nobody uses, for one browser. */
async function makeSale(name: string) {
  const { knex } = office;
  const { id: usd } = await knex("currencies").where({ code: "USD" }).first("id");
  const sale = {
    pilgrim: `منى الحضرمي ${name}`,
    campaign: `حملة ${name}`,
    package: `باقة ${name}`,
    currency: "ريال عماني",
  };
  await makeCampaign(knex, 5, [await makePackage(knex, usd, "1250", { name: sale.package })], {
    name: sale.campaign,
  });
  const customer = await makeCustomer(knex, { name: sale.pilgrim });
  const asked = { visa_type: "umrah", passport_number: "P1", submission_date: "2026-02-01" };
  const visa = await insert(knex, "visas", { customer_id: customer, ...asked });
  await knex("currencies").where({ code: "OMR" }).delete(); // a path that failed left it
  await makeCurrency(knex, "OMR", "2.6", { name: sale.currency });
  return { ...sale, customer, visa };
}

/** They have what only scripts do, or what stands in its place. */
const pagesWithSteps = [
  "/contracts/new",
  "/contracts/24/cancel",
  "/financial/receipts/new?contract=80",
  "/financial/receipts/1/print",
  "/financial/payments/new",
  "/invoices/agents/new",
  "/services/packages/new",
  "/search",
];

const paper = join(place, "visa.pdf");
writeFileSync(paper, pdf);

describe.each(browsers)("$name", ({ name, runsScripts, isInstalled, open }) => {
  if (!isInstalled) {
    console.warn(`${name} is not installed: the main path is not tested in it.`);
    return test.skip("left out, since it is not installed", () => {});
  }

  /** A new browser's tab with its user; it ends with the test. */
  async function enter(javaScript?: boolean) {
    const tab = await open(place, javaScript);
    onTestFinished(() => tab.close());
    return { tab, ...userOf(tab, name) };
  }

  test("the main path", async () => {
    const { tab, logIn, visit, fill, attach, choose, press, arrive, see, picture } = await enter();
    const sale = await makeSale(name);
    const before = faults().length;

    await logIn("/contracts/new");
    await fill("العميل", sale.pilgrim);
    if (!runsScripts) await press("بحث");
    await press(sale.pilgrim);
    await choose("الحملة", sale.campaign);
    if (!runsScripts) await press("عرض باقات الحملة");
    await choose("الباقة", sale.package);
    await picture("contract");
    await press("توقيع العقد");
    await arrive(/contracts.\d+$/);
    await picture("signed");

    await press("سند قبض جديد");
    await arrive(/receipts.new$/);
    await choose("عملة الدفع", "دولار");
    await fill("المبلغ المستلم", "٣٢١٫٥");
    if (!runsScripts) await press("عرض حقول الدافع والعقد");
    await choose("الصندوق", "صندوق الدولار");
    await fill("البيان", "دفعة أولى");
    await picture("receipt");
    await press("تسجيل السند");
    await arrive(/receipts$/);
    const receipts = () => office.knex("receipt_vouchers").where({ customer_id: sale.customer });
    const [receipt] = await receipts();
    expect(Number(receipt.amount)).toBe(321.5);
    await see(receipt.receipt_number);
    await picture("receipts");

    await press("طباعة", receipt.receipt_number);
    await arrive(/print$/);
    await see("فقط ثلاثمئة وواحد وعشرون دولارًا");
    await picture("print");

    await visit(`/trips/visas/${sale.visa}`);
    await press("تغيير الحالة");
    await choose("القرار", "معتمدة");
    await fill("رقم التأشيرة", `V-${sale.visa}`);
    await attach("ملف التأشيرة", paper);
    await picture("decision");
    await press("حفظ");
    await see("تم اعتماد التأشيرة");
    await picture("visa");
    const visa = await office.knex("visas").where({ id: sale.visa }).first();
    expect([visa.status, visa.visa_number]).toEqual(["approved", `V-${sale.visa}`]);

    // The browser asks before one deletion, a toast before the other. Without scripts a page does.
    await visit("/financial/receipts");
    await press("المزيد", receipt.receipt_number);
    await press("حذف", receipt.receipt_number);
    if (runsScripts) expect(await tab.agree()).toContain(receipt.receipt_number);
    else await press("تأكيد الحذف");
    await expect.poll(receipts).toEqual([]);
    await visit("/settings/accounts/currencies");
    await press("حذف", sale.currency);
    await picture("question");
    await press("تأكيد الحذف");
    await expect.poll(() => office.knex("currencies").where({ code: "OMR" })).toEqual([]);
    await picture("deleted");

    // Scripts note who is logged in, and report what fails.
    const username = () => tab.read(() => localStorage.getItem("username"), null);
    expect(await until(username)).toBe(runsScripts ? admin.username : null); // a page may be on its way
    expect([tab.errors, faults().slice(before)]).toEqual([[], []]);
  });

  if (runsScripts)
    test("a fault of a script reaches the log", async () => {
      const { tab, logIn, press, arrive, see } = await enter();
      const before = faults().length;
      await logIn("/customers/new");
      await expect
        .poll(() => tab.read(() => Boolean(document.querySelector("dialog:modal")), null))
        .toBe(true);
      await press("إلغاء");
      await arrive(/customers$/);
      await tab.read(() => {
        HTMLDialogElement.prototype.showModal = () => {
          throw new Error("showModal is not here");
        };
      }, null);
      await press("إضافة عميل");
      await see("توقفت البرامج المساعدة");
      await expect.poll(() => faults().length).toBe(before + 1);
    });
  else
    test("a page is the one without JavaScript", async () => {
      const users = [await enter(), await enter(false)];
      for (const user of users) await user.logIn("/");
      for (const path of pagesWithSteps) {
        const [text, plain] = await Promise.all(
          users.map(async (user) => {
            await user.visit(path);
            return user.text();
          }),
        );
        expect(text, path).toBe(plain);
      }
    });
});

test("nothing is shown only where JavaScript is off, since scripts may not run where it is on", () => {
  const app = join(projectDir, "app");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => readFileSync(join(app, file), "utf8").includes("<noscript"))).toEqual([]);
});
