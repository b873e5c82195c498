import { beforeAll, describe, expect, test } from "vitest";
import { picture } from "../support/browser";
import { cashCountsOf } from "../support/cash-counts";
import { administrator } from "../support/database";
import { makeCurrency } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice();

beforeAll(async () => {
  await makeCurrency(office.knex, "USD", "1", { is_default: true });
  await makeCurrency(office.knex, "SAR", "0.26666666666666666667", { symbol: "ر.س" });
  await makeCurrency(office.knex, "JPY", "0.0064");
});

const { makeBox, path, opened, submit, count, countsOf } = cashCountsOf(office, client);

describe("the screens", () => {
  test("list a box's counts, newest first, found by their number; details and print tell all of one", async () => {
    const box = await makeBox(500);
    expect((await client.get(path(box))).body).toContain("لا توجد جرود بعد");
    await count(box, { counted: "500" });
    await count(box, { piece_200: "2", piece_50: "1", reason: "صرف بلا سند" });
    const [first, second] = await countsOf(box);
    const { body } = await client.get(path(box));
    expect(body.indexOf(second.count_number)).toBeLessThan(body.indexOf(first.count_number));
    expect(body).toContain("450.00");
    expect(body).toContain("صرف بلا سند");
    const found = await client.get(`${path(box)}?search=${first.count_number}`);
    expect(found.body.match(/<tr>/g)).toHaveLength(2);
    const list = await client.get("/settings/accounts/cash-boxes");
    expect(list.body).toContain(`href="${path(box)}"`);

    for (const address of [`${path(box)}/${second.id}`, `${path(box)}/${second.id}/print`]) {
      const page = await client.get(address);
      for (const text of [second.count_number, "500.00", "450.00", "50.00", "صرف بلا سند", "manager"])
        expect(page.body).toContain(text);
    }
    const sheet = (await client.get(`${path(box)}/${second.id}/print`)).body;
    expect(sheet).toContain("أمين الصندوق");
    expect(sheet).toContain("المراجع");
    expect((await client.get(`${path(box)}/${second.id}/print`)).body).toContain(">200</bdi>");
  });

  test("stands in the audit log, with the pieces in words", async () => {
    const box = await makeBox(600);
    await count(box, { piece_500: "1", piece_100: "1" });
    const [{ id }] = await countsOf(box);
    const { body } = await client.get(`/settings/trail?kind=cash_counts&record=${id}`);
    expect(body).toContain("1 × 500، 1 × 100");
  });

  test("show the sum and the difference while one types, with scripts, and save it", async () => {
    const box = await makeBox(1000);
    const page = await browser.signedIn(`${path(box)}/new`);
    const facts = page.locator(".facts");
    await page.getByLabel("فئة 500").fill("١");
    await page.getByLabel("فئة 100", { exact: true }).fill("4");
    await expect.poll(() => facts.textContent()).toContain("900.00");
    expect(await facts.textContent()).toContain("عجز");
    await page.getByLabel("فئة 100", { exact: true }).fill("5");
    await expect.poll(() => facts.textContent()).toContain("لا فرق");
    await page.getByRole("button", { name: "تسجيل الجرد" }).click();
    await page.waitForURL(/counts\/\d+$/);
    expect(await countsOf(box)).toMatchObject([{ counted: "1000.0000", difference: "0.0000" }]);
  });

  test.each(["wide", "phone"] as const)("look their best (%s)", async (screen) => {
    const box = await makeBox(1842.75);
    const page = await browser.signedIn(`${path(box)}/new`, { screen });
    await page.getByLabel("فئة 500").fill("3");
    await page.getByLabel("فئة 50", { exact: true }).fill("6");
    await page.getByLabel("فئة 10", { exact: true }).fill("4");
    await picture(page, `counts/form-${screen}`);
    await page.getByRole("button", { name: "تسجيل الجرد" }).click();
    await page.getByRole("alert").waitFor();
    await picture(page, `counts/refused-${screen}`);
    await page.getByLabel("سبب الفرق").fill("فكة ناقصة عند التسليم بين الورديتين");
    await page.getByRole("button", { name: "تسجيل الجرد" }).click();
    await page.waitForURL(/counts\/\d+$/);
    await picture(page, `counts/show-${screen}`);
    const shown = page.url();
    await page.goto(path(box));
    await picture(page, `counts/list-${screen}`);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await wide()).toBeLessThanOrEqual(0);
    await page.goto(`${shown}/print`);
    await picture(page, `counts/print-${screen}`);
    await page.goto("/settings/accounts/cash-boxes");
    await picture(page, `counts/boxes-${screen}`);
    expect(await wide()).toBeLessThanOrEqual(0);
  });

  test("are the same without scripts", async () => {
    const box = await makeBox(40);
    const page = await browser.signedIn(`${path(box)}/new`, { javaScript: false });
    await page.getByLabel("فئة 20", { exact: true }).fill("1");
    await page.getByRole("button", { name: "تسجيل الجرد" }).click();
    expect(await page.locator(".facts").textContent()).toContain("عجز");
    expect(await page.getByLabel("فئة 20", { exact: true }).inputValue()).toBe("1");
    await page.getByLabel("فئة 20", { exact: true }).fill("2");
    await page.getByRole("button", { name: "تسجيل الجرد" }).click();
    await page.waitForURL(/counts\/\d+$/);
    expect(await page.locator("dialog").textContent()).toContain(administrator.username);
  });
});

