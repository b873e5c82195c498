import type { Page } from "playwright";
import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import { holdBack, untilScripted, type useBrowser } from "./browser";
import type { Client } from "./client";
import { administrator } from "./database";
import * as factories from "./factories";

export const fields = (page: Page) => ({
  currency: page.getByLabel("عملة الدفع"),
  contract: page.locator("[name=contract_id]"),
  amount: page.getByLabel("المبلغ المستلم"),
  rate: page.getByLabel("سعر الصرف"),
  equivalent: page.locator("#receipt-equivalent"),
  description: page.getByLabel("البيان"),
});

/** The equivalent that the HTML of a form shows. */
export const equivalentIn = (html: string) =>
  html.match(/id="receipt-equivalent"[^>]*>(.*?)<\/output>/s)?.[1]?.replaceAll(/<[^>]*>/g, "");

/** Currencies and contracts of an office, and receipts for them by call and in a browser. */
export function useReceiptTerms(
  office: ReturnType<typeof fixture>,
  client: Client,
  browser: ReturnType<typeof useBrowser>,
) {
  const currencies: Record<"USD" | "SAR" | "YER" | "KWD" | "LBP", number> = {} as never;
  let customer: number;
  let box: number;

  beforeAll(async () => {
    const { knex } = office;
    currencies.USD = await factories.makeCurrency(knex, "USD", "1", { is_default: true });
    currencies.SAR = await factories.makeCurrency(knex, "SAR", "0.26666666666666666667");
    currencies.YER = await factories.makeCurrency(knex, "YER", "0.0018674136321195");
    currencies.KWD = await factories.makeCurrency(knex, "KWD", "3.2508");
    currencies.LBP = await factories.makeCurrency(knex, "LBP", "0.0000111731843575418994");
    customer = await factories.makeCustomer(knex, { name: "مسعود بن علي" });
    box = await makeBox();
  });

  async function makeBox(code = "USD") {
    return (await client.post("/api/cash-boxes", { name: "صندوق", currency_code: code })).body.cash_box
      .id as number;
  }

  async function makeContract(code: keyof typeof currencies, total: string) {
    const { knex } = office;
    const currency_id = currencies[code];
    const package_id = await factories.makePackage(knex, currency_id, total);
    const campaign_id = await factories.makeCampaign(knex, 9, [package_id]);
    return factories.makeContract(
      knex,
      { customer_id: customer, campaign_id, package_id, currency_id },
      total,
    );
  }

  const voucher = (changes: object = {}) => ({
    customer_id: customer,
    ...factories.inCash(box, currencies.USD, 100),
    date: "2026-11-01",
    description: "دفعة",
    ...changes,
  });

  async function receive(changes: object = {}) {
    const { status, body } = await client.post("/api/receipt-vouchers", voucher(changes));
    expect([status, body.message]).toEqual([201, undefined]);
    return body.receipt_voucher;
  }

  const find = async (id: number) => (await client.get(`/api/receipt-vouchers/${id}`)).body.receipt_voucher;
  const last = async () => find((await office.knex("receipt_vouchers").max("id").first())?.max);

  const open = (path: string, javaScript: boolean) => browser.signedIn(path, { javaScript });

  /**
   * Fills in what every new voucher needs, and sends it.
   * @param converts whether the box is of another currency, which the form asks about
   */
  async function save(page: Page, { amount, converts }: { amount?: string; converts?: boolean } = {}) {
    if (amount) await fields(page).amount.fill(amount);
    const cashBox = page.getByLabel("الصندوق");
    if (!(await cashBox.inputValue())) await cashBox.selectOption(String(box));
    if (!(await fields(page).description.inputValue())) await fields(page).description.fill("دفعة من العقد");
    await page.getByRole("button", { name: /تسجيل السند|حفظ/ }).click();
    if (converts) await page.getByRole("button", { name: "نعم" }).click();
  }

  /** With the scripts' arrival put off until `early` has been done. */
  async function openBeforeScripts(path: string, early: (page: Page) => Promise<unknown>) {
    const page = await browser.open({ login: administrator });
    const arrive = await holdBack(page, "**/*.js");
    await page.goto(path, { waitUntil: "commit" });
    await early(page);
    arrive();
    await untilScripted(page);
    await page.waitForLoadState("networkidle");
    return page;
  }

  return { currencies, makeBox, makeContract, voucher, receive, find, last, open, save, openBeforeScripts };
}
