import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contractsOf } from "../support/contracts";
import { administrator } from "../support/database";
import { makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice();

const { ids, sign, signed } = contractsOf(office, client);
let sar: number;

beforeAll(async () => {
  sar = await makeCurrency(office.knex, "SAR", "0.25", { name: "ريال سعودي" });
});

describe("lists", () => {
  test("totals equal the rows after every change", async () => {
    const check = async () => {
      for (const status of ["", "active", "completed", "cancelled"]) {
        const rows = office.knex("contracts");
        if (status) rows.where({ status });
        const count = Number((await rows.count())[0]?.count);
        const { body } = await client.get(`/api/contracts?per_page=1&status=${status}`);
        expect(body.total, `status=${status}`).toBe(count);
        expect((await client.get(`/api/contracts?status=${status}`)).body.contracts).toHaveLength(count);
      }
    };
    await check();
    const contract = await signed();
    await check();
    for (const status of ["completed", "cancelled", "active"]) {
      await client.put(`/api/contracts/${contract.id}`, { status });
      await check();
    }
    await client.delete(`/api/contracts/${contract.id}`);
    await sign({ package_id: 0 });
    await check();
  });

  test("search finds by number, folded name and telephone alone, and keeps to the other filters", async () => {
    const { knex } = office;
    const customer_id = await makeCustomer(knex, { name: "أُسَامَة آل يحيى", phone: "٠٥٥٥٩٨٧٦٥" });
    const first = await signed({ customer_id });
    const second = await signed({ customer_id });
    await signed();
    await client.put(`/api/contracts/${first.id}`, { status: "cancelled" });
    const found = async (query: object) => {
      const params = new URLSearchParams(query as Record<string, string>);
      const { body } = await client.get(`/api/contracts?per_page=50&${params}`);
      expect(body.total).toBe(body.contracts.length);
      return body.contracts.map(({ id }: { id: number }) => id);
    };
    const both = [second.id, first.id];
    for (const search of ["اسامة ال يحيي", "أسامه", "يحيى اسام", "اُسـامـه"])
      expect(await found({ search })).toEqual(both);
    expect(await found({ search: "اسامة", status: "cancelled" })).toEqual([first.id]);
    expect(await found({ search: "اسامة", campaign_id: `${ids.campaign_id}` })).toEqual(both);
    expect(await found({ search: "اسامة", campaign_id: "1000000" })).toEqual([]);
    expect(await found({ customer_id: `${customer_id}`, status: "active" })).toEqual([second.id]);
    expect(await found({ search: first.contract_number })).toEqual([first.id]);
    expect(await found({ search: first.contract_number.toLowerCase().replace(/0/g, "٠") })).toEqual([
      first.id,
    ]);
    expect(await found({ search: first.contract_number, status: "active" })).toEqual([]);
    const early = await knex("contracts")
      .where("contract_number", "~", "-000[0-9]{2}$")
      .first("id", "contract_number");
    expect(await found({ search: String(Number(early.contract_number.slice(-2))) })).toContain(early.id);
    for (const search of ["0555987", "055 598-765", "٠٥٥٥٩٨٧٦٥", "555987"])
      expect(await found({ search }), search).toEqual(both);
    for (const search of ["98765", "%", "_", "\\", "' OR 1=1", "اسامة%"])
      expect(await found({ search }), search).toEqual([]);
  });

  test("newest first, in pages and whole", async () => {
    for (let i = 0; i < 3; i++) await signed();
    const { body: whole } = await client.get("/api/contracts");
    const numbers = whole.contracts.map(({ id }: { id: number }) => id);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => b - a));
    const { body } = await client.get("/api/contracts?page=2&per_page=2");
    expect(body).toMatchObject({ page: 2, per_page: 2, total: numbers.length });
    expect(body.contracts.map(({ id }: { id: number }) => id)).toEqual(numbers.slice(2, 4));
  });

  test("a cancelled contract asks for nothing, in no place, and is not among those that owe", async () => {
    const { id, contract_number } = await signed();
    const owing = async () => (await client.get("/api/contracts?is_owing=true&per_page=1")).body.total;
    const before = await owing();
    await client.put(`/api/contracts/${id}`, { status: "cancelled" });
    expect(await owing()).toBe(before - 1);
    expect((await client.get(`/api/contracts/${id}`)).body.contract.remaining_amount).toBe(0);
    const { total, contracts } = (
      await client.get(`/api/contracts?is_owing=false&page=1&search=${contract_number}`)
    ).body;
    expect([total, contracts[0].id]).toEqual([1, id]);
    for (const path of [`/contracts?status=cancelled&search=${contract_number}`, `/contracts/${id}/print`])
      expect((await client.get(path)).body).not.toMatch(/<small>(المتبقي|مسدد)|<th scope="row">المتبقي/);
    await client.put(`/api/contracts/${id}`, { status: "active" });
    expect(await owing()).toBe(before);
  });

  test("the tiles sum what is not cancelled, in the default currency", async () => {
    const tiles = async () => {
      const { body } = await client.get("/contracts");
      const [count, ...money] = [...body.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, tile]) =>
        tile.replace(/<[^>]*>/g, "").trim(),
      );
      expect(money.every((tile) => tile.endsWith(" $"))).toBe(true);
      return [count, ...money].map((tile) => Number(tile.replace(/[^\d.]/g, "")));
    };
    const [count = 0, total = 0, paid = 0, remaining = 0] = await tiles();
    const package_id = await makePackage(office.knex, sar, "1000.10");
    const campaign_id = await makeCampaign(office.knex, 5, [package_id]);
    const contract = await signed({ package_id, campaign_id });
    await office.knex("contracts").where({ id: contract.id }).update({ paid_amount: "400.00" });
    const near = (amount: number) => expect.closeTo(amount, 2);
    expect(await tiles()).toEqual([
      count + 1,
      near(total + 250.03),
      near(paid + 100),
      near(remaining + 150.03),
    ]);
    await client.put(`/api/contracts/${contract.id}`, { status: "cancelled" });
    expect(await tiles()).toEqual([count, total, paid, remaining]);
  });
});

