import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { accountsOf, banks, boxes, key, kinds, tab } from "../support/accounts";
import { answerAs, takeAction, useBrowser } from "../support/browser";
import { hiddenField } from "../support/client";
import { administrator } from "../support/database";
import { followMenu } from "../support/menu";
import { useOffice } from "../support/office";

const { office, client } = useOffice();
const { make, movementsOf } = accountsOf(office, client);

describe.each(kinds)("the screen of $list without JavaScript", (kind) => {
  const { list, item, own, one } = kind;
  const path = tab(list);

  test("adds an account once, however often the form is sent", async () => {
    const form = await client.get(`${path}/new?status=active`);
    expect(form.body).toContain("<dialog open");
    const fields = {
      name: `جديد ${list}`,
      currency_code: "KWD",
      balance: "١٢٫٣٤٥",
      ...own,
      idempotency_key: hiddenField(form.body, "idempotency_key"),
    };
    const refused = await client.submit(`${path}/new`, { ...fields, balance: "12.3456" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain(`خطأ في إضافة ${one}`);
    expect(refused.body).toContain("الرصيد بعملة KWD لا يقبل أكثر من 3 خانات عشرية");
    expect(refused.body).toContain('value="12.3456"');
    expect(refused.body).toContain(`value="${fields.name}"`);
    for (const _ of ["first", "again"]) {
      const added = await client.submit(`${path}/new?status=active`, fields);
      expect(added.status).toBe(302);
      expect(added.headers.get("Location")).toBe(`${path}?status=active`);
    }
    const listed = await client.get(`/api/${list}?search=${encodeURIComponent(fields.name)}`);
    expect(listed.body[key(list)]).toMatchObject([{ balance: 12.345, currency_code: "KWD" }]);
    const page = (await client.get(`${path}?search=${encodeURIComponent(fields.name)}`)).body;
    expect(page).toContain("12.345");
    expect(page).toContain("د.ك");
    expect(page).toContain("نشط");
  });

  test("edits without sending a balance, and tells of what someone else changed", async () => {
    const account = await make(kind, { balance: 60 });
    const form = (await client.get(`${path}/${account.id}/edit`)).body;
    expect(form).not.toContain('name="balance"');
    const fields = {
      name: "اسم آخر",
      currency_code: "SAR",
      ...own,
      status: "inactive",
      updated_at: hiddenField(form, "updated_at"),
    };
    await client.put(`/api/${list}/${account.id}`, { balance: 75 });
    const stale = await client.submit(`${path}/${account.id}/edit`, fields);
    expect(stale.status).toBe(409);
    expect(stale.body).toContain(`خطأ في تحديث ${one}: عدّلت هذا السجل من شاشة أخرى`);
    expect(stale.body).toContain('value="اسم آخر"');
    expect(stale.body).toContain("القيمة الحالية");
    const again = { ...fields, updated_at: hiddenField(stale.body, "updated_at") };
    expect((await client.submit(`${path}/${account.id}/edit`, again)).status).toBe(302);
    expect((await client.get(`/api/${list}/${account.id}`)).body[item]).toMatchObject({
      name: "اسم آخر",
      status: "inactive",
      balance: 75,
    });
  });

  test("adjusts a balance beside what it is now", async () => {
    const account = await make(kind, { balance: 60 });
    const form = (await client.get(`${path}/${account.id}/adjust`)).body;
    expect(form).toContain("60.00");
    const updated_at = hiddenField(form, "updated_at");
    const refused = await client.submit(`${path}/${account.id}/adjust`, { balance: "-1", updated_at });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("الرصيد لا يكون سالبًا");
    expect(refused.body).toContain('value="-1"');
    const empty = await client.submit(`${path}/${account.id}/adjust`, { balance: "", updated_at });
    expect(empty.status).toBe(422);
    const done = await client.submit(`${path}/${account.id}/adjust?status=active`, {
      balance: "٩٠",
      updated_at,
    });
    expect(done.status).toBe(302);
    expect(done.headers.get("Location")).toBe(`${path}?status=active`);
    const stale = await client.submit(`${path}/${account.id}/adjust`, { balance: "20", updated_at });
    expect(stale.status).toBe(409);
    expect(stale.body).toContain("90.00");
    expect(await movementsOf(account.id)).toEqual([
      ["opening", 60, 60],
      ["adjustment", 30, 90],
    ]);
  });

  test("asks before it deletes", async () => {
    const { id, name } = await make(kind, { balance: 60 });
    const question = (await client.get(`${path}/${id}/delete`)).body;
    expect(question).toContain(`هل أنت متأكد من حذف ${one} «${name}»؟`);
    expect(question).toContain("60.00");
    expect((await client.submit(`${path}/${id}/delete`, {})).status).toBe(302);
    expect((await client.get(`/api/${list}/${id}`)).status).toBe(404);
  });
});

test.each([
  ["/settings/accounts/Banks", banks],
  ["/settings/accounts/%62anks", banks],
  ["/Settings/Accounts/BANKS", banks],
  ["/settings/accounts/Cash-Boxes", boxes],
  ["/settings/accounts/cash%2Dboxes", boxes],
] as const)("%s is what its route says, however it is written", async (path, { item, own, one, list }) => {
  const name = `حساب ${path}`;
  const made = await client.submit(`${path}/new`, { ...own, name, currency_code: "SAR" });
  expect([made.status, made.headers.get("Location")]).toEqual([302, tab(list)]);
  const [{ id, kind }] = await office.knex("accounts").where({ name });
  expect(kind).toBe(item);
  const { body } = await client.get(path);
  expect(body).toMatch(new RegExp(`<title>${item === "bank" ? "البنوك" : "الصناديق"} `));
  expect(body).toContain(`href="${tab(list)}/new"`);
  expect(body).toMatch(
    new RegExp(`href="${tab(list)}"[^>]*aria-current="page"|aria-current="page"[^>]*href="${tab(list)}"`),
  );
  for (const dialog of ["edit", "adjust", "delete"])
    expect([dialog, (await client.get(`${path}/${id}/${dialog}`)).status]).toEqual([dialog, 200]);
  expect((await client.submit(`${path}/${id}/delete`, {})).headers.get("Location")).toBe(tab(list));
  expect((await client.get(`${path}/new`)).body).toContain(`إضافة ${item === "bank" ? "بنك" : "صندوق"}`);
  expect(one).toBeTruthy();
});

test.each(["__proto__", "constructor", "toString", "safes", "bank"])(
  "/settings/accounts/%s is no address",
  async (word) => {
    for (const path of ["", "/new", "/1/edit", "/1/adjust", "/1/delete", "/1/movements"])
      expect((await client.get(tab(word + path))).status).toBe(404);
    expect((await client.submit(tab(`${word}/new`), { name: "لا شيء", currency_code: "SAR" })).status).toBe(
      404,
    );
  },
);

test("the financial accounts begin at the banks", async () => {
  const { status, headers } = await client.get("/settings/accounts");
  expect([status, headers.get("Location")]).toEqual([302, "/settings/accounts/banks"]);
});

describe("with JavaScript", () => {
  const browser = useBrowser(office);
  let page: Page;

  beforeEach(async () => {
    page = await browser.open();
    await page.goto("/login");
    await page.fill("[name=username]", administrator.username);
    await page.fill("[name=password]", administrator.password);
    await page.click("button[type=submit]");
    await page.waitForURL("/");
  });

  const row = (name: string) => page.locator("tr", { hasText: name });

  test("a bank is deleted by a toast that asks, a cash box by the browser's own dialog", async () => {
    const bank = await make(banks, { name: "بنك يحذف" });
    await followMenu(page, "العمليات المالية", "الحسابات المالية");
    await page.waitForURL(tab("banks"));
    await takeAction(row(bank.name), "حذف");
    await page.getByText("هل أنت متأكد من حذف البنك «بنك يحذف»؟").waitFor();
    await page.getByRole("button", { name: "إلغاء" }).click();
    await page.getByRole("button", { name: "إلغاء" }).waitFor({ state: "hidden" });
    expect((await client.get(`/api/banks/${bank.id}`)).status).toBe(200);
    await takeAction(row(bank.name), "حذف");
    await page.getByRole("button", { name: "تأكيد الحذف" }).click();
    await page.getByText("تم حذف البنك").waitFor();
    expect(await row(bank.name).count()).toBe(0);

    const box = await make(boxes, { name: "صندوق يحذف" });
    await page.click("text=الصناديق");
    page.once("dialog", (dialog) => answerAs(false, dialog));
    await takeAction(row(box.name), "حذف");
    expect((await client.get(`/api/cash-boxes/${box.id}`)).status).toBe(200);
    page.once("dialog", (dialog) => {
      expect(dialog.message()).toBe("هل أنت متأكد من حذف الصندوق «صندوق يحذف»؟");
      dialog.accept();
    });
    await takeAction(row(box.name), "حذف");
    await page.getByText("تم حذف الصندوق").waitFor();
    expect((await client.get(`/api/cash-boxes/${box.id}`)).status).toBe(404);
  });

  test("another default is set after a question, and a refused adjustment keeps the dialog", async () => {
    await page.goto(tab("currencies"));
    page.once("dialog", (dialog) => dialog.accept());
    await row("SAR").getByText("تعيين كافتراضية").click();
    await page.getByText("تم تعيين العملة الافتراضية").waitFor();
    expect(await row("SAR").getByText("أساسية").count()).toBe(1);
    await client.send(
      "POST",
      `/api/currencies/${(await office.knex("currencies").where({ code: "USD" }).first("id")).id}/set-default`,
    );

    const box = await make(boxes, { name: "صندوق التسوية", balance: 10 });
    await page.goto(tab("cash-boxes"));
    await takeAction(row(box.name), "تسوية");
    await page.getByLabel("الرصيد الجديد").fill("١٠٫٥٥٥");
    await page.getByRole("button", { name: "تسجيل التسوية" }).click();
    await page.getByText("الرصيد بعملة SAR لا يقبل أكثر من خانتين عشريتين").first().waitFor();
    expect(await page.getByLabel("الرصيد الجديد").inputValue()).toBe("١٠٫٥٥٥");
    await page.getByLabel("الرصيد الجديد").fill("١٠٫٥٥");
    await page.getByRole("button", { name: "تسجيل التسوية" }).click();
    await page.getByText("تمت تسوية رصيد").waitFor();
    expect(await movementsOf(box.id)).toEqual([
      ["opening", 10, 10],
      ["adjustment", 0.55, 10.55],
    ]);
  });
});
