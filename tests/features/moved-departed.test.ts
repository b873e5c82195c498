import { describe, expect, test } from "vitest";
import { ticksIn, useJourneys } from "../support/journeys";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";

const { office, client } = useOffice();
const { at, newTrip, newGroup, depart, read, departureOf, madinahOf, tripForm, newStage } = useJourneys(
  office,
  client,
);

/** The days of a group's journey as its head shows them, in Gregorian. */
const daysOf = async (id: number) => {
  const { body } = await client.get(`/api/groups/${id}/readiness`);
  return body.readiness.map((row: Record<string, string>) => [row.departure_date, row.return_date]);
};

const groupsOn = async (day: string) => {
  const { body } = await client.get(`/trips/movements?on=${day}`);
  return body;
};

describe("a trip that moves after groups of it have departed", () => {
  test("leaves them the old days and stages in a trip of their own, by call", async () => {
    await newTrip();
    const waiting = await newGroup("2027-03-05", { checkIn: "2027-03-12" });
    const [gone, follower] = [await newGroup("2027-03-03"), await newGroup(null)];
    for (const { id } of [gone, follower]) await depart(id);
    const stage = await newStage("2027-03-08", { name: "إلى المدينة", driver_name: "سالم" });
    const old = [["2027-03-03", "2027-03-12"]];
    expect(await daysOf(gone.id)).toEqual(old);

    const moved = await client.put(`/api/trips/${at.tripId}`, { start_date: "2027-04-15" });
    expect([moved.status, moved.body.moved]).toEqual([200, { groups: 1, stays: 1 }]);
    const { kept } = moved.body;
    expect(kept).toEqual({
      trip_id: expect.any(Number),
      name: `${moved.body.trip.name} (2027-03-01)`,
      groups: 2,
    });
    expect(await daysOf(gone.id)).toEqual(old);
    expect(await daysOf(follower.id)).toEqual([["2027-03-01", "2027-03-12"]]);
    expect(await daysOf(waiting.id)).toEqual([["2027-04-19", "2027-04-26"]]);
    expect(await madinahOf(gone.id)).toBe("2027-03-09");
    expect([(await read(gone.id)).trip_id, (await read(waiting.id)).trip_id]).toEqual([
      kept.trip_id,
      at.tripId,
    ]);
    const { stages } = (await client.get(`/api/trips/${kept.trip_id}/stages`)).body;
    expect(stages).toEqual([
      expect.objectContaining({ name: "إلى المدينة", date: "2027-03-08", driver_name: "سالم" }),
    ]);
    expect(stages[0].id).not.toBe(stage.id);
    const [before, after] = [await groupsOn("2027-03-08"), await groupsOn("2027-04-22")];
    expect([before.includes(gone.name), before.includes(waiting.name)]).toEqual([true, false]);
    expect([after.includes(gone.name), after.includes(waiting.name)]).toEqual([false, true]);
  });

  test("keeps a confirmed booking once: with who has departed", async () => {
    await newTrip();
    await newGroup("2027-03-05", { checkIn: "2027-03-12" });
    await depart((await newGroup("2027-03-03")).id);
    const booked = { booking: "confirmed", operator_number: "TR-1", driver_name: "سالم" };
    await newStage("2027-03-08", { ...booked, name: "إلى المدينة" });
    await newStage("2027-03-04", { ...booked, name: "الوصول", status: "completed" });
    const asked = await client.submit(
      `/trips/management/${at.tripId}/edit`,
      await tripForm({ start_date: "2027-04-15" }),
    );
    expect(questionsIn(asked.body).text).toContain(
      "حجز مؤكد يبقى لمن غادر، فاطلب حجزًا للأيام الجديدة: «الوصول» (2027-03-04 يصبح 2027-04-18)، «إلى المدينة»",
    );
    const { kept } = (await client.put(`/api/trips/${at.tripId}`, { start_date: "2027-04-15" })).body;
    const stagesOf = async (trip: number) =>
      (await client.get(`/api/trips/${trip}/stages`)).body.stages.map((row: Record<string, string>) =>
        ["name", "booking", "operator_number", "driver_name", "status"].map((key) => row[key]),
      );
    expect(await stagesOf(kept.trip_id)).toEqual([
      ["الوصول", "confirmed", "TR-1", "سالم", "completed"],
      ["إلى المدينة", "confirmed", "TR-1", "سالم", "pending"],
    ]);
    expect(await stagesOf(at.tripId)).toEqual([
      ["الوصول", "none", null, "سالم", "pending"],
      ["إلى المدينة", "none", null, "سالم", "pending"],
    ]);
  });

  test("asks in its form, and takes them along where the user says so", async () => {
    await newTrip();
    const [gone, follower] = [await newGroup("2027-03-03"), await newGroup(null)];
    for (const { id } of [gone, follower]) await depart(id);
    const page = `/trips/management/${at.tripId}/edit`;
    const sent = await tripForm({ start_date: "2027-03-02", end_date: "2027-03-13" });
    const asked = await client.submit(page, sent);
    expect([asked.status, ticksIn(asked.body)]).toEqual([409, [["departed", true]]]);
    expect(asked.body).toContain(`غادرت من مجموعات الرحلة: «${gone.name}»، «${follower.name}».`);
    const answered = { ...sent, offered: "departed", confirmed: questionsIn(asked.body).confirmed };
    const outside = await client.submit(page, answered);
    expect(outside.body).toContain(`مغادرات خارج الأيام: «${follower.name}».`);
    const confirmed = `${answered.confirmed} ${questionsIn(outside.body).confirmed}`;
    expect(outside.body).toContain('<input type="hidden" name="offered" value="departed"/>');
    const saved = await client.submit(page, { ...answered, confirmed });
    expect(saved.status, questionsIn(saved.body).asked.join()).toBe(302);
    expect([(await read(gone.id)).trip_id, (await read(follower.id)).trip_id]).toEqual([
      at.tripId,
      at.tripId,
    ]);
    expect([await departureOf(gone.id), await departureOf(follower.id)]).toEqual([
      "2027-03-03",
      "2027-03-01",
    ]);
    expect(await daysOf(gone.id)).toEqual([["2027-03-03", "2027-03-13"]]);
  });

  test("says that their return follows its end, and which visas end too soon", async () => {
    await newTrip();
    const gone = await newGroup("2027-03-03");
    await depart(gone.id);
    const page = `/trips/management/${at.tripId}/edit`;
    const sent = await tripForm({ end_date: "2027-03-20" });
    const asked = await client.submit(page, sent);
    expect([asked.status, ticksIn(asked.body)]).toEqual([409, []]);
    expect(questionsIn(asked.body).asked[0]).toBe(
      `غادرت من مجموعات الرحلة: «${gone.name}». لا تتغير مغادرتها، وعودتها مع نهاية الرحلة: 2027-03-20 بدل 2027-03-12.`,
    );
    const saved = await client.submit(page, { ...sent, confirmed: questionsIn(asked.body).confirmed });
    expect(saved.status).toBe(302);
    expect(await daysOf(gone.id)).toEqual([["2027-03-03", "2027-03-20"]]);
  });

  test("keeps the departure of one that follows its start, also where nothing is to move", async () => {
    await newTrip();
    const { id } = await newGroup(null);
    await depart(id);
    const left = await client.put(`/api/trips/${at.tripId}`, { start_date: "2027-03-02", move: false });
    expect([left.status, left.body.kept]).toEqual([200, undefined]);
    expect(await daysOf(id)).toEqual([["2027-03-01", "2027-03-12"]]);
  });
});
