import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { signIn, useClient } from "../support/client";
import { makeCampaign, makeCustomer, makeGroup } from "../support/factories";
import { makeCurrencies, makeLookups, packagesOf } from "../support/packages";
import { textOf } from "../support/papers-text";
import { createUser } from "../support/users";

/* The service voucher names pilgrims, services, places and dates on one page, in Arabic or English. */

const office = fixture();
const client = useClient(office);
const browser = useBrowser();

let ids: { usd: number } & Awaited<ReturnType<typeof makeLookups>>;
let people: number[];
let contracts: { id: number; contract_number: string }[];
let groupId: number;
let pack: Record<"id" | "transportation_id" | "catering_id", number> & { other_service_ids: number[] };
const { hotel, bus, catering, service, create } = packagesOf(
  office,
  () => client,
  () => ids,
);

const flights = "IY 520 SAH – JED 26 FEB 14:30\nIY 521 JED – SAH 08 MAR 19:00";

beforeAll(async () => {
  const { knex } = office;
  const { usd } = await makeCurrencies(knex);
  ids = { usd, ...(await makeLookups(knex)) };
  await client.post("/api/company-info", {
    name: "وكالة الركب",
    name_latin: "Rakb Agency",
    phone: "+967 1 441250",
  });
  await knex("cities").where({ id: ids.city_id }).update({ name_latin: "Makkah" });
  const stays = [
    { hotel_id: await hotel({}, usd, { name: "أنجم مكة", name_latin: "Anjum Makkah" }), nights: 6 },
    { hotel_id: await hotel({}, usd, { name: "دار التقوى" }), nights: 4 },
  ];
  const parts = {
    transportation_id: await bus("1"),
    catering_id: await catering("1"),
    other_service_ids: [await service("5")],
  };
  pack = await create({ duration: 10, stays, ...parts });
  const campaign_id = await makeCampaign(knex, 30, [pack.id], {
    name: "حملة القسائم",
    start_date: "2027-02-26",
    end_date: "2027-03-08",
  });
  const supervisor = await createUser(knex, "salim", []);
  await knex("users").where({ id: supervisor.id }).update({ full_name: "سالم المشرف" });
  groupId = await makeGroup(knex, campaign_id, {
    name: "فوج القسائم",
    departure_date: "2027-02-26",
    supervisor_id: supervisor.id,
    supervisor_phone: "+966 55 410 2210",
    flights,
  });
  people = [];
  contracts = [];
  for (let place = 0; place < 21; place++) {
    const customer_id = await makeCustomer(knex, {
      name: `سالم ${place} باوزير`,
      passport_number: `P${1_000_000 + place}`,
      ...(place !== 1 && { name_latin: `BAWAZIR SALEM ${"ABCDEFGHIJKLMNOPQRSTU"[place]}` }),
    });
    const signed = await client.post("/api/contracts", { campaign_id, package_id: pack.id, customer_id });
    await client.post(`/api/groups/${groupId}/members`, { customer_id });
    people.push(customer_id);
    contracts.push(signed.body.contract);
  }
});

const address = (count: number, more = "") =>
  `/contracts/voucher?contracts=${contracts
    .slice(0, count)
    .map(({ id }) => id)
    .join()}${more}`;