describe("of which box", () => {
  test("an idle one is counted, a bank or one that is gone is not", async () => {
    const idle = await makeBox(5);
    await client.put(`/api/cash-boxes/${idle}`, { status: "inactive" });
    expect((await count(idle, { counted: "5" })).status).toBe(302);

    const gone = await makeBox(5);
    await count(gone, { counted: "5" });
    const [{ id }] = await countsOf(gone);
    const fields = await opened(gone);
    expect((await client.delete(`/api/cash-boxes/${gone}`)).status).toBe(200);
    const bank = { name: "بنك", currency_code: "SAR", account_number: "1", account_name: "المكتب" };
    const { body } = await client.post("/api/banks", bank);
    for (const box of [gone, body.bank.id, 999_999])
      for (const address of [path(box), `${path(box)}/new`, `${path(box)}/${id}`, `${path(box)}/${id}/print`])
        expect([address, (await client.get(address)).status]).toEqual([address, 404]);
    for (const box of [gone, body.bank.id, 999_999])
      expect((await submit(box, { ...fields, counted: "5" })).status).toBe(404);
    expect((await client.get(`/settings/accounts/banks/${body.bank.id}/counts`)).status).toBe(404);
    expect(await countsOf(body.bank.id)).toEqual([]);
  });

  test("its own only: another box's count is not found there", async () => {
    const [one, other] = [await makeBox(1), await makeBox(1)];
    await count(one, { counted: "1" });
    const [{ id }] = await countsOf(one);
    expect((await client.get(`${path(one)}/${id}`)).status).toBe(200);
    expect((await client.get(`${path(other)}/${id}`)).status).toBe(404);
    expect((await client.get(`${path(other)}/${id}/print`)).status).toBe(404);
  });

  test("one that was counted keeps its row and its currency, also where no money ever moved", async () => {
    const box = await makeBox(0);
    await count(box, { counted: "0" });
    const changed = await client.put(`/api/cash-boxes/${box}`, { currency_code: "USD" });
    expect([changed.status, Object.keys(changed.body.fields)]).toEqual([409, ["currency_code"]]);
    expect((await client.delete(`/api/cash-boxes/${box}`)).status).toBe(200);
    expect((await office.knex("accounts").where({ id: box }).first()).deleted_at).not.toBeNull();
    expect(await countsOf(box)).toHaveLength(1);
  });
});
