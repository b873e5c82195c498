import { beforeAll, expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { untilScripted } from "../support/browser";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { screens } from "../support/screens";

/* An office with more rows in each table than a select lists: the others are found by name, without JavaScript and with it. */

const { office, client, browser } = useOffice({ demo: true });

const most = 200;
/** The name of the row of each table that is the last by name and the oldest of the new ones. */
const far = "ييي البعيد";

/** The tables that selects list, each with its name's column and what a row needs. */
const tables: Record<string, [name: string, more?: Record<string, string>]> = {
  users: ["username", { email: "'clerk' || g || '@far.test'", password_hash: "'x'" }],
  roles: ["name"],
  cities: ["name"],
  bus_types: ["name"],
  catering_types: ["name"],
  service_categories: ["name"],
  expense_categories: ["name"],
  expenses: ["name"],
  agents: ["name", { phone: "'0551234567'", type: "'external'" }],
  suppliers: ["name", { phone: "'0551234567'" }],
  trip_plans: ["name"],
  hotels: ["name", { address: "'شارع'", city_id: "1", currency_id: "1", quad_room_price: "40" }],
  transportations: ["company_name", { bus_type_id: "1", capacity: "40", currency_id: "1" }],
  catering_services: ["name", { catering_type_id: "1", currency_id: "1" }],
  other_services: ["name", { category_id: "1", currency_id: "1" }],
  packages: ["name", { currency_id: "1" }],
  campaigns: [
    "name",
    { type: "'عمرة'", start_date: "current_date + 9", end_date: "current_date + 20", total_seats: "9" },
  ],
  groups: ["name", { campaign_id: "2", capacity: "45" }],
  accounts: [
    "name",
    { kind: "'bank'", currency_id: "1", account_number: "'77' || g", account_name: "'الوكالة'" },
  ],
};
const ids: Record<string, number> = {};

beforeAll(async () => {
  const fill = async (table: string, name: string, more: Record<string, string> = {}) => {
    const named = `CASE g WHEN 1 THEN '${far}' ELSE 'صف ' || lpad(g::text, 3, '0') END`;
    const { rows } = await office.knex.raw(
      `INSERT INTO ${table} (${[name, ...Object.keys(more)].join()})
       SELECT ${[named, ...Object.values(more)].join()} FROM generate_series(1, 250) g ORDER BY g RETURNING id`,
    );
    return Math.min(...rows.map(({ id }: { id: number }) => id));
  };
  for (const [table, [name, more]] of Object.entries(tables)) ids[table] = await fill(table, name, more);
  await fill("accounts", "name", { kind: "'cash_box'", currency_id: "1" });
});

/** The values that a page's select or boxes of this name offer. */
function offered(html: string, name: string) {
  const select = html.match(new RegExp(`<select[^>]* name="${name}".*?</select>`, "s"))?.[0] ?? "";
  const options = [...select.matchAll(/<option value="(\d+)"/g)].map(([, value]) => Number(value));
  const boxes = [
    ...html.matchAll(new RegExp(`type="checkbox" name="${name}"(?: checked="")? value="(\\d+)"`, "g")),
  ];
  return [...options, ...boxes.map(([, value]) => Number(value))];
}

test("no screen has a select or boxes of more than 200 choices", async () => {
  const large: string[] = [];
  for (const address of screens) {
    const { body } = await client.get(address);
    for (const [select] of String(body).matchAll(/<select.*?<\/select>/gs)) {
      const count = select.split("<option").length - 1;
      if (count > most + 1) large.push(`${address}: ${count} options of ${select.slice(0, 60)}`); // one is «الكل» or none
    }
    const boxes = new Map<string, number>();
    for (const [, name = ""] of String(body).matchAll(/type="(?:checkbox|radio)"[^>]* name="([^"]+)"/g))
      boxes.set(name, (boxes.get(name) ?? 0) + 1);
    for (const [name, count] of boxes) if (count > most) large.push(`${address}: ${count} boxes of ${name}`);
  }
  expect(large).toEqual([]);
});

const forms: [path: string, field: string, table: string, more?: Record<string, string>][] = [
  ["/contracts/new", "campaign_id", "campaigns"],
  ["/contracts/new", "agent_id", "agents"],
  ["/contracts/1/edit", "agent_id", "agents"],
  ["/invoices/agents/new", "agent_id", "agents"],
  ["/invoices/purchases/new", "supplier_id", "suppliers"],
  ["/invoices/purchases/20/edit", "campaign_id", "campaigns"],
  ["/financial/payments/new", "agent_id", "agents", { beneficiary_type: "agent" }],
  ["/financial/payments/new", "supplier_id", "suppliers", { beneficiary_type: "supplier" }],
  ["/financial/payments/new", "expense_id", "expenses", { beneficiary_type: "expense" }],
  ["/financial/payments/new", "bank_account_id", "accounts", { payment_method: "cheque" }],
  ["/financial/receipts/new", "bank_account_id", "accounts"],
  ["/financial/receipts/split?contracts=79,80", "bank_account_id", "accounts"],
  ["/agents/1/commission", "campaign_id", "campaigns"],
  ["/settings/accounts/expenses/new", "category_id", "expense_categories"],
  ["/settings/accounts/cash-boxes/new", "holder_user_id", "users"],
  ["/services/hotels/new", "city_id", "cities"],
  ["/services/transportation/new", "bus_type_id", "bus_types"],
  ["/services/catering/new", "catering_type_id", "catering_types"],
  ["/services/other/new", "category_id", "service_categories"],
  ["/services/packages/new", "stays", "hotels"],
  ["/services/packages/1/edit", "stays", "hotels"],
  ["/services/packages/new", "transportation_id", "transportations"],
  ["/services/packages/new", "catering_id", "catering_services"],
  ["/services/packages/new", "other_service_ids", "other_services"],
  ["/campaigns/new", "package_ids", "packages"],
  ["/campaigns/2/edit", "package_ids", "packages"],
  ["/trips/groups/new", "campaign_id", "campaigns"],
  ["/trips/groups/1/edit", "transportation_id", "transportations"],
  ["/trips/groups/new", "supervisor_id", "users"],
  ["/trips/management/new", "plan_id", "trip_plans"],
  ["/trips/visas/new", "group_id", "groups"],
  ["/trips/visas/apply", "group_id", "groups"],
];

test.each(forms)(
  "%s finds a row of %s by a step, and keeps it and what was typed",
  async (path, field, table, more) => {
    const id = ids[table] as number;
    const { body } = await client.get(path);
    const query = body.match(new RegExp(`name="(${field.replace(/_ids?$/, "")}(?:_name)?_query)"`))?.[1];
    const dialogOf = (html: string) => html.split("<dialog")[1] ?? html;
    if (!more) expect(offered(dialogOf(body), field)).not.toContain(id);
    const first = { ...formIn(dialogOf(body).replace(/^/, "<main")).values, ...more };
    const name = query ?? `${field.replace(/_ids?$/, "")}_query`;
    const typed = { ...first, description: "كتب من قبل", notes: "كتب من قبل", intent: "offer" };
    const search = await client.submit(path, { ...typed, [name]: "البعيد" });
    expect(search.status).toBe(200);
    expect(offered(dialogOf(search.body), field)).toContain(id);
    expect(search.body).toContain(`value="البعيد"`);
    // Enter presses the form's first button: it makes the search that was typed, and saves nothing.
    const search_step = [...dialogOf(search.body).matchAll(/name="search_step" value="([^"]*)"/g)].map(
      ([, note]) => note ?? "",
    );
    const enter = await client.submit(path, { ...typed, search_step, intent: "enter", [name]: "البعي" });
    expect(enter.status).toBe(200);
    expect(offered(dialogOf(enter.body), field)).toContain(id);
    const chosen: Record<string, string | string[]> =
      field === "stays" ? { stays: [`${id}`, "3"] } : { [field]: `${id}` };
    const again = await client.submit(path, { ...typed, ...chosen, [name]: "" });
    expect(offered(dialogOf(again.body), field)).toContain(id);
    expect(dialogOf(again.body)).toMatch(new RegExp(`value="${id}" selected=""|checked="" value="${id}"`));
  },
);

