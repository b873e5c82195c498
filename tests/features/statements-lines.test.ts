import { beforeAll, describe, expect, test } from "vitest";
import { costOf, repeat } from "../support/cpu";
import * as factories from "../support/factories";
import { useOffice } from "../support/office";
import { path, statementsOf, textOf } from "../support/statements";
import { enterAs } from "../support/users";

const { office, client } = useOffice();

const { ids, busy, read, makeContract } = statementsOf(office, client);

test("invoices are in riyals also where the office has no such currency", async () => {
  const { knex } = office;
  await factories.renameCurrency(knex, ids.sar, "SAX");
  try {
    const supplier_id = await factories.makeSupplier(knex);
    await factories.makeInvoice(knex, { supplier_id }, "12.5");
    await factories.makePayment(knex, ids.sar, "1", { beneficiary_type: "supplier", supplier_id });
    const { text } = await read(path("suppliers", supplier_id));
    expect(text).toContain("المستحق للمورد 12.50 ر.س");
    expect(text).toContain("المستحق على المورد 1.00 ر.س");
    expect(text).toMatch(/SAR.* SAX/);
  } finally {
    await factories.renameCurrency(knex, ids.sar, "SAR");
  }
});

test("a stranger's number and another kind's are not found, capitals are", async () => {
  const id = await factories.makeCustomer(office.knex);
  const bank = { kind: "bank", name: "محذوف", account_number: "1", account_name: "x" };
  const gone = await factories.makeAccount(office.knex, ids.usd, bank);
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
    const cashier = await enterAs(office, "cashier", ["manage_financials"]);
    const customer_id = await factories.makeCustomer(knex);
    const contract = await makeContract(customer_id, "10");
    const { body } = await cashier.get(path("customers", customer_id));
    expect(textOf(body)).toContain(`عقد ${contract.contract_number}`);
    expect(body).not.toContain('href="/contracts');
    expect(body).not.toContain('href="/customers"');
    const agent_id = await factories.makeAgent(knex);
    await factories.makeInvoice(knex, { agent_id }, "10");
    expect((await cashier.get(path("agents", agent_id))).body).not.toContain('href="/invoices');
  });

  test("lists offer the statement to those who keep the money", async () => {
    const { knex } = office;
    const [supplier_id, customer_id, agent_id] = [
      await factories.makeSupplier(knex),
      await factories.makeCustomer(knex),
      await factories.makeAgent(knex),
    ];
    const lists = [
      ["/customers", path("customers", customer_id)],
      ["/agents", path("agents", agent_id)],
      ["/suppliers", path("suppliers", supplier_id)],
    ] as const;
    const seller = await enterAs(office, "seller", ["manage_customers", "manage_agents", "manage_suppliers"]);
    for (const [list, statement] of lists) {
      expect((await client.get(list)).body).toContain(`href="${statement}">كشف حساب`);
      expect((await seller.get(list)).body).not.toContain("كشف حساب");
    }
    const account = { account_number: "1", account_name: "الوكالة" };
    const bank = await factories.makeAccount(knex, ids.usd, { ...account, name: "بنك ١", kind: "bank" });
    const box = await factories.makeAccount(knex, ids.usd, { ...account, name: "أ" });
    const [expense] = await knex("expenses").insert({ name: "ضيافة" }).returning("id");
    for (const [kind, id] of Object.entries({ banks: bank, "cash-boxes": box, expenses: expense.id })) {
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
    customer_id = await factories.makeCustomer(knex, { name: "عميل كبير" });
    const contract = await makeContract(customer_id, "100000000", { contract_date: "2020-01-01" });
    lines.push({ day: "2020-01-01", currency: "USD", amount: 10_000_000_000 });
    const any = await factories.makeReceipt(knex, contract.id, { date: "2019-01-01", status: "cancelled" });
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
        currency_id: isDollar ? ids.usd : ids.kwd,
        contract_id: isDollar ? contract.id : null,
        created_at: new Date(Date.UTC(2024, 0, 1) + index * 1000),
      };
    });
    await knex.batchInsert("receipt_vouchers", vouchers, 500);
    await knex("receipt_vouchers").where({ id: any }).delete(); // its entries sum to nothing
    await knex.raw("ANALYZE entries");
  });

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
  /** The rows of lines: the date, the line's amount and its balance. */
  const rowsOf = (html: string) =>
    (html.split("مواعيد السداد")[0]?.match(/<tr>.*?<\/tr>/gs) ?? [])
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

  test("costs the server on its last page what it does on its first", async () => {
    const read = (page: number) =>
      costOf(office.app, () => repeat(20, () => client.get(path("customers", customer_id, `?page=${page}`))));
    const first = await read(1);
    expect(await read(200)).toBeLessThan(2 * first);
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
