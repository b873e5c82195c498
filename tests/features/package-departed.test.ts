import { describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { insert } from "../support/factories";
import { ticksIn, useJourneys } from "../support/journeys";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";

const { office, client } = useOffice();
const { at, newTrip, newGroup, depart } = useJourneys(office, client);

type Stay = { hotel_id: number; nights: number };

const page = () => `/services/packages/${at.packageId}/edit`;
const readPackage = async () => (await client.get(`/api/packages/${at.packageId}`)).body.package;
const changeStays = (stays: Stay[]) => client.put(`/api/packages/${at.packageId}`, { stays });

/** What the package's form sends, with other stays. */
async function formWith(stays: Stay[]) {
  const { name, type, duration, room_occupancy_basis, profit_margin, currency, status } = await readPackage();
  const { body } = await client.get(page());
  return {
    ...{ name, type, duration, room_occupancy_basis, profit_margin, status, currency_id: currency.id },
    stays: stays.flatMap(({ hotel_id, nights }) => [String(hotel_id), String(nights)]),
    updated_at: hiddenField(body, "updated_at"),
    author: hiddenField(body, "author"),
  };
}

/** Where a group sleeps, in words: «فندق مكة 2027-03-03 2027-03-09». */
const sleeps = async (id: number) =>
  (await client.get(`/api/groups/${id}/stays`)).body.stays.map(
    ({ hotel, check_in, check_out }: Record<string, string>) => `${hotel} ${check_in} ${check_out}`,
  );

/** Three groups, one of which has departed, each with a room in Makkah with its member; and the package with another hotel there. */
async function threeGroups() {
  await newTrip();
  const gone = await newGroup("2027-03-03");
  const waiting = await newGroup("2027-03-05", { checkIn: "2027-03-12" });
  const [makkah, madinah] = (await readPackage()).stays as [Stay, Stay];
  for (const { id, customer_id } of [gone, waiting]) {
    const room = { name: "101", kind: "men", beds: 4, hotel_id: makkah.hotel_id, visit: 1 };
    const { status, body } = await client.post(`/api/groups/${id}/rooms`, {
      ...room,
      member_ids: [customer_id],
    });
    expect(status, body.error).toBe(201);
  }
  await depart(gone.id);
  const { city_id, currency_id } = await office.knex("hotels").where({ id: makkah.hotel_id }).first();
  const other = await insert(office.knex, "hotels", {
    ...{ name: "فندق الصفوة", city_id, address: "أجياد", currency_id, quad_room_price: "100" },
  });
  const before = [makkah, madinah];
  return { gone, waiting, before, after: [{ hotel_id: other, nights: 3 }, madinah] };
}

const roomsApart = async (id: number) =>
  (await client.get(`/trips/groups/${id}/rooms`)).body.includes("بلا فندق");

describe("a package of which the stays change after a group has departed", () => {
  test("leaves departed groups where they slept, by call, and says how many", async () => {
    const { gone, waiting, before, after } = await threeGroups();
    const old = await sleeps(gone.id);
    expect(old).toEqual(["فندق مكة 2027-03-03 2027-03-09", "فندق المدينة 2027-03-09 2027-03-13"]);
    const changed = await changeStays(after);
    expect([changed.status, changed.body.kept, changed.body.package.kept]).toEqual([
      200,
      { groups: 1 },
      undefined,
    ]);
    expect(await sleeps(gone.id)).toEqual(old);
    expect(await roomsApart(gone.id)).toBe(false);
    expect(await sleeps(waiting.id)).toEqual([
      "فندق الصفوة 2027-03-05 2027-03-08",
      "فندق المدينة 2027-03-12 2027-03-16",
    ]);
    expect(await roomsApart(waiting.id)).toBe(true);
    const person = (await client.get(`/api/groups/${gone.id}/readiness`)).body.readiness[0];
    expect(person.stays.map(({ hotel, room }: Record<string, string>) => [hotel, room])).toEqual([
      ["فندق مكة", "101"],
      ["فندق المدينة", null],
    ]);
    const voucher = await client.get(`/contracts/voucher?group=${gone.id}`);
    expect([voucher.body.includes("فندق مكة"), voucher.body.includes("فندق الصفوة")]).toEqual([true, false]);
    // Another change, and a price alone, leave them as they are.
    expect((await changeStays([])).body.kept).toBeUndefined();
    expect(await sleeps(gone.id)).toEqual(old);
    // Without a trip its return is the end of its stays.
    await office.knex("groups").where({ id: gone.id }).update({ trip_id: null });
    const [row] = (await client.get(`/api/groups/${gone.id}/readiness`)).body.readiness;
    expect(row.return_date).toBe("2027-03-13");
    const log = await client.get(`/settings/trail?kind=groups&search=${encodeURIComponent(gone.name)}`);
    expect(log.body).toContain("إقامات بقيت بعد المغادرة");
    // Who is back has the package's stays.
    expect((await client.put(`/api/groups/${gone.id}`, { status: "active" })).status).toBe(200);
    expect(await sleeps(gone.id)).toEqual([]);
    expect((await changeStays(before)).status).toBe(200);
  });

  test("asks in its form, without JavaScript: rooms, typed stays, papers printed; and takes them along if told so", async () => {
    const { gone, waiting, before, after } = await threeGroups();
    expect((await client.get(`/trips/groups/${waiting.id}/manifest`)).status).toBe(200);
    const sent = await formWith(after);
    const asked = await client.submit(page(), sent);
    const { text, links, confirmed } = questionsIn(asked.body);
    expect([asked.status, ticksIn(asked.body)]).toEqual([409, [["departed", true]]]);
    expect(text).toContain(`غادرت بهذه الباقة: «${gone.name}».`);
    expect(text).toContain("فندق مكة (6 ليال)، فندق المدينة (4 ليال)");
    expect(text).toMatch(new RegExp(`غرف تصير بلا فندق:.*«${waiting.name}» \\(غرفة واحدة، «فندق مكة»\\)`));
    expect(text).toMatch(
      new RegExp(`مواعيد كتبت بيد تبقى:.*«${waiting.name}» \\(«فندق المدينة» 2027-03-12\\)`),
    );
    expect(text).toContain("طبع بالإقامات القديمة، فاطبعه من جديد:");
    expect(text).toContain(`«كشف الركاب - ${waiting.name}»`);
    expect(links).toEqual(
      expect.arrayContaining([
        `/trips/groups/${waiting.id}/rooms`,
        `/trips/groups/${waiting.id}/stays`,
        `/trips/groups/${waiting.id}/manifest`,
      ]),
    );
    const old = await sleeps(gone.id);
    const saved = await client.submit(page(), {
      ...sent,
      confirmed,
      offered: "departed",
      ticked: "departed",
    });
    expect(saved.status).toBe(302);
    expect(await sleeps(gone.id)).toEqual(old);

    // A second departed group follows: its stay in Madinah was typed.
    const second = await newGroup("2027-03-06", { checkIn: "2027-03-10" });
    await depart(second.id);
    const back = await formWith(before);
    const again = await client.submit(page(), back);
    expect(questionsIn(again.body).text).toContain(`غادرت بهذه الباقة: «${second.name}».`);
    const answer = { offered: "departed", confirmed: questionsIn(again.body).confirmed };
    expect((await client.submit(page(), { ...back, ...answer })).status).toBe(302);
    expect((await sleeps(second.id))[0]).toBe("فندق مكة 2027-03-06 2027-03-12");
  });

  test("asks nothing where no stay changes, or nobody sleeps there", async () => {
    const [makkah, madinah] = (await readPackage()).stays as [Stay, Stay];
    const same = await client.submit(page(), { ...(await formWith([makkah, madinah])), profit_margin: "20" });
    expect(same.status).toBe(302);
  });
});

describe("a contract whose package changes after its group has departed", () => {
  /** A departed group with one member, and a package with one stay in another hotel, for which he may sign. */
  async function departedWithOther() {
    await newTrip();
    const gone = await newGroup("2027-03-03");
    await depart(gone.id);
    const { id, hotel_id } = await otherPackage();
    await office.knex("campaign_packages").insert({ campaign_id: at.campaignId, package_id: id });
    const sign = () =>
      client.post("/api/contracts", {
        campaign_id: at.campaignId,
        package_id: id,
        customer_id: gone.customer_id,
      });
    return { gone, sign, hotel_id };
  }
  async function otherPackage() {
    const [first] = (await readPackage()).stays as [Stay];
    const { city_id, currency_id } = await office.knex("hotels").where({ id: first.hotel_id }).first();
    const hotel_id = await insert(office.knex, "hotels", {
      ...{ name: "فندق أجياد", city_id, address: "أجياد", currency_id, quad_room_price: "100" },
    });
    const { duration, currency } = await readPackage();
    const made = await client.post("/api/packages", {
      ...{ name: "أجياد وحده", duration, currency_id: currency.id, stays: [{ hotel_id, nights: 9 }] },
      ...{ type: "عمرة", room_occupancy_basis: 4, profit_margin: 10 },
    });
    expect(made.status, made.body.error).toBe(201);
    return { id: made.body.package.id, hotel_id };
  }
  const returnOf = async (id: number) =>
    (await client.get(`/api/groups/${id}/readiness`)).body.readiness[0].return_date;
  const hotelsOf = async (id: number) =>
    (await client.get(`/api/groups/${id}/readiness`)).body.readiness[0].stays.map(
      ({ hotel }: { hotel: string }) => hotel,
    );

  test.each(["cancelled", "deleted", "beside"])(
    "keeps the stays with which its member travelled: %s",
    async (how) => {
      const { gone, sign } = await departedWithOther();
      await office.knex("groups").where({ id: gone.id }).update({ trip_id: null });
      const [slept, hotels, end] = [await sleeps(gone.id), await hotelsOf(gone.id), await returnOf(gone.id)];
      expect([slept.length, hotels.length, end]).toEqual([2, 2, "2027-03-13"]);
      if (how === "cancelled")
        expect((await client.put(`/api/contracts/${gone.contract_id}`, { status: "cancelled" })).status).toBe(
          200,
        );
      if (how === "deleted")
        expect((await client.delete(`/api/contracts/${gone.contract_id}`)).status).toBe(200);
      expect([await sleeps(gone.id), await returnOf(gone.id)]).toEqual([slept, end]);
      expect((await sign()).status).toBe(201);
      expect([await sleeps(gone.id), await hotelsOf(gone.id), await returnOf(gone.id)]).toEqual([
        slept,
        hotels,
        end,
      ]);
      const voucher = await client.get(`/contracts/voucher?group=${gone.id}`);
      expect(voucher.body).not.toContain("فندق أجياد");
      // A departure that is taken back settles nothing any more.
      expect((await client.put(`/api/groups/${gone.id}`, { status: "active" })).status).toBe(200);
      expect((await sleeps(gone.id)).join()).toContain("فندق أجياد 2027-03-03 2027-03-12");
    },
  );

  test("counts where he travelled without one, and the package that was kept is not deleted", async () => {
    const { gone, sign } = await departedWithOther();
    await client.delete(`/api/contracts/${gone.contract_id}`);
    await office.knex("kept_packages").where({ group_id: gone.id }).delete();
    const signed = await sign();
    expect((await sleeps(gone.id)).join()).toContain("فندق أجياد");
    expect((await client.delete(`/api/contracts/${signed.body.contract.id}`)).status).toBe(200);
    expect((await sleeps(gone.id)).join()).toContain("فندق أجياد");
    const { package_id } = signed.body.contract;
    await office.knex("campaign_packages").where({ package_id }).delete();
    const refused = await client.delete(`/api/packages/${package_id}`);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("المجموعة")]);
  });
});
