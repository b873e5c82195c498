import { describe, expect, test } from "vitest";
import { linesOf } from "../support/audit-log";
import { hiddenField } from "../support/client";
import { insert } from "../support/factories";
import { ticksIn, useJourneys } from "../support/journeys";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";

const { office, client } = useOffice();
const { at, newTrip, newGroup, depart, read, departureOf, madinahOf, formOf, newStage } = useJourneys(
  office,
  client,
);

describe("a trip that moves", () => {
  test("takes along by call what lay within its old days, and names it", async () => {
    await newTrip();
    const own = await newGroup("2027-03-02");
    const follower = await newGroup(null);
    const outside = await newGroup("2027-02-20", { checkIn: "2027-02-27" });
    const gone = await newGroup("2027-03-03");
    await depart(gone.id);
    const stage = await newStage("2027-03-01");

    const moved = await client.put(`/api/trips/${at.tripId}`, { start_date: "2027-04-15" });
    expect([moved.status, moved.body.moved, moved.body.trip.end_date]).toEqual([
      200,
      { groups: 1, stays: 2 },
      "2027-04-26",
    ]);
    expect(moved.body.trip).not.toHaveProperty("moved");
    expect(await departureOf(own.id)).toBe("2027-04-16");
    expect(await madinahOf(own.id)).toBe("2027-04-23");
    expect([await departureOf(follower.id), await madinahOf(follower.id)]).toEqual([null, "2027-04-23"]);
    expect([await departureOf(outside.id), await madinahOf(outside.id)]).toEqual([
      "2027-02-20",
      "2027-02-27",
    ]);
    expect([await departureOf(gone.id), await madinahOf(gone.id)]).toEqual(["2027-03-03", "2027-03-09"]);
    const { stages } = (await client.get(`/api/trips/${at.tripId}/stages`)).body;
    expect(stages.find(({ id }: { id: number }) => id === stage.id).date).toBe("2027-04-15");
    const lines = JSON.stringify(await linesOf(office, "groups", own.id));
    expect(lines).toContain("2027-04-16");
    expect(lines).toContain("2027-04-23");
  });

  test("leaves all where it is with `move: false`, and where only its end changes", async () => {
    await newTrip();
    const { id } = await newGroup("2027-03-02");
    const left = await client.put(`/api/trips/${at.tripId}`, { start_date: "2027-03-02", move: false });
    expect([left.status, left.body.moved, left.body.trip.end_date]).toEqual([
      200,
      { groups: 0, stays: 0 },
      "2027-03-12",
    ]);
    const longer = await client.put(`/api/trips/${at.tripId}`, { end_date: "2027-03-20" });
    expect([longer.status, longer.body.moved]).toEqual([200, { groups: 0, stays: 0 }]);
    expect([await departureOf(id), await madinahOf(id)]).toEqual(["2027-03-02", "2027-03-09"]);
    expect(
      (await client.put(`/api/trips/${at.tripId}`, { start_date: "2027-03-01", move: "perhaps" })).status,
    ).toBe(422);
  });

  test("asks in its form, which leaves a group that is unticked, and says what follows", async () => {
    await newTrip();
    const [one, other] = [await newGroup("2027-03-02"), await newGroup("2027-03-03")];
    const schedule = [{ due_date: "2027-05-01", amount: one.total }];
    const due = await client.put(`/api/contracts/${one.contract_id}`, { schedule });
    expect(due.status, due.body.error).toBe(200);
    await insert(office.knex, "visas", {
      ...{
        customer_id: one.customer_id,
        visa_type: "umrah",
        status: "approved",
        approval_date: "2026-12-25",
      },
      passport_number: "A1234567",
      visa_number: "V-1",
      submission_date: "2026-12-20",
    });
    expect((await client.get(`/trips/groups/${other.id}/manifest`)).status).toBe(200);
    const page = `/trips/management/${at.tripId}/edit`;
    const sent = {
      ...(await formOf(page)),
      name: "رحلة",
      start_date: "2027-04-15",
      end_date: "2027-04-26",
      move_stages: ["", "true"],
    };
    const asked = await client.submit(page, sent);
    expect(asked.status).toBe(409);
    expect(ticksIn(asked.body)).toEqual([
      [String(one.id), true],
      [String(other.id), true],
    ]);
    const { asked: sentences, confirmed } = questionsIn(asked.body);
    expect(sentences.join(" ")).toContain("من 2027-03-01 إلى 2027-04-15، أي 45 يومًا إلى الأمام");
    expect(questionsIn(asked.body).text).toContain(
      "الدخول إلى «فندق المدينة» 2027-03-09 (كتب بيد) يصبح 2027-04-23",
    );
    expect(questionsIn(asked.body).text).toContain(
      `إقامات «${one.name}» المحسوبة تتبع مغادرتها: 2027-03-02 يصبح 2027-04-16 («فندق مكة»).`,
    );
    const { name } = await office.knex("customers").where({ id: one.customer_id }).first("name");
    expect(questionsIn(asked.body).text).toContain(`عقود لها أقساط تستحق بعد العودة (1): «${name}»`);
    expect(questionsIn(asked.body).text).toContain(`تأشيرات لا تصلح حتى العودة (1): «${name}»`);
    expect(questionsIn(asked.body).text).toContain(`القديمة، فاطبعه من جديد: «كشف الركاب - ${other.name}»`);
    expect(questionsIn(asked.body).links).toEqual(
      expect.arrayContaining([
        `/contracts/${one.contract_id}`,
        `/trips/visas?customer_id=${one.customer_id}`,
        `/trips/groups/${other.id}/manifest`,
      ]),
    );
    expect(await departureOf(one.id)).toBe("2027-03-02"); // nothing is stored before the answer

    const offered = `${one.id} ${other.id}`;
    const saved = await client.submit(page, { ...sent, confirmed, offered, ticked: String(one.id) });
    expect(saved.status, questionsIn(saved.body).asked.join()).toBe(302);
    expect([await departureOf(one.id), await departureOf(other.id)]).toEqual(["2027-04-16", "2027-03-03"]);
    expect([await madinahOf(one.id), await madinahOf(other.id)]).toEqual(["2027-04-23", "2027-03-09"]);
  });

  test("names in its form what lies outside where only the end changes", async () => {
    await newTrip();
    const group = await newGroup("2027-03-11", { checkIn: "2027-03-18" });
    const page = `/trips/management/${at.tripId}/edit`;
    const sent = {
      ...(await formOf(page)),
      name: "رحلة",
      start_date: "2027-03-01",
      end_date: "2027-03-10",
      move_stages: "",
    };
    const asked = await client.submit(page, sent);
    expect([asked.status, ticksIn(asked.body)]).toEqual([409, []]);
    expect(asked.body).toContain(`مغادرات خارج الأيام: «${group.name}».`);
    const saved = await client.submit(page, { ...sent, confirmed: questionsIn(asked.body).confirmed });
    expect(saved.status).toBe(302);
    expect(await departureOf(group.id)).toBe("2027-03-11");
  });
});

