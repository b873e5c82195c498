import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Check, checks, findings, type Pilgrim } from "~/features/trips/readiness/readiness";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { makeCampaign, makeCustomer, makeDollarAndDinar, makeGroup, makePackage } from "../support/factories";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
let client: Client;
let usd: number;
let kwd: number;
let package_id: number;
let made = 0;

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
/** A day so many days from the office's today. */
function day(ahead: number) {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + ahead);
  return date.toISOString().slice(0, 10);
}

async function insert(table: string, row: object) {
  const [stored] = await office.knex(table).insert(row).returning("id");
  return stored.id as number;
}

/** A campaign, its trip, and a group of both that leaves a day after the trip begins. */
async function makeJourney(more: object = {}) {
  const campaign = await makeCampaign(office.knex, 5000, [package_id], {
    start_date: day(30),
    end_date: day(60),
  });
  const trip = await insert("trips", { name: `رحلة ${++made}`, start_date: day(32), end_date: day(44) });
  const group = await makeGroup(office.knex, campaign, {
    capacity: 3000,
    trip_id: trip,
    departure_date: day(33),
    ...more,
  });
  return { campaign, trip, group };
}

type Journey = Awaited<ReturnType<typeof makeJourney>>;

const join = ({ group, campaign }: Journey, customer_id: number) =>
  office.knex("group_members").insert({ group_id: group, campaign_id: campaign, customer_id });

const makeContract = (customer_id: number, campaign_id: number, more: object = {}) =>
  insert("contracts", {
    contract_number: `C-2026-${String(++made).padStart(5, "0")}`,
    customer_id,
    campaign_id,
    package_id,
    contract_date: day(-20),
    currency_id: usd,
    total_amount: "1000",
    paid_amount: "1000",
    visa_duration_days: 60,
    ...more,
  });

const makeVisa = (customer_id: number, more: object = {}) =>
  insert("visas", {
    customer_id,
    passport_number: `P${customer_id}`,
    submission_date: day(-10),
    status: "approved",
    approval_date: day(-5),
    visa_number: "V-1",
    ...more,
  });

type Missing = { customer?: object; contract?: object | null; visa?: object | null };

/** One of the group who has all that is needed, but for what is said. */
async function makePilgrim(journey: Journey, { customer, contract, visa }: Missing = {}) {
  const id = await makeCustomer(office.knex, { passport_expiry: day(600), image: "face.webp" });
  await office
    .knex("customers")
    .where({ id })
    .update({ passport_number: `P${id}`, ...customer });
  if (contract !== null) await makeContract(id, journey.campaign, contract);
  if (visa !== null) await makeVisa(id, visa);
  await join(journey, id);
  return id;
}

const call = (kind: "group" | "trip" | "campaign", of: Journey, query = "") =>
  `/api/${kind}s/${of[kind]}/readiness${query}`;
const screen = (kind: "group" | "trip" | "campaign", of: Journey, end = "") =>
  `/${{ group: "trips/groups", trip: "trips/management", campaign: "campaigns" }[kind]}/${of[kind]}/readiness${end}`;

async function read(address: string): Promise<Pilgrim[]> {
  const { status, body } = await client.get(address);
  expect([address, status, body.error]).toEqual([address, 200, undefined]);
  return body.readiness;
}

const one = async (kind: "group" | "trip" | "campaign", of: Journey, id: number) =>
  (await read(call(kind, of))).find(({ customer_id }) => customer_id === id) as Pilgrim;

