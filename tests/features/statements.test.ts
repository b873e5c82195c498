import { describe, expect, test } from "vitest";
import { picture } from "../support/browser";
import { administrator } from "../support/database";
import * as factories from "../support/factories";
import { useOffice } from "../support/office";
import { path, statementsOf, textOf } from "../support/statements";

const { office, client, browser } = useOffice();

const { ids, busy, read, makeContract } = statementsOf(office, client);

describe("a customer's statement", () => {
  test("holds contracts, what was received and what was paid back, each in the currency it is owed in", async () => {
    const { id, contract } = busy;
    const { html, text } = await read(path("customers", id));
    expect(text).toContain("كشف حساب العميل «سالم باوزير»");
    expect(text).toContain("مدين (عليه) 21,048.00 $ دائن (له) 20,498.00 $ المستحق على العميل 550.00 $");
    expect(text).toContain("مدين (عليه) 0.000 د.ك دائن (له) 40.125 د.ك المستحق للعميل 40.125 د.ك");
    expect(text).toContain("الإجمالي 11");

    const rows = html.match(/<tr>.*?<\/tr>/gs)?.map((row) => textOf(`<main>${row}</main>`)) ?? [];
    const isUndone = (row: string) => /7,777|5,555|6,666/.test(row);
    expect(
      rows.filter(isUndone).map((row) =>
        row
          .trim()
          .split(/ (?=[CPR]V?-2)/)[0]
          ?.slice(11),
      ),
    ).toEqual(["إلغاء سند صرف", "إلغاء سند قبض", "سند صرف", "سند قبض", "إلغاء عقد", "عقد"]);
    expect(rows.filter((row) => /2026-/.test(row) && !isUndone(row))).toEqual([
      expect.stringMatching(/2026-03-01 سند صرف PV-2026-00050 صرف تحت الحساب 50\.00 1,661\.00 عليه/),
      expect.stringMatching(/2026-02-11 سند قبض RV-2025-\d+ دفعة تحت الحساب دفعة 40\.125 40\.125 له/),
      expect.stringMatching(
        /2026-02-10 سند قبض RV-2026-00777 عن العقد C-2026-\d+ المدفوع 750\.00 ر\.س بسعر صرف 1 USD = 3\.75 SAR دفعة بالريال 200\.00 1,611\.00 عليه/,
      ),
      expect.stringMatching(/2026-01-10 سند قبض RV-2025-\d+ عن العقد C-2026-\d+ دفعة 300\.00 700\.00 عليه/),
      expect.stringMatching(/2026-01-05 عقد C-2026-\d+ عمرة رمضان 1,000\.00 1,000\.00 عليه/),
      expect.stringMatching(/2026-01-05 C-2026-\d+ 500\.00 \$ متأخر/), // what is due of it today
      expect.stringMatching(/2026-03-01 بلا عقد 50\.00 \$ متأخر/),
    ]);
    expect(html).toMatch(/<th scope="colgroup" colspan="3"><bdi>KWD<\/bdi>/i);
    expect(html).toMatch(/<th scope="colgroup" colspan="3"><bdi>USD<\/bdi>/i);
    expect(html).toContain(`href="/contracts/${contract.id}"`);
    expect(html).toContain('href="/financial/receipts?search=RV-2026-00777"');
    const [{ id: paid }] = await office.knex("payment_vouchers").where({ payment_number: "PV-2026-00050" });
    expect(html).toContain(`href="/financial/payments/${paid}"`);
  });

  test("of a period begins with what stood before it and ends with what stood after", async () => {
    const id = await factories.makeCustomer(office.knex);
    const contract = await makeContract(id, "1000", { contract_date: "2026-01-05" });
    const pay = (date: string, amount: string) =>
      factories.makeReceipt(office.knex, contract.id, { date, amount, equivalent_amount: amount });
    await pay("2026-01-31", "100");
    await pay("2026-02-01", "20");
    await pay("2026-02-28", "30");
    await pay("2026-03-01", "850");

    const february = await read(path("customers", id, "?from=2026-02-01&to=2026-02-28"));
    expect(february.text).toContain(
      "الرصيد أول المدة 900.00 $ عليه مدين (عليه) 0.00 $ دائن (له) 50.00 $ المستحق على العميل آخر المدة 850.00 $",
    );
    expect(february.text).toContain("الإجمالي 2");
    expect(february.text).toContain("20.00 $ 880.00 $ عليه");
    expect(february.html).not.toContain("colgroup");
    const reversed = await read(path("customers", id, "?from=2026-02-28&to=2026-02-01"));
    expect(reversed.text).toContain("الرصيد أول المدة 900.00 $ عليه");
    const whole = await read(path("customers", id, "?from=&to="));
    expect(whole.text).toContain("الرصيد الحالي 0.00 $");
    expect(whole.text).not.toContain("الرصيد أول المدة");
    const empty = await read(path("customers", id, "?from=2027-01-01"));
    expect(empty.text).toContain("لا توجد حركات في هذه المدة");
    expect(empty.text).toContain("الرصيد أول المدة 0.00 $");
    const early = await read(path("customers", id, "?to=2025-01-01"));
    expect(early.text).toContain("لا توجد حركات في هذه المدة");
  });

  test("says what it will show, while there is nothing", async () => {
    const id = await factories.makeCustomer(office.knex);
    expect((await read(`${path("customers", id)}/print`)).text).toContain("لا توجد حركات بعد.");
    const { text } = await read(path("customers", id));
    expect(text).toContain("لا توجد حركات بعد تظهر هنا عقود العميل، وما قبض منه وما رد إليه.");
  });
});

