import { describe, expect, test } from "vitest";
import { makeGroup } from "../support/factories";
import { useOffice } from "../support/office";
import { call, day, readinessOf, screen } from "../support/readiness";

/* Until when a visa and a passport must be valid, and the readiness of pilgrims who have departed. */

const { office, client } = useOffice();

const { journey, makeJourney, makeVisa, makePilgrim, one, countsAt, sheet } = readinessOf(office, client);

/** Exactly six months past a day, and the day before. */
async function sixMonthsPast(date: string) {
  const { rows } = await office.knex.raw(
    "SELECT (?::date + interval '6 months')::date AS on, (?::date + interval '6 months')::date - 1 AS before",
    [date, date],
  );
  return rows[0] as { on: string; before: string };
}

describe("days", () => {
  test("a visa that was good on a journey that is past stays green, also once it has expired", async () => {
    const past = await makeJourney({ departure_date: day(-100) });
    await office
      .knex("trips")
      .where({ id: past.trip })
      .update({ start_date: day(-100), end_date: day(-61) });
    const good = await makePilgrim(past, { visa: { approval_date: day(-121), status: "expired" } });
    const ended = await makePilgrim(past, { visa: { approval_date: day(-122), status: "expired" } });
    const over = await makePilgrim(past, { visa: { approval_date: day(-200), status: "expired" } });
    const found = async (id: number) => (await one("group", past, id)).visa;
    expect(await found(good)).toMatchObject({ state: "green", finding: "valid", status: "expired" });
    expect(await found(ended)).toMatchObject({ state: "red", finding: "expired" });
    expect(await found(over)).toMatchObject({ state: "red", finding: "expired" });
    const visas = office.knex("visas").where({ customer_id: good });
    await visas.clone().update({ visa_number: "THEN" });
    await makeVisa(good, { visa_number: "NOW" });
    const manifest = (await client.get(`/trips/groups/${past.group}/manifest`)).body;
    expect([manifest.includes("THEN"), manifest.includes("NOW")]).toEqual([true, false]);
  });

  test("the manifest names the visa that counts: of two good ones that in the present passport", async () => {
    const id = await makePilgrim(journey, { visa: { visa_number: "PRESENT", approval_date: day(-9) } });
    await makeVisa(id, { visa_number: "FORMER", passport_number: "F1", approval_date: day(-3) });
    expect((await one("group", journey, id)).visa).toMatchObject({ finding: "valid" });
    const manifest = (await client.get(`/trips/groups/${journey.group}/manifest`)).body;
    expect([manifest.includes("PRESENT"), manifest.includes("FORMER")]).toEqual([true, false]);
  });

  test("a passport is good from six months past the departure on, where it lasts until the trip's last day", async () => {
    const without = await makeJourney({ trip_id: null });
    const late = await makeJourney({ trip_id: null, departure_date: day(70) });
    for (const of of [journey, without, late]) {
      const visa = { approval_date: day(20) };
      const long = await makePilgrim(of, { visa });
      const { on, before } = await sixMonthsPast((await one("group", of, long)).departure_date);
      const good = await makePilgrim(of, { visa, customer: { passport_expiry: on } });
      expect((await one("group", of, good)).passport).toMatchObject({ state: "green", finding: "valid" });
      const short = await one("group", of, await makePilgrim(of, { customer: { passport_expiry: before } }));
      expect(short).toMatchObject({ passport: { state: "red", finding: "short", expiry: before } });
    }
  });

  test("a passport that ends before a trip of more than six months does is red", async () => {
    const long = await makeJourney();
    await office
      .knex("trips")
      .where({ id: long.trip })
      .update({ end_date: day(300) });
    for (const [expiry, finding] of [
      [299, "short"],
      [300, "valid"],
    ] as const) {
      const id = await makePilgrim(long, { customer: { passport_expiry: day(expiry) } });
      expect((await one("group", long, id)).passport.finding).toBe(finding);
    }
  });

  test("the day of departure is the group's, else the trip's, else the campaign's", async () => {
    const byTrip = await makeJourney({ departure_date: null });
    const byCampaign = await makeJourney({ departure_date: null, trip_id: null });
    for (const [of, departs, until] of [
      [byTrip, 32, 44],
      [byCampaign, 30, 60],
    ] as const) {
      const on = await makePilgrim(of, { visa: { approval_date: day(until - 60) } });
      const before = await makePilgrim(of, { visa: { approval_date: day(until - 61) } });
      expect(await one("group", of, on)).toMatchObject({
        departure_date: day(departs),
        visa: { finding: "valid", last_day: day(until) },
      });
      expect((await one("group", of, before)).visa.state).toBe("red");
    }
  });
});

describe("who has departed", () => {
  const notYet = "لا يسافر بعد";
  const misses = "ينقصه ما يلزم";

  test("is not told that they do not travel yet, on the screen, on paper, in the sheet", async () => {
    for (const [more, hasDeparted] of [
      [{ departure_date: day(0) }, true],
      [{ has_departed: true }, true],
      [{}, false],
      [{ departure_date: null }, false],
    ] as const) {
      const of = await makeJourney(more);
      const id = await makePilgrim(of, { visa: null });
      expect(await one("group", of, id)).toMatchObject({ state: "red", has_departed: hasDeparted });
      for (const kind of ["group", "trip", "campaign"] as const) {
        const pages = [
          screen(kind, of),
          screen(kind, of, "?state=red"),
          screen(kind, of, "/print?state=red"),
        ];
        for (const page of pages) {
          const { body } = await client.get(page);
          expect([page, body.includes(notYet), body.includes(misses)]).toEqual([
            page,
            !hasDeparted,
            hasDeparted,
          ]);
        }
        const cell = (await sheet(screen(kind, of, "/export/xlsx"))).getRow(2).getCell(4).text;
        expect(cell).toBe(`✗ ${hasDeparted ? misses : notYet}`);
      }
    }
  });

  test("beside others of their trip keeps the words of each row apart; the figures fit both", async () => {
    const of = await makeJourney({ has_departed: true });
    const second = { ...of, group: await makeGroup(office.knex, of.campaign, { trip_id: of.trip }) };
    for (const journey of [of, second]) await makePilgrim(journey, { visa: null });
    const { body } = await client.get(screen("trip", of));
    expect(body.match(new RegExp(`</span>\u00a0(?:<!-- -->)?${notYet}`, "g"))).toHaveLength(1);
    expect(body.match(new RegExp(`</span>\u00a0(?:<!-- -->)?${misses}`, "g"))).toHaveLength(1);
    expect(body).toContain(`<dt>${misses}</dt>`);
    expect(await countsAt(screen("trip", of))).toContainEqual(["?state=red", 2]);
    expect(
      (await client.get(call("trip", of))).body.readiness.map(
        (one: { has_departed: boolean }) => one.has_departed,
      ),
    ).toEqual([false, true]);
  });
});
