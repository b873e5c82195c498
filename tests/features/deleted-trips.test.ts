import { describe, expect, test } from "vitest";
import { day } from "../support/groups";
import { useJourneys } from "../support/journeys";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { wordsIn } from "../support/shares";

/* A trip that is deleted, or that a group leaves: who has departed never moves (journey.md, rules 1 and 4). */

const { office, client } = useOffice({ isFaultless: true });
const { at, newTrip, newGroup, depart, read, departureOf, newStage } = useJourneys(office, client);

const deletionPage = async () => {
  const { status, body } = await client.get(`/trips/management/${at.tripId}/delete`);
  return {
    status,
    text: wordsIn(body).replaceAll("( ", "(").replaceAll(" )", ")").replaceAll(" »", "»"),
    body,
  };
};
const returnOf = async (id: number) =>
  (await client.get(`/api/groups/${id}/readiness`)).body.readiness[0].return_date;

describe("the deletion of a trip", () => {
  test("is refused while a group that has departed is in it, by screen and call, and names it", async () => {
    await newTrip();
    const [gone, waiting] = [
      await newGroup("2027-03-03"),
      await newGroup("2027-03-05", { checkIn: "2027-03-12" }),
    ];
    await depart(gone.id);
    const sentence = `غادرت من مجموعات الرحلة: «${gone.name}». أيام سفرها ومراحلها من هذه الرحلة، فلا تحذف`;
    const { text, body } = await deletionPage();
    expect(text).toContain(sentence);
    expect([text.includes(waiting.name), body.includes("تأكيد الحذف")]).toEqual([false, false]);
    const pressed = await client.submit(`/trips/management/${at.tripId}/delete`, {});
    expect([pressed.status, wordsIn(pressed.body).includes(sentence)]).toEqual([409, true]);
    const called = await client.delete(`/api/trips/${at.tripId}`);
    expect([called.status, called.body.error]).toEqual([409, sentence]);
    expect([(await read(gone.id)).trip_id, (await read(waiting.id)).trip_id]).toEqual([at.tripId, at.tripId]);
  });

  test("names its groups and their days, whose travelling ends, bookings and papers, before it is done", async () => {
    await newTrip();
    const [following, other] = [
      await newGroup(null),
      await newGroup("2027-03-05", { checkIn: "2027-03-12" }),
    ];
    const stage = await newStage("2027-03-08", { name: "إلى المدينة", booking: "confirmed" });
    for (const paper of [
      `/trips/groups/${other.id}/manifest`,
      `/trips/movements/${stage.id}/order`,
      "/trips/movements/print?on=2027-03-08",
    ])
      expect((await client.get(paper)).status, paper).toBe(200);
    const { text, body } = await deletionPage();
    expect(text).toContain(
      `مجموعات تبقى بلا يوم مغادرة، فلها أيام حملتها: «${following.name}» (2027-03-01 إلى 2027-03-12)`,
    );
    expect(text).toContain(
      `مجموعات تعود مع نهاية إقاماتها، أو مع حملتها إن لم تكن لها إقامات: «${other.name}» (2027-03-05 إلى 2027-03-12)`,
    );
    expect(text).toContain("حجوز مؤكدة أو مطلوبة، فأبلغ المزود: «إلى المدينة» (2027-03-08)");
    expect(text).toContain("أوامر تشغيل طبعت، فاسحبها: «إلى المدينة» (2027-03-08)");
    expect(text).toContain("كشوف حركة طبعت، فاطبعها من جديد: «حركة اليوم 2027-03-08»");
    expect(text).toContain(`طبع بأيام الرحلة، فاطبعه من جديد: «كشف الركاب - ${other.name}»`);
    expect(body).toContain(`href="/trips/groups/${following.id}/edit"`);
    expect(text).not.toContain("لا يسافر إن لم");
    expect((await client.submit(`/trips/management/${at.tripId}/delete`, {})).status).toBe(302);
    expect([(await read(other.id)).trip_id, await departureOf(other.id)]).toEqual([null, "2027-03-05"]);
  });

  test("names who travelled only by its first day, and its call answers who they are", async () => {
    for (const by of ["form", "call"]) {
      await newTrip();
      await office
        .knex("trips")
        .where({ id: at.tripId })
        .update({ start_date: day(-1), end_date: day(9) });
      const { customer_id, contract_id } = await newGroup(null);
      await client.put(`/api/contracts/${contract_id}`, { status: "cancelled" });
      const { name } = await office.knex("customers").where({ id: customer_id }).first("name");
      expect((await deletionPage()).text).toContain(
        `ألغي عقده بعد المغادرة، فلا يسافر إن لم تغادر المجموعة، ويفرغ سريره ومقعده: «${name}»`,
      );
      const answer =
        by === "form"
          ? await client.submit(`/trips/management/${at.tripId}/delete`, {})
          : await client.delete(`/api/trips/${at.tripId}`);
      if (by === "form") expect(answer.status).toBe(302);
      else expect(answer.body).toEqual({ success: true, not_travelling: [{ id: customer_id, name }] });
    }
  });
});

test("a departed group that leaves its trip keeps its departure; its form names the new return", async () => {
  await newTrip();
  const [typed, follower] = [await newGroup("2027-03-03"), await newGroup(null)];
  for (const { id } of [typed, follower]) await depart(id);
  const page = `/trips/management/${at.tripId}/groups`;
  const asked = await client.submit(page, { unlink: String(typed.id) });
  const { text, confirmed } = questionsIn(asked.body);
  expect(asked.status).toBe(409);
  expect(text).toContain(
    `غادرت المجموعة «${typed.name}»: تبقى مغادرتها في 2027-03-03، وتصبح عودتها في 2027-03-13 بدل 2027-03-12.`,
  );
  expect((await client.submit(page, { unlink: String(typed.id), confirmed })).status).toBe(302);
  expect([await departureOf(typed.id), await returnOf(typed.id)]).toEqual(["2027-03-03", "2027-03-13"]);
  const called = await client.delete(`/api/trips/${at.tripId}/groups/${follower.id}`);
  expect([called.status, called.body]).toEqual([200, { success: true }]);
  expect(await departureOf(follower.id)).toBe("2027-03-01");
});
