import { beforeAll, beforeEach, expect, test } from "vitest";
import { settableClock } from "../support/clock";
import { makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";
import { useOffice } from "../support/office";

const clock = settableClock();
const { office, client } = useOffice({ env: clock.env });
let campaign_id: number;
let package_id: number;

/** In Riyadh, three hours before the world's. */
const at = (day: string, time: string) => clock.set(`${day}T${time}:00+03:00`);

beforeAll(async () => {
  const usd = await makeCurrency(office.knex, "USD", "1", { is_default: true });
  package_id = await makePackage(office.knex, usd, "1000");
  campaign_id = await makeCampaign(office.knex, 500, [package_id], {
    start_date: "2027-03-01",
    end_date: "2027-03-20",
  });
});
beforeEach(() => at("2027-01-10", "09:00"));

test("a group departs at the office's midnight, by itself", async () => {
  const { group } = (
    await client.post("/api/groups", {
      name: "فوج الفجر",
      campaign_id,
      capacity: 2,
      departureDate: "2027-03-01",
    })
  ).body;
  const path = `/api/groups/${group.id}`;
  const state = async () => ({
    status: (await client.get(path)).body.group.status,
    departed: (await client.get("/api/groups/stats")).body.departedGroups,
    isAvailable: (await client.get("/api/groups/available")).body.groups.length === 1,
    listed: (await client.get("/api/groups?status=departed")).body.groups.length,
  });
  const join = async () =>
    (await client.post(`${path}/members`, { customer_id: await makeCustomer(office.knex) })).status;
  const here = { status: "active", departed: 0, isAvailable: true, listed: 0 };
  const gone = { status: "departed", departed: 1, isAvailable: false, listed: 1 };

  expect([await state(), await join()]).toEqual([here, 201]);
  at("2027-02-28", "23:59");
  expect([await state(), await join()]).toEqual([here, 201]);
  expect((await state()).status).toBe("full");
  at("2027-03-01", "00:00");
  expect([await state(), await join()]).toEqual([gone, 409]);
  expect((await client.get("/trips/groups")).body).toContain("غادرت");
  await client.put(path, { departureDate: "2027-03-02" });
  expect((await state()).status).toBe("full");
  at("2028-01-01", "12:00");
  expect(await state()).toEqual(gone);
});

test("a visa is approved on the office's day, and expires when its days have passed, whoever looks", async () => {
  at("2027-01-10", "00:30"); // still the 9th in the world
  const customer_id = await makeCustomer(office.knex, { passport_number: "A1" });
  const asked = { customer_id, passport_number: "A1", submission_date: "2027-01-09" };
  const { visa } = (await client.post("/api/visas", asked)).body;
  const form = new FormData();
  form.set("visa_number", "V1");
  form.set("file", new Blob(["%PDF-1.4\n%%EOF\n"]), "visa.pdf");
  const approved = await client.send("POST", `/api/visas/${visa.id}/approve`, { body: form });
  expect(approved.body.visa).toMatchObject({
    status: "approved",
    approval_date: "2027-01-10",
    last_day: "2027-04-10",
  });

  const state = async () => {
    const stats = (await client.get("/api/visas/stats")).body;
    const listed = (await client.get("/api/visas?status=expired")).body.visas;
    return [(await client.get(`/api/visas/${visa.id}`)).body.visa.status, stats.expired, listed.length];
  };
  at("2027-04-10", "23:59"); // the ninetieth day
  expect(await state()).toEqual(["approved", 0, 0]);
  at("2027-04-11", "00:00");
  expect(await state()).toEqual(["expired", 1, 1]);

  at("2027-01-20", "12:00");
  const contract = { customer_id, campaign_id, package_id, visa_duration_days: 30 };
  const signed = (await client.post("/api/contracts", contract)).body.contract;
  at("2027-02-09", "23:59");
  expect(await state()).toEqual(["approved", 0, 0]);
  at("2027-02-10", "00:00");
  expect(await state()).toEqual(["expired", 1, 1]);
  await client.put(`/api/contracts/${signed.id}`, { status: "cancelled" });
  expect(await state()).toEqual(["approved", 0, 0]);
});
