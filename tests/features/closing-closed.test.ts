import { describe, expect, test } from "vitest";
import { picture } from "../support/browser";
import { closingsOf, day, expectRefused, lastWeek, path, today, until } from "../support/closing";
import { makeInvoice, makePayment } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice();

const { ids, oldContract, voucher, receive, received, decide, closeUntil, closed, openAll, expectBalanced } =
  closingsOf(office, client);

describe("in the closed period", () => {
  test("receipts are neither made, corrected nor deleted, nor moved in or out", async () => {
    const old = await received({ date: day(10) });
    const open = await received();
    await closeUntil(lastWeek);
    const address = `/api/receipt-vouchers/${old}`;
    expectRefused(await receive({ date: lastWeek }), lastWeek);
    expectRefused(await client.put(address, { amount: 20 }), lastWeek);
    expectRefused(await client.put(address, { description: "بيان آخر" }), lastWeek);
    expectRefused(await client.put(address, { date: today }), lastWeek);
    expectRefused(await client.put(`/api/receipt-vouchers/${open}`, { date: day(8) }), lastWeek);
    expectRefused(await client.delete(address), lastWeek);
    const refused = await client.submit(`/financial/receipts/${old}/delete`, {});
    expect(refused.status).toBe(409);
    expect(refused.body.replaceAll(/<[^>]*>/g, "")).toContain(until(lastWeek));
    const form = await client.submit("/financial/receipts/new", {
      ...(Object.fromEntries(
        Object.entries(voucher({ date: day(8), description: "بيان مكتوب" })).map(([name, value]) => [
          name,
          String(value),
        ]),
      ) as Record<string, string>),
    });
    expect(form.status).toBe(409);
    expect(form.body.replaceAll(/<[^>]*>/g, "")).toContain(until(lastWeek));
    expect(form.body).toContain("بيان مكتوب");

    expect((await client.put(`/api/receipt-vouchers/${open}`, { date: day(6) })).status).toBe(200);
    expect((await receive({ date: day(6) })).status).toBe(201);
    await expectBalanced();
    await openAll();
    expect((await client.put(address, { amount: 20 })).status).toBe(200);
    expect((await client.delete(address)).status).toBe(200);
    expect((await receive({ date: lastWeek })).status).toBe(201);
    await expectBalanced();
  });

  test("contracts are not deleted, what is no money of them is free, and receipts of open days pay them", async () => {
    const old = await oldContract();
    const idle = await oldContract();
    await closeUntil(lastWeek);
    const free = { visa_duration_days: 30, notes: "ملاحظة", agent_id: ids.agent, status: "completed" };
    expect((await client.put(`/api/contracts/${old}`, free)).body.contract).toMatchObject(free);
    expect((await client.get(`/contracts/${old}/edit`)).status).toBe(200);
    expectRefused(await client.delete(`/api/contracts/${idle}`), lastWeek);
    const deletion = await client.submit(`/contracts/${idle}/delete`, {});
    expect([deletion.status, deletion.body.replaceAll(/<[^>]*>/g, "").includes(until(lastWeek))]).toEqual([
      409,
      true,
    ]);
    const id = await received({ contract_id: old, amount: 500 });
    const paid = async () => Number((await office.knex("contracts").where({ id: old }).first()).paid_amount);
    expect(await paid()).toBe(500);
    expect((await client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" })).status).toBe(200);
    expect(await paid()).toBe(0);
    await openAll();
    expect((await client.delete(`/api/contracts/${idle}`)).status).toBe(200);
    await expectBalanced();
  });

  test("invoices and payments stay as they are; what is settled of an invoice follows from open days", async () => {
    const { knex } = office;
    const old = { invoice_date: day(10), due_date: day(9) };
    const invoice = await makeInvoice(knex, { agent_id: ids.agent }, "100", old);
    const payment = await makePayment(knex, ids.usd, "10", { date: day(10) });
    await closeUntil(lastWeek);
    const refusal = /the period up to .* is closed/;
    await expect(makeInvoice(knex, { agent_id: ids.agent }, "100", old)).rejects.toThrow(refusal);
    await expect(makePayment(knex, ids.usd, "10", { date: lastWeek })).rejects.toThrow(refusal);
    const invoices = () => knex("invoices").where({ id: invoice });
    for (const change of [
      { amount: "90" },
      { description: "غيره" },
      { invoice_date: today, due_date: today },
    ])
      await expect(invoices().update(change)).rejects.toThrow(refusal);
    await expect(invoices().delete()).rejects.toThrow(refusal);
    const payments = () => knex("payment_vouchers").where({ id: payment });
    for (const change of [{ description: "غيره" }, { date: today }, { amount: "11" }])
      await expect(payments().update(change)).rejects.toThrow(refusal);
    await expect(payments().delete()).rejects.toThrow(refusal);

    await invoices().update({ paid_amount: "100", payment_status: "paid" });
    await openAll();
    await payments().delete();
    await invoices().delete();
  });

  test("today stays open: a period is closed up to yesterday", async () => {
    const { status, body } = await decide("close", { closed_until: today });
    expect([status, body.includes("يقفل حتى أمس على الأكثر")]).toEqual([422, true]);
    await closeUntil(day(1));
    expect((await client.put(`/api/cash-boxes/${ids.box}`, { balance: 50_000 })).status).toBe(200);
    await openAll();
  });
});

describe("its screen", () => {
  test.each(["wide", "phone"] as const)("looks its best, and works (%s)", async (screen) => {
    const page = await browser.signedIn(path, { screen, javaScript: screen === "wide" });
    await page.getByRole("link", { name: "إقفال فترة" }).click();
    await page.getByLabel("مقفل حتى").fill(lastWeek);
    await picture(page, `closing/close-${screen}`);
    await page.getByRole("button", { name: "إقفال" }).click();
    await page.waitForURL((url) => url.pathname === path);
    await page.getByRole("link", { name: "إعادة فتح", exact: true }).click();
    await page.getByLabel("ما يعاد فتحه").selectOption("part");
    await page.getByLabel("يبقى مقفلًا حتى").fill(today);
    await page.getByLabel("السبب").fill("فاتورة وردت متأخرة");
    await page.getByRole("button", { name: "إعادة الفتح" }).click();
    await page.getByRole("alert").waitFor();
    await picture(page, `closing/reopen-${screen}`);
    await page.getByLabel("يبقى مقفلًا حتى").fill(day(12));
    await page.getByRole("button", { name: "إعادة الفتح" }).click();
    await page.waitForURL((url) => url.pathname === path);
    await picture(page, `closing/list-${screen}`);
    expect(await closed()).toBe(day(12));
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await openAll();
  });
});
