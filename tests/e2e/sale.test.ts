import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { pickCustomer, picture, useBrowser } from "../support/browser";

const office = fixture({ demo: true });
const browser = useBrowser(office);

/** The figures that a sale changes, from the database: the open campaign's seats, the riyal box, the sum of receipts. */
async function figures() {
  const { rows } = await office.knex.raw(`
    SELECT (SELECT balance FROM accounts WHERE kind = 'cash_box' AND holder_user_id IS NULL AND currency_id =
             (SELECT id FROM currencies WHERE code = 'SAR')) AS box,
           (SELECT sum(amount * exchange_rate) FROM receipt_vouchers JOIN currencies ON currencies.id = currency_id
            WHERE receipt_vouchers.status = 'confirmed') AS receipts,
           (SELECT count(*) FROM receipt_vouchers WHERE status = 'confirmed') AS vouchers,
           (SELECT count(*) FROM contracts) AS contracts`);
  const { box, receipts, vouchers, contracts } = rows[0];
  return {
    box: Number(box),
    receipts: Number(receipts),
    vouchers: Number(vouchers),
    contracts: Number(contracts),
  };
}

const money = (amount: number) =>
  amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

async function logIn(page: Page) {
  const cashier = demoLogins.find(({ username }) => username === "cashier");
  await page.goto("/customers/new");
  expect(new URL(page.url()).pathname).toBe("/login");
  await page.getByLabel("اسم المستخدم").fill(cashier?.username ?? "");
  await page.getByLabel("كلمة المرور").fill(cashier?.password ?? "");
  await page.getByRole("button", { name: "تسجيل الدخول" }).click();
  await page.waitForURL("**/customers/new"); // where the visitor wanted to go
}

test.each([
  ["wide", true],
  ["phone", true],
  ["wide", false],
  ["phone", false],
] as const)(
  "from a pilgrim to a printed receipt (%s, JavaScript %s)",
  async (screen, javaScript) => {
    const page = await browser.open({ screen, javaScript });
    const shot = (name: string) => picture(page, `sale-${screen}-${javaScript ? "js" : "html"}-${name}`);
    const form = page.locator("form[id]"); // not the filters of the list below a dialog
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    const before = await figures();
    const name = `سعيد بن عمر بامطرف ${screen === "wide" ? "الكبير" : "الصغير"} ${javaScript ? "أ" : "ب"}`;
    await logIn(page);

    // A pilgrim with a photo.
    await form.getByLabel("الاسم").fill(name);
    const turn = (screen === "wide" ? 0 : 2) + (javaScript ? 0 : 1); // names alike with one telephone would be asked about
    await form.getByLabel("رقم الهاتف").fill(`٠٧٧٧ ١٢٣ ٤٥${"٦٧٨٩"[turn]}`);
    const photo = await sharp({ create: { width: 60, height: 80, channels: 3, background: "#8a6" } })
      .jpeg()
      .toBuffer();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "صورة.jpg", mimeType: "image/jpeg", buffer: photo });
    await form.getByLabel("الجنس", { exact: true }).selectOption("ذكر");
    await shot("1-customer");
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.waitForURL("**/customers");
    // A toast or a notice says so; getByText would skip the notice's noscript.
    await page.locator(javaScript ? "[data-sonner-toast]" : ".notice", { hasText: name }).waitFor();
    const row = page.getByRole("row", { name });
    expect(await row.textContent()).toContain(`0777 123 45${6 + turn}`);
    expect(await row.locator("img").count()).toBe(1);

    // A contract for a package of a campaign that has a free seat.
    const campaign = await office
      .knex("campaigns")
      .where({ status: "active" })
      .whereRaw(
        `total_seats > (SELECT count(*) FROM contracts WHERE campaign_id = campaigns.id AND status <> 'cancelled')`,
      )
      .orderBy("total_seats", "desc")
      .first("id");
    await page.goto("/contracts/new");
    await pickCustomer(page, name, javaScript);
    await form.getByLabel("الحملة").selectOption(String(campaign.id));
    if (!javaScript) await page.getByRole("button", { name: "عرض باقات الحملة" }).click();
    await form.getByLabel("الباقة").selectOption({ index: 1 });
    await shot("2-contract");
    await page.getByRole("button", { name: "توقيع العقد" }).click();
    await page.waitForURL(/\/contracts\/\d+$/);
    await shot("3-signed");
    const contractId = Number(page.url().split("/").at(-1));
    const contract = await office
      .knex("contracts")
      .join("currencies", "currencies.id", "currency_id")
      .where("contracts.id", contractId)
      .first("contract_number", "total_amount", "code", "symbol", "exchange_rate");

    // Part of the price in another currency, from the contract to the printed voucher.
    await page.getByRole("link", { name: "سند قبض جديد" }).click();
    await page.waitForURL("**/financial/receipts/new?contract=*");
    await form.getByLabel("عملة الدفع").selectOption({ label: "ريال سعودي (SAR)" });
    await form.getByLabel("المبلغ المستلم").fill("١٬٢٣٤٫٥٦");
    const sar = await office.knex("currencies").where({ code: "SAR" }).first("id", "symbol", "exchange_rate");
    const equivalent = Math.round((1234.56 * sar.exchange_rate * 100) / contract.exchange_rate) / 100;
    if (!javaScript) await page.getByRole("button", { name: "عرض حقول الدافع والعقد" }).click();
    if (contract.code !== "SAR") {
      expect(await page.locator("#receipt-equivalent").textContent()).toBe(
        `${money(equivalent)} ${contract.symbol}`,
      );
    }
    const sarBox = await office
      .knex("accounts")
      .where({ kind: "cash_box", holder_user_id: null, currency_id: sar.id })
      .first("id");
    await form.getByLabel("الصندوق").selectOption(String(sarBox.id));
    await form.getByLabel("البيان").fill("دفعة أولى من قيمة العقد");
    await shot("4-receipt");
    await page.getByRole("button", { name: "تسجيل السند" }).click();
    await page.waitForURL("**/financial/receipts");
    const [voucher] = await office.knex("receipt_vouchers").orderBy("id", "desc").limit(1);
    expect(Number(voucher.equivalent_amount)).toBe(equivalent);
    await page.goto(`/financial/receipts/${voucher.id}/print`);
    const sheet = await page.locator(".print-sheet").innerText();
    for (const words of [
      voucher.receipt_number,
      name,
      `1,234.56 ${sar.symbol}`,
      "فقط ألف ومئتان وأربعة وثلاثون ريالًا سعوديًا وست وخمسون هللة لا غير",
      "نقدًا",
      contract.contract_number,
      "توقيع المستلم",
    ]) {
      expect(sheet).toContain(words);
    }
    await shot("5-print");

    // All figures have changed by exactly that, on the screens too.
    const after = await figures();
    expect(after).toEqual({
      box: Number((before.box + 1234.56).toFixed(2)),
      receipts: expect.closeTo(before.receipts + 1234.56 * sar.exchange_rate, 9),
      vouchers: before.vouchers + 1,
      contracts: before.contracts + 1,
    });
    await page.goto("/financial/receipts");
    await shot("6-receipts");
    expect(await page.locator(".figures").textContent()).toContain(`${money(after.receipts)} $`);
    await page.goto("/settings/accounts/cash-boxes");
    expect(await page.getByRole("table").textContent()).toContain(`${money(after.box)} ر.س`);
    await page.goto(`/contracts/${contractId}`);
    expect(await page.getByRole("dialog").textContent()).toContain(
      `${money(Number(contract.total_amount) - equivalent)}`,
    );
    await shot("7-contract");
    expect(errors).toEqual([]);
  },
  60_000,
);
