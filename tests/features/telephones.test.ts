import { describe, expect, test } from "vitest";
import { picture } from "../support/browser";
import { makeCampaign, makeCurrency, makeCustomer, makeGroup, makePackage } from "../support/factories";
import { csv, figuresIn, importsOf, linesIn } from "../support/imports";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice();

const { uploaded, count } = importsOf(office, client);
const spellings = [
  "0510000111",
  "+966 51 000 0111",
  "00966510000111",
  "٠٥١٠٠٠٠١١١",
  "966-510-000-111",
  "510000111",
];
const create = async (name: string, phone: string, more: object = {}) =>
  (await client.post("/api/customers", { name, phone, ...more })).body.customer;
const idsIn = async (path: string, key: string) =>
  (await client.get(path)).body[key].map(({ id }: { id: number }) => id);
const e164Of = async (id: number, table = "customers") =>
  (await office.knex(table).where({ id }).first()).phone_e164;

describe("a number", () => {
  test.each(spellings)(
    "typed as %s is kept so, and found in every spelling and every search",
    async (typed) => {
      await office.knex("group_members").delete();
      await office.knex("receipt_vouchers").delete();
      await office.knex("contracts").delete();
      await office.knex("customers").delete();
      const { id, phone } = await create("سالم باوزير", typed);
      const phone_e164 = await e164Of(id);
      await create("غيره", "0510000112");
      expect([phone.replace(/ /g, ""), phone_e164]).toEqual([
        typed === "٠٥١٠٠٠٠١١١" ? "0510000111" : typed.replace(/ /g, ""),
        "+966510000111",
      ]);
      for (const spelling of spellings) {
        const q = encodeURIComponent(spelling);
        expect([spelling, await idsIn(`/api/customers?search=${q}`, "customers")]).toEqual([spelling, [id]]);
        expect(await idsIn(`/api/customers/search?q=${q}`, "customers")).toEqual([id]);
        expect(
          await idsIn(`/api/customers?search=${encodeURIComponent(`سالم ${spelling}`)}`, "customers"),
        ).toEqual([id]);
        expect(
          await idsIn(`/api/customers?search=${encodeURIComponent(`صالح ${spelling}`)}`, "customers"),
        ).toEqual([]);
        expect((await client.get(`/search?q=${q}`)).body).toContain("سالم باوزير");
        expect((await client.get(`/customers?search=${q}`)).body).toContain("سالم باوزير");
      }
    },
  );

  test("finds contracts, receipts, members, agents and suppliers by it as well", async () => {
    const { id } = await create("صاحب العقد", "+966 55 777 8899");
    const usd = await makeCurrency(office.knex, "USD", "1", { is_default: true });
    const plan = await makePackage(office.knex, usd, "1000");
    const campaign_id = await makeCampaign(office.knex, 10, [plan]);
    const { contract } = (
      await client.post("/api/contracts", { customer_id: id, campaign_id, package_id: plan })
    ).body;
    const box = (await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" })).body
      .cash_box.id;
    const voucher = {
      customer_id: id,
      currency_id: usd,
      amount: 5,
      payment_method: "cash",
      cash_box_id: box,
    };
    const { receipt_voucher } = (
      await client.post("/api/receipt-vouchers", { ...voucher, date: "2026-11-01", description: "دفعة" })
    ).body;
    const group = await makeGroup(office.knex, campaign_id);
    expect(await idsIn(`/api/groups/${group}/candidates?q=0557778899`, "customers")).toEqual([id]);
    await client.post(`/api/groups/${group}/members`, { customer_id: id });
    const partner = { name: "شريك", phone: "0551112233" };
    const agent = (await client.post("/api/agents", { ...partner, type: "external" })).body.agent;
    const supplier = (await client.post("/api/suppliers", partner)).body.supplier;
    expect([await e164Of(agent.id, "agents"), await e164Of(supplier.id, "suppliers")]).toEqual([
      "+966551112233",
      "+966551112233",
    ]);
    for (const [path, key, found] of [
      ["/api/contracts?search=0557778899", "contracts", contract.id],
      ["/api/receipt-vouchers?search=00966557778899", "receipt_vouchers", receipt_voucher.id],
      [`/api/groups/${group}/members?search=0557778899`, "members", id],
      ["/api/agents?search=%2B966551112233", "agents", agent.id],
      ["/api/suppliers?search=00966 55 111 2233", "suppliers", supplier.id],
    ] as const)
      expect([path, await idsIn(path, key)]).toEqual([path, [found]]);
  });

  test("that is none of any plan is kept, and found as it was typed", async () => {
    const { id } = await create("قديم", "(02) 123-45 6");
    expect(await e164Of(id)).toBe("");
    for (const search of ["0212345", "123456", "(02) 123-45 6"])
      expect(await idsIn(`/api/customers?search=${encodeURIComponent(search)}`, "customers")).toContain(id);
  });

  test("is read anew with its spelling, and left alone by other changes", async () => {
    const { id } = await create("متغير", "0510000333");
    await client.put(`/api/customers/${id}`, { address: "جدة" });
    expect(await e164Of(id)).toBe("+966510000333");
    await client.put(`/api/customers/${id}`, { phone: "+967 777 123 456" });
    expect(await e164Of(id)).toBe("+967777123456");
    // By a version of the office without the international form.
    await office.knex("customers").where({ id }).update({ phone: "0510000444" });
    expect(await e164Of(id)).toBeNull();
  });

  test("without a country is of the office's, which may change; reading leaves no line and no newer moment", async () => {
    const local = await create("محلي", "777 123 888");
    const abroad = await create("مسافر", "+966 51 000 0555");
    const unread = await makeCustomer(office.knex, { name: "من قبل", phone: "00967777123999" });
    const lines = await office.knex("audit_log").where({ kind: "customers" }).count();
    expect([await e164Of(local.id), await e164Of(unread)]).toEqual(["", null]);
    const page = (await client.get("/settings/company")).body;
    expect(page).toMatch(/<option value="SA" selected="">/);
    const { body } = await client.post("/api/company-info", { country: "ye", phone: "777000111" });
    expect([body.country, (await office.knex("company_info").first()).phone_e164]).toEqual([
      "YE",
      "+967777000111",
    ]);
    await expect.poll(() => e164Of(local.id)).toBe("+967777123888");
    await expect.poll(() => e164Of(unread)).toBe("+967777123999");
    expect(await e164Of(abroad.id)).toBe("+966510000555");
    expect((await client.get(`/api/customers/${local.id}`)).body.customer.updated_at).toBe(local.updated_at);
    expect(await office.knex("audit_log").where({ kind: "customers" }).count()).toEqual(lines);
    expect(await idsIn("/api/customers?search=%2B967777123888", "customers")).toEqual([local.id]);
    for (const country of ["XX", "YEM", "12", ""])
      expect([country, (await client.post("/api/company-info", { country })).status]).toEqual([country, 422]);
    await client.post("/api/company-info", { country: "SA" });
    await expect.poll(() => e164Of(local.id)).toBe("");
  });
});

describe("a known number with a similar name", () => {
  const post = (fields: Record<string, string>) => client.submit("/customers/new", fields);

  test("asks in the form whether it is the same person, and takes the answer", async () => {
    await create("عبد الله سالم باوزير", "0510000777", { national_id: "1000777" });
    const before = await count("customers");
    const fields = { name: "عبدالله باوزير", phone: "+966 510000777" };
    const asked = await post(fields);
    expect([asked.status, asked.body.includes("هل هذا شخص آخر؟")]).toEqual([409, true]);
    expect(asked.body).toContain('value="عبدالله باوزير"');
    expect(await count("customers")).toBe(before);
    const confirmed = asked.body.match(/name="confirmed" value="([^"]+)"/)?.[1] ?? "";
    const other = await post({ ...fields, name: "عبد الله سالم", confirmed });
    expect(other.status).toBe(409); // another name is another question
    expect((await post({ ...fields, confirmed })).status).toBe(302);
    expect(await count("customers")).toBe(before + 1);
  });

  test.each([
    ["another of the family", { national_id: "", name: "فاطمة سالم باوزير", phone: "0510000777" }],
    ["another number", { national_id: "", name: "عبد الله سالم باوزير", phone: "0510000778" }],
    ["another national id", { name: "عبد الله صالح باوزير", phone: "0510000779", national_id: "5" }],
  ])("does not ask of %s", async (_, fields) => {
    if (fields.national_id) await create("عبد الله صالح باوزير", fields.phone, { national_id: "4" });
    expect((await post(fields)).status).toBe(302);
  });

  test("by call is made as ever", async () => {
    const person = { name: "عبد الله سالم باوزير", phone: "0510000777" };
    expect((await client.post("/api/customers", person)).status).toBe(201);
  });

  test("in an import is left out until somebody says that it is another person", async () => {
    await create("خالد عمر", "0510000888");
    const trial = await uploaded(
      "customers",
      csv(
        ["الاسم", "رقم الهاتف"],
        ["خالد عمر بن علي", "+966510000888"],
        ["خالد عمر", "00966510000888"],
        ["سعاد عمر", "0510000888"],
      ),
    );
    const outcomes = async () =>
      linesIn((await client.get(trial)).body).map(([line, outcome]) => [line, outcome?.split("فتح")[0]]);
    expect(await outcomes()).toEqual([
      ["2", "قد يكون مسجلًا"],
      ["3", "مسجل من قبل"],
      ["4", "سيضاف"],
    ]);
    const before = await count("customers");
    expect((await client.submit(trial, {})).body).toContain("قد تكون لمسجلين من قبل");
    expect(await count("customers")).toBe(before);
    await client.submit(trial, { other: "2", only: "right" });
    expect((await outcomes())[0]?.[1]).toBe("سيضاف");
    await client.submit(trial, { same: "2" });
    expect((await outcomes())[0]?.[1]).toBe("قد يكون مسجلًا");
    await client.submit(trial, { other: "all" });
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(figuresIn((await client.get(trial)).body)["ما أضيف"]).toBe("2");
    expect(await count("customers")).toBe(before + 2);
  });

  test("in an import of whom nobody said who it is, is taken home with the reason", async () => {
    await create("خالد صالح", "0510000889");
    const heads = ["الاسم", "رقم الهاتف"];
    const lines = [
      ["خالد صالح بن علي", "+966510000889"],
      ["سعاد عمر", "0510000890"],
    ];
    const trial = await uploaded("customers", csv(heads, ...lines, ["بلا هاتف", "لا هاتف"]));
    const left = async () => ((await client.get(`${trial}/left/csv`)).body as string).trimEnd();
    const wrong = expect.stringMatching(/رقم الهاتف يتكون من [^\n]*,بلا هاتف,لا هاتف$/);
    const asked = "رقم الهاتف مسجل باسم «خالد صالح»، وقد يكون الشخص نفسه,خالد صالح بن علي,'+966510000889";
    expect((await left()).split("\r\n").slice(1)).toEqual([asked, wrong]);
    await client.submit(trial, { other: "2" });
    expect((await left()).split("\r\n").slice(1)).toEqual([wrong]);
    await client.submit(`${trial}/columns`, { "column[0]": "name", "column[1]": "phone" }); // the answer belonged to the former number
    expect((await left()).split("\r\n").slice(1)).toEqual([asked, wrong]);
    expect((await client.submit(trial, { only: "right" })).status).toBe(302);
    expect(figuresIn((await client.get(trial)).body)).toEqual({
      "ما أضيف": "1",
      "مسجل من قبل": "0",
      "ما لم يستورد": "2",
    });
    await client.submit(trial, { other: "2" }); // no form waits for it any more
    expect((await left()).split("\r\n").slice(1)).toEqual([asked, wrong]);
  });

  test.each([
    ["wide", true],
    ["phone", false],
  ] as const)("is asked on the screens (%s, JavaScript %s)", async (screen, javaScript) => {
    const phone = screen === "wide" ? "0510000991" : "0510000992";
    await create(`نورة ${screen}`, phone);
    const page = await browser.signedIn("/customers/new", { screen, javaScript });
    await page.locator("#customer [name=name]").fill(`نورة ${screen} أحمد`);
    await page.locator("#customer [name=phone]").fill(phone);
    await page.getByRole("button", { name: "حفظ", exact: true }).click();
    await page.getByRole("button", { name: "نعم، احفظ كذلك" }).waitFor();
    await picture(page, `telephones/asked-${screen}`);
    await page.getByRole("button", { name: "نعم، احفظ كذلك" }).click();
    await page.waitForURL("**/customers");
    const trial = await uploaded("customers", csv(["الاسم", "رقم الهاتف"], [`نورة ${screen} علي`, phone]));
    await page.goto(trial);
    await picture(page, `telephones/import-${screen}`);
    await page.getByRole("button", { name: "شخص آخر، يضاف" }).click();
    await page.getByRole("button", { name: "هو نفسه، يترك" }).waitFor();
    await page.getByRole("button", { name: "استيراد", exact: true }).click();
    await page.getByText("تم الاستيراد").waitFor();
    await page.goto("/settings/company");
    await picture(page, `telephones/company-${screen}`);
  });
});
