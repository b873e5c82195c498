import { describe, expect, test } from "vitest";
import { type Check, checks, findings, neededPapers } from "~/features/readiness/readiness";
import { makeCustomer, makeGroup } from "../support/factories";
import { useOffice } from "../support/office";
import { call, day, type Journey, type Missing, readinessOf, screen } from "../support/readiness";

const { office, client } = useOffice();

const { ids, journey, makeJourney, join, makeContract, makeVisa, makePilgrim, read, one, countsAt, sheet } =
  readinessOf(office, client);

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
      latin_name: { state: "green", finding: "there", name_latin: "ALGHAMDI" },
      photo: { state: "green", finding: "there" },
      contract: { state: "green", finding: "signed", contract_number: expect.stringMatching(/^C-2026-/) },
    });
  });

  const cases: [name: string, missing: Missing, check: Check, state: string, finding: string][] = [
    ["no passport", { customer: { passport_number: null } }, "passport", "red", "none"],
    ["no expiry", { customer: { passport_expiry: null } }, "passport", "amber", "unknown_expiry"],
    ["expired yesterday", { customer: { passport_expiry: day(-1) } }, "passport", "red", "expired"],
    ["expires on the way", { customer: { passport_expiry: day(40) } }, "passport", "red", "short"],
    ["no Latin name", { customer: { surname_latin: null, name_latin: null } }, "latin_name", "amber", "none"],
    ["a Latin name in one", { customer: { surname_latin: null } }, "latin_name", "amber", "undivided"],
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
    [
      "a visa that ends on the way",
      { visa: { approval_date: day(-17) } },
      "visa",
      "red",
      "ends_before_return",
    ],
    ["a visa for the departure", { visa: { approval_date: day(-27) } }, "visa", "red", "ends_before_return"],
    ["a visa's last day is the trip's", { visa: { approval_date: day(-16) } }, "visa", "green", "valid"],
    [
      "a visa approved after departure",
      { visa: { approval_date: day(34) } },
      "visa",
      "red",
      "not_on_departure",
    ],
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

  test("without a contract is red, also where one is another campaign's; who has cancelled does not travel", async () => {
    const other = await makeJourney();
    const id = await makePilgrim(journey, { contract: null });
    await makeContract(id, other.campaign);
    expect(await one("group", journey, id)).toMatchObject({
      state: "red",
      contract: { state: "red", finding: "none", id: null },
      balance: { state: "red", finding: "no_contract", remaining_amount: null, currency: null },
    });
    const cancelled = await makePilgrim(journey, { contract: { status: "cancelled" } });
    await makeContract(cancelled, other.campaign);
    for (const scope of ["group", "trip", "campaign"] as const)
      expect(await one(scope, journey, cancelled)).toBeUndefined();
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
    const dinars = { currency_id: ids.kwd, total_amount: "300.125", paid_amount: "100" };
    const owed = await makeContract(id, journey.campaign, { ...dinars, contract_date: day(-40) });
    expect(await one("group", journey, id)).toMatchObject({
      contract: { id: owed },
      balance: { finding: "owing", remaining_amount: 200.125, currency: { code: "KWD", decimals: 3 } },
    });
    const { body } = await client.get(screen("group", journey, `?search=P${id}`));
    expect(body.replaceAll("<!-- -->", "")).toContain('<span class="money">200.125 د.ك</span>');
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
  test("figures count what stands in the rows of everybody in this file", async () => {
    const needs = office.knex.raw("id % 2 = 0"); // a campaign that asks for no papers shows no figure for them
    await office.knex("campaigns").update({ needs_passport_copy: needs, needs_vaccination: needs });
    const campaigns: number[] = await office.knex("campaigns").pluck("id");
    const seen = new Set<string>();
    for (const campaign of campaigns) {
      const rows = await read(call("campaign", { campaign } as Journey));
      const states = (["green", "amber", "red"] as const).map(
        (state) => rows.filter((row) => row.state === state).length,
      );
      const asked = checks.filter((check) => campaign % 2 === 0 || !(check in neededPapers));
      const missing = asked.map((check) => rows.filter((row) => row[check].state !== "green").length);
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
});
