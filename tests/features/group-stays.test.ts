import { beforeAll, describe, expect, test } from "vitest";
import { linesOf } from "../support/audit-log";
import { hiddenField } from "../support/client";
import { makeCampaign, makeCustomer, makeTrip } from "../support/factories";
import { useGroups } from "../support/groups";
import { useOffice } from "../support/office";
import { packagesOf } from "../support/packages";
import { questionsIn } from "../support/questions";
import { wordsIn } from "../support/shares";

const { office, client, browser } = useOffice();
const { ids, hotel, create: createPackage } = packagesOf(office, client);
const { create: createGroup, change, read } = useGroups(office, client);
let hotels: number[];
let packageId: number;
let groupId: number;

beforeAll(async () => {
  hotels = [
    await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق مكة" }),
    await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق المدينة" }),
  ];
  const stays = [
    { hotel_id: hotels[0], nights: 6 },
    { hotel_id: hotels[1], nights: 4 },
  ];
  packageId = (await createPackage({ name: "الحرمان", duration: 10, currency_id: ids.sar, stays })).id;
  const single = (
    await createPackage({ name: "مكة وحدها", duration: 5, currency_id: ids.sar, hotel_id: hotels[0] })
  ).id;
  const campaign_id = await makeCampaign(office.knex, 20, [packageId, single]);
  groupId = (await createGroup({ campaign_id, departureDate: "2027-02-26" })).id;
  for (const package_id of [packageId, packageId, single]) {
    const customer_id = await makeCustomer(office.knex);
    const signed = await client.post("/api/contracts", { campaign_id, package_id, customer_id });
    expect(signed.status, signed.body.error).toBe(201);
    expect((await client.post(`/api/groups/${groupId}/members`, { customer_id })).status).toBe(201);
  }
});

const path = () => `/api/groups/${groupId}/stays`;
const put = (stays: object[], more: object = {}) => client.put(path(), { stays, ...more });
const datesIn = ({ body }: { body: { stays: Record<string, unknown>[] } }) =>
  body.stays.map(({ package: name, hotel, check_in, check_out, is_shifted }) =>
    [name, hotel, check_in, check_out, is_shifted].join(" "),
  );
const single = "مكة وحدها فندق مكة 2027-02-26 2027-03-03 false";
const computed = [
  "الحرمان فندق مكة 2027-02-26 2027-03-04 false",
  "الحرمان فندق المدينة 2027-03-04 2027-03-08 false",
  single,
];