/** What a screen counts, by where each number leads. */
async function countsAt(address: string) {
  const { body } = await client.get(address);
  const links = body.matchAll(/<a href="[^"?]*\/readiness(\?[^"]*)?"[^>]*><bdi>(\d+)<\/bdi><\/a>/g);
  return [...links].map(([, to = "", count]) => [to.replaceAll("&amp;", "&"), Number(count)] as const);
}

async function sheet(address: string) {
  const answer = await fetch(office.url + address, { headers: { Cookie: client.cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("spreadsheetml");
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  return book.worksheets[0] as ExcelJS.Worksheet;
}

let journey: Journey;

beforeAll(async () => {
  client = await signIn(office.url);
  ({ usd, kwd } = await makeDollarAndDinar(office.knex));
  package_id = await makePackage(office.knex, usd, "1000");
  journey = await makeJourney();
});

/** Exactly six months past the trip's end, and the day before. */
async function sixMonthsPast(date: string) {
  const { rows } = await office.knex.raw(
    "SELECT (?::date + interval '6 months')::date AS on, (?::date + interval '6 months')::date - 1 AS before",
    [date, date],
  );
  return rows[0] as { on: string; before: string };
}

describe("each check by itself", () => {
  test("of whoever has all is green, and so are they", async () => {
    const id = await makePilgrim(journey);
    const pilgrim = await one("group", journey, id);
    expect(pilgrim).toMatchObject({
      state: "green",
      departure_date: day(33),
      return_date: day(44),
      group_id: journey.group,
      campaign_id: journey.campaign,
      passport: { state: "green", finding: "valid", passport_number: `P${id}`, expiry: day(600) },
      visa: { state: "green", finding: "valid", status: "approved", last_day: day(55) },
      balance: { state: "green", finding: "paid", remaining_amount: 0 },
      photo: { state: "green", finding: "there" },
      contract: { state: "green", finding: "signed", contract_number: expect.stringMatching(/^C-2026-/) },
    });
  });

  const cases: [name: string, missing: Missing, check: Check, state: string, finding: string][] = [
    ["no passport", { customer: { passport_number: null } }, "passport", "red", "none"],
    ["no expiry", { customer: { passport_expiry: null } }, "passport", "amber", "unknown_expiry"],
    ["expired yesterday", { customer: { passport_expiry: day(-1) } }, "passport", "red", "expired"],
    ["expires on the way", { customer: { passport_expiry: day(40) } }, "passport", "red", "short"],
    ["no visa", { visa: null }, "visa", "red", "none"],
    [
      "a pending visa",
      { visa: { status: "pending", approval_date: null, visa_number: null } },
      "visa",
      "amber",
      "pending",
    ],
    [
      "a rejected visa",
      { visa: { status: "rejected", approval_date: null, visa_number: null } },
      "visa",
      "red",
      "rejected",
    ],
    ["a visa written down as expired", { visa: { status: "expired" } }, "visa", "red", "expired"],
    ["a visa that has expired", { visa: { approval_date: day(-61) } }, "visa", "red", "expired"],
    ["a visa that ends before", { visa: { approval_date: day(-28) } }, "visa", "red", "not_on_departure"],
    ["a visa's last day", { visa: { approval_date: day(-27) } }, "visa", "green", "valid"],
    ["a visa of another type", { visa: { visa_type: "hajj" } }, "visa", "red", "none"],
    ["a visa of another passport", { visa: { passport_number: "OLD-1" } }, "visa", "amber", "other_passport"],
    [
      "a pending visa of another passport",
      { visa: { passport_number: "OLD-1", status: "pending", approval_date: null, visa_number: null } },
      "visa",
      "amber",
      "other_passport",
    ],
    ["nothing paid", { contract: { paid_amount: "0" } }, "balance", "red", "unpaid"],
    ["a part paid", { contract: { paid_amount: "999.99" } }, "balance", "amber", "owing"],
    ["nothing to pay", { contract: { total_amount: "0", paid_amount: "0" } }, "balance", "green", "paid"],
    ["no photo", { customer: { image: null } }, "photo", "amber", "none"],
  ];
  test.each(cases)("%s", async (_, missing, check, state, finding) => {
    const { state: overall, ...pilgrim } = await one("group", journey, await makePilgrim(journey, missing));
    expect(pilgrim[check]).toMatchObject({ state, finding });
    expect(overall).toBe(state);
    for (const other of ["passport", "visa", "balance", "photo", "contract"] as const)
      if (other !== check) expect([other, pilgrim[other].state]).toEqual([other, "green"]);
  });

  test("a visa that was good on a departure that is past stays green, also once it has expired", async () => {
    const past = await makeJourney({ departure_date: day(-100) });
    const good = await makePilgrim(past, { visa: { approval_date: day(-120), status: "expired" } });
    const over = await makePilgrim(past, { visa: { approval_date: day(-200), status: "expired" } });
    const found = async (id: number) => (await one("group", past, id)).visa;
    expect(await found(good)).toMatchObject({ state: "green", finding: "valid", status: "expired" });
    expect(await found(over)).toMatchObject({ state: "red", finding: "expired" });
    const visas = office.knex("visas").where({ customer_id: good });
    await visas.clone().update({ visa_number: "THEN" });
    await makeVisa(good, { visa_number: "NOW" });
    const manifest = (await client.get(`/trips/groups/${past.group}/manifest`)).body;
    expect([manifest.includes("THEN"), manifest.includes("NOW")]).toEqual([true, false]);
  });

  test("without a contract is red, also where it was cancelled or is another campaign's", async () => {
    const other = await makeJourney();
    for (const contract of [null, { status: "cancelled" }]) {
      const id = await makePilgrim(journey, { contract });
      await makeContract(id, other.campaign);
      expect(await one("group", journey, id)).toMatchObject({
        state: "red",
        contract: { state: "red", finding: "none", id: null },
        balance: { state: "red", finding: "no_contract", remaining_amount: null, currency: null },
      });
    }
  });

  test("a passport is good from six months past the return on, whichever return that is", async () => {
    const without = await makeJourney({ trip_id: null });
    for (const [of, returns] of [
      [journey, day(44)],
      [without, day(60)],
    ] as const) {
      const { on, before } = await sixMonthsPast(returns);
      const good = await one("group", of, await makePilgrim(of, { customer: { passport_expiry: on } }));
      expect(good).toMatchObject({ return_date: returns, passport: { state: "green", finding: "valid" } });
      const short = await one("group", of, await makePilgrim(of, { customer: { passport_expiry: before } }));
      expect(short).toMatchObject({ passport: { state: "red", finding: "short", expiry: before } });
    }
  });

  test("the day of departure is the group's, else the trip's, else the campaign's", async () => {
    const byTrip = await makeJourney({ departure_date: null });
    const byCampaign = await makeJourney({ departure_date: null, trip_id: null });
    for (const [of, departs] of [
      [byTrip, 32],
      [byCampaign, 30],
    ] as const) {
      const on = await makePilgrim(of, { visa: { approval_date: day(departs - 60) } });
      const before = await makePilgrim(of, { visa: { approval_date: day(departs - 61) } });
      expect(await one("group", of, on)).toMatchObject({
        departure_date: day(departs),
        visa: { finding: "valid", last_day: day(departs) },
      });
      expect((await one("group", of, before)).visa.state).toBe("red");
    }
  });

  test("a visa has the days of the latest contract that stands, 90 where none says", async () => {
    const id = await makePilgrim(journey, { contract: { visa_duration_days: null } });
    expect((await one("group", journey, id)).visa.last_day).toBe(day(85));
    const other = await makeJourney();
    await makeContract(id, other.campaign, { contract_date: day(-1), visa_duration_days: 10 });
    await makeContract(id, other.campaign, {
      contract_date: day(0),
      visa_duration_days: 5,
      status: "cancelled",
    });
    expect((await one("group", journey, id)).visa).toMatchObject({
      finding: "not_on_departure",
      last_day: day(5),
    });
  });

  test("of several visas one that is good counts, then a pending one, then the newest", async () => {
    const undecided = { approval_date: null, visa_number: null };
    const id = await makePilgrim(journey, { visa: { status: "rejected", ...undecided } });
    const finding = async () => (await one("group", journey, id)).visa.finding;
    const pending = await makeVisa(id, { status: "pending", ...undecided });
    await makeVisa(id, { status: "rejected", ...undecided });
    expect(await finding()).toBe("pending");
    const approved = await makeVisa(id);
    await makeVisa(id, { status: "pending", ...undecided });
    await makeVisa(id, { passport_number: "OLD-2" });
    expect((await one("group", journey, id)).visa).toMatchObject({ finding: "valid", id: approved });
    await office.knex("visas").where({ customer_id: id, status: "approved" }).delete();
    await office.knex("visas").where({ id: pending }).update({ passport_number: "OLD-3" });
    expect(await finding()).toBe("pending");
    await office.knex("visas").where({ customer_id: id, status: "pending" }).delete();
    expect(await finding()).toBe("rejected");
  });

  test("the balance is told in the contract's currency, of several contracts the one that is owed", async () => {
    const id = await makePilgrim(journey);
    const dinars = { currency_id: kwd, total_amount: "300.125", paid_amount: "100" };
    const owed = await makeContract(id, journey.campaign, { ...dinars, contract_date: day(-40) });
    expect(await one("group", journey, id)).toMatchObject({
      contract: { id: owed },
      balance: { finding: "owing", remaining_amount: 200.125, currency: { code: "KWD", decimals: 3 } },
    });
    const { body } = await client.get(screen("group", journey, `?search=P${id}`));
    expect(body.replaceAll("<!-- -->", "")).toContain('<bdi dir="ltr">200.125 KWD</bdi>');
  });
});

describe("whose pilgrims there are", () => {
  test("a trip has those of its groups, a campaign also who signed and is in none, each once", async () => {
    const of = await makeJourney();
    const second = { ...of, group: await makeGroup(office.knex, of.campaign, { trip_id: of.trip }) };
    const apart = { ...of, group: await makeGroup(office.knex, of.campaign) };
    const [a, b, c] = [await makePilgrim(of), await makePilgrim(second), await makePilgrim(apart)];
    const signed = await makeCustomer(office.knex);
    await makeContract(signed, of.campaign);
    await makeContract(signed, of.campaign);
    const cancelled = await makeCustomer(office.knex);
    await makeContract(cancelled, of.campaign, { status: "cancelled" });
    const unsigned = await makePilgrim(of, { contract: null });

    const idsOf = async (kind: "group" | "trip" | "campaign") =>
      (await read(call(kind, of))).map(({ customer_id }) => customer_id).sort((a, b) => a - b);
    expect(await idsOf("group")).toEqual([a, unsigned]);
    expect(await idsOf("trip")).toEqual([a, b, unsigned]);
    expect(await idsOf("campaign")).toEqual([a, b, c, signed, unsigned]);
    expect(await one("campaign", of, signed)).toMatchObject({
      group_id: null,
      group_name: null,
      departure_date: day(30),
      return_date: day(60),
      visa: { finding: "none" },
    });
    expect(await one("campaign", of, unsigned)).toMatchObject({ contract: { finding: "none" } });
    expect(await one("campaign", of, a)).toMatchObject({ group_id: of.group, departure_date: day(33) });

    const inGroup = (group: number | string) => read(call("campaign", of, `?group_id=${group}`));
    expect((await inGroup(second.group)).map(({ customer_id }) => customer_id)).toEqual([b]);
    expect((await inGroup("none")).map(({ customer_id }) => customer_id)).toEqual([signed]);
  });

  test("who travels with two campaigns is looked at in each by its own", async () => {
    const [first, other] = [await makeJourney(), await makeJourney()];
    const id = await makePilgrim(first);
    await makeContract(id, other.campaign, { paid_amount: "400" });
    await join(other, id);
    expect((await one("campaign", first, id)).balance.finding).toBe("paid");
    expect((await one("campaign", other, id)).balance).toMatchObject({
      finding: "owing",
      remaining_amount: 600,
    });
  });

  test("nobody is there: it says so", async () => {
    const of = await makeJourney();
    for (const kind of ["group", "trip", "campaign"] as const) {
      expect(await read(call(kind, of))).toEqual([]);
      expect((await client.get(screen(kind, of))).body).toContain("يظهر هنا كل من في");
      expect((await client.get(screen(kind, of, "/print"))).body).toContain("لا أحد");
      expect((await sheet(screen(kind, of, "/export/xlsx"))).rowCount).toBe(1);
    }
  });

  test("what is not there is not found", async () => {
    const nowhere = { group: 999_999, trip: 999_999, campaign: 999_999 };
    for (const kind of ["group", "trip", "campaign"] as const)
      for (const address of [
        call(kind, nowhere),
        ...["", "/print", "/export/xlsx"].map((end) => screen(kind, nowhere, end)),
      ])
        expect([address, (await client.get(address)).status]).toEqual([address, 404]);
  });
});

describe("filters and figures", () => {
  let of: Journey;
  beforeAll(async () => {
    of = await makeJourney();
    await makePilgrim(of, { customer: { name: "أحمد الجاهز" } });
    await makePilgrim(of, { customer: { name: "سالم بلا صورة", image: null } });
    await makePilgrim(of, { customer: { name: "سالم بلا جواز", passport_number: null }, visa: null });
    await makePilgrim(of, { contract: { paid_amount: "10" }, visa: null });
  });
  const totalOf = async (query: string) => {
    const { body } = await client.get(call("group", of, `?per_page=2${query}`));
    return body.total;
  };
  const countsOn = (query = "") => countsAt(screen("group", of, query));

  test("let through whom they name", async () => {
    const totals = ["", "&state=green", "&state=amber", "&state=red", "&state=missing"].map(totalOf);
    expect(await Promise.all(totals)).toEqual([4, 1, 1, 2, 3]);
    const missing = ["passport", "visa", "balance", "photo", "contract"].map((check) =>
      totalOf(`&check=${check}`),
    );
    expect(await Promise.all(missing)).toEqual([1, 2, 1, 1, 0]);
    expect(await totalOf("&check=visa&state=green")).toBe(2);
    expect(await totalOf("&check=balance&state=red")).toBe(0);
    expect(await totalOf("&check=balance&state=amber")).toBe(1);
    expect(await totalOf(`&search=${encodeURIComponent("سالم")}`)).toBe(2);
    expect(await totalOf(`&search=${encodeURIComponent("سالم")}&state=red`)).toBe(1);
    expect(await totalOf(`&group_id=${journey.group}`)).toBe(0);
  });

  test("each figure is the number of those it leads to", async () => {
    const counts = await countsOn();
    expect(counts.map(([, count]) => count)).toEqual([4, 1, 1, 2, 1, 2, 1, 1, 0]);
    for (const [to, count] of counts) expect([to, await totalOf(to.replace("?", "&"))]).toEqual([to, count]);
    const among = await countsOn(`?search=${encodeURIComponent("سالم")}&state=red&page=1`);
    expect(among.map(([, count]) => count)).toEqual([2, 0, 1, 1, 1, 1, 0, 1, 0]);
    for (const [to, count] of among) expect([to, await totalOf(to.replace("?", "&"))]).toEqual([to, count]);
  });

  test("figures count what stands in the rows of everybody in this file", async () => {
    const campaigns: number[] = await office.knex("campaigns").pluck("id");
    const seen = new Set<string>();
    for (const campaign of campaigns) {
      const rows = await read(call("campaign", { campaign } as Journey));
      const states = (["green", "amber", "red"] as const).map(
        (state) => rows.filter((row) => row.state === state).length,
      );
      const missing = checks.map((check) => rows.filter((row) => row[check].state !== "green").length);
      const counts = await countsAt(screen("campaign", { campaign } as Journey));
      expect([campaign, ...counts.map(([, count]) => count)]).toEqual([
        campaign,
        rows.length,
        ...states,
        ...missing,
      ]);
      for (const row of rows) for (const check of checks) seen.add(row[check].finding);
    }
    const all = checks.flatMap((check) => Object.keys(findings[check]));
    expect([...seen].sort()).toEqual([...new Set(all)].sort());
  });

  test("a page of the list is one, and the whole list is the same", async () => {
    const whole = await read(call("group", of));
    const { body } = await client.get(call("group", of, "?page=2&per_page=3"));
    expect(body).toEqual({ readiness: whole.slice(3), total: 4, page: 2, per_page: 3 });
  });

  test("one that is no value shows nothing, and why", async () => {
    for (const query of ["?state=zzz", "?check=visas", "?group_id=x", "?state=__proto__"]) {
      expect((await client.get(call("group", of, query))).status).toBe(422);
      for (const end of ["", "/print"]) {
        const { status, body } = await client.get(screen("group", of, end + query));
        expect([query, status, body.includes("قيمة غير معروفة"), body.includes("<tbody>")]).toEqual([
          query,
          200,
          true,
          false,
        ]);
      }
      const { status, body } = await client.get(screen("group", of, `/export/xlsx${query}`));
      expect([query, status]).toEqual([query, 422]);
      expect(body).toContain("قيمة غير معروفة");
    }
  });

  test("what is printed and the sheet are what they show, without pages", async () => {
    const query = `?state=missing&per_page=1&page=2`;
    const printed = (await client.get(screen("group", of, `/print${query}`))).body;
    expect(printed.match(/<tbody>.*<\/tbody>/s)[0].match(/<tr>/g)).toHaveLength(3);
    expect(printed).toContain("من ينقصه شيء");
    expect(printed).not.toContain("أحمد الجاهز");
    expect((await sheet(screen("group", of, `/export/xlsx${query}`))).rowCount).toBe(4);
  });
});

describe("the sheet", () => {
  test("holds each pilgrim, and text stays text", async () => {
    const of = await makeJourney();
    const name = '=HYPERLINK("http://evil","x")';
    const id = await makePilgrim(of, {
      customer: { name, phone: "+967777", passport_expiry: day(700) },
      contract: { paid_amount: "400" },
      visa: { passport_number: "-1+1" },
    });
    const rows = await sheet(screen("campaign", of, "/export/xlsx"));
    const heads = (rows.getRow(1).values as string[]).slice(1);
    const cell = (head: string) => rows.getRow(2).getCell(heads.indexOf(head) + 1);
    expect(rows.views[0]).toMatchObject({ rightToLeft: true, state: "frozen" });
    for (const [head, value] of [
      ["الاسم", name],
      ["رقم الهاتف", "+967777"],
      ["رقم الجواز", `P${id}`],
      ["الجاهزية", "! يحتاج إلى متابعة"],
      ["الجواز", `✓ سارٍ، ينتهي في ${day(700)}`],
      ["التأشيرة", "! معتمدة على جواز آخر، رقمه -1+1"],
      ["السداد", "! بقي عليه، 600.00 USD"],
      ["الصورة", "✓ موجودة"],
    ] as const) {
      expect([head, cell(head).value, cell(head).type]).toEqual([head, value, ExcelJS.ValueType.String]);
    }
    expect(cell("المتبقي").value).toBe(600);
    expect(cell("العملة").value).toBe("USD");
    expect(cell("انتهاء الجواز").value).toEqual(new Date(`${day(700)}T00:00:00Z`));
    expect(cell("المغادرة").value).toEqual(new Date(`${day(33)}T00:00:00Z`));
  });
});

describe("where it is mended", () => {
  const linksOf = (body: string) =>
    [...(body.match(/<tbody>.*<\/tbody>/s)?.[0] ?? "").matchAll(/href="([^"]+)"/g)].map(([, to]) =>
      to?.replaceAll("&amp;", "&"),
    );

  test("each red and amber one leads there, for who may", async () => {
    const of = await makeJourney();
    const bare = await makePilgrim(of, {
      customer: { passport_number: null, image: null },
      contract: null,
      visa: null,
    });
    const edit = `/customers/${bare}/edit`;
    const ask = `/trips/visas/new?customer_id=${bare}&group_id=${of.group}`;
    const sign = `/contracts/new?customer_id=${bare}&campaign_id=${of.campaign}`;
    expect(linksOf((await client.get(screen("group", of))).body)).toEqual([edit, ask, sign, edit, sign]);
    for (const to of [edit, ask, sign]) expect([to, (await client.get(to)).status]).toEqual([to, 200]);
    expect((await client.get(sign)).body).toMatch(new RegExp(`<option value="${of.campaign}" selected=""`));
    expect((await client.get(ask)).body).toMatch(new RegExp(`<option value="${of.group}" selected=""`));

    const owing = await makePilgrim(of, { contract: { paid_amount: "1" }, visa: { passport_number: "OLD" } });
    const { visa, contract } = await one("group", of, owing);
    const found = linksOf((await client.get(screen("group", of, `?search=P${owing}`))).body);
    expect(found).toEqual([`/trips/visas/${visa.id}`, `/financial/receipts/new?contract=${contract.id}`]);
    for (const to of found) expect([to, (await client.get(to as string)).status]).toEqual([to, 200]);

    const seller = await signIn(
      office.url,
      await createUser(office.knex, "seller", ["manage_trips", "manage_contracts"]),
    );
    expect(linksOf((await seller.get(screen("group", of))).body)).toEqual([
      `/trips/visas/${visa.id}`,
      `/contracts/${contract.id}`,
      ask,
      sign,
      sign,
    ]);
    const guide = await signIn(office.url, await createUser(office.knex, "guide", ["manage_trips"]));
    const { body } = await guide.get(screen("group", of));
    expect(linksOf(body)).toEqual([`/trips/visas/${visa.id}`, ask]);
    for (const words of ["لا جواز", "لا صورة", "لا عقد", "بقي عليه"]) expect(body).toContain(words);
    for (const to of linksOf(body)) expect((await guide.get(to as string)).status).toBe(200);
  });

  test("the way to it stands where groups, trips and campaigns do, for who keeps trips", async () => {
    const of = await makeJourney();
    await makePilgrim(of);
    const shown = async (who: Client, address: string, to: string) =>
      (await who.get(address)).body.includes(`href="${to}"`);
    for (const [address, to] of [
      ["/trips/groups", screen("group", of)],
      [`/trips/groups/${of.group}/members`, screen("group", of)],
      [`/trips/management/${of.trip}`, screen("trip", of)],
      ["/campaigns", screen("campaign", of)],
    ] as const)
      expect([address, await shown(client, address, to)]).toEqual([address, true]);
    const planner = await signIn(office.url, await createUser(office.knex, "planner", ["manage_campaigns"]));
    expect(await shown(planner, "/campaigns", screen("campaign", of))).toBe(false);
    expect((await planner.get(screen("campaign", of))).status).toBe(403);
    expect((await planner.get(call("campaign", of))).status).toBe(403);
    expect((await planner.get(screen("campaign", of, "/export/xlsx"))).status).toBe(403);
  });
});

test("two thousand are answered quickly, page, print, call and sheet", async () => {
  const of = await makeJourney();
  await office.knex.raw(
    `WITH people AS (
       INSERT INTO customers (name, phone, passport_number, passport_expiry)
       SELECT 'حاج ' || n, '777' || n, 'N' || n, ?::date FROM generate_series(1, 2000) AS n RETURNING id),
     signed AS (
       INSERT INTO contracts (contract_number, customer_id, campaign_id, package_id, contract_date, currency_id, total_amount, paid_amount)
       SELECT 'C-2020-' || id, id, ?, ?, ?::date, ?, 1000, id % 3 * 500 FROM people),
     applied AS (
       INSERT INTO visas (customer_id, passport_number, submission_date, status, approval_date, visa_number)
       SELECT id, 'N', ?::date, 'approved', ?::date, 'V' FROM people)
     INSERT INTO group_members (group_id, campaign_id, customer_id) SELECT ?, ?, id FROM people`,
    [day(600), of.campaign, package_id, day(-5), usd, day(-5), day(-5), of.group, of.campaign],
  );
  await office.knex.raw("ANALYZE");
  const timed = async (address: string) => {
    const start = performance.now();
    const answer = await fetch(office.url + address, { headers: { Cookie: client.cookie } });
    const { byteLength } = await answer.arrayBuffer();
    expect([address, answer.status]).toEqual([address, 200]);
    if (process.env.TIMES) console.log(address, Math.round(performance.now() - start), "ms", byteLength);
    return performance.now() - start;
  };
  for (const kind of ["group", "trip", "campaign"] as const) {
    expect(await timed(screen(kind, of, "?check=visa&state=amber&page=80"))).toBeLessThan(2000);
    expect(await timed(call(kind, of))).toBeLessThan(5000);
  }
  expect(await timed(screen("group", of, "/print"))).toBeLessThan(15_000);
  expect((await sheet(screen("campaign", of, "/export/xlsx"))).rowCount).toBe(2001);
});

test("more than lists count are counted here, and paged", async () => {
  const of = await makeJourney();
  await office.knex.raw(
    `WITH people AS (INSERT INTO customers (name, phone) SELECT 'معتمر', '771' || n FROM generate_series(1, 10001) AS n RETURNING id)
     INSERT INTO contracts (contract_number, customer_id, campaign_id, package_id, contract_date, currency_id, total_amount, paid_amount)
     SELECT 'C-2019-' || id, id, ?, ?, ?::date, ?, 1000, id % 3 * 500 FROM people`,
    [of.campaign, package_id, day(-5), usd],
  );
  for (const search of [
    "?page=2",
    "?state=missing&page=2",
    "?check=visa&state=red&page=2",
    "?search=معتمر&page=2",
  ]) {
    const { status, body } = await client.get(call("campaign", of, search));
    expect([search, status, body.total, body.readiness.length]).toEqual([search, 200, 10001, 25]);
    expect([search, (await client.get(screen("campaign", of, search))).status]).toEqual([search, 200]);
  }
  const paged = async (search: string) => (await client.get(call("campaign", of, search))).body.readiness;
  expect(await paged("?check=balance&state=green&page=2")).toEqual(
    (await paged("?check=balance&state=green")).slice(25, 50),
  );
});

test("in a browser without JavaScript, filters and figures lead on", async () => {
  const of = await makeJourney();
  await makePilgrim(of);
  await makePilgrim(of, { visa: null });
  const page = await browser.signedIn(screen("trip", of), { baseURL: office.url, javaScript: false });
  await page.locator("select[name=state]").selectOption("missing");
  await page.getByRole("button", { name: "بحث" }).click();
  await page.waitForURL(/state=missing/);
  expect(await page.locator("tbody tr").count()).toBe(1);
  await page.locator(".misses a").first().click();
  await page.waitForURL(/check=passport/);
  await page.getByRole("heading", { name: "لا يوجد مسافرون يطابقون البحث" }).waitFor();
});
