import { expect, test } from "vitest";
import { useJourneys } from "../support/journeys";
import { useOffice } from "../support/office";
import { textOf } from "../support/papers-text";
import { questionsIn } from "../support/questions";

const { office, client } = useOffice();
const { at, newTrip, newGroup, read, formOf, tripForm, newStage } = useJourneys(office, client);

const editTrip = () => `/trips/management/${at.tripId}/edit`;
const screenOf = async (path: string) => textOf((await client.get(path)).body);

test("a trip that moves names confirmed bookings, flights, drivers' orders, and every paper", async () => {
  await newTrip();
  const group = await newGroup("2027-03-02");
  const booked = await newStage("2027-03-08", { name: "إلى المدينة", booking: "confirmed" });
  const flight = await newStage("2027-03-01", { name: "الطيران", flight_number: "SV 801" });
  const cancelled = await newStage("2027-03-04", {
    name: "زيارة",
    booking: "confirmed",
    status: "cancelled",
  });
  for (const page of [
    `movements/${booked.id}/order`,
    `groups/${group.id}/rooms/print?hotel=${(await office.knex("hotels").first("id")).id}`,
    `groups/${group.id}/readiness/print`,
    `management/${at.tripId}/manifest?lang=en`,
  ])
    expect((await client.get(`/trips/${page}`)).status, page).toBe(200);
  expect((await client.get(`/contracts/voucher?group=${group.id}`)).status).toBe(200);

  for (const sheet of ["print?on=2027-03-08", `print?on=2027-03-18&lang=en&trip_id=${at.tripId}`])
    expect((await client.get(`/trips/movements/${sheet}`)).status).toBe(200);
  const { name: tripName } = await office.knex("trips").where({ id: at.tripId }).first("name");

  const asked = await client.submit(editTrip(), await tripForm({ start_date: "2027-03-11" }));
  const { text, links } = questionsIn(asked.body);
  expect(text).toContain(
    `كشوف حركة طبعت وفيها أيامها القديمة أو الجديدة، فاطبعها من جديد: «حركة اليوم 2027-03-08»، «Movements of the day 2027-03-18 - ${tripName}»`,
  );
  expect(text).toContain(
    "من 2027-03-01 إلى 2027-03-11، أي 10 أيام إلى الأمام، وتنتقل نهايتها إلى 2027-03-22.",
  );
  expect(text).toContain("حجز مؤكد: راجع المزود: «إلى المدينة» (2027-03-08 يصبح 2027-03-18)");
  expect(text).toContain("«الطيران» SV 801 (2027-03-01 يصبح 2027-03-11)");
  expect(text).toContain("أوامر تشغيل طبعت باليوم القديم، فاطبعها من جديد: «إلى المدينة»");
  expect(text).toContain(
    `رحلات جوية كتبت بيد لا تتغير مع الأيام، فصححها: «${group.name}» (\u2068${group.flights}\u2069)`,
  );
  expect(links).toEqual(
    expect.arrayContaining([
      `/trips/${at.tripId}/stages/${booked.id}/edit`,
      `/trips/${at.tripId}/stages/${flight.id}/edit`,
      `/trips/movements/${booked.id}/order`,
      "/trips/movements/print?on=2027-03-08",
      `/trips/movements/print?on=2027-03-18&amp;lang=en&amp;trip_id=${at.tripId}`,
      `/trips/groups/${group.id}/edit`,
      `/trips/groups/${group.id}/rooms/print`,
      `/trips/groups/${group.id}/readiness`,
      `/trips/management/${at.tripId}/manifest?lang=en`,
      `/contracts/voucher?group=${group.id}`,
    ]),
  );
  expect(links).not.toContain(`/trips/${at.tripId}/stages/${cancelled.id}/edit`);
  expect(asked.body).toMatch(/<button class="button primary"[^>]*name="confirmed"/);
});