describe.each([
  ["agents", "agent_id", "الوكيل", "agent", factories.makeAgent],
  ["suppliers", "supplier_id", "المورد", "supplier", factories.makeSupplier],
] as const)("a statement of %s", (kind, column, one, beneficiary_type, make) => {
  test("sets what the office owes against what it paid, in riyals where an invoice was settled", async () => {
    const { knex } = office;
    const id = await make(knex, { name: `شريك ${kind}` });
    const theirs = { [column]: id } as { agent_id: number };
    const number = `شركة ${kind}/١`;
    const invoice_id = await factories.makeInvoice(knex, theirs, "1000", {
      tax_amount: "150",
      invoice_number: number,
    });
    await factories.makeInvoice(knex, theirs, "8888", { payment_status: "cancelled" });
    const paid = { beneficiary_type, ...theirs };
    await factories.makePayment(knex, ids.usd, "100", {
      ...paid,
      date: "2026-01-20",
      invoice_id,
      settled_amount: "375",
      exchange_rate_at_payment: "3.75",
      description: "دفعة أولى",
    });
    await factories.makePayment(knex, ids.kwd, "2.5", { ...paid, date: "2026-01-21" });
    await factories.makePayment(knex, ids.sar, "25", { ...paid, date: "2026-01-22" });
    await factories.makePayment(knex, ids.sar, "9999", { ...paid, status: "cancelled" });

    const { html, text } = await read(path(kind, id));
    expect(text).toContain(`كشف حساب ${one} «شريك ${kind}»`);
    expect(text).toContain(
      `مدين (عليه) 19,287.00 ر.س دائن (له) 20,037.00 ر.س المستحق لل${one.slice(2)} 750.00 ر.س`,
    );
    expect(text).toContain(`مدين (عليه) 2.500 د.ك دائن (له) 0.000 د.ك المستحق على ${one} 2.500 د.ك`);
    expect(text).toMatch(/2026-01-10 فاتورة شركة \S+ فاتورة 1,150\.00 1,150\.00 له/);
    expect(text).toMatch(
      /2026-01-20 سند صرف PV-2025-\d+ سداد الفاتورة شركة \S+ المدفوع 100\.00 \$ بسعر صرف 1 USD = 3\.75 SAR دفعة أولى 375\.00 336\.00 عليه/,
    );
    expect(text).toMatch(
      /إلغاء فاتورة A?P?-\d+ فاتورة 8,888\.00 .* إلغاء سند صرف PV-2025-\d+ 9,999\.00|إلغاء سند صرف PV-2025-\d+ 9,999\.00 .* إلغاء فاتورة A?P?-\d+ فاتورة 8,888\.00/,
    );
    const list = kind === "agents" ? "/invoices/agents" : "/invoices/purchases";
    expect(html).toContain(`href="${list}?search=${encodeURIComponent(number)}"`);
  });
});

