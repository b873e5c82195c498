import { expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { useHolds } from "../support/holds";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";

/* Holds and the waiting list by forms alone, without JavaScript. */

const { office, client } = useOffice();
const { ids, campaignOf, held, hold, waits, customers, seatsOf } = useHolds(office, client);

test("a hold is made, shown in the office's time, extended, signed by the contracts' form and ended", async () => {
  const campaign_id = await campaignOf(6);
  const form = (await client.get(`/holds/new?campaign_id=${campaign_id}`)).body;
  expect(form).toMatch(
    /name="until"[^>]*value="\d{4}-\d\d-\d\dT\d\d:00"|value="\d{4}-\d\d-\d\dT\d\d:00"[^>]*name="until"/,
  );
  const values = {
    campaign_id: String(campaign_id),
    name: "عمر بن سعد",
    phone: "",
    seats: "٥",
    until: "2027-03-04T20:30",
    note: "",
  };
  const made = await client.submit("/holds/new", values);
  expect(made.headers.get("location")).toBe("/holds");
  const list = (await client.get(`/holds?campaign_id=${campaign_id}`)).body;
  for (const text of ["عمر بن سعد", "2027-03-04 20:30", "توقيع العقود"]) expect(list).toContain(text);
  const { id } = (await client.get(`/api/holds?campaign_id=${campaign_id}`)).body.holds[0];
  const past = await client.submit(`/holds/${id}/edit`, { ...values, until: "2020-03-04T20:30" });
  expect([past.status, past.body.includes("الموعد مضى")]).toEqual([422, true]);
  expect((await client.submit(`/holds/${id}/edit`, { ...values, seats: "4" })).status).toBe(302);

  const page = (await client.get(`/contracts/new?hold_id=${id}`)).body;
  for (const text of ["من الحجز المؤقت", "عمر بن سعد", "2027-03-04 20:30"]) expect(page).toContain(text);
  expect(hiddenField(page, "hold_id")).toBe(String(id));
  const [customer_id, companion] = await customers(2);
  const terms = { campaign_id: String(campaign_id), package_id: String(ids.package_id) };
  const signing = {
    ...terms,
    hold_id: String(id),
    customer_id: String(customer_id),
    companion_ids: String(companion),
  };
  const signed = await client.submit(`/contracts/new?hold_id=${id}`, signing);
  expect(signed.headers.get("location")).toMatch(/^\/contracts\/family\?contracts=\d+%2C\d+$/);
  expect(await seatsOf(campaign_id)).toEqual([2, 2, 2]);
  const [last] = await customers(1);
  const rest = { ...signing, customer_id: String(last), companion_ids: "", end_rest: "on" };
  expect((await client.submit(`/contracts/new?hold_id=${id}`, rest)).status).toBe(302);
  expect(await seatsOf(campaign_id)).toEqual([3, 0, 3]);
});

test("a line of the waiting list becomes a hold, or contracts", async () => {
  const campaign_id = await campaignOf(3);
  const one = await waits({ campaign_id, seats: 2, name: "هند" });
  const two = await waits({ campaign_id, name: "نوال" });
  const list = (await client.get(`/waiting-list?campaign_id=${campaign_id}`)).body;
  for (const text of ["هند", "نوال", "تكفيه المقاعد الشاغرة", `/waiting-list/${one.id}/hold`])
    expect(list).toContain(text);
  const answer = await client.submit(`/waiting-list/${one.id}/hold`, {
    seats: "2",
    until: "2027-03-04T20:30",
  });
  expect(answer.headers.get("location")).toBe("/holds");
  const [customer_id] = await customers(1);
  const signing = {
    waiting_id: String(two.id),
    customer_id: String(customer_id),
    campaign_id: String(campaign_id),
    package_id: String(ids.package_id),
  };
  expect((await client.submit(`/contracts/new?waiting_id=${two.id}`, signing)).status).toBe(302);
  expect(await seatsOf(campaign_id)).toEqual([1, 2, 0]);
  expect((await client.get(`/api/waiting-list?campaign_id=${campaign_id}`)).body.waiting).toEqual([]);
});

test("campaigns show what is held with links to it; the file of campaigns has it too", async () => {
  const name = "حملة المحجوز";
  const campaign_id = await campaignOf(7, { name });
  await held({ campaign_id, seats: 3 });
  const page = (await client.get(`/campaigns?search=${encodeURIComponent(name)}`)).body;
  for (const text of [
    "المحجوزة مؤقتًا",
    `/holds?campaign_id=${campaign_id}`,
    `/waiting-list?campaign_id=${campaign_id}`,
  ])
    expect(page).toContain(text);
  // beside the bar and in the summary below the cards
  expect(page).toMatch(/<progress class="held" value="43" max="100" aria-hidden="true"><\/progress>/);
  for (const text of ["<small>والمحجوز مؤقتًا 3</small>", "0 من 7<small>ومؤقتًا 3</small>"])
    expect(page.replaceAll(/<!-- -->|<\/?bdi>/g, "")).toContain(text);
  expect((await client.get(`/campaigns/${campaign_id}/edit`)).body).toContain("والمحجوز مؤقتًا: 3");
  const free = await campaignOf(7, { name: "حملة بلا حجوزات" });
  const other = (await client.get(`/campaigns?search=${encodeURIComponent("حملة بلا حجوزات")}`)).body;
  expect(other).toContain(`/holds?campaign_id=${free}`);
  for (const text of ['class="held"', "محجوز مؤقتًا", "ومؤقتًا"]) expect(other).not.toContain(text);
  const csv = (await client.get("/campaigns/export/csv")).body;
  const [head = "", ...rows] = String(csv).split("\r\n");
  const column = head.split(",").indexOf("المحجوز مؤقتًا");
  expect(rows.find((row) => row.includes(name))?.split(",")[column]).toBe("3");
  expect((await client.get(`/contracts/new?campaign_id=${campaign_id}`)).body).toContain("المقاعد المتاحة 4");
  const report = (await client.get("/reports/administrative?report=campaigns")).body;
  expect(report).toContain("المحجوز مؤقتًا");
});

test("a form asks once before seats are held beyond the departure; a call does not", async () => {
  const campaign_id = await campaignOf(6, {
    name: "حملة المغادرة",
    start_date: "2027-02-01",
    end_date: "2027-02-09",
  });
  const values = {
    campaign_id: String(campaign_id),
    name: "سعيد",
    phone: "0777111222",
    seats: "2",
    until: "2027-02-02T10:00",
    note: "",
  };
  const asked = await client.submit("/holds/new", values);
  const { confirmed, text } = questionsIn(asked.body);
  expect(asked.status).toBe(409);
  expect(text).toContain("الحجز حتى 2027-02-02 10:00، والحملة «حملة المغادرة» تغادر في 2027-02-01");
  const sure = { ...values, confirmed };
  expect((await client.submit("/holds/new", sure)).headers.get("location")).toBe("/holds");
  const { id } = (await client.get(`/api/holds?campaign_id=${campaign_id}`)).body.holds[0];
  const path = `/holds/${id}/edit`;
  expect((await client.submit(path, { ...values, seats: "3" })).status).toBe(302);
  const later = { ...values, until: "2027-02-03T10:00" };
  expect((await client.submit(path, later)).status).toBe(409);
  expect((await client.submit(path, { ...later, until: "2027-02-01T23:00" })).status).toBe(302);
  const line = await waits({ campaign_id });
  const hold_ = `/waiting-list/${line.id}/hold`;
  expect((await client.submit(hold_, { seats: "1", until: "2027-02-03T10:00" })).status).toBe(409);
  expect((await hold({ campaign_id, until: "2027-02-03T10:00" })).status).toBe(201);
});

test("a hold that two edit at once, and what is no hold", async () => {
  const row = await held();
  await client.put(`/api/holds/${row.id}`, { note: "غيره" });
  const stale = await client.put(`/api/holds/${row.id}`, { note: "أنا", updated_at: row.updated_at });
  expect([stale.status, stale.body.current.note]).toEqual([409, "غيره"]);
  for (const path of ["/holds/0/edit", "/contracts/new?hold_id=999999", "/waiting-list/999999/hold"])
    expect((await client.get(path)).status).toBe(404);
  expect((await hold({ campaign_id: "x" })).status).toBe(422);
});