test.each([
  ["/contracts", "campaign_id", "campaigns"],
  ["/contracts", "agent_id", "agents"],
  ["/invoices/agents", "agent_id", "agents"],
  ["/invoices/purchases", "supplier_id", "suppliers"],
  ["/financial/payments", "campaign_id", "campaigns"],
  ["/financial/debts/customers", "campaign_id", "campaigns"],
  ["/reports/financial?report=profit", "campaign_id", "campaigns"],
  ["/trips/groups", "campaign_id", "campaigns"],
  ["/trips/groups/members", "campaign_id", "campaigns"],
  ["/campaigns/2/readiness", "group_id", "groups"],
  ["/settings/users", "role_id", "roles"],
  ["/settings/accounts/expenses", "category_id", "expense_categories"],
  ["/services/hotels", "city_id", "cities"],
  ["/services/transportation", "bus_type_id", "bus_types"],
  ["/services/catering", "catering_type_id", "catering_types"],
  ["/services/other", "category_id", "service_categories"],
])(
  "the filter of %s by %s finds a row by name, and shows the name of the chosen one",
  async (path, field, table) => {
    const at = async (more: string) =>
      (await client.get(`${path}${path.includes("?") ? "&" : "?"}${more}`)).body;
    const id = ids[table] as number;
    expect(offered(await at(""), field)).not.toContain(id);
    expect(offered(await at(`${field.replace("_id", "")}=${encodeURIComponent("البعيد")}`), field)).toEqual([
      id,
    ]);
    expect(await at(`${field}=${id}`)).toMatch(new RegExp(`<option value="${id}" selected="">${far}`));
  },
);