test("an expense's statement sums its vouchers per currency", async () => {
  const { knex } = office;
  const [{ id: expense_id }] = await knex("expenses").insert({ name: "إيجار المكتب" }).returning("id");
  const rent = (currency: number, amount: string, more: object) =>
    factories.makePayment(knex, currency, amount, { beneficiary_type: "expense", expense_id, ...more });
  await rent(ids.sar, "1000", { date: "2026-01-01", description: "يناير" });
  await rent(ids.sar, "1100.50", { date: "2026-02-01" });
  await rent(ids.usd, "30", { date: "2026-02-02" });
  await rent(ids.sar, "4444", { status: "cancelled" });
  const { html, text } = await read(path("expenses", expense_id));
  expect(text).toContain("كشف حساب المصروف «إيجار المكتب»");
  expect(text).toContain("المجموع الحالي 2,100.50 ر.س المجموع الحالي 30.00 $");
  expect(text).toMatch(/2026-02-01 سند صرف PV-2025-\d+ 1,100\.50 2,100\.50/);
  expect(text).toMatch(/2026-01-01 سند صرف PV-2025-\d+ يناير 1,000\.00 1,000\.00/);
  expect(html).toContain('colSpan="2"');
  const february = await read(path("expenses", expense_id, "?from=2026-02-01"));
  expect(february.text).toContain(
    "المجموع أول المدة 1,000.00 ر.س المبلغ 1,100.50 ر.س المجموع الحالي 2,100.50 ر.س",
  );
  expect(text).not.toMatch(/4,444|دائن|عليه/);
});

