import { describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { useOffice } from "../support/office";
import { packageStaysOf } from "../support/package-stays";

const { office, client, browser } = useOffice();
const { ids, create, find, change } = packageStaysOf(office, client);

describe("the form", () => {
  const typed = (more: [string, string][]) => {
    const form = new URLSearchParams({
      name: "باقة من النموذج",
      type: "عمرة",
      duration: "١٠",
      profit_margin: "0",
      room_occupancy_basis: "4",
      currency_id: String(ids.usd),
      transportation_id: "",
      catering_id: "",
      other_service_ids: "",
      status: "active",
    });
    for (const [name, value] of more) form.append(name, value);
    return form;
  };
  const stays = (...values: (string | number)[]) =>
    values.map((value): [string, string] => ["stays", String(value)]);
  const send = (form: URLSearchParams) => client.send("POST", "/services/packages/new", { body: form });
  const rowsIn = (page: string) => page.match(/<select name="stays"/g)?.length;

  test("without JavaScript rows are added and dropped, and what was typed stays", async () => {
    const added = await send(typed([...stays(ids.makkah, "6"), ["intent", "add_stay"]]));
    expect([added.status, rowsIn(added.body)]).toEqual([200, 2]);
    expect(added.body).toContain('value="باقة من النموذج"');
    expect(added.body).toMatch(new RegExp(`<option value="${ids.makkah}" selected="">فندق مكة`));
    expect(added.body).toMatch(/<input type="text" name="stays"[^>]*value="6"/);

    const both = stays(ids.makkah, "6", ids.madinah, "4");
    const computed = await send(typed([...both, ["intent", "compute"]]));
    expect(computed.body).toContain("813.33 $"); // 400 ÷ 4 × 6 + 800 ÷ 4 × 4 × 0.2666666667
    const excess = await send(typed([...stays(ids.makkah, "7", ids.madinah, "4"), ["intent", "compute"]]));
    expect([excess.status, excess.body.includes("الإقامات معًا 11 ليلة")]).toEqual([200, true]);
    const dropped = await send(typed([...both, ["intent", "drop_stay_0"]]));
    expect(rowsIn(dropped.body)).toBe(1);
    expect(dropped.body).toMatch(new RegExp(`<option value="${ids.madinah}" selected="">فندق المدينة`));

    const refused = await send(typed(stays(ids.makkah, "7", ids.madinah, "4")));
    expect([refused.status, rowsIn(refused.body)]).toEqual([422, 2]);
    expect(refused.body).toContain("الإقامات معًا 11 ليلة");
    const form = typed([...both, ...stays("", "")]);
    form.set("idempotency_key", hiddenField(refused.body, "idempotency_key"));
    expect((await send(form)).status).toBe(302);
    const { id } = await office.knex("packages").where({ name: "باقة من النموذج" }).first("id");
    expect((await find(id)).stays).toEqual([
      { hotel_id: ids.makkah, nights: 6 },
      { hotel_id: ids.madinah, nights: 4 },
    ]);
    const page = await client.get(`/services/packages/${id}/edit`);
    expect(rowsIn(page.body)).toBe(2);
  });

  test("who comes too late sees the stays of whoever came before", async () => {
    const row = await create({ name: "باقة متأخرة", duration: 10, hotel_id: ids.makkah });
    await change(row.id, {
      stays: [
        { hotel_id: ids.makkah, nights: 6 },
        { hotel_id: ids.madinah, nights: 4 },
      ],
    });
    const form = typed([...stays(ids.makkah, ""), ["updated_at", row.updated_at]]);
    const { status, body } = await client.send("POST", `/services/packages/${row.id}/edit`, { body: form });
    expect(status).toBe(409);
    expect(body.match(/القيمة الحالية: <bdi>[^<]*فندق[^<]*/g)).toEqual([
      "القيمة الحالية: <bdi>فندق مكة · مكة المكرمة (6)، فندق المدينة · مكة المكرمة (4)",
    ]);
  });

  test.each([true, false])("two cities are typed, reckoned and saved (JavaScript %s)", async (javaScript) => {
    const page = await browser.signedIn("/services/packages/new", { javaScript });
    const dialog = page.getByRole("dialog");
    const name = `مدينتان ${javaScript}`;
    await dialog.getByLabel("اسم الباقة").fill(name);
    await dialog.getByLabel("المدة").fill("10");
    await dialog.getByLabel("هامش الربح").fill("0");
    await dialog.getByLabel("الفندق").selectOption(String(ids.makkah));
    await dialog.getByRole("button", { name: "إضافة إقامة" }).click();
    await dialog.getByLabel("الفندق 2").selectOption(String(ids.madinah));
    await dialog.getByLabel("الليالي").nth(0).fill("6");
    await dialog.getByLabel("الليالي").nth(1).fill("4");
    if (!javaScript) await dialog.getByRole("button", { name: "احسب التكلفة والسعر" }).click();
    const cost = dialog.locator("output").first();
    await expect.poll(() => cost.innerText()).toBe("813.33 $");
    if (javaScript) {
      await dialog.getByRole("button", { name: "حذف الإقامة 2" }).click();
      await expect.poll(() => cost.innerText()).toBe("600.00 $");
      await dialog.getByRole("button", { name: "إضافة إقامة" }).click();
      await dialog.getByLabel("الفندق 2").selectOption(String(ids.madinah));
      await dialog.getByLabel("الليالي").nth(1).fill("4");
    }
    await dialog.getByRole("button", { name: "حفظ" }).click();
    await page.getByRole("heading", { name }).waitFor();
    const { id } = await office.knex("packages").where({ name }).first("id");
    expect((await find(id)).stays).toEqual([
      { hotel_id: ids.makkah, nights: 6 },
      { hotel_id: ids.madinah, nights: 4 },
    ]);
  });
});
