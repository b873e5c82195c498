import { describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { usualTerms } from "~/features/company/contract-terms";
import { companyOf, screen as companyScreen } from "../support/company";
import { makeCampaign, makeCustomer, makeGroup } from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { packagesOf } from "../support/packages";
import { textOf } from "../support/papers-text";

/* The printed contract names the services, the price and the terms. */

const { office, client, browser } = useOffice({ isBusy: true });
const { submit, read } = companyOf(office, client);

const { ids, hotel, bus, catering, service, create } = packagesOf(office, client);
let passports = 0;

/** A contract for a package of two cities with all that a package can have. */
async function signedContract() {
  const parts = {
    stays: [
      { hotel_id: await hotel({ quad_room_price: "400" }, ids.sar, { name: "أنجم مكة" }), nights: 6 },
      { hotel_id: await hotel({ quad_room_price: "400" }, ids.sar, { name: "دار التقوى" }), nights: 4 },
    ],
    transportation_id: await bus("100", ids.sar),
    catering_id: await catering("10", ids.sar),
    other_service_ids: [await service("50", ids.sar)],
  };
  const pack = await create({ duration: 10, currency_id: ids.sar, profit_margin: 0, ...parts });
  const campaign_id = await makeCampaign(office.knex, 9, [pack.id]);
  const customer_id = await makeCustomer(office.knex, {
    name: "سالم <b>باوزير</b>",
    name_latin: "BAWAZIR SALEM",
    address: "حي الصفا\nجدة",
    passport_number: `P${9_000_000 + ++passports}`,
  });
  const { body } = await client.post("/api/contracts", { campaign_id, package_id: pack.id, customer_id });
  return { pack, contract: body.contract, campaign_id, customer_id };
}

const paperOf = async (id: number) => textOf((await client.get(`/contracts/${id}/print`)).body);

describe("the contract on paper", () => {
  test("says where, how and what is sold, for how much, and the office's usual terms", async () => {
    const { pack, contract } = await signedContract();
    expect(pack.total_price).toBe(1250); // 400 ÷ 4 × 10 + 100 + 10 × 10 + 50
    const paper = await paperOf(contract.id);
    for (const words of [
      "أنجم مكة، مكة المكرمة: 6 ليال",
      "دار التقوى، مكة المكرمة: 4 ليال",
      "في غرفة رباعية",
      `${pack.transportation.company_name}، حافلة`,
      `${pack.catering.name}، 3 وجبات يوميًا`,
      pack.other_services[0].name,
      "المدة 10 أيام",
      "فقط ألف ومئتان وخمسون ريالًا سعوديًا لا غير",
      "سالم <b>باوزير</b> ( BAWAZIR SALEM )",
      "العنوان حي الصفا جدة",
      "P900000",
      "الطرف الأول:",
      "الطرف الثاني: سالم",
    ])
      expect(paper).toContain(words);
    expect(paper).not.toContain("الدخول 2");
    for (const line of usualTerms.split("\n")) expect(paper).toContain(line);
  });

  test("says what was signed, whatever becomes of the package and the office's terms", async () => {
    const { pack, contract, campaign_id } = await signedContract();
    const before = await paperOf(contract.id);
    expect(textOf((await client.get(`/contracts/${contract.id}`)).body)).not.toContain("تغيرت الباقة");
    const change = {
      name: "باقة أخرى",
      duration: 12,
      stays: [{ hotel_id: pack.stays[1].hotel_id, nights: 12 }],
      transportation_id: null,
      catering_id: await catering("3", ids.sar),
      other_service_ids: [],
      room_occupancy_basis: 2,
    };
    expect((await client.put(`/api/packages/${pack.id}`, change)).status).toBe(200);
    await client.post("/api/company-info", { contract_terms: "شرط جديد" });
    expect(await paperOf(contract.id)).toBe(before);
    expect(textOf((await client.get(`/contracts/${contract.id}`)).body)).toContain(
      "تغيرت الباقة بعد توقيع العقد",
    );
    expect(textOf((await client.get(`/contracts/voucher?contracts=${contract.id}`)).body)).toContain(
      "دار التقوى مكة المكرمة — — 12 ليلة ثنائية",
    );

    const customer_id = await makeCustomer(office.knex);
    const { body } = await client.post("/api/contracts", { campaign_id, package_id: pack.id, customer_id });
    const later = await paperOf(body.contract.id);
    for (const words of ["شرط جديد", "باقة أخرى", "12 ليلة", "في غرفة ثنائية", "بدون نقل"])
      expect(later).toContain(words);
    expect(later).not.toContain("أنجم مكة");

    // A contract that was signed before contents were kept says what its package is.
    await office.knex("contracts").where({ id: contract.id }).update({ contents_id: null });
    expect(await paperOf(contract.id)).toContain("باقة أخرى");
    await client.post("/api/company-info", { contract_terms: null });
  });

  test("keeps the same contents once, also for many who sign at the same moment", async () => {
    const { pack, contract } = await signedContract();
    const campaigns = await Promise.all([1, 2, 3, 4].map(() => makeCampaign(office.knex, 9, [pack.id])));
    await office.knex("packages").where({ id: pack.id }).update({ name: "باقة الجموع" });
    const signed = await Promise.all(
      campaigns.map(async (campaign_id) => {
        const customer_id = await makeCustomer(office.knex);
        return client.post("/api/contracts", { campaign_id, package_id: pack.id, customer_id });
      }),
    );
    expect(signed.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const kept = await office.knex("contracts").where({ package_id: pack.id }).pluck("contents_id");
    expect([kept.length, new Set(kept).size, kept.includes(null)]).toEqual([5, 2, false]);
    await expect(office.knex("contract_contents").update({ contents: "{}" })).rejects.toThrow();
    expect(await paperOf(contract.id)).not.toContain("باقة الجموع");
  });

  test("and an offer say what their package is where what was kept cannot be read", async () => {
    const { contract, campaign_id, pack } = await signedContract();
    const customer_id = await makeCustomer(office.knex);
    const sent = { campaign_id, package_id: pack.id, customer_id, valid_until: later(officeToday(), 7) };
    const { offer } = (await client.post("/api/offers", sent)).body;
    const pages = [
      `/contracts/${contract.id}`,
      `/contracts/${contract.id}/print`,
      `/contracts/${contract.id}/cancel`,
      `/contracts/${contract.id}/move`,
      `/offers/${offer.id}`,
      `/offers/${offer.id}/print`,
    ];
    for (const contents of [
      "[]",
      "{}",
      "null",
      "7",
      '{"stays": 7}',
      '{"stays": [null], "fee_lines": [null]}',
    ]) {
      const { rows } = await office.knex.raw(
        "INSERT INTO contract_contents (contents) VALUES (?) RETURNING id",
        contents,
      );
      const kept = { contents_id: rows[0].id };
      await office.knex("contracts").where({ id: contract.id }).update(kept);
      await office.knex("offers").where({ id: offer.id }).update(kept);
      for (const page of pages) expect([page, (await client.get(page)).status]).toEqual([page, 200]);
      for (const page of pages.filter((one) => one.endsWith("/print")))
        expect(textOf((await client.get(page)).body)).toContain("أنجم مكة");
    }
  });

  test("has the dates of the pilgrim's group once there is one", async () => {
    const { contract, campaign_id, customer_id } = await signedContract();
    const { start_date, end_date } = (await client.get(`/api/campaigns/${campaign_id}`)).body.campaign;
    expect(await paperOf(contract.id)).toMatch(new RegExp(`، من ${start_date} .*?إلى ${end_date}`));
    const group = await makeGroup(office.knex, campaign_id, { departure_date: "2027-02-26" });
    await client.post(`/api/groups/${group}/members`, { customer_id });
    const paper = await paperOf(contract.id);
    expect(paper).toMatch(/، المغادرة 2027-02-26 .*?والعودة 2027-03-08/);
    expect(paper).toMatch(/أنجم مكة.*?الدخول 2027-02-26 .*?والخروج 2027-03-04/);
    expect(paper).toMatch(/دار التقوى.*?الدخول 2027-03-04 .*?والخروج 2027-03-08/);
    const details = textOf((await client.get(`/contracts/${contract.id}`)).body);
    expect(details).toMatch(/دار التقوى · 4 ليال.*?من 2027-03-04 إلى 2027-03-08/);
  });

  test("without hotel, transport and meals says so", async () => {
    const pack = await create({ other_service_ids: [await service("50", ids.sar)] });
    const campaign_id = await makeCampaign(office.knex, 9, [pack.id]);
    const customer_id = await makeCustomer(office.knex);
    const { body } = await client.post("/api/contracts", { campaign_id, package_id: pack.id, customer_id });
    const paper = await paperOf(body.contract.id);
    for (const words of ["بدون سكن", "بدون نقل", "بدون إعاشة"]) expect(paper).toContain(words);
  });

  test("is whole on paper: the terms break no line over two pages, and signatures stand behind them", async () => {
    const { contract } = await signedContract();
    const page = await browser.signedIn(`/contracts/${contract.id}/print`, {
      javaScript: false,
    });
    await page.emulateMedia({ media: "print" });
    const terms = page.locator(".terms > p");
    expect(await terms.count()).toBe(usualTerms.split("\n").length);
    const last = await terms.last().boundingBox();
    const signatures = await page.locator(".signatures").boundingBox();
    expect(signatures?.y).toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});

describe("the office's own terms", () => {
  test("are typed in its settings over the usual ones, printed a line a paragraph, and given back by emptying", async () => {
    const page = await client.get(companyScreen);
    expect(formIn(page.body).values.contract_terms).toBe(usualTerms);
    // Saving the default terms unchanged stores none.
    expect((await submit({ name: "الركب" })).status).toBe(302);
    expect((await read()).contract_terms).toBeNull();

    const own = "أولًا: يسدد الثمن قبل السفر.\n\n  ثانيًا: <script>alert(1)</script>";
    expect((await submit({ contract_terms: own.replaceAll("\n", "\r\n") })).status).toBe(302);
    expect((await read()).contract_terms).toBe(own);
    const { contract } = await signedContract();
    const paper = await client.get(`/contracts/${contract.id}/print`);
    expect(paper.body.match(/<section class="terms">(<p>.*?<\/p>){2}<\/section>/)).not.toBeNull();
    expect(paper.body).not.toContain("<script>alert");
    expect(textOf(paper.body)).not.toContain(usualTerms.split("\n")[0]);

    expect((await submit({ contract_terms: "" })).status).toBe(302);
    expect((await read()).contract_terms).toBeNull();
    const long = await submit({ contract_terms: "ب".repeat(20_001) });
    expect(long.status).toBe(422);
  });
});
