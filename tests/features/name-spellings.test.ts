import { describe, expect, test, vi } from "vitest";
import { migrationSource } from "../../scripts/migrations.js";
import { makeCurrency, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";

/* One name in the spellings that people and programs write (docs/decisions/finding.md). */

const { office, client } = useOffice();
const idsOf = async (search: string) =>
  (await client.get(`/api/customers?search=${encodeURIComponent(search)}`)).body.customers.map(
    ({ id }: { id: number }) => id,
  );

describe("a name is found by each of its spellings", () => {
  test.each([
    ["محمد الحامد", "ﻣﺤﻤﺪ"],
    ["ﻣﺤﻤﺪ ﺍﻟﺤﺎﻣﺪ الأول", "محمد الأول"],
    ["سيف ﷲ الراوي", "سيف الله"],
    ["عبد الرحمن كرم", "عبدالرحمن كرم"],
    ["عبدالرحیم نوري", "عبد الرحيم"],
    ["گلزار ھمدانی", "كلزار همداني"],
    ["فاطمۃ القوري", "فاطمه"],
    ["خالد ابن الوليد", "خالد بن الوليد"],
    ["سعد بن وقاص", "سعد إبن وقاص"],
    ["أبو بكر السقاف", "ابوبكر"],
    ["ابوطالب الجفري", "أبو طالب"],
    ["نور الدين زنكي", "نورالدين"],
    ["صلاحالدين الكردي", "صلاح الدين"],
    ["زكريا\u200bء العمودي", "زكرياء"],
    ["مٗنى البصري", "منى"],
  ])("%s by %s", async (name, search) => {
    const id = await makeCustomer(office.knex, { name });
    await makeCustomer(office.knex, { name: "شخص آخر" });
    expect(await idsOf(search)).toEqual([id]);
    expect(await idsOf(name)).toEqual([id]);
  });

  test("and by a part of it", async () => {
    const id = await makeCustomer(office.knex, { name: "عبد المعطي المنصوري" });
    for (const part of ["المعطي", "عبد", "عبدالم", "المنصوري عبد"])
      expect(await idsOf(part), part).toContain(id);
  });
});

test("two spellings of a name with one telephone are one person in a file", async () => {
  const { knex } = office;
  await makeCustomer(knex, { name: "عبد السلام باعشن", phone: "0551239870" });
  const [{ same }] = (
    await knex.raw(
      "SELECT fold('عبدالسلام باعشن') = fold(name) AS same FROM customers WHERE phone = '0551239870'",
    )
  ).rows;
  expect(same).toBe(true);
});

describe("what is named once has one spelling", () => {
  test.each([
    ["cities", "city", { name: "مكة المكرمة" }, "مكه المكرمه"],
    ["cities", "city", { name: "دبا" }, "دبـا"],
    ["expense-categories", "expense_category", { name: "إيجار المكتب" }, "ايجار المكتب"],
  ])("%s", async (path, _key, first, spelling) => {
    const created = await client.post(`/api/${path}`, first);
    expect(created.status).toBe(201);
    const again = await client.post(`/api/${path}`, { ...first, name: spelling });
    expect([again.status, Object.keys(again.body.fields ?? {})]).toEqual([409, ["name"]]);
    const other = await client.post(`/api/${path}`, { ...first, name: `${spelling} الثانية` });
    expect(other.status).toBe(201);
  });

  test("and of ten who write it at once one does", async () => {
    const spellings = ["الطائف", "الطائـف", "الطايف"];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, turn) => client.post("/api/cities", { name: spellings[turn % 3] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8);
  });
});

test("names are sorted as people sort them", async () => {
  const { knex } = office;
  const inOrder = ["إماراتي", "أمريكي", "بحريني", "پاوند", "تونسي", "جزائري 2", "جزائري 10", "Zloty"];
  const codes = ["AED", "USD", "BHD", "GBP", "TND", "DZD", "MAD", "PLN"];
  for (const [index, name] of [...inOrder.entries()].reverse())
    await makeCurrency(knex, codes[index] ?? "", "1", { name });
  const { currencies } = (await client.get("/api/currencies")).body;
  expect(currencies.map(({ name }: { name: string }) => name)).toEqual(inOrder);
  const { body } = await client.get("/settings/accounts/cash-boxes/new");
  const offered = [...body.matchAll(/<option value="[A-Z]{3}"[^>]*>([^<]*) \(/g)].map(([, text]) => text);
  expect(offered).toEqual(inOrder);
});

test("an office of the release before gets its names folded anew, without a change of its records, and back", async () => {
  const { knex } = office;
  const config = { migrationSource: migrationSource() };
  vi.stubEnv("ALLOW_ROLLBACK", "1");
  const migrations = (await knex.migrate.list(config))[0].map(({ name }: { name: string }) => name);
  const after = migrations.slice(migrations.findIndex((name: string) => name.includes("spellings")));
  for (const _ of after) await knex.migrate.down(config);
  const id = await makeCustomer(knex, { name: "عبد المنعم باحاج" });
  await knex("trips").insert({ name: "رحلة نور الدين", start_date: "2027-01-01", end_date: "2027-01-09" });
  const before = await knex("customers").where({ id }).first();
  const { updated_at } = await knex("trips").where({ name: "رحلة نور الدين" }).first();
  expect(before.search).toContain("عبد المنعم");
  await knex.migrate.latest(config);
  expect(await knex("customers").where({ id }).first()).toEqual({
    ...before,
    search: before.search.replace("عبد المنعم", "عبدالمنعم"),
  });
  expect(await knex("trips").where({ name: "رحلة نور الدين" }).first()).toMatchObject({
    updated_at,
    search: " رحله نورالدين",
  });
  expect(await idsOf("عبدالمنعم")).toEqual([id]);
  for (const _ of after) await knex.migrate.down(config);
  expect((await knex("customers").where({ id }).first()).search).toBe(before.search);
  await knex.migrate.latest(config);
  vi.unstubAllEnvs();
});