describe("a group's departure", () => {
  test("takes its typed stays along, by call and by form", async () => {
    await newTrip();
    const { id } = await newGroup("2027-03-02");
    const moved = await client.put(`/api/groups/${id}`, { departureDate: "2027-03-04" });
    expect([moved.status, moved.body.moved, moved.body.group.departureDate]).toEqual([
      200,
      { groups: 0, stays: 1 },
      "2027-03-04",
    ]);
    expect(await madinahOf(id)).toBe("2027-03-11");
    const left = await client.put(`/api/groups/${id}`, { departure_date: "2027-03-02", move: false });
    expect([left.body.moved, await madinahOf(id)]).toEqual([{ groups: 0, stays: 0 }, "2027-03-11"]);
    expect((await client.put(`/api/groups/${id}`, { capacity: 30 })).body.moved).toEqual({
      groups: 0,
      stays: 0,
    });
  });

  test("outside its trip is asked about", async () => {
    await newTrip();
    const group = await newGroup("2027-03-02");
    const page = `/trips/groups/${group.id}/edit`;
    const { body } = await client.get(page);
    const fields = { name: group.name, campaign_id: String(at.campaignId), capacity: "40", status: "active" };
    const sent = { ...(await formOf(page)), ...fields, departureDate: "2027-04-20" };
    expect(body).toContain('value="2027-03-02"');
    const asked = await client.submit(page, sent);
    expect(asked.status).toBe(409);
    expect(asked.body).toContain(`مغادرات خارج الأيام: «${group.name}».`);
    const answers = {
      confirmed: questionsIn(asked.body).confirmed,
      offered: String(group.id),
      ticked: String(group.id),
    };
    expect((await client.submit(page, { ...sent, ...answers })).status).toBe(302);
    expect([await departureOf(group.id), await madinahOf(group.id)]).toEqual(["2027-04-20", "2027-04-27"]);
  });
});