test("a nationality that is not among the usual ones is found, saved and shown", async () => {
  const path = "/customers/new";
  expect((await client.get(path)).body.split("<dialog")[1]).not.toContain('value="ISL"');
  const typed = { name: "زائر من بعيد", phone: "0551234567" };
  const search = await client.submit(path, { ...typed, nationality_name_query: "ايسلندا", intent: "offer" });
  expect(search.body.split("<dialog")[1]).toContain('value="ISL"');
  expect((await client.submit(path, { ...typed, nationality: "ISL" })).status).toBe(302);
  const { id } = await office.knex("customers").where({ name: typed.name }).first("id");
  expect((await client.get(`/customers/${id}/edit`)).body).toContain('<option value="ISL" selected="">');
  expect((await client.get("/customers?nationality=ISL")).body).toContain('<option value="ISL" selected="">');
});

test("what a search has found is saved: a package's hotel, and a campaign's package", async () => {
  const { hotels, packages } = ids as { hotels: number; packages: number };
  const { values } = formIn(
    (await client.get("/services/packages/new")).body.replace(/^.*?<dialog/s, "<main"),
  );
  const form = { ...values, name: "باقة الفندق البعيد", stays: [`${hotels}`, ""] };
  const saved = await client.submit("/services/packages/new", form);
  expect(saved.status).toBe(302);
  const row = await office.knex("packages").where({ name: form.name }).first("id", "hotel_id");
  expect(row.hotel_id).toBe(hotels);
  const campaign = {
    name: "حملة الباقة البعيدة",
    type: "عمرة",
    start_date: "2027-01-01",
    end_date: "2027-01-09",
  };
  const posted = { ...campaign, total_seats: "5", package_ids: [`${row.id}`, `${packages}`] };
  expect((await client.submit("/campaigns/new", posted)).status).toBe(302);
  const attached = await office
    .knex("campaign_packages")
    .whereIn("campaign_id", office.knex("campaigns").where({ name: campaign.name }).select("id"))
    .pluck("package_id");
  expect(attached.sort((a, b) => a - b)).toEqual([packages, row.id].sort((a, b) => a - b));
});

test.each([true, false])("in a browser, JavaScript %s", async (javaScript) => {
  const page = await browser.open({ login: demoLogins[0], javaScript });
  await page.goto("/settings/accounts/expenses/new");
  const dialog = page.getByRole("dialog");
  const category = dialog.getByLabel("الفئة", { exact: false }).first();
  await dialog.getByLabel("اسم المصروف").fill("إيجار");
  await dialog.getByLabel("فئات مصروفات أخرى بالاسم").fill("البعيد");
  if (!javaScript) await page.keyboard.press("Enter");
  await dialog.getByText("بهذا الاسم فئة مصروفات واحدة").waitFor();
  if (!javaScript) await dialog.locator("select:focus").waitFor();
  await category.selectOption({ label: far });
  expect(await dialog.getByLabel("اسم المصروف").inputValue()).toBe("إيجار");
  await dialog.getByLabel("اسم المصروف").press("Enter"); // saves: the search was made
  await page.waitForURL("**/settings/accounts/expenses");
  const expense = await office.knex("expenses").orderBy("id", "desc").first("name", "category_id");
  expect(expense).toEqual({ name: "إيجار", category_id: ids.expense_categories });

  await page.goto("/settings/accounts/expenses");
  const bar = page.getByRole("search").last();
  const chosen = bar.locator("select[name=category_id] option:checked");
  if (javaScript) {
    await untilScripted(page);
    await bar.locator("select[name=category_id]").selectOption({ label: "صف 002" });
    await bar.getByLabel("فئات مصروفات أخرى بالاسم").pressSequentially("صف 00");
    await bar.getByText("بهذا الاسم").waitFor();
    expect(await chosen.innerText()).toBe("صف 002"); // the search keeps what is chosen and not yet sent
  }
  await bar.getByLabel("فئات مصروفات أخرى بالاسم").fill("البعيد");
  if (!javaScript) await bar.getByRole("button", { name: "بحث" }).click();
  await bar.getByText("بهذا الاسم فئة مصروفات واحدة").waitFor();
  await bar.locator("select[name=category_id]").selectOption({ label: far });
  await bar.getByRole("button", { name: "بحث" }).click();
  await page.waitForURL("**category_id=*");
  expect(await page.locator("main table").textContent()).toContain("إيجار");
});