describe("a service voucher", () => {
  test("says in Arabic who, where, when, how, and whom to call", async () => {
    const { status, body } = await client.get(address(1));
    expect(status).toBe(200);
    const paper = textOf(body);
    for (const words of [
      "قسيمة خدمات",
      contracts[0]?.contract_number,
      "سالم 0 باوزير BAWAZIR SALEM A P1000000",
      "فوج القسائم",
      "أنجم مكة مكة المكرمة 2027-02-26",
      "دار التقوى مكة المكرمة 2027-03-04",
      "6 ليال",
      "رباعية",
      "3 وجبات يوميًا",
      "حافلة",
      "IY 521 JED – SAH 08 MAR 19:00",
      "المكتب +967 1 441250",
      "المشرف سالم المشرف +966 55 410 2210",
    ])
      expect(paper).toContain(words);
    expect(paper).not.toContain("باللاتينية");
    expect(paper).not.toContain("مدة الحملة");
    expect(body).toMatch(/<html lang="ar" dir="rtl"/);
    await client.post("/api/company-info", { emergency_phone: "+966 50 911 0000" });
    expect(textOf((await client.get(address(1))).body)).toContain("المكتب +966 50 911 0000");
  });

  test("in English has Latin names alone, and tells above which are missing", async () => {
    const { body } = await client.get(address(2, "&lang=en"));
    expect(body).toMatch(/<html lang="en" dir="ltr"/);
    const paper = textOf(body);
    for (const words of [
      "Rakb Agency",
      "BAWAZIR SALEM A",
      "Anjum Makkah Makkah 26 FEB 2027 04 MAR 2027 6 nights Quad",
      "— Makkah 04 MAR 2027 08 MAR 2027 4 nights Quad",
      "3 meals a day",
      "Transport Included",
      "Other services 1 named in the Arabic voucher",
      "Supervisor +966 55 410 2210",
    ])
      expect(paper).toContain(words);
    expect(paper).not.toContain("salim +966");
    expect(textOf(body).replace(/ ?([«»]) ?/g, "$1")).toContain(
      "لم يكتب هذا باللاتينية بعد، فمكانه فارغ:«سالم 1 باوزير»،«دار التقوى»،«نقل 3»،«إعاشة 4»،«خدمة 5»،«فوج القسائم».",
    );
    // The only Arabic is marked as such: the pilgrims' own names.
    const unmarked = body
      .slice(body.indexOf('class="print-sheet"'))
      .replace(/<(td|p)[^>]*lang="ar"[\s\S]*?<\/\1>/g, "")
      .replace(/<script[\s\S]*?<\/script>/g, "");
    expect(unmarked.match(/[ء-ي]+/g)).toBeNull();
  });

  test("of a family names each with their contract, and is one page in both languages", async () => {
    const page = await browser.signedIn(address(12), { baseURL: office.url, javaScript: false });
    for (const count of [12, 20])
      for (const language of ["", "&lang=en"]) {
        await page.goto(address(count, language));
        const pdf = await page.pdf({ preferCSSPageSize: true });
        expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
        expect(await page.locator(".voucher tbody").first().locator("tr").count()).toBe(count);
      }
    await page.goto(address(21));
    const sheets = page.locator(".print-sheet");
    expect(await sheets.count()).toBe(2);
    expect(await sheets.last().locator("tbody").first().locator("tr").count()).toBe(10);
    await page.goto(address(1));
    expect(await page.locator(".qr svg").count()).toBe(1);
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Service voucher" }).waitFor();
  });

  test("is found from the group's family, the contract and the contracts signed together", async () => {
    await client.post(`/api/groups/${groupId}/families`, {
      name: "باوزير",
      customer_ids: people.slice(0, 3),
    });
    const families = await client.get(`/trips/groups/${groupId}/families`);
    const link = `/contracts/voucher?group=${groupId}&amp;customers=${people.slice(0, 3).join("%2C")}`;
    expect(families.body).toContain(`href="${link}"`);
    const { body } = await client.get(link.replace("&amp;", "&"));
    for (const { contract_number } of contracts.slice(0, 3)) expect(body).toContain(contract_number);
    expect(body).not.toContain(contracts[3]?.contract_number);
    const [first] = contracts;
    expect((await client.get(`/contracts/${first?.id}`)).body).toContain(
      `/contracts/voucher?contracts=${first?.id}`,
    );
    const together = contracts.slice(0, 2).map(({ id }) => id);
    expect((await client.get(`/contracts/family?contracts=${together}`)).body).toContain(
      `/contracts/voucher?contracts=${together.join("%2C")}`,
    );
  });

  test("of a whole group is one for each family and for everybody else, a page each, and is noted", async () => {
    const page = await browser.signedIn(`/trips/groups/${groupId}/members`, {
      baseURL: office.url,
      javaScript: false,
    });
    await page.getByText("كشوف").first().click();
    await page.getByRole("link", { name: "قسائم الخدمات" }).click();
    expect(await page.locator(".print-sheet").count()).toBe(19); // a family of three, and eighteen
    expect(await page.locator(".print-sheet").first().locator("tbody").first().locator("tr").count()).toBe(3);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(19);
    const [line] = await office.knex("audit_log").where({ action: "printed" }).orderBy("id", "desc").limit(1);
    expect([line.record_name, line.changes.rows]).toEqual(["قسائم خدمات - فوج القسائم", 21]);
  });

  test("in English leaves out flights and a supervisor that are typed in Arabic, and says so", async () => {
    const words = { flights: "اليمنية 520 صباحًا" };
    await client.put(`/api/groups/${groupId}`, words);
    const english = textOf((await client.get(address(1, "&lang=en"))).body);
    expect(english).not.toContain(words.flights);
    expect(english).toContain("« الرحلات الجوية »");
    expect(textOf((await client.get(address(1))).body)).toContain(words.flights);
    await client.put(`/api/groups/${groupId}`, { flights });
  });

  test("has the Latin names of transport, meals, services and the group, typed in their forms", async () => {
    const { transportation_id, catering_id, other_service_ids } = pack;
    const names = [
      [`/services/transportation/${transportation_id}/edit`, "Al-Buraq Transport"],
      [`/services/catering/${catering_id}/edit`, "Breakfast and dinner"],
      [`/services/other/${other_service_ids[0]}/edit`, "Madinah tour"],
      [`/trips/groups/${groupId}/edit`, "Vouchers Group 1"],
    ] as const;
    const before = (await client.get(address(1, "&lang=en"))).body;
    for (const [form] of names) {
      expect(before).toContain(`href="${form}"`);
      expect((await client.get(form)).body).toContain('name="name_latin"');
    }
    for (const [form, name_latin] of names) {
      const call = form
        .replace(/\/edit$/, "")
        .replace("/services/", "/")
        .replace("/trips/", "/");
      const path = `/api${call.replace("/other/", "/other-services/").replace("/transportation/", "/transportations/")}`;
      const { status, body } = await client.put(path, { name_latin });
      expect([path, status, body.error]).toEqual([path, 200, undefined]);
    }
    const { body } = await client.get(address(1, "&lang=en"));
    const paper = textOf(body);
    for (const words of [
      "Group Vouchers Group 1",
      "Transport Al-Buraq Transport",
      "Meals Breakfast and dinner, 3 meals a day",
      "Other services Madinah tour",
    ])
      expect(paper).toContain(words);
    for (const [form] of names.slice(0, 3)) expect(body).not.toContain(`href="${form}"`);
    expect(paper).not.toContain("فوج القسائم");
    expect(textOf((await client.get(`/trips/groups/${groupId}/manifest?lang=en`)).body)).toContain(
      "Group Vouchers Group 1",
    );
  });

  test("has the dates of the group's trip, and tells the clerk of a stay beyond it and of another bus", async () => {
    const { knex } = office;
    expect(textOf((await client.get(address(1))).body)).toContain("المغادرة 2027-02-26");
    const bus_id = await bus("9");
    const trip = { name: "رحلة القسائم", start_date: "2027-02-26", end_date: "2027-03-06" };
    const [{ id: trip_id }] = await knex("trips").insert(trip).returning("id");
    await client.put(`/api/groups/${groupId}`, { transportation_id: bus_id });
    await knex("groups").where({ id: groupId }).update({ trip_id });
    const { body } = await client.get(address(1));
    const [above = "", paper = ""] = textOf(body).split("قسيمة خدمات C-");
    expect(paper).toContain("العودة 2027-03-06");
    expect(paper).not.toContain("2027-03-08 (1"); // the campaign's last day
    const { company_name } = await knex("transportations").where({ id: bus_id }).first();
    expect(paper).toContain(`النقل ${company_name}، حافلة`);
    expect(above).toContain("الإقامة في «دار التقوى» تنتهي في 2027-03-08، بعد عودة الرحلة في 2027-03-06.");
    expect(above).toContain(`تطبع القسيمة حافلة المجموعة «${company_name}»`);
    const stays = textOf((await client.get(`/trips/groups/${groupId}/stays`)).body);
    expect(stays).toContain("تنتهي بعد عودة الرحلة في 2027-03-06");
    await knex("groups").where({ id: groupId }).update({ departure_date: null });
    expect(textOf((await client.get(address(1))).body)).toContain("المغادرة 2027-02-26");
    await knex("groups").where({ id: groupId }).update({ trip_id: null });
    const without = textOf((await client.get(address(1))).body);
    expect(without).toContain("مدة الحملة من 2027-02-26");
    const departure_date = "2027-02-26";
    await knex("groups").where({ id: groupId }).update({ departure_date, transportation_id: null });
  });

  test("names as supervisor only who can be called, never by a login name, and tells the clerk", async () => {
    const { knex } = office;
    const list = `/trips/groups/${groupId}/manifest`;
    const whole = async (path: string) => textOf((await client.get(path)).body);
    await client.put(`/api/groups/${groupId}`, { supervisorPhone: null });
    for (const path of [address(1), list])
      expect(await whole(path)).toContain("المشرف «salim» بلا هاتف في المجموعة");
    expect((await whole(address(1))).split("هواتف الطوارئ").at(-1)).not.toContain("المشرف");
    await client.put(`/api/groups/${groupId}`, { supervisorPhone: "+966 55 410 2210" });
    await knex("users").where({ username: "salim" }).update({ full_name: null });
    for (const path of [address(1), list])
      expect(await whole(path)).toContain("المشرف «salim» بلا اسم كامل في شاشة المستخدمين");
    expect(await whole(address(1))).toContain("المشرف +966 55 410 2210");
    const names = { full_name: "سالم المشرف", full_name_latin: "Salem Al-Mushrif" };
    const { id } = await knex("users").where({ username: "salim" }).first("id");
    const saved = await client.put(`/api/users/${id}`, names);
    expect([saved.status, saved.body.user?.full_name_latin]).toEqual([200, names.full_name_latin]);
    expect(await whole(address(1, "&lang=en"))).toContain("Supervisor Salem Al-Mushrif +966 55 410 2210");
    expect(await whole(`${list}?lang=en`)).toContain("Supervisor Salem Al-Mushrif");
    expect(await whole(`/trips/groups`)).toContain("سالم المشرف");
  });

  test("of a group without contracts, or of a cancelled contract, is a sentence in the office's frame", async () => {
    const { knex } = office;
    const campaign_id = await makeCampaign(knex, 5, [pack.id]);
    const empty = await makeGroup(knex, campaign_id, {});
    const customer_id = await makeCustomer(knex, {});
    await client.post(`/api/groups/${empty}/members`, { customer_id });
    for (const who of ["", `&customers=${customer_id}`]) {
      const { status, body } = await client.get(`/contracts/voucher?group=${empty}${who}`);
      expect(status).toBe(409);
      expect(textOf(body)).toContain("لا عقود لهم في حملة المجموعة بعد");
    }
    const signed = await client.post("/api/contracts", { campaign_id, package_id: pack.id, customer_id });
    const { id, contract_number } = signed.body.contract;
    await client.put(`/api/contracts/${id}`, { status: "cancelled" });
    const { body } = await client.get(`/contracts/voucher?contracts=${id}`);
    expect(textOf(body)).toContain(`العقد ${contract_number} ملغي، فلا قسيمة خدمات له`);
    expect(body).toContain(`href="/contracts/${id}"`);
  });

  test("is for who sells and for who travels along; a cancelled contract has none", async () => {
    const guide = await signIn(office.url, await createUser(office.knex, "guide", ["manage_trips"]));
    expect((await guide.get(address(1))).status).toBe(200);
    const cashier = await signIn(office.url, await createUser(office.knex, "cashier", ["manage_financials"]));
    expect((await cashier.get(address(1))).status).toBe(403);
    for (const bad of [
      "",
      "?contracts=x",
      "?contracts=999999",
      "?group=999999",
      `?group=${groupId}&customers=999`,
      "?group=x&customers=1",
    ])
      expect((await client.get(`/contracts/voucher${bad}`)).status, bad).toBe(404);
    const last = contracts.at(-1)?.id;
    await client.put(`/api/contracts/${last}`, { status: "cancelled" });
    expect((await client.get(`/contracts/voucher?contracts=${last}`)).status).toBe(409);
    const others = textOf((await client.get(address(12))).body);
    expect(others).not.toContain(contracts.at(-1)?.contract_number);
    expect((await client.get(`/contracts/${last}`)).body).not.toContain("قسيمة الخدمات");
  });
});