test("papers that were printed are named again after a change of the end alone, and after a move", async () => {
  await newTrip();
  const group = await newGroup("2027-03-02");
  for (const page of [
    `/trips/groups/${group.id}/manifest`,
    `/trips/groups/${group.id}/buses/print`,
    `/trips/groups/${group.id}/rooms/print?hotel=${(await office.knex("hotels").first("id")).id}`,
    `/contracts/voucher?group=${group.id}`,
  ])
    expect((await client.get(page)).status, page).toBe(200);
  const editGroup = `/trips/groups/${group.id}/edit`;
  const warnings = async () => {
    const departing = await client.submit(editGroup, {
      ...(await formOf(editGroup)),
      ...{ name: group.name, campaign_id: String(at.campaignId), capacity: "40", status: "active" },
      departureDate: "2027-03-03",
    });
    const moving = await client.submit(editTrip(), await tripForm({ start_date: "2027-03-02" }));
    return [departing, moving].map(
      ({ body }) =>
        questionsIn(body)
          .text.match(/طبع بالأيام القديمة، فاطبعه من جديد: ([^.]*)/)?.[1]
          ?.split("، ").length,
    );
  };
  expect(await warnings()).toEqual([4, 4]);
  const change = { move: false, name: "رحلة", start_date: "2027-03-01" };
  const ended = await client.put(`/api/trips/${at.tripId}`, { ...change, end_date: "2027-03-13" });
  expect(ended.status, ended.body.error).toBe(200);
  expect(await warnings()).toEqual([4, 4]);
  const started = await client.put(`/api/trips/${at.tripId}`, { ...change, start_date: "2027-02-28" });
  expect(started.status, started.body.error).toBe(200);
  expect(await warnings()).toEqual([4, 4]);
});

test("papers, sheets and orders that were printed under earlier names of group, trip and stage are named", async () => {
  await newTrip();
  const group = await newGroup("2027-03-02");
  const stage = await newStage("2027-03-08", { name: "إلى المدينة" });
  const { name: tripName } = await office.knex("trips").where({ id: at.tripId }).first("name");
  const papers = [
    `/trips/groups/${group.id}/manifest`,
    `/trips/groups/${group.id}/manifest?lang=en`,
    `/trips/groups/${group.id}/readiness/print`,
    `/trips/management/${at.tripId}/manifest`,
    `/trips/movements/print?on=2027-03-08&trip_id=${at.tripId}`,
    `/trips/movements/${stage.id}/order`,
  ];
  for (const page of papers) expect((await client.get(page)).status, page).toBe(200);
  for (const turn of [1, 2]) {
    const names = { name: `مجموعة أخرى ${turn}`, name_latin: `Other ${turn}` };
    expect((await client.put(`/api/groups/${group.id}`, names)).status).toBe(200);
    expect((await client.put(`/api/trips/${at.tripId}`, { name: `رحلة أخرى ${turn}` })).status).toBe(200);
    expect((await client.put(`/api/stages/${stage.id}`, { name: `التنقل ${turn}` })).status).toBe(200);
  }
  // A paper that another group of the old name has since is its own.
  const heir = await newGroup("2027-03-02", { onTrip: false });
  await client.put(`/api/groups/${heir.id}`, { name: group.name });
  await client.get(`/trips/groups/${heir.id}/buses/print`);
  const asked = await client.submit(editTrip(), await tripForm({ start_date: "2027-03-02" }));
  const { text, links } = questionsIn(asked.body);
  expect(text).toContain(`«كشف الركاب - ${group.name}»`);
  expect(text).toContain(`«حركة اليوم 2027-03-08 - ${tripName}»`);
  expect(links).toEqual(
    expect.arrayContaining(
      papers.map((page) => page.replace("readiness/print", "readiness").replace("&", "&amp;")),
    ),
  );
  expect(text).not.toContain("كشف الحافلات");
});

test("nights without a bed, and a bus that comes too late, stand in stays, readiness and the panel", async () => {
  await newTrip();
  const group = await newGroup("2027-03-02");
  const stage = await newStage("2027-03-09", {
    name: "إلى المدينة",
    kind: "transfer",
    from_place: "فندق مكة",
  });
  const typeMadinah = async (check_in: string) => {
    const stays = [{ package_id: at.packageId, place: 2, check_in, check_out: "2027-03-12" }];
    expect((await client.put(`/api/groups/${group.id}/stays`, { stays })).status).toBe(200);
  };
  await typeMadinah("2027-03-09");
  const night = "ليلة واحدة بلا سكن من 2027-03-08 إلى 2027-03-09 (الباقة «الحرمان»)";
  const bus = "المرحلة «إلى المدينة» في 2027-03-09، بعد الخروج من «فندق مكة» في 2027-03-08";
  for (const page of [
    `/trips/groups/${group.id}/stays`,
    `/trips/groups/${group.id}/readiness`,
    `/trips/management/${at.tripId}/readiness`,
  ]) {
    const screen = await screenOf(page);
    expect(screen, page).toContain(night);
    expect(screen, page).toContain(bus);
  }
  expect(await screenOf(`/trips/groups/${group.id}/members`)).toContain("الإقامات ليلة واحدة بلا سكن");

  const asked = await client.submit(editTrip(), await tripForm({ end_date: "2027-03-15" }));
  expect(questionsIn(asked.body).text).toContain(
    `«${group.name}»: 3 ليال بلا سكن من 2027-03-12 إلى 2027-03-15`,
  );

  await typeMadinah("2027-03-08");
  const moved = await client.put(`/api/stages/${stage.id}`, { date: "2027-03-08" });
  expect(moved.status, moved.body.error).toBe(200);
  expect(await screenOf(`/trips/groups/${group.id}/stays`)).not.toContain("بلا سكن");

  await newStage("2027-03-10", { name: "العودة", kind: "departure" });
  const early = "المرحلة «العودة» في 2027-03-10، قبل الخروج من «فندق المدينة» في 2027-03-12";
  expect(await screenOf(`/trips/groups/${group.id}/readiness`)).toContain(early);
  const later = await client.submit(editTrip(), await tripForm({ end_date: "2027-03-15" }));
  const words = questionsIn(later.body).text;
  expect(words).toContain("3 ليال بلا سكن من 2027-03-12 إلى 2027-03-15");
  expect(words).not.toContain(early);
});

