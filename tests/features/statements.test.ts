import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import {
  makeAgent,
  makeCampaign,
  makeCurrency,
  makeCustomer,
  makeInvoice,
  makePackage,
  makePayment,
  makeReceipt,
  makeSupplier,
} from "../support/factories";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
let client: Client;
let usd: number;
let sar: number;
let kwd: number;
let campaign_id: number;
let package_id: number;
let busy: { id: number; contract: { id: number } };

beforeAll(async () => {
  const { knex } = office;
  client = await signIn(office.url);
  usd = await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$" });
  sar = await makeCurrency(knex, "SAR", "0.26666666666666666667", { symbol: "ر.س" });
  kwd = await makeCurrency(knex, "KWD", "3.25", { symbol: "د.ك" });
  package_id = await makePackage(knex, usd, "900");
  campaign_id = await makeCampaign(knex, 50, [package_id], { name: "عمرة رمضان" });
  busy = await makeBusyCustomer();
});

const path = (kind: string, id: number, query = "") => `/financial/statements/${kind}/${id}${query}`;

/** What a page says, without its head and its scripts. */
const textOf = (html: string) =>
  (html.match(/<main.*<\/main>/s)?.[0] ?? "")
    .replace(/<!--.*?-->|<\/?(a|bdi|span)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

async function read(address: string) {
  const { status, body } = await client.get(address);
  expect([address, status]).toEqual([address, 200]);
  return { html: body.match(/<main.*<\/main>/s)[0] as string, text: textOf(body) };
}

let signed = 0;
async function makeContract(customer_id: number, total_amount: string, more: object = {}) {
  const [contract] = await office
    .knex("contracts")
    .insert({
      contract_number: `C-2026-${String(++signed).padStart(5, "0")}`,
      customer_id,
      campaign_id,
      package_id,
      contract_date: "2026-01-05",
      currency_id: usd,
      total_amount,
      ...more,
    })
    .returning(["id", "contract_number"]);
  return contract as { id: number; contract_number: string };
}

const toCustomer = (customer_id: number, more: object = {}) => ({
  beneficiary_type: "customer",
  customer_id,
  ...more,
});

/** A customer with a contract in dollars, paid in dollars and riyals, and more besides. */
async function makeBusyCustomer() {
  const { knex } = office;
  const id = await makeCustomer(knex, { name: "سالم باوزير" });
  const contract = await makeContract(id, "1000");
  await makeContract(id, "7777", { status: "cancelled" });
  await makeReceipt(knex, contract.id, {
    date: "2026-01-10",
    amount: "300",
    equivalent_amount: "300",
  });
  await makeReceipt(knex, contract.id, {
    receipt_number: "RV-2026-00777",
    date: "2026-02-10",
    amount: "750",
    currency_id: sar,
    equivalent_amount: "200",
    exchange_rate_at_payment: "0.26666666666666666667",
    description: "دفعة بالريال",
  });
  await makeReceipt(knex, contract.id, { amount: "5555", equivalent_amount: "5555", status: "cancelled" });
  await makeReceipt(knex, contract.id, {
    contract_id: null,
    date: "2026-02-11",
    amount: "40.125",
    currency_id: kwd,
    equivalent_amount: "130.41",
    exchange_rate_at_payment: "3.25",
  });
  await makePayment(knex, usd, "50", toCustomer(id, { date: "2026-03-01", payment_number: "PV-2026-00050" }));
  await makePayment(knex, usd, "6666", toCustomer(id, { status: "cancelled" }));
  return { id, contract };
}

describe("a customer's statement", () => {
  test("holds contracts, what was received and what was paid back, each in the currency it is owed in", async () => {
    const { id, contract } = busy;
    const { html, text } = await read(path("customers", id));
    expect(text).toContain("كشف حساب العميل «سالم باوزير»");
    expect(text).toContain("مدين (عليه) 1,050.00 $ دائن (له) 500.00 $ المستحق على العميل 550.00 $");
    expect(text).toContain("مدين (عليه) 0.000 د.ك دائن (له) 40.125 د.ك المستحق للعميل 40.125 د.ك");
    expect(html).not.toMatch(/7,777|5,555|6,666/);
    expect(text).toContain("الإجمالي 5");

    const rows = html.match(/<tr>.*?<\/tr>/gs)?.map((row) => textOf(`<main>${row}</main>`)) ?? [];
    expect(rows.filter((row) => /2026-/.test(row))).toEqual([
      expect.stringMatching(/2026-03-01 سند صرف PV-2026-00050 50\.00 550\.00 عليه/),
      expect.stringMatching(/2026-02-11 سند قبض RV-2025-\d+ دفعة 40\.125 40\.125 له/),
      expect.stringMatching(
        /2026-02-10 سند قبض RV-2026-00777 عن العقد C-2026-\d+ المدفوع 750\.00 ر\.س بسعر صرف 1 USD = 3\.75 SAR دفعة بالريال 200\.00 500\.00 عليه/,
      ),
      expect.stringMatching(/2026-01-10 سند قبض RV-2025-\d+ عن العقد C-2026-\d+ دفعة 300\.00 700\.00 عليه/),
      expect.stringMatching(/2026-01-05 عقد C-2026-\d+ عمرة رمضان 1,000\.00 1,000\.00 عليه/),
    ]);
    expect(html).toMatch(/<th scope="colgroup" colspan="3"><bdi>KWD<\/bdi>/i);
    expect(html).toMatch(/<th scope="colgroup" colspan="3"><bdi>USD<\/bdi>/i);
    expect(html).toContain(`href="/contracts/${contract.id}"`);
    expect(html).toContain('href="/financial/receipts?search=RV-2026-00777"');
    const [{ id: paid }] = await office.knex("payment_vouchers").where({ payment_number: "PV-2026-00050" });
    expect(html).toContain(`href="/financial/payments/${paid}"`);
  });

  test("of a period begins with what stood before it and ends with what stood after", async () => {
    const id = await makeCustomer(office.knex);
    const contract = await makeContract(id, "1000", { contract_date: "2026-01-05" });
    const pay = (date: string, amount: string) =>
      makeReceipt(office.knex, contract.id, { date, amount, equivalent_amount: amount });
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
    const id = await makeCustomer(office.knex);
    expect((await read(`${path("customers", id)}/print`)).text).toContain("لا توجد حركات بعد.");
    const { text } = await read(path("customers", id));
    expect(text).toContain("لا توجد حركات بعد تظهر هنا عقود العميل، وما قبض منه وما رد إليه.");
  });
});

describe.each([
  ["agents", "agent_id", "الوكيل", "agent", makeAgent],
  ["suppliers", "supplier_id", "المورد", "supplier", makeSupplier],
] as const)("a statement of %s", (kind, column, one, beneficiary_type, make) => {
  test("sets what the office owes against what it paid, in riyals where an invoice was settled", async () => {
    const { knex } = office;
    const id = await make(knex, { name: `شريك ${kind}` });
    const theirs = { [column]: id } as { agent_id: number };
    const number = `شركة ${kind}/١`;
    const invoice_id = await makeInvoice(knex, theirs, "1000", { tax_amount: "150", invoice_number: number });
    await makeInvoice(knex, theirs, "8888", { payment_status: "cancelled" });
    const paid = { beneficiary_type, ...theirs };
    await makePayment(knex, usd, "100", {
      ...paid,
      date: "2026-01-20",
      invoice_id,
      settled_amount: "375",
      exchange_rate_at_payment: "3.75",
      description: "دفعة أولى",
    });
    await makePayment(knex, kwd, "2.5", { ...paid, date: "2026-01-21" });
    await makePayment(knex, sar, "25", { ...paid, date: "2026-01-22" });
    await makePayment(knex, sar, "9999", { ...paid, status: "cancelled" });

    const { html, text } = await read(path(kind, id));
    expect(text).toContain(`كشف حساب ${one} «شريك ${kind}»`);
    expect(text).toContain(
      `مدين (عليه) 400.00 ر.س دائن (له) 1,150.00 ر.س المستحق لل${one.slice(2)} 750.00 ر.س`,
    );
    expect(text).toContain(`مدين (عليه) 2.500 د.ك دائن (له) 0.000 د.ك المستحق على ${one} 2.500 د.ك`);
    expect(text).toMatch(/2026-01-10 فاتورة شركة \S+ فاتورة 1,150\.00 1,150\.00 له/);
    expect(text).toMatch(
      /2026-01-20 سند صرف PV-2025-\d+ سداد الفاتورة شركة \S+ المدفوع 100\.00 \$ بسعر صرف 1 USD = 3\.75 SAR دفعة أولى 375\.00 775\.00 له/,
    );
    expect(html).not.toMatch(/8,888|9,999/);
    const list = kind === "agents" ? "/invoices/agents" : "/invoices/purchases";
    expect(html).toContain(`href="${list}?search=${encodeURIComponent(number)}"`);
  });
});

test("invoices are in riyals also where the office has no such currency", async () => {
  const { knex } = office;
  await knex("currencies").where({ id: sar }).update({ code: "SAX" });
  try {
    const supplier_id = await makeSupplier(knex);
    await makeInvoice(knex, { supplier_id }, "12.5");
    await makePayment(knex, sar, "1", { beneficiary_type: "supplier", supplier_id });
    const { text } = await read(path("suppliers", supplier_id));
    expect(text).toContain("المستحق للمورد 12.50 ر.س");
    expect(text).toContain("المستحق على المورد 1.00 ر.س");
    expect(text).toMatch(/SAR.* SAX/);
  } finally {
    await knex("currencies").where({ id: sar }).update({ code: "SAR" });
  }
});

test("an expense's statement sums its vouchers per currency", async () => {
  const { knex } = office;
  const [{ id: expense_id }] = await knex("expenses").insert({ name: "إيجار المكتب" }).returning("id");
  const rent = (currency: number, amount: string, more: object) =>
    makePayment(knex, currency, amount, { beneficiary_type: "expense", expense_id, ...more });
  await rent(sar, "1000", { date: "2026-01-01", description: "يناير" });
  await rent(sar, "1100.50", { date: "2026-02-01" });
  await rent(usd, "30", { date: "2026-02-02" });
  await rent(sar, "4444", { status: "cancelled" });
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
    const [box] = await knex("accounts")
      .insert({ kind: "cash_box", name: "الصندوق", currency_id: sar })
      .returning("id");
    const payment = await makePayment(knex, sar, "5", { payment_number: "PV-2026-00900" });
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
    expect(text).toMatch(/جرد صندوق CC-2026-00001 .*2\.00 ر\.س 98\.00 ر\.س/);
    expect(text).toContain("بتاريخ 2026-01-10 مستفيد"); // whose voucher says another day than that of the movement
    expect(html).toContain(`href="/financial/payments/${payment}"`);
    expect(html).toContain(`href="/settings/accounts/cash-boxes/${box.id}/counts/${count.id}"`);
    expect(text).toContain("عكس سند قبض RV-2026-09999");
    expect(html).not.toContain('href="/financial/receipts?search=RV-2026-09999"');
  });

  test("are printed oldest first, brought and carried forward", async () => {
    const { knex } = office;
    const [{ id }] = await knex("accounts")
      .insert({ kind: "cash_box", name: "صندوق كثير الحركة", currency_id: sar, balance: 450 })
      .returning("id");
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

  test("were at another address, which leads here", async () => {
    const old = "/settings/accounts/cash-boxes/7/movements?from=2026-01-01&page=2";
    const { status, headers } = await client.get(old);
    expect([status, headers.get("Location")]).toEqual([
      301,
      "/financial/statements/cash-boxes/7?from=2026-01-01&page=2",
    ]);
    for (const none of ["safes/1", "currencies/1", "banks/x"])
      expect([none, (await client.get(`/settings/accounts/${none}/movements`)).status]).toEqual([none, 404]);
  });
});

test("a stranger's number and another kind's are not found, capitals are", async () => {
  const id = await makeCustomer(office.knex);
  const [{ id: gone }] = await office
    .knex("accounts")
    .insert({ kind: "bank", name: "محذوف", account_number: "1", account_name: "x", currency_id: usd })
    .returning("id");
  expect((await client.get(path("banks", gone))).status).toBe(200);
  await office.knex("accounts").where({ id: gone }).update({ deleted_at: new Date() });
  const nowhere = [
    "customers/987654",
    "banks/1x",
    "safes/1",
    "__proto__/1",
    "constructor/1",
    `customer/${id}`,
  ];
  for (const address of [...nowhere, `banks/${gone}`, `cash-boxes/${gone}`, "customers/0"])
    for (const end of ["", "/print"])
      expect([address, (await client.get(`/financial/statements/${address}${end}`)).status]).toEqual([
        address,
        404,
      ]);
  expect((await client.get(`/Financial/Statements/CUSTOMERS/${id}`)).status).toBe(200);
});

test.each([
  ["from", "2026-02-30", "من تاريخ: قيمة غير معروفة"],
  ["to", "tomorrow", "إلى تاريخ: قيمة غير معروفة"],
  ["page", "0", "رقم الصفحة: عدد صحيح"],
])("a %s that is none (%s) is refused in words", async (name, value, sentence) => {
  for (const end of ["", "/print"]) {
    const { html, text } = await read(`${path("customers", busy.id)}${end}?${name}=${value}`);
    expect(text).toContain(sentence);
    expect(html).not.toContain("<tbody>");
  }
});

describe("by permission", () => {
  test("documents that the reader may not open are plain text, lists he may not open are not offered", async () => {
    const { knex } = office;
    const cashier = await signIn(office.url, await createUser(knex, "cashier", ["manage_financials"]));
    const customer_id = await makeCustomer(knex);
    const contract = await makeContract(customer_id, "10");
    const { body } = await cashier.get(path("customers", customer_id));
    expect(textOf(body)).toContain(`عقد ${contract.contract_number}`);
    expect(body).not.toContain('href="/contracts');
    expect(body).not.toContain('href="/customers"');
    const agent_id = await makeAgent(knex);
    await makeInvoice(knex, { agent_id }, "10");
    expect((await cashier.get(path("agents", agent_id))).body).not.toContain('href="/invoices');
  });

  test("lists offer the statement to those who keep the money", async () => {
    const { knex } = office;
    const [supplier_id, customer_id, agent_id] = [
      await makeSupplier(knex),
      await makeCustomer(knex),
      await makeAgent(knex),
    ];
    const lists = [
      ["/customers", path("customers", customer_id)],
      ["/agents", path("agents", agent_id)],
      ["/suppliers", path("suppliers", supplier_id)],
    ] as const;
    const seller = await signIn(
      office.url,
      await createUser(knex, "seller", ["manage_customers", "manage_agents", "manage_suppliers"]),
    );
    for (const [list, statement] of lists) {
      expect((await client.get(list)).body).toContain(`href="${statement}">كشف حساب`);
      expect((await seller.get(list)).body).not.toContain("كشف حساب");
      expect((await seller.get(statement)).status).toBe(403);
    }
    const account = { kind: "bank", account_number: "1", account_name: "الوكالة", currency_id: usd };
    const [bank] = await knex("accounts")
      .insert({ ...account, name: "بنك ١" })
      .returning("id");
    const [box] = await knex("accounts")
      .insert({ ...account, name: "أ", kind: "cash_box" })
      .returning("id");
    const [expense] = await knex("expenses").insert({ name: "ضيافة" }).returning("id");
    for (const [kind, { id }] of Object.entries({ banks: bank, "cash-boxes": box, expenses: expense })) {
      const { body } = await client.get(
        `/settings/accounts/${kind}?search=${kind === "cash-boxes" ? "أ" : ""}`,
      );
      expect(body).toContain(`href="${path(kind, id)}">كشف حساب`);
    }
  });
});

describe("of 10,000 lines", () => {
  type Known = { day: string; currency: "USD" | "KWD"; amount: number };
  let customer_id: number;
  /** In cents and fils, oldest first. */
  const lines: Known[] = [];

  beforeAll(async () => {
    const { knex } = office;
    customer_id = await makeCustomer(knex, { name: "عميل كبير" });
    const contract = await makeContract(customer_id, "100000000", { contract_date: "2020-01-01" });
    lines.push({ day: "2020-01-01", currency: "USD", amount: 10_000_000_000 });
    const any = await makeReceipt(knex, contract.id, { date: "2019-01-01", status: "cancelled" });
    const { id: _, search: __, ...like } = await knex("receipt_vouchers").where({ id: any }).first();
    const vouchers = Array.from({ length: 9_999 }, (_, index) => {
      const day = new Date(Date.UTC(2020, 0, 2 + Math.floor(index / 5))).toISOString().slice(0, 10);
      const isDollar = index % 3 > 0;
      const amount = 1 + ((index * 7919) % 90_000);
      lines.push({ day, currency: isDollar ? "USD" : "KWD", amount: -amount });
      const told = isDollar ? (amount / 100).toFixed(2) : (amount / 1000).toFixed(3);
      return {
        ...like,
        receipt_number: `RV-2020-${String(index).padStart(5, "0")}`,
        date: day,
        status: "confirmed",
        amount: told,
        equivalent_amount: told,
        currency_id: isDollar ? usd : kwd,
        contract_id: isDollar ? contract.id : null,
        created_at: new Date(Date.UTC(2024, 0, 1) + index * 1000),
      };
    });
    await knex.batchInsert("receipt_vouchers", vouchers, 500);
    await knex.raw("ANALYZE receipt_vouchers");
  }, 60_000);

  const money = (amount: number, currency: "USD" | "KWD") => {
    const decimals = currency === "USD" ? 2 : 3;
    return (amount / 10 ** decimals).toLocaleString("en-US", {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  };
  const sum = (all: Known[], currency: "USD" | "KWD") =>
    all.reduce((total, line) => total + (line.currency === currency ? line.amount : 0), 0);
  const balance = (all: Known[], currency: "USD" | "KWD") => {
    const total = sum(all, currency);
    return `${money(Math.abs(total), currency)} ${total > 0 ? "عليه" : "له"}`;
  };
  /** The rows of lines: date, and the last two amounts, which are the line's own and its balance. */
  const rowsOf = (html: string) =>
    (html.match(/<tr>.*?<\/tr>/gs) ?? [])
      .map((row) => textOf(`<main>${row}</main>`))
      .filter((row) => /(RV|C)-20/.test(row));
  const expected = (upTo: number) => {
    const line = lines[upTo - 1] as Known;
    return `${money(Math.abs(line.amount), line.currency)} ${balance(lines.slice(0, upTo), line.currency)}`;
  };

  test.each([1, 2, 200, 399, 400])("page %i is right, newest first", async (page) => {
    const { html, text } = await read(path("customers", customer_id, `?page=${page}`));
    const rows = rowsOf(html);
    expect(rows).toHaveLength(25);
    expect(text).toContain("الإجمالي 10,000");
    expect(text).toContain(`المستحق على العميل ${money(sum(lines, "USD"), "USD")} $`);
    expect(text).toContain(`المستحق للعميل ${money(-sum(lines, "KWD"), "KWD")} د.ك`);
    for (const [index, row] of rows.entries()) {
      const upTo = 10_000 - (page - 1) * 25 - index;
      expect([row, row.includes(lines[upTo - 1]?.day ?? "?")]).toEqual([row, true]);
      expect(row).toContain(expected(upTo));
    }
  });

  test("a period in the middle goes on from what came before", async () => {
    const [from, to] = ["2021-03-01", "2022-06-30"];
    const before = lines.filter(({ day }) => day < from);
    const within = lines.filter(({ day }) => day >= from && day <= to);
    const { text, html } = await read(path("customers", customer_id, `?from=${from}&to=${to}&per_page=200`));
    for (const currency of ["USD", "KWD"] as const) {
      const symbol = currency === "USD" ? "$" : "د.ك";
      const [opening, closing] = [balance(before, currency), balance([...before, ...within], currency)];
      expect(text).toContain(`الرصيد أول المدة ${opening.replace(" ", ` ${symbol} `)}`);
      expect(text).toContain(`${money(-sum(within, currency), currency)} ${symbol}`);
      expect(text).toContain(`آخر المدة ${closing.split(" ")[0]} ${symbol}`);
    }
    const upTo = before.length + within.length;
    for (const [index, row] of rowsOf(html).entries()) expect(row).toContain(expected(upTo - index));
  });

  test.each([1, 25, 50])("sheet %i is right, oldest first, brought and carried forward", async (page) => {
    const { html, text } = await read(`${path("customers", customer_id)}/print?page=${page}`);
    const rows = rowsOf(html);
    expect(rows).toHaveLength(200);
    const first = (page - 1) * 200;
    for (const [index, row] of rows.entries()) expect(row).toContain(expected(first + index + 1));
    const [kwd, usd] = (["KWD", "USD"] as const).map((currency) => balance(lines.slice(0, first), currency));
    if (page > 1) expect(text).toContain(`مرحل من الصفحة السابقة ${kwd} ${usd}`);
    else expect(text).toContain("الرصيد أول المدة 0.000 0.00");
    const after = lines.slice(0, first + 200);
    const carried = `${balance(after, "KWD")} ${balance(after, "USD")}`;
    if (page < 50) expect(text).toContain(`مرحل إلى الصفحة التالية ${carried}`);
    else {
      expect(text).toContain(`الرصيد الحالي ${carried}`);
      expect(text).toContain(`المستحق على العميل: ${money(sum(lines, "USD"), "USD")} $`);
    }
    expect(html.includes(`/print?page=${page + 1}"`)).toBe(page < 50);
    expect(html).not.toMatch(/href="\/(contracts|financial\/receipts)/);
  });

  test("is read quickly", async () => {
    const times: number[] = [];
    for (let tried = 0; tried < 5; tried++) {
      const begun = performance.now();
      await client.get(path("customers", customer_id, "?page=200"));
      times.push(performance.now() - begun);
    }
    expect(Math.min(...times)).toBeLessThan(600);
  });
});

describe("in a browser", () => {
  test.each([true, false])(
    "a period is chosen, and leads to its print (JavaScript %s)",
    async (javaScript) => {
      const page = await browser.signedIn("/customers?search=باوزير", { baseURL: office.url, javaScript });
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

  test.each(["wide", "phone"] as const)("looks its best (%s)", async (screen) => {
    const { knex } = office;
    const partner = await knex("suppliers").where({ name: "شريك suppliers" }).first("id");
    const box = await knex("accounts").where({ name: "الصندوق" }).first("id");
    const expense = await knex("expenses").first("id");
    const page = await browser.signedIn("/", { baseURL: office.url, screen });
    for (const [name, address] of Object.entries({
      customer: path("customers", busy.id, "?from=2026-01-06"),
      supplier: path("suppliers", partner.id),
      expense: path("expenses", expense.id),
      box: path("cash-boxes", box.id),
      paper: `${path("customers", busy.id)}/print`,
      "box-paper": `${path("cash-boxes", box.id)}/print`,
    })) {
      await page.goto(address);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([address, over <= 0]).toEqual([address, true]);
      await picture(page, `statements/${name}-${screen}`);
    }
  });
});

describe("on paper", () => {
  test("names the office, the period, the holder and who signs", async () => {
    await client.submit("/settings/company", { name: "وكالة ركب الحجاز" });
    const { text, html } = await read(`${path("customers", busy.id)}/print?from=2026-01-01&to=2026-12-31`);
    expect(text).toContain("وكالة ركب الحجاز");
    expect(text).toContain("من 2026-01-01 إلى 2026-12-31");
    expect(text).toContain("توقيع المحاسب توقيع العميل");
    expect(html).toContain(`href="${path("customers", busy.id, "?from=2026-01-01&amp;to=2026-12-31")}"`);
  });
});