describe("banks and cash boxes", () => {
  test("link each movement to its document, as long as it is there", async () => {
    const { knex } = office;
    const box = { id: await factories.makeAccount(knex, ids.sar, { name: "الصندوق" }) };
    const payment = await factories.makePayment(knex, ids.sar, "5", { payment_number: "PV-2026-00900" });
    const user = await knex("users").first("id");
    const [count] = await knex("cash_counts")
      .insert({
        count_number: "CC-2026-00001",
        account_id: box.id,
        expected: "100",
        counted: "98",
        reason: "نقص",
        counted_by: user.id,
      })
      .returning("id");
    let [balance, day] = [0, 0];
    for (const [cause, amount, document_number] of [
      ["opening", 105, null],
      ["receipt", 1, "RV-2026-09999"],
      ["receipt_reversal", -1, "RV-2026-09999"],
      ["payment", -5, "PV-2026-00900"],
      ["adjustment", -2, "CC-2026-00001"],
    ] as const) {
      balance += amount;
      await knex("movements").insert({
        account_id: box.id,
        amount,
        balance_after: balance,
        cause,
        document_number,
        created_at: new Date(Date.UTC(2026, 0, ++day)),
      });
    }
    await knex("accounts").where({ id: box.id }).update({ balance });
    const { html, text } = await read(path("cash-boxes", box.id));
    expect(text).toMatch(/جرد صندوق CC-2026-00001 .*2\.00 ر\.س 103\.00 ر\.س/);
    expect(text).toMatch(
      /2026-01-10 سند صرف PV-2026-00900 قيد في 2026-01-04 03:00 مستفيد 5\.00 ر\.س 98\.00 ر\.س/,
    ); // on its own day
    expect(html).toContain(`href="/financial/payments/${payment}"`);
    expect(html).toContain(`href="/settings/accounts/cash-boxes/${box.id}/counts/${count.id}"`);
    expect(text).not.toContain("RV-2026-09999"); // it was taken back on its day, and its voucher is gone
  });

  test("are printed oldest first, brought and carried forward", async () => {
    const { knex } = office;
    const id = await factories.makeAccount(knex, ids.sar, { name: "صندوق كثير الحركة", balance: 450 });
    const moves = Array.from({ length: 450 }, (_, index) => ({
      account_id: id,
      amount: 1,
      balance_after: index + 1,
      cause: "adjustment",
      created_at: new Date(Date.UTC(2026, 0, 1) + index * 3600e3),
    }));
    await knex.batchInsert("movements", moves, 500);
    const sheet = async (query: string) => (await read(`${path("cash-boxes", id)}/print${query}`)).text;
    const first = await sheet("");
    expect(first).toContain("الصفحة 1 من 3");
    expect(first).toMatch(/الرصيد أول المدة 0\.00 ر\.س 2026-01-01 03:00 تسوية رصيد 1\.00 ر\.س 1\.00 ر\.س/);
    expect(first).toContain("مرحل إلى الصفحة التالية 200.00 ر.س");
    const second = await sheet("?page=2");
    expect(second).toContain("مرحل من الصفحة السابقة 200.00 ر.س");
    expect(second).toContain("مرحل إلى الصفحة التالية 400.00 ر.س");
    const last = await sheet("?page=3");
    expect(last).toContain("مرحل من الصفحة السابقة 400.00 ر.س");
    expect(last).toContain("مجموع المدة 450.00 ر.س 0.00 ر.س الرصيد الحالي 450.00 ر.س");
    expect(await sheet("?from=2026-01-03&to=2026-01-03")).toContain("الرصيد أول المدة 45.00 ر.س");
    expect(await sheet("?page=9")).toContain("مرحل من الصفحة السابقة 450.00 ر.س");
  });
});

describe("in a browser", () => {
  test.each([true, false])(
    "a period is chosen, and leads to its print (JavaScript %s)",
    async (javaScript) => {
      const page = await browser.signedIn("/customers?search=باوزير", { javaScript });
      await page.getByRole("link", { name: "كشف حساب" }).click();
      await page.getByLabel("من تاريخ").fill("2026-02-01");
      await page.getByLabel("إلى تاريخ").fill("2026-02-28");
      await page.getByRole("button", { name: "عرض" }).click();
      await page.getByText("المستحق على العميل آخر المدة").waitFor();
      expect(await page.locator("tbody tr").count()).toBe(2);
      await page.getByRole("link", { name: "طباعة" }).click();
      await page.getByText("توقيع المحاسب").waitFor();
      expect(await page.locator("tbody tr").count()).toBe(2 + 3);
      await page.getByRole("link", { name: "رجوع" }).click();
      await page.getByText("المستحق على العميل آخر المدة").waitFor();
    },
  );

  test("is no wider than its screen, wide and on a phone", async () => {
    const { knex } = office;
    const partner = await knex("suppliers").where({ name: "شريك suppliers" }).first("id");
    const box = await knex("accounts").where({ name: "الصندوق" }).first("id");
    const expense = await knex("expenses").first("id");
    const page = await browser.open({ screen: "phone", login: administrator });
    for (const [name, address] of Object.entries({
      customer: path("customers", busy.id, "?from=2026-01-06"),
      supplier: path("suppliers", partner.id),
      expense: path("expenses", expense.id),
      box: path("cash-boxes", box.id),
      paper: `${path("customers", busy.id)}/print`,
      "box-paper": `${path("cash-boxes", box.id)}/print`,
    })) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(address);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([address, width, over <= 0]).toEqual([address, width, true]);
        await picture(page, `statements/${name}-${width}`);
      }
    }
  });
});