describe("among more campaigns than are offered", () => {
  const options = (html: string, name = "campaign_id") =>
    [
      ...(html.split(`name="${name}"`)[1]?.split("</select>")[0] ?? "").matchAll(/<option value="(\d+)"/g),
    ].map(([, value]) => Number(value));
  let old: number;
  let closed: number;

  beforeEach(async () => {
    const { package_id } = ids;
    old = await makeCampaign(office.knex, 50, [package_id], { name: "حملة السابقين" });
    closed = await makeCampaign(office.knex, 50, [package_id], {
      name: "حملة المنتهية",
      status: "completed",
    });
    for (let number = 0; number < 50; number++) await makeCampaign(office.knex, 50, [package_id]);
  });
  afterEach(async () => {
    await office.knex("campaigns").where("id", ">=", old).update({ status: "cancelled" });
  });

  test("a filter offers the newest active ones, a search the others, and the chosen one keeps its name", async () => {
    const first = (await client.get("/contracts")).body;
    expect(options(first)).toHaveLength(50);
    expect(options(first)).not.toContain(old);
    const found = (await client.get(`/contracts?campaign=${encodeURIComponent("المنتهيه")}`)).body;
    expect(options(found)).toEqual([closed]);
    expect(found).toContain("بهذا الاسم حملة واحدة: اختر من قائمة الحملات");
    const none = (await client.get(`/contracts?campaign=${encodeURIComponent("لا شيء")}`)).body;
    expect(none).toContain("لا حملة بهذا الاسم");
    for (const path of ["/contracts", "/trips/groups", "/trips/groups/members"]) {
      const { status, body } = await client.get(`${path}?campaign_id=${closed}`);
      expect([path, status]).toEqual([path, 200]);
      expect(body).toMatch(new RegExp(`<option value="${closed}" selected="">حملة المنتهية</option>`));
    }
  });

  test("the form finds others by a step, and then offers their packages, without JavaScript", async () => {
    const { body: blank } = await client.get("/contracts/new");
    expect(options(blank.split("<dialog")[1] ?? "")).not.toContain(old);
    const typed = { customer_query: "", visa_duration_days: "45" };
    const found = await client.submit("/contracts/new", {
      ...typed,
      campaign_query: "السابقين",
      intent: "campaigns",
    });
    expect(options(found.body.split("<dialog")[1])).toEqual([old]);
    expect(found.body).toContain('value="45"');
    const closedToo = await client.submit("/contracts/new", {
      ...typed,
      campaign_query: "المنتهية",
      intent: "campaigns",
    });
    expect(options(closedToo.body.split("<dialog")[1])).toEqual([]);
    const packages = await client.submit("/contracts/new", {
      ...typed,
      campaign_id: String(old),
      intent: "packages",
    });
    expect(packages.body).toMatch(new RegExp(`<option value="${old}" selected="">`));
    expect(options(packages.body.split("<dialog")[1], "package_id")).toEqual([ids.package_id]);
  });

  test("and in a browser", async () => {
    const page = await browser.open({ login: administrator });
    await page.goto("/contracts/new");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("حملات أخرى بالاسم").fill("السابقين");
    await dialog.getByRole("button", { name: "بحث" }).last().click();
    await dialog.getByLabel("الحملة").selectOption(String(old));
    await dialog.getByLabel("الباقة").selectOption(String(ids.package_id));
    expect(await dialog.locator("output").textContent()).toBe("1,250.50 $");
  });
});

test("a number is found whole, from its year, and by a part", async () => {
  const { id, contract_number: number } = await signed();
  const [, year, serial] = number.split("-");
  for (const search of [
    number,
    number.toLowerCase(),
    `${year}-${serial}`,
    serial,
    number.slice(0, -1),
    "C-",
    "c",
  ]) {
    const { body } = await client.get(`/api/contracts?page=1&search=${search}`);
    expect([search, body.contracts[0]?.id]).toEqual([search, id]);
  }
  for (const search of [`RV-${year}`, `${year}-9${serial}`, "%", "C_2"]) {
    const { body } = await client.get(`/api/contracts?page=1&search=${encodeURIComponent(search)}`);
    expect([search, body]).toEqual([search, { contracts: [], total: 0, page: 1, per_page: 25 }]);
  }
});
