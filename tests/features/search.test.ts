import { beforeAll, describe, expect, test } from "vitest";
import type { Permission } from "~/domain/permissions";
import * as factories from "../support/factories";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client } = useOffice();
let ids: Record<
  "customer" | "contract" | "payment" | "agentInvoice" | "purchaseInvoice" | "group" | "visa",
  number
>;

beforeAll(async () => {
  const { knex } = office;
  const { usd } = await factories.makeDollarAndDinar(knex);
  const packageId = await factories.makePackage(knex, usd, "1500");
  const campaign = await factories.makeCampaign(knex, 100, [packageId]);
  const customer = await factories.makeCustomer(knex, { name: "أسماء بنت قُتيبة", national_id: "1099887766" });
  const insert = async (table: string, row: object) => (await knex(table).insert(row).returning("id"))[0].id;
  const contract = await insert("contracts", {
    contract_number: "C-2026-00001",
    customer_id: customer,
    campaign_id: campaign,
    package_id: packageId,
    contract_date: "2026-01-05",
    currency_id: usd,
    total_amount: "1500",
    created_by: 1,
  });
  await factories.makeReceipt(knex, contract, { receipt_number: "RV-2026-00001" });
  const agent_id = await factories.makeAgent(knex, { name: "مكتب قتيبة" });
  const supplier_id = await factories.makeSupplier(knex, { name: "مخبز قتيبة" });
  ids = {
    customer,
    contract,
    payment: await factories.makePayment(knex, usd, "70", {
      payment_number: "PV-2026-00001",
      beneficiary: "قتيبه بن سالم",
    }),
    agentInvoice: await factories.makeInvoice(knex, { agent_id }, "300", { invoice_number: "AGT-2026-001" }),
    purchaseInvoice: await factories.makeInvoice(knex, { supplier_id }, "400", {
      invoice_number: "PUR-2026-001",
    }),
    group: await factories.makeGroup(knex, campaign, { name: "مجموعة قتيبة" }),
    visa: await insert("visas", {
      customer_id: customer,
      passport_number: "Q7654321",
      submission_date: "2026-01-06",
    }),
  };
});

type Result = { kind: string; id: number; title: string; detail: string; href: string };