describe("a group's stays", () => {
  test("begin with the departure, one after the other, for each package that a member has signed for", async () => {
    expect(datesIn(await client.get(path()))).toEqual(computed);
    await change(groupId, { departureDate: "2027-02-27" });
    expect(datesIn(await client.get(path()))[1]).toBe("الحرمان فندق المدينة 2027-03-05 2027-03-09 false");
    await change(groupId, { departureDate: "2027-02-26" });
  });

  test("a shifted one moves those behind it, is kept, and follows the departure again once it is emptied", async () => {
    const first = { package_id: packageId, place: 1 };
    const answer = await put([{ ...first, check_in: "2027-02-28" }]);
    const shifted = [
      "الحرمان فندق مكة 2027-02-28 2027-03-06 true",
      "الحرمان فندق المدينة 2027-03-06 2027-03-10 false",
      single,
    ];
    expect(datesIn(answer)).toEqual(shifted);
    const second = { package_id: packageId, place: 2, check_in: "2027-03-06", check_out: "2027-03-11" };
    expect(datesIn(await put([second]))).toEqual([
      shifted[0],
      "الحرمان فندق المدينة 2027-03-06 2027-03-11 true",
      single,
    ]);
    expect(wordsIn((await client.get(`/trips/groups/${groupId}/stays`)).body)).toContain(
      "5 ليال (في الباقة 4)",
    );
    expect(await linesOf(office, "groups", groupId)).toContainEqual(
      expect.objectContaining({
        changes: {
          stays: [null, ["فندق مكة 2027-02-28 – 2027-03-06", "فندق المدينة 2027-03-06 – 2027-03-11"]],
        },
      }),
    );
    const nothing = { check_in: null, check_out: null };
    expect(
      datesIn(
        await put([
          { ...first, ...nothing },
          { ...second, ...nothing },
        ]),
      ),
    ).toEqual(computed);
    // A typed date that equals the computed one is not stored.
    await put([{ ...first, check_in: "2027-02-26", check_out: "2027-03-04" }]);
    expect(await office.knex("group_stays")).toEqual([]);
  });

  test("end with the return of who has no trip: of each his own package's, of the group the latest", async () => {
    const returns = async () => {
      const { body } = await client.get(`/api/groups/${groupId}/readiness`);
      const page = (await client.get(`/trips/groups/${groupId}/readiness`)).body;
      return [
        ...body.readiness.map(({ return_date }: { return_date: string }) => return_date).sort(),
        wordsIn(page).match(/العودة (\S+)/)?.[1],
      ];
    };
    expect(await returns()).toEqual(["2027-03-03", "2027-03-08", "2027-03-08", "2027-03-08"]);
    await put([{ package_id: packageId, place: 1, check_in: "2027-02-28" }]);
    expect(await returns()).toEqual(["2027-03-03", "2027-03-10", "2027-03-10", "2027-03-10"]);
    await put([{ package_id: packageId, place: 2, check_in: "2027-03-06", check_out: "2027-03-15" }]);
    expect(await returns()).toEqual(["2027-03-03", "2027-03-15", "2027-03-15", "2027-03-15"]);
    const nothing = { package_id: packageId, check_in: null, check_out: null };
    await put([
      { ...nothing, place: 1 },
      { ...nothing, place: 2 },
    ]);
    const { campaign_id } = await read(groupId);
    const trip_id = await makeTrip(office.knex, "2027-02-26", "2027-03-20");
    await office.knex("groups").where({ id: groupId }).update({ trip_id });
    expect(new Set(await returns())).toEqual(new Set(["2027-03-20"]));
    await office.knex("groups").where({ id: groupId }).update({ trip_id: null });
    await change(groupId, { departureDate: null });
    const { end_date } = await office.knex("campaigns").where({ id: campaign_id }).first("end_date");
    expect(new Set(await returns())).toEqual(new Set([end_date]));
    await change(groupId, { departureDate: "2027-02-26" });
  });

  test("of another hotel at that place are computed anew", async () => {
    await put([{ package_id: packageId, place: 2, check_in: "2027-03-05" }]);
    const stays = [hotels[0], hotels[0]].map((hotel_id, index) => ({ hotel_id, nights: index ? 4 : 6 }));
    await client.put(`/api/packages/${packageId}`, { stays });
    expect(datesIn(await client.get(path()))[1]).toBe("الحرمان فندق مكة 2027-03-04 2027-03-08 false");
    stays[1] = { hotel_id: hotels[1], nights: 4 };
    await client.put(`/api/packages/${packageId}`, { stays });
    await put([{ package_id: packageId, place: 2, check_in: null }]);
    expect(datesIn(await client.get(path()))).toEqual(computed);
  });

  test("refuse dates that cannot be, each at its field, and who comes too late", async () => {
    for (const [place, dates, field, sentence] of [
      [1, { check_in: "2027-02-25" }, "check_in", "لا يسبق مغادرة المجموعة (2027-02-26)"],
      [1, { check_out: "2027-02-26" }, "check_out", "بعد تاريخ الدخول"],
      [2, { check_in: "2027-03-03" }, "check_in", "لا يسبق الخروج من الفندق قبله (2027-03-04)"],
    ] as const) {
      const { status, body } = await put([{ package_id: packageId, place, ...dates }]);
      expect([status, body.fields]).toEqual([
        422,
        { [`${field}_${packageId}_${place}`]: expect.stringContaining(sentence) },
      ]);
    }
    for (const stays of [
      5,
      [5],
      [{ place: 1 }],
      [{ package_id: packageId, place: 1, check_in: "2027-02-30" }],
    ])
      expect((await client.put(path(), { stays })).status, JSON.stringify(stays)).toBe(422);
    const { updated_at } = await read(groupId);
    await put([{ package_id: packageId, place: 1, check_in: "2027-02-27" }]);
    const late = await put([{ package_id: packageId, place: 1, check_in: null }], { updated_at });
    expect([late.status, late.body.current.stays[0].check_in]).toEqual([409, "2027-02-27"]);
    await put([{ package_id: packageId, place: 1, check_in: null }]);
    expect((await client.get("/api/groups/999999/stays")).status).toBe(404);
  });

  test("without a departure have no dates but typed ones", async () => {
    await change(groupId, { departureDate: null });
    expect(datesIn(await client.get(path()))[0]).toBe("الحرمان فندق مكة   false");
    const lacking = await put([{ package_id: packageId, place: 1, check_out: "2027-03-01" }]);
    expect([lacking.status, Object.values(lacking.body.fields)]).toEqual([422, ["اكتب تاريخ الدخول أيضًا"]]);
    await change(groupId, { departureDate: "2027-02-26" });
  });

  test("without a departure of its own begin with the group's trip", async () => {
    const trip_id = await makeTrip(office.knex, "2027-03-10", "2027-03-25");
    await office.knex("groups").where({ id: groupId }).update({ departure_date: null, trip_id });
    expect(datesIn(await client.get(path())).slice(0, 2)).toEqual([
      "الحرمان فندق مكة 2027-03-10 2027-03-16 false",
      "الحرمان فندق المدينة 2027-03-16 2027-03-20 false",
    ]);
    const early = await put([{ package_id: packageId, place: 1, check_in: "2027-03-09" }]);
    expect(Object.values(early.body.fields)).toEqual(["الدخول لا يسبق مغادرة المجموعة (2027-03-10)"]);
    const contract = await office.knex("contracts").where({ package_id: packageId }).first("id");
    for (const screen of [`/trips/groups/${groupId}/stays`, `/contracts/${contract.id}`])
      expect((await client.get(screen)).body).toContain("2027-03-16");
    await office
      .knex("groups")
      .where({ id: groupId })
      .update({ departure_date: "2027-02-26", trip_id: null });
  });

  test("the form without JavaScript keeps what was typed, and says what is wrong with it", async () => {
    const screen = `/trips/groups/${groupId}/stays`;
    const page = await client.get(screen);
    const form = {
      updated_at: hiddenField(page.body, "updated_at"),
      [`check_in_${packageId}_1`]: "2027-02-20",
      [`check_in_${packageId}_2`]: "",
    };
    const refused = await client.submit(screen, form);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('value="2027-02-20"');
    expect(refused.body).toContain("الدخول لا يسبق مغادرة المجموعة");
    const saved = await client.submit(screen, { ...form, [`check_in_${packageId}_1`]: "2027-02-27" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, screen]);
    expect((await client.get(screen)).body).toContain("كتبها الموظف");
    const late = await client.submit(screen, { ...form, [`check_in_${packageId}_1`]: "2027-02-28" });
    expect(late.status).toBe(409);
    const trip_id = await makeTrip(office.knex, "2027-02-26", "2027-03-02");
    await office.knex("groups").where({ id: groupId }).update({ trip_id });
    const again = {
      updated_at: hiddenField((await client.get(screen)).body, "updated_at"),
      [`check_in_${packageId}_1`]: "2027-02-28",
    };
    const asked = await client.submit(screen, again);
    expect([asked.status, questionsIn(asked.body).asked[0]]).toEqual([
      409,
      expect.stringContaining("تنتهي بعد عودة الرحلة في 2027-03-02: «فندق مكة»"),
    ]);
    const { confirmed } = questionsIn(asked.body);
    expect((await client.submit(screen, { ...again, confirmed })).status).toBe(302);
    await office.knex("groups").where({ id: groupId }).update({ trip_id: null });
    await put([{ package_id: packageId, place: 1, check_in: "2027-02-27", check_out: null }]);
    expect(late.body).toContain("القيمة الحالية");
    // The departure moves past a typed date that is left where it is: a notice says so.
    await change(groupId, { departureDate: "2027-03-01", move: false });
    expect((await client.get(screen)).body).toContain("تتعارض مع ما قبلها");
    await change(groupId, { departureDate: "2027-02-26" });
  });

  test("keep what was typed for who has cancelled, until he comes back", async () => {
    const { contract_id, package_id } = await office
      .knex("contracts")
      .join("packages", "packages.id", "package_id")
      .where({ "packages.name": "مكة وحدها" })
      .first({ contract_id: "contracts.id" }, "package_id");
    await put([{ package_id, place: 1, check_in: "2027-02-27", check_out: "2027-03-05" }]);
    await client.put(`/api/contracts/${contract_id}`, { status: "cancelled" });
    const moved = [{ package_id: packageId, place: 2, check_in: "2027-03-05", check_out: "2027-03-09" }];
    expect(datesIn(await put(moved))).toHaveLength(2);
    await client.put(`/api/contracts/${contract_id}`, { status: "active" });
    expect(datesIn(await client.get(path()))[2]).toBe("مكة وحدها فندق مكة 2027-02-27 2027-03-05 true");
    const stays = [{ package_id, place: 1 }, ...moved].map(({ package_id, place }) => {
      return { package_id, place, check_in: null, check_out: null };
    });
    expect(datesIn(await put(stays))[2]).toBe(single);
  });

  test("end the journey with the latest, also where a departure has moved behind one that was typed", async () => {
    await change(groupId, { departureDate: "2027-02-26", move: false });
    const untyped = { package_id: packageId, place: 1, check_in: null, check_out: null };
    await put([
      untyped,
      { package_id: packageId, place: 2, check_in: "2027-03-04", check_out: "2027-03-07" },
    ]);
    await change(groupId, { departureDate: "2027-03-03", move: false });
    const stays = datesIn(await client.get(path()));
    expect(stays.slice(0, 2)).toEqual([
      "الحرمان فندق مكة 2027-03-03 2027-03-09 false",
      "الحرمان فندق المدينة 2027-03-04 2027-03-07 true",
    ]);
    const { readiness } = (await client.get(`/api/groups/${groupId}/readiness`)).body;
    const returns = readiness.map(({ return_date }: { return_date: string }) => return_date);
    expect(returns.sort()).toEqual(["2027-03-08", "2027-03-09", "2027-03-09"]);
    await change(groupId, { departureDate: "2027-02-26", move: false });
    await put([{ package_id: packageId, place: 2, check_in: null, check_out: null }]);
  });

  test("are shifted in a browser", async () => {
    await put([{ package_id: packageId, place: 1, check_in: null, check_out: null }]);
    const page = await browser.signedIn(`/trips/groups/${groupId}/stays`);
    await page.getByLabel("تاريخ الدخول").first().fill("2027-02-28");
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByText("2027-03-06").first().waitFor();
    expect(datesIn(await client.get(path()))[0]).toBe("الحرمان فندق مكة 2027-02-28 2027-03-06 true");
  });

  test("have their dates in order among the Arabic words of the rooming list", async () => {
    const print = `/trips/groups/${groupId}/rooms/print`;
    const page = await browser.signedIn(print, { javaScript: false });
    const stay = page.locator("dd", { hasText: " – " }).first();
    const [year, day] = await stay.evaluate((fact) => {
      const text = document.createTreeWalker(fact, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const date = /\d{4}-\W?\d\d-\W?\d\d/.exec(text.data) as RegExpExecArray;
      const placeOf = (place: number) => {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect().toJSON();
      };
      return [placeOf(date.index), placeOf(date.index + date[0].length - 1)];
    });
    expect([day.top, day.left > year.left], "the day is on the year's line, to its right").toEqual([
      year.top,
      true,
    ]);
  });
});

test("a group's flights are kept as they were typed", async () => {
  const flights = "IY 520 صنعاء – جدة 26 فبراير 14:30\nIY 521 جدة – صنعاء 8 مارس 19:00";
  expect((await change(groupId, { flights })).body.group.flights).toBe(flights);
  expect((await client.get(`/trips/groups/${groupId}/edit`)).body).toContain("IY 521");
  expect((await change(groupId, { flights: null })).body.group.flights).toBeNull();
});
