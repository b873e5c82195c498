import { describe, expect, test } from "vitest";
import { holdBack, useBrowser, violationsOn } from "../support/browser";
import { hiddenField, text } from "../support/client";
import { contractsOf, full, required } from "../support/contracts";
import { administrator } from "../support/database";
import { makeCampaign, makePackage, makeReceipt } from "../support/factories";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client } = useOffice({ isBusy: true });
const browser = useBrowser();

const { ids, dollar, signed, booked } = contractsOf(office, client);

describe("the forms, without JavaScript", () => {
  const searchOf = (html: string) => html.match(/name="customer_query"[^>]*value="([^"]*)"/)?.[1];

  test("sign in steps, keeping what was typed, once however often it is sent", async () => {
    await makePackage(office.knex, dollar.id, "77.00");
    await office.knex("customers").where({ id: ids.customer_id }).update({ name: "عبد الرحمن النادر" });
    const { body: blank } = await client.get("/contracts/new?status=active");
    const typed = text({ campaign_id: ids.campaign_id, visa_duration_days: "abc", customer_query: "النادر" });

    const lookup = await client.submit("/contracts/new?status=active", { ...typed, intent: "lookup" });
    expect(lookup.status).toBe(200);
    expect(lookup.body).toMatch(
      new RegExp(`type="radio"[^>]*name="customer_id"[^>]*value="${ids.customer_id}"`),
    );
    expect(lookup.body).toContain("777123456");
    expect(lookup.body).toContain('value="abc"');
    expect(searchOf(lookup.body)).toBe("النادر");

    const packages = await client.submit("/contracts/new?status=active", {
      ...typed,
      customer_id: `${ids.customer_id}`,
      intent: "packages",
    });
    expect(packages.body).toMatch(new RegExp(`<option value="${ids.package_id}"[^>]*>[^<]*1,250.50 \\$`));
    expect(packages.body).not.toContain("77.00 $");
    expect(packages.body).toMatch(
      new RegExp(`type="hidden"[^>]*name="customer_id"[^>]*value="${ids.customer_id}"`),
    );

    const fields = {
      ...text(ids),
      visa_duration_days: "abc",
      idempotency_key: hiddenField(blank, "idempotency_key"),
    };
    const refused = await client.submit("/contracts/new?status=active", fields);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("فشل حفظ العقد");
    expect(refused.body).toContain('value="abc"');
    expect(refused.body).toMatch(new RegExp(`<option[^>]*value="${ids.package_id}"[^>]*selected=""`));

    const good = { ...fields, visa_duration_days: "45" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.submit("/contracts/new?status=active", good)),
    );
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`)).size).toBe(
      1,
    );
    expect(answers[0]?.headers.get("Location")).toMatch(/^\/contracts\/\d+\?status=active$/);
    expect(await booked()).toBe(1);
  });

  test("says what is missing in the catalogue's words, and shows a full campaign at its field", async () => {
    const empty = await client.submit("/contracts/new", {});
    expect(empty.status).toBe(422);
    expect(empty.body).toContain(`فشل حفظ العقد: ${required}`);
    const campaign_id = await makeCampaign(office.knex, 0, [ids.package_id]);
    const { status, body } = await client.submit("/contracts/new", text({ ...ids, campaign_id }));
    expect(status).toBe(409);
    expect(body).toContain(full);
    expect(body).toMatch(/<select[^>]*name="campaign_id"[^>]*aria-invalid="true"/);
  });

  test("an edit shows what is locked; a stale one the fresh values beside what was typed", async () => {
    const contract = await signed();
    const path = `/contracts/${contract.id}/edit`;
    const { body: form } = await client.get(path);
    expect(form).toContain(contract.customer_name);
    expect(form.match(/<form.*<\/form>/s)[0]).not.toContain('name="package_id"');
    const updated_at = hiddenField(form, "updated_at");
    await client.put(`/api/contracts/${contract.id}`, { visa_duration_days: 61 });

    const typed = {
      status: "completed",
      visa_issue_date: "2026-03-01",
      visa_duration_days: "62",
      updated_at,
    };
    const stale = await client.submit(path, typed);
    expect(stale.status).toBe(409);
    expect(stale.body).toContain('value="62"');
    expect(stale.body).toMatch(/القيمة الحالية: <bdi>61/);
    const again = { ...typed, updated_at: hiddenField(stale.body, "updated_at") };
    expect(await client.submit(path, again)).toMatchObject({ status: 302 });
    expect((await client.get(`/api/contracts/${contract.id}`)).body.contract).toMatchObject({
      status: "completed",
      visa_issue_date: "2026-03-01",
      visa_duration_days: 62,
    });
  });

  test("details list the receipts, offer a new one to cashiers alone, and lead to the sheet", async () => {
    const contract = await signed();
    await makeReceipt(office.knex, contract.id, { receipt_number: "RV-2026-77777" });
    const path = `/contracts/${contract.id}`;
    const { body } = await client.get(path);
    for (const part of [
      "RV-2026-77777",
      "1,250.50 $",
      `${path}/print`,
      `/financial/receipts/new?contract=${contract.id}`,
    ])
      expect(body).toContain(part);
    const sales = await enterAs(office, "sales", ["manage_contracts"]);
    expect((await sales.get(path)).body).not.toContain("/financial/receipts/new");

    const sheet = await client.get(`${path}/print`);
    expect(sheet.status).toBe(200);
    for (const part of [
      contract.contract_number,
      contract.customer_name,
      "1,250.50 $",
      "الطرف الأول",
      "الطرف الثاني",
    ])
      expect(sheet.body).toContain(part);
    expect(sheet.body).toContain("فقط ألف ومئتان وخمسون دولارًا أمريكيًا وخمسون سنتًا لا غير");
  });

  test("a refused deletion keeps the contract and says why", async () => {
    const contract = await signed();
    await makeReceipt(office.knex, contract.id);
    const { status, body } = await client.submit(`/contracts/${contract.id}/delete`, {});
    expect(status).toBe(409);
    expect(body).toContain("فشل حذف العقد: لا يمكن الحذف: العقد مستخدم في سند القبض ");
    expect((await client.get(`/api/contracts/${contract.id}`)).status).toBe(200);
  });
});

describe("in a browser", () => {
  const signedIn = () => browser.open({ baseURL: office.url, login: administrator });

  test("a contract is signed by keyboard alone, with the type-ahead and the campaign's packages", async () => {
    await office.knex("customers").where({ id: ids.customer_id }).update({ name: "هيفاء المختارة" });
    const page = await signedIn();
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("/customers/search") && asked.push(request.url()));
    await page.goto("/contracts/new");
    const box = page.getByRole("combobox", { name: "العميل" });
    await box.focus();
    await page.keyboard.type("ه");
    await page.waitForTimeout(500);
    expect(asked).toHaveLength(0);
    await page.clock.install(); // it waits for a pause in the typing
    await page.keyboard.type("يفاء");
    await page.clock.runFor(1000);
    await page.getByRole("option", { name: /هيفاء المختارة.*777123456/ }).waitFor();
    expect(asked).toHaveLength(1);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.type(" ");
    await page.getByRole("option", { name: /هيفاء/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("هيفاء المختارة");

    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("الحملة").selectOption(String(ids.campaign_id));
    await dialog.getByLabel("الباقة").selectOption(String(ids.package_id));
    expect(await dialog.locator("output").textContent()).toBe("1,250.50 $");
    await dialog.getByLabel("مدة التأشيرة").focus();
    await page.keyboard.type("90");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/contracts\/\d+$/);
    expect(await booked()).toBe(1);
  });

  test("a campaign chosen before the scripts arrived offers its packages when they do", async () => {
    const page = await signedIn();
    const release = await holdBack(page, "**/assets/*.js");
    await page.goto("/contracts/new", { waitUntil: "commit" });
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("الحملة").selectOption(String(ids.campaign_id));
    release();
    await dialog.getByLabel("الباقة").selectOption(String(ids.package_id));
    expect(await dialog.locator("output").textContent()).toBe("1,250.50 $");
  });

  test("the sheet prints by itself after a quarter of a second", async () => {
    const contract = await signed();
    const page = await signedIn();
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", String(performance.now()));
    });
    await page.goto(`/contracts/${contract.id}/print`);
    await page.locator("[data-printed]").waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
