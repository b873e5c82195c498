import { describe, expect, test } from "vitest";
import { picture } from "../support/browser";
import { closingsOf, day, expectRefused, lastWeek, path, today, until } from "../support/closing";
import { makeInvoice, makePayment } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice();

const { ids, oldContract, voucher, receive, received, closeUntil, closed, openAll, expectBalanced } =
  closingsOf(office, client);

describe("in the closed period", () => {
  test("receipts are neither made, changed, cancelled nor deleted, nor moved in or out", async () => {
    const old = await received({ date: day(10) });
    const open = await received();
    await closeUntil(lastWeek);
    const address = `/api/receipt-vouchers/${old}`;
    expectRefused(await receive({ date: lastWeek }), lastWeek);
    expectRefused(await client.put(address, { amount: 20 }), lastWeek);
    expectRefused(await client.put(address, { description: "بيان آخر" }), lastWeek);
    expectRefused(await client.put(address, { status: "cancelled" }), lastWeek);
    expectRefused(await client.put(address, { date: today }), lastWeek);
    expectRefused(await client.put(`/api/receipt-vouchers/${open}`, { date: day(8) }), lastWeek);
    expectRefused(await client.delete(address), lastWeek);
    for (const deed of ["cancel", "delete"]) {
      const refused = await client.submit(`/financial/receipts/${old}/${deed}`, {});
      expect(refused.status).toBe(409);
      expect(refused.body.replaceAll(/<[^>]*>/g, "")).toContain(until(lastWeek));
    }
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

  test("contracts stay as they are, and are paid by receipts of open days", async () => {
    const old = await oldContract();
    const idle = await oldContract();
    await closeUntil(lastWeek);
    expectRefused(await client.put(`/api/contracts/${old}`, { status: "cancelled" }), lastWeek);
    expectRefused(await client.put(`/api/contracts/${old}`, { visa_duration_days: 30 }), lastWeek);
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
    const signed = await client.post("/api/contracts", {
      customer_id: ids.customer,
      campaign_id: ids.campaign,
      package_id: ids.plan,
    });
    expect(signed.status).toBe(201);

    await openAll();
    await closeUntil(today);
    const late = { customer_id: ids.customer, campaign_id: ids.campaign, package_id: ids.plan };
    expectRefused(await client.post("/api/contracts", late), today);
    expectRefused(await client.delete(`/api/contracts/${signed.body.contract.id}`), today);
    await openAll();
    expect((await client.put(`/api/contracts/${old}`, { status: "cancelled" })).status).toBe(200);
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
      { payment_status: "cancelled" },
      { invoice_date: today, due_date: today },
    ])
      await expect(invoices().update(change)).rejects.toThrow(refusal);
    await expect(invoices().delete()).rejects.toThrow(refusal);
    const payments = () => knex("payment_vouchers").where({ id: payment });
    for (const change of [{ status: "cancelled" }, { date: today }, { amount: "11" }])
      await expect(payments().update(change)).rejects.toThrow(refusal);
    await expect(payments().delete()).rejects.toThrow(refusal);

    await invoices().update({ paid_amount: "100", payment_status: "paid" });
    await openAll();
    await payments().delete();
    await invoices().delete();
  });

  test("of today no balance is adjusted, opened or counted anew; what changes no money goes on", async () => {
    await closeUntil(today);
    const boxes = "/api/cash-boxes";
    expectRefused(await client.put(`${boxes}/${ids.box}`, { balance: 5 }), today);
    expectRefused(await client.post(boxes, { name: "جديد", currency_code: "USD", balance: 5 }), today);
    const empty = await client.post(boxes, { name: "فارغ", currency_code: "USD" });
    expect(empty.status).toBe(201);
    expect((await client.put(`${boxes}/${ids.box}`, { name: "اسم آخر" })).status).toBe(200);

    const counts = `/settings/accounts/cash-boxes/${empty.body.cash_box.id}/counts`;
    const counted = await client.submit(`${counts}/new`, { counted: "7", reason: "وجد في الدرج" });
    expect(counted.status).toBe(409);
    expect(counted.body.replaceAll(/<[^>]*>/g, "")).toContain(until(today));
    expect(counted.body).toContain("وجد في الدرج");
    expect((await client.submit(`${counts}/new`, { counted: "0" })).status).toBe(302);

    const adjusted = await client.submit(`/settings/accounts/cash-boxes/${ids.box}/adjust`, { balance: "5" });
    expect(adjusted.status).toBe(409);
    await openAll();
    await closeUntil(day(1));
    const account = await client.put(`${boxes}/${empty.body.cash_box.id}`, { balance: 5 });
    expect(account.status).toBe(200);
    await openAll();
    await expectBalanced();
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