test("a campaign that moves names the groups that travel outside its days, also those of a trip", async () => {
  await newTrip();
  const [group, alone] = [
    await newGroup("2027-03-02"),
    await newGroup("2027-05-20", { checkIn: "2027-05-27", onTrip: false }),
  ];
  const page = `/campaigns/${at.campaignId}/edit`;
  const { body } = await client.get(`/api/campaigns/${at.campaignId}`);
  const { name, type, total_seats } = body.campaign;
  const sent = {
    ...(await formOf(page)),
    ...{ name, type, total_seats: String(total_seats), status: "active" },
    start_date: "2027-02-01",
    end_date: "2027-03-10",
    package_ids: String(at.packageId),
  };
  const asked = await client.submit(page, sent);
  const { text, confirmed } = questionsIn(asked.body);
  expect(asked.status, text).toBe(409);
  expect(text).toContain(
    `مجموعات تسافر خارج أيام الحملة: «${group.name}» (2027-03-02 إلى 2027-03-12)، «${alone.name}» (2027-05-20 إلى 2027-05-31)`,
  );
  expect((await client.submit(page, { ...sent, confirmed })).status).toBe(302);
  expect((await read(group.id)).departureDate).toBe("2027-03-02");
});

test("typed days of stays that change name the papers printed, and ask nothing where none was", async () => {
  await newTrip();
  const group = await newGroup("2027-03-02");
  const stays = `/trips/groups/${group.id}/stays`;
  const sent = async (day: string) => ({
    ...(await formOf(stays)),
    [`check_in_${at.packageId}_2`]: day,
    [`check_out_${at.packageId}_2`]: "2027-03-12",
  });
  expect((await client.submit(stays, await sent("2027-03-10"))).status).toBe(302);
  expect((await client.get(`/trips/groups/${group.id}/manifest`)).status).toBe(200);
  const asked = await client.submit(stays, await sent("2027-03-09"));
  const { text, links, confirmed } = questionsIn(asked.body);
  expect([asked.status, links]).toEqual([409, [`/trips/groups/${group.id}/manifest`]]);
  expect(text).toContain(`طبع بالأيام القديمة، فاطبعه من جديد: «كشف الركاب - ${group.name}»`);
  expect((await client.submit(stays, { ...(await sent("2027-03-09")), confirmed })).status).toBe(302);
  expect((await client.submit(stays, await sent("2027-03-09"))).status).toBe(302);
});

test("a trip that is extended names the nights that are new without a bed, and no old ones", async () => {
  await newTrip();
  const { id } = await newGroup("2027-03-02", { checkIn: "2027-03-09" });
  const stays = [{ package_id: at.packageId, place: 2, check_in: "2027-03-09", check_out: "2027-03-12" }];
  expect((await client.put(`/api/groups/${id}/stays`, { stays })).status).toBe(200);
  const old = "من 2027-03-08 إلى 2027-03-09";
  expect(await screenOf(`/trips/groups/${id}/stays`)).toContain(old);
  expect(await screenOf(`/campaigns/${at.campaignId}/readiness`)).toContain(`ليلة واحدة بلا سكن ${old}`);
  const extended = await client.submit(editTrip(), await tripForm({ end_date: "2027-03-14" }));
  const { text } = questionsIn(extended.body);
  expect(text).toContain("ليلتان بلا سكن من 2027-03-12 إلى 2027-03-14");
  expect(text).not.toContain(old);
  const moved = await client.submit(editTrip(), await tripForm({ start_date: "2027-03-02" }));
  expect(questionsIn(moved.body).text).not.toContain("بلا سكن");
});