test("a group that departs outside a trip's days is linked to it by form once the user has said so, by call at once", async () => {
  await newTrip();
  const [early, late] = [
    await newGroup("2027-02-20", { onTrip: false }),
    await newGroup("2027-03-20", { checkIn: "2027-03-27", onTrip: false }),
  ];
  const page = `/trips/management/${at.tripId}/groups`;
  const sent = async () => {
    const { body } = await client.get(page);
    const names = ["author", "idempotency_key"];
    return Object.fromEntries(names.map((name) => [name, hiddenField(body, name)]));
  };
  const asked = await client.submit(page, { ...(await sent()), link: String(early.id) });
  expect(asked.status).toBe(409);
  expect(questionsIn(asked.body).asked).toEqual([
    `مغادرة المجموعة «${early.name}» في 2027-02-20، خارج أيام الرحلة: من 2027-03-01 إلى 2027-03-12.`,
  ]);
  expect((await read(early.id)).trip_id).toBeNull();
  const link = hiddenField(asked.body, "link");
  const { confirmed } = questionsIn(asked.body);
  expect((await client.submit(page, { ...(await sent()), link, confirmed })).status).toBe(302);
  expect((await read(early.id)).trip_id).toBe(at.tripId);
  expect((await client.post(`/api/trips/${at.tripId}/groups`, { group_id: late.id })).status).toBe(201);
});

describe("a campaign that moves", () => {
  test("takes along its groups without a trip, and those of a trip stay", async () => {
    await newTrip();
    const alone = await newGroup("2027-03-05", { checkIn: "2027-03-12", onTrip: false });
    const travelling = await newGroup("2027-03-02");
    const moved = await client.put(`/api/campaigns/${at.campaignId}`, { start_date: "2027-02-08" });
    expect([moved.status, moved.body.moved]).toEqual([200, { groups: 1, stays: 1 }]);
    expect([await departureOf(alone.id), await madinahOf(alone.id)]).toEqual(["2027-03-12", "2027-03-19"]);
    expect([await departureOf(travelling.id), await madinahOf(travelling.id)]).toEqual([
      "2027-03-02",
      "2027-03-09",
    ]);
    const left = await client.put(`/api/campaigns/${at.campaignId}`, {
      start_date: "2027-02-01",
      move: false,
    });
    expect([left.body.moved, await departureOf(alone.id)]).toEqual([{ groups: 0, stays: 0 }, "2027-03-12"]);
  });
});

test("those who move trip, campaign and group, save stays, cancel and leave at once wait for each other", async () => {
  await newTrip();
  const people = [
    await newGroup("2027-03-02"),
    await newGroup("2027-03-03"),
    await newGroup("2027-03-04", { checkIn: "2027-03-11", onTrip: false }),
  ];
  for (let round = 1; round <= 4; round++) {
    const answers = await Promise.all([
      client.put(`/api/trips/${at.tripId}`, { start_date: `2027-03-0${round + 1}` }),
      client.put(`/api/campaigns/${at.campaignId}`, { start_date: `2027-02-0${round + 1}` }),
      ...people.flatMap(({ id, contract_id }, index) => [
        client.put(`/api/groups/${id}`, { departureDate: `2027-03-1${round + index}` }),
        client.put(`/api/groups/${id}/stays`, {
          stays: [{ package_id: at.packageId, place: 2, check_in: `2027-03-2${round + index}` }],
        }),
        client.put(`/api/contracts/${contract_id}`, {
          status: round % 2 ? "cancelled" : "active",
          cancellation_reason: "سفر",
        }),
      ]),
    ]);
    for (const { status, body } of answers) expect([200, 409, 422], body.error).toContain(status);
    expect(answers[0]?.status).toBe(200);
    expect(answers[1]?.status).toBe(200);
  }
});
