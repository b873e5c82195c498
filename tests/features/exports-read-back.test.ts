import excel from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { pages } from "../support/built-routes";
import {
  makeAgent,
  makeCampaign,
  makeContract,
  makeCustomer,
  makeInvoice,
  makePackage,
  makePayment,
  makeReceipt,
  makeSupplier,
} from "../support/factories";
import { useOffice } from "../support/office";
import { strictWorkbook } from "../support/strict-workbook";

/* A strict reader, independent of the writer, reads every XLSX of the office: each cell is valid and each page prints. */

const { office: demo, client: manager } = useOffice({ demo: true });
/** Partners who are owed and paid in four currencies. */
const ids = {} as Record<"agents" | "suppliers" | "customers" | "campaign", number>;

beforeAll(async () => {
  const { knex } = demo;
  const currencies = new Map(
    (await knex("currencies").select("code", "id")).map(({ code, id }) => [code, id]),
  );
  const foreign = ["USD", "KWD", "YER"].map((code) => [code, currencies.get(code) as number] as const);
  const rates: Record<string, string> = { USD: "3.75", KWD: "12.1875", YER: "0.00707547169811320755" };
  ids.agents = await makeAgent(knex, { name: "وكيل 'الأربع عملات' & شركاه" });
  ids.suppliers = await makeSupplier(knex);
  const date = new Date().toISOString().slice(0, 10); // the demo agency has closed a period
  for (const [partner, beneficiary_type] of [
    [{ agent_id: ids.agents }, "agent"],
    [{ supplier_id: ids.suppliers }, "supplier"],
  ] as const) {
    const invoice_id = await makeInvoice(knex, partner, "10000", { invoice_date: date });
    await makePayment(knex, currencies.get("SAR") as number, "12.5", { ...partner, beneficiary_type, date });
    for (const [code, currency] of foreign) {
      await makePayment(knex, currency, "7.25", { ...partner, beneficiary_type, date });
      await makePayment(knex, currency, "10", {
        ...partner,
        beneficiary_type,
        date,
        invoice_id,
        settled_amount: "20",
        exchange_rate_at_payment: rates[code],
      });
    }
  }
  ids.customers = await makeCustomer(knex);
  const currency_id = currencies.get("SAR") as number;
  const package_id = await makePackage(knex, currency_id, "5000");
  ids.campaign = await makeCampaign(knex, 5, [package_id], { name: "حملة ".padEnd(60, "ا") });
  const parties = { customer_id: ids.customers, campaign_id: ids.campaign, package_id, currency_id };
  const id = await makeContract(knex, parties, "5000", { contract_date: date });
  for (const [code, currency] of foreign)
    await makeReceipt(knex, id, {
      currency_id: currency,
      date,
      amount: "10",
      equivalent_amount: "20",
      exchange_rate_at_payment: rates[code],
    });
});

/** The values of an address's parameters. */
const values: Record<string, string> = { group: "3", trip: "1", plan: "1", id: "1", campaign: "1" };
const kinds: Record<string, () => string[]> = {
  "/financial/statements/:kind/:id": () => [
    ...(["agents", "suppliers", "customers"] as const).map((kind) => `${kind}/${ids[kind]}`),
    ...["customers/1", "agents/1", "expenses/1", "banks/6", "cash-boxes/1"],
  ],
  "/financial/debts/:kind": () => ["customers", "agents", "suppliers", "deposits"],
  "/invoices/:kind": () => ["agents", "purchases"],
  "/settings/accounts/:kind": () => ["banks", "cash-boxes"],
};

/** The addresses without their parameters, and reports one by one. */
function addressesOf(address: string): string[] {
  const list = address.replace("/export/:format", "");
  const theirs = kinds[list]?.().map((of) => list.replace(/:kind.*/, of));
  if (list.startsWith("/reports/")) return reportsOf(list);
  return theirs ?? [list.replace(/:(\w+)/g, (parameter, name) => values[name] ?? parameter)];
}

const reports: Record<string, string[]> = {
  financial: ["cash", "contracts", "profit", "balances"],
  administrative: ["campaigns", "customers", "services", "operations"],
};
const reportsOf = (family: string) =>
  (reports[family.split("/").at(-1) ?? ""] ?? []).map((report) => `${family}?report=${report}&period=yearly`);

const exported = pages.filter(({ address }) => address.endsWith("/export/:format"));

async function sheetsAt(list: string) {
  const [path, query] = list.split("?");
  return sheetsIn(`${path}/export/xlsx${query ? `?${query}` : ""}`);
}

