import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { expectBalanced } from "../support/books";
import { pickCustomer, picture, untilScripted, useBrowser } from "../support/browser";
import { settableClock } from "../support/clock";
import { makeAccount, makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";

/*
 * Two months of a bookkeeper, by screens alone: an advance, a service, an allocation, a cheque that comes back, a refund to another person, a closing,
 * and a cancelling after it. What was printed of the closed month is the same when it is printed again.
 */

const clock = settableClock();

describe.each([["JavaScript", true] as const, ["no JavaScript", false] as const])(
  "with %s",
  (_, javaScript) => {
    const office = fixture({ env: clock.env });
    const browser = useBrowser(office);
    const names = { father: "سالم بن عمر باوزير", son: "عمر بن سالم باوزير" };
    const ids = { father: 0, son: 0, campaign: "", cash: "", bank: "" };
    let page: Page;

    beforeAll(async () => {
      const { knex } = office;
      const usd = await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار" });
      const plan = await makePackage(knex, usd, "1000", { name: "باقة" });
      ids.campaign = String(
        await makeCampaign(knex, 50, [plan], { start_date: "2026-12-01", end_date: "2026-12-20" }),
      );
      ids.cash = String(await makeAccount(knex, usd, { name: "الصندوق" }));
      const bank = { kind: "bank", name: "البنك", account_number: "1", account_name: "المكتب" };
      ids.bank = String(await makeAccount(knex, usd, bank));
      ids.father = await makeCustomer(knex, { name: names.father });
      ids.son = await makeCustomer(knex, { name: names.son });
    });

    const onDay = (day: string) => clock.set(`${day}T09:00:00Z`);
    /** The form of a screen, not the filters of a list behind it. */
    const form = () => page.locator("form[id]").last();
    const button = (words: string) => form().getByRole("button", { name: words, exact: true });
    async function visit(path: string) {
      await page.goto(path);
      if (javaScript) await untilScripted(page);
    }
    /** Types and chooses by the names of fields. */
    async function fill(values: Record<string, string>) {
      for (const [name, value] of Object.entries(values)) {
        const field = form()
          .locator(`:is(input:not([type=hidden]), select, textarea)[name="${name}"]`)
          .first();
        if ((await field.evaluate((element) => element.tagName)) === "SELECT")
          await field.selectOption(value);
        else await field.fill(value);
      }
    }
    async function send(words: string, arrival: RegExp) {
      await button(words).click();
      await page.waitForURL(arrival);
    }
    const rowOf = (table: string, where: object) =>
      office.knex(table).where(where).orderBy("id", "desc").first();
    /** A file but for the day on which it was made. */
    const csvOf = async (path: string) =>
      (await (await page.request.get(path)).text()).replace(/^تاريخ الإعداد,.*$/m, "");

    async function sign(customer: string): Promise<number> {
      await visit("/contracts/new");
      await pickCustomer(page, customer, javaScript);
      await fill({ campaign_id: ids.campaign });
      if (!javaScript) await button("عرض باقات الحملة").click();
      else
        await form()
          .locator("[name=package_id] option:checked:not([value=''])")
          .waitFor({ state: "attached" });
      await send("توقيع العقد", /contracts\/\d+$/);
      return Number(page.url().split("/").at(-1));
    }
    async function receive(address: string, values: Record<string, string>) {
      await visit(`/financial/receipts/new?${address}`);
      if (values.contract_id) {
        await fill({ contract_query: names.son });
        await form().getByRole("button", { name: "بحث" }).last().click();
        await form()
          .locator(`[name=contract_id] [value="${values.contract_id}"]`)
          .waitFor({ state: "attached" });
      }
      if (values.contract_id === "") {
        await fill({ contract_id: "" });
        if (!javaScript) await button("عرض حقول الدافع والعقد").click();
      }
      if (values.purpose) {
        await fill({ purpose: values.purpose });
        if (!javaScript) await button("عرض حقول الدافع والعقد").click();
      }
      await fill({ cash_box_id: ids.cash, description: "دفعة", ...values });
      await send("تسجيل السند", /receipts$/);
    }

    test("the books of a closed month stay as they were printed", async () => {
      page = await browser.signedIn("/", { javaScript });
      const shot = (step: string) => picture(page, `two-months-${javaScript ? "js" : "html"}-${step}`);

      onDay("2026-09-02");
      const contract = await sign(names.father);
      const sons = await sign(names.son);
      await receive(`customer=${ids.father}&contract=`, { contract_id: "", amount: "400" });
      await receive(`customer=${ids.father}&contract=`, {
        contract_id: "",
        purpose: "service",
        service_name: "كرسي متحرك",
        amount: "50",
      });

      onDay("2026-09-05");
      await visit(`/financial/allocations/new?customer=${ids.father}&to=${contract}`);
      await fill({ amount: "250" });
      await shot("allocation");
      await send("تخصيص", /allocations$/);

      onDay("2026-09-10");
      await receive(`contract=${contract}`, {
        payment_method: "cheque",
        bank_account_id: ids.bank,
        payment_reference: "0012345",
        amount: "300",
      });
      onDay("2026-09-20");
      const cheque = await rowOf("receipt_vouchers", { contract_id: contract });
      await visit(`/financial/receipts/${cheque.id}/return`);
      await fill({ reason: "لا رصيد له", charge_amount: "10" });
      await shot("return");
      await send("تسجيل الشيك مرتجعًا", /receipts/);

      onDay("2026-09-25");
      await receive(`customer=${ids.father}`, { contract_id: String(sons), amount: "200" });

      onDay("2026-10-03");
      await visit("/settings/accounts/closing/close");
      await fill({ closed_until: "2026-09-30" });
      await send("إقفال", /closing$/);
      const closed = [ids.father, ids.son].map(
        (id) => `/financial/statements/customers/${id}/export/csv?to=2026-09-30`,
      );
      const cash = "/reports/financial/export/csv?report=cash&period=monthly&on=2026-09-30";
      const printed = await Promise.all([...closed, cash].map(csvOf));

      onDay("2026-10-05");
      await cancel(sons, "20");
      await visit("/financial/payments/new");
      await fill({ beneficiary_type: "customer" });
      if (!javaScript) await button("عرض حقول المستفيد وما يسدد له").click();
      await pickCustomer(page, names.father, javaScript);
      if (!javaScript) await button("عرض حقول المستفيد وما يسدد له").click();
      await fill({ contract_id: String(sons) });
      await fill({ amount: "180", cash_box_id: ids.cash });
      await shot("refund");
      await button("إصدار السند").click();
      await page.getByText("يكون على العميل 610.00 USD").waitFor(); // what he owes himself
      await send("نعم، احفظ كذلك", /payments$/);

      onDay("2026-10-06");
      await cancel(contract, "100");
      expect(await Promise.all([...closed, cash].map(csvOf))).toEqual(printed);
      // 1,000 − 250 − 1,000 + 100 of the contract, − 400 + 250 + 10 on account
      expect(await balanceOf(ids.father)).toBe(-290);
      expect(await balanceOf(ids.son)).toBe(0);
      await visit("/financial/debts/deposits");
      await shot("deposits");
      expect(await page.getByRole("row", { name: names.father }).innerText()).toContain("290.00");
      await visit(`/financial/statements/customers/${ids.father}`);
      await shot("statement");
      await expectBalanced(office.knex);
    });

    /** What a statement without an end closes with. */
    async function balanceOf(customer: number) {
      const lines = (await csvOf(`/financial/statements/customers/${customer}/export/csv`))
        .trim()
        .split("\n");
      const column = lines[0]?.split(",").indexOf("الرصيد") ?? -1;
      return Number(lines.at(-1)?.split(",")[column]);
    }

    async function cancel(contract: number, fee: string) {
      await visit(`/contracts/${contract}/cancel`);
      await fill({ cancellation_reason: "سفر", cancellation_fee: fee });
      await send("إلغاء العقد", /contracts\/\d+$/);
    }
  },
);