async function resultsOf(q: string, by = client): Promise<Result[]> {
  const { status, body } = await by.get(`/api/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.results;
}

const page = (q: string, by = client) => by.get(q ? `/search?q=${encodeURIComponent(q)}` : "/search");

/** Each kind, what opens it, and where. */
const kinds = (): [kind: string, permission: Permission, href: string][] => [
  ["customer", "manage_customers", `/customers/${ids.customer}`],
  ["contract", "manage_contracts", `/contracts/${ids.contract}`],
  ["receipt_voucher", "manage_financials", "/financial/receipts?search=RV-2026-00001"],
  ["payment_voucher", "manage_financials", `/financial/payments/${ids.payment}`],
  ["agent_invoice", "manage_invoices", `/invoices/agents/${ids.agentInvoice}/edit`],
  ["purchase_invoice", "manage_invoices", `/invoices/purchases/${ids.purchaseInvoice}/edit`],
  ["group", "manage_trips", `/trips/groups/${ids.group}/members`],
  ["visa", "manage_trips", `/trips/visas/${ids.visa}`],
];

test("a name finds its records of every kind, however it is written, and each opens", async () => {
  const results = await resultsOf("قتيبه");
  expect(results.map(({ kind, href }) => [kind, href])).toEqual(
    kinds().map(([kind, , href]) => [kind, href]),
  );
  expect(results[1]).toEqual({
    kind: "contract",
    id: ids.contract,
    title: "C-2026-00001",
    detail: "عقد · أسماء بنت قُتيبة · 1,500.00 $ · نشط",
    href: `/contracts/${ids.contract}`,
  });
  const { body } = await page("قتيبه");
  for (const { href } of results) {
    expect(body).toContain(`href="${href}"`);
    expect((await client.get(href)).status).toBe(200);
  }
  for (const list of [
    "/customers",
    "/contracts",
    "/financial/receipts",
    "/invoices/agents",
    "/trips/visas",
  ]) {
    const all = `${list}?search=${encodeURIComponent("قتيبه")}`;
    expect(body).toContain(`href="${all}"`);
    expect((await client.get(all)).body).toContain("قتيبة".slice(2));
  }
});

test("each finds what their own screens open, and no more", async () => {
  const opened = new Map<Permission, string[]>();
  for (const [kind, permission] of kinds()) opened.set(permission, [...(opened.get(permission) ?? []), kind]);
  for (const [permission, allowed] of opened) {
    const by = await enterAs(office, `who ${permission}`, [permission]);
    expect((await resultsOf("قتيبه", by)).map(({ kind }) => kind)).toEqual(allowed);
  }
  const nobody = await enterAs(office, "without", ["view_reports"]);
  expect(await resultsOf("قتيبه", nobody)).toEqual([]);
  expect((await page("قتيبه", nobody)).body).toContain("لا شيء تبحث فيه");
});

describe("a whole number", () => {
  test.each([
    ["RV-2026-00001", "receipt_voucher"],
    ["rv-٢٠٢٦-٠٠٠٠١", "receipt_voucher"],
    ["C-2026-00001", "contract"],
    ["AGT-2026-001", "agent_invoice"],
    ["\u200fPV-2026-00001\u200e", "payment_voucher"],
    ["q7654321", "visa"],
    ["1099887766", "customer"],
  ])("%s leads to its record", async (number, kind) => {
    expect((await resultsOf(number))[0]?.kind).toBe(kind);
  });

  test("leads the newer ones that only hold it", async () => {
    const { knex } = office;
    const supplier_id = await factories.makeSupplier(knex);
    for (const more of ["", 1, 2, 3, 4, 5, 6, 7])
      await factories.makeInvoice(knex, { supplier_id }, "10", { invoice_number: `PUR-2026-777${more}` });
    const results = await resultsOf("PUR-2026-777");
    expect(results.map(({ title }) => title)).toEqual(["PUR-2026-777", "PUR-2026-7777", "PUR-2026-7776"]);
  });
});

test("of many, the newest five are shown, and the way to all", async () => {
  for (let made = 1; made <= 6; made++) await factories.makeCustomer(office.knex, { name: `تنّوم ${made}` });
  const { body } = await page("تنوم");
  expect([...body.matchAll(/<bdi>تنّوم (\d)<\/bdi>/g)].map(([, number]) => number)).toEqual([
    "6",
    "5",
    "4",
    "3",
    "2",
  ]);
  expect(body).toContain("المزيد: عرض كل النتائج");
  expect((await page("قتيبه")).body).not.toContain("المزيد:");
});

test.each(["", " ", "ق", "ـــ", "ًٌ", "\u200f\u200f", "\u0000\u0000"])(
  "%j is too little to look for, and is told what to type",
  async (q) => {
    expect(await resultsOf(q)).toEqual([]);
    const { status, body } = await page(q);
    expect([status, body.includes("اكتب حرفين على الأقل")]).toEqual([200, true]);
  },
);

test.each([
  "%%",
  "__",
  "'\"",
  "\\\\",
  "a\u0000b",
  "<b>x</b>",
  "\u202eabc",
  "\ud800xy",
  "س".repeat(2000),
  "x".repeat(10_000),
])("%.20j finds nothing, and breaks nothing", async (q) => {
  const query = q.toWellFormed();
  expect(await resultsOf(query)).toEqual([]);
  const { status, body } = await page(query);
  expect([status, body.includes("لا نتائج تطابق")]).toEqual([200, true]);
  expect(body).not.toContain("<b>x</b>");
});

test("the form stands in the head of every page", async () => {
  for (const path of ["/", "/customers", "/account", "/nowhere"]) {
    const { body } = await client.get(path);
    expect([path, /<form[^>]* action="\/search"[^>]*><input type="search" name="q"/.test(body)]).toEqual([
      path,
      true,
    ]);
  }
});