const sheetsIn = async (address: string) => strictWorkbook(await bytesAt(address));

async function bytesAt(address: string) {
  const answer = await fetch(demo.url + address, { headers: { Cookie: manager.cookie } });
  expect([address, answer.status]).toEqual([address, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

test("there is more than a list of exports", () => {
  expect(exported.length).toBeGreaterThan(35);
});

test.each(exported.map(({ address }) => address))(
  "%s is read back, and prints across one page",
  async (address) => {
    for (const list of addressesOf(address)) {
      for (const { name, page, width, isFitted, header, footer, titles, rows } of await sheetsAt(list)) {
        expect([list, rows.size > 0]).toEqual([list, true]);
        expect([list, isFitted, page.paperSize, page.orientation, page.fitToWidth, page.fitToHeight]).toEqual(
          [list, true, "9", "landscape", "1", "0"],
        );
        expect(titles).toBe(`'${name}'!$1:$1`);
        expect([list, width > 0 && width <= 225]).toEqual([list, true]); // a landscape A4 page holds 140 at this size
        expect(header).toMatch(/^&C.+&R.*[\u0600-\u06ff]/);
        expect(footer).toContain("&P");
        expect(footer).toContain("&N");
      }
    }
  },
);

test("what an import begins with and what it leaves say the office's name, and print as readably", async () => {
  const { name: office } = await demo.knex("company_info").first("name");
  const file = new File(["الاسم,رقم الهاتف\nمن بلا هاتف,"], "قديم.csv");
  const uploaded = await manager.submit("/customers/import", { file });
  const trial = uploaded.headers.get("Location");
  for (const address of [
    "/customers/import/template/xlsx",
    "/contracts/import/template/xlsx",
    `${trial}/left/xlsx`,
  ]) {
    const [sheet] = await sheetsIn(address);
    expect(sheet?.header).toMatch(new RegExp(`^&C.+&R${office}$`));
    expect(sheet?.width).toBeLessThanOrEqual(225);
  }
});

test("long texts wrap in their column, below whose head they begin", async () => {
  const book = new excel.Workbook();
  await book.xlsx.load((await bytesAt("/financial/receipts/export/xlsx")) as unknown as ArrayBuffer);
  const sheet = book.worksheets[0] as excel.Worksheet;
  for (const row of [1, 2])
    expect(
      sheet.getCell(row, (sheet.getRow(1).values as string[]).indexOf("البيان")).alignment,
    ).toMatchObject({
      wrapText: true,
      vertical: "top",
    });
});

test.each([
  ["/financial/receipts/export/xlsx", "رقم العقد", 13],
  ["/contracts/export/xlsx", "رقم الهاتف", 18],
  ["/trips/groups/3/readiness/export/xlsx", "رقم الهاتف", 18],
  ["/financial/debts/customers/export/xlsx", "رقم الهاتف", 18],
])("%s: %s stands on one line, however wide the sheet is", async (address, head, width) => {
  const book = new excel.Workbook();
  await book.xlsx.load((await bytesAt(address)) as unknown as ArrayBuffer);
  const sheet = book.worksheets[0] as excel.Worksheet;
  const column = (sheet.getRow(1).values as string[]).indexOf(head);
  expect(sheet.getColumn(column).width).toBe(width);
});

test("each sheet of a report has its own name whole in its head, whatever is long before it", async () => {
  const sheets = await sheetsAt("/reports/financial?report=cash&period=weekly");
  const heads = sheets.map(({ header }) => header);
  expect(new Set(heads).size).toBe(sheets.length);
  for (const { name, header } of sheets) expect(header).toContain(` – ${name}&R`);
  await demo.knex("company_info").update({ name: "وكالة ".repeat(25).trim() });
  for (const { name, header } of await sheetsAt("/reports/financial?report=cash&period=weekly")) {
    expect(header).toMatch(new RegExp(`^&C.+… – ${name}&Rوكالة .*…$`));
    expect(header.length).toBeLessThan(256);
    expect(header).not.toMatch(/\d-…/);
  }
});

test("a statement says rates as people do, and its amounts are numbers in each currency", async () => {
  const [sheet] = await sheetsAt(`/financial/statements/agents/${ids.agents}`);
  const cells = [...(sheet?.rows.values() ?? [])].flat();
  expect(cells.filter((cell) => /^1 \w+ = /.test(String(cell))).sort()).toEqual([
    "1 KWD = 12.1875 SAR",
    "1 SAR = 141.333 YER",
    "1 USD = 3.75 SAR",
  ]);
  expect(sheet?.header).toContain("'الأربع عملات' && شركاه");
});
