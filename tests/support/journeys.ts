import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import { type Client, hiddenField } from "./client";
import { makeCampaign, makeCustomer, makeTrip } from "./factories";
import { useGroups } from "./groups";
import { packagesOf } from "./packages";

/** A trip in a campaign, and groups of it with a member who sleeps in two hotels, the second typed a day late. */
export function useJourneys(office: ReturnType<typeof fixture>, client: Client) {
  const { ids, hotel, create: createPackage } = packagesOf(office, client);
  const { create: createGroup, read } = useGroups(office, client);
  const days = { start_date: "2027-03-01", end_date: "2027-03-12" };
  const at = { packageId: 0, campaignId: 0, tripId: 0 };

  beforeAll(async () => {
    const places = [
      await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق مكة" }),
      await hotel({ quad_room_price: "100" }, ids.sar, { name: "فندق المدينة" }),
    ];
    const stays = places.map((hotel_id, index) => ({ hotel_id, nights: 6 - 2 * index }));
    const sold = { name: "الحرمان", duration: 10, currency_id: ids.sar, stays };
    at.packageId = (await createPackage(sold)).id;
  });

  /** A trip in a campaign, in which both have the same days. */
  async function newTrip() {
    at.campaignId = await makeCampaign(office.knex, 50, [at.packageId], {
      start_date: "2027-02-01",
      end_date: "2027-05-30",
    });
    at.tripId = await makeTrip(office.knex, days.start_date, days.end_date);
  }

  /** A group with a member, who has signed, and the stay in Madinah typed a day late; on the trip unless told otherwise. */
  async function newGroup(departureDate: string | null, { checkIn = "2027-03-09", onTrip = true } = {}) {
    const group = await createGroup({ campaign_id: at.campaignId, departureDate });
    const customer_id = await makeCustomer(office.knex);
    const signed = await client.post("/api/contracts", {
      campaign_id: at.campaignId,
      package_id: at.packageId,
      customer_id,
    });
    expect(signed.status, signed.body.error).toBe(201);
    expect((await client.post(`/api/groups/${group.id}/members`, { customer_id })).status).toBe(201);
    const link = onTrip && (await client.post(`/api/trips/${at.tripId}/groups`, { group_id: group.id }));
    if (link) expect(link.status, link.body.error).toBe(201);
    const typed = { package_id: at.packageId, place: 2, check_in: checkIn };
    const saved = await client.put(`/api/groups/${group.id}/stays`, { stays: [typed] });
    expect(saved.status, saved.body.error).toBe(200);
    return {
      ...group,
      customer_id,
      contract_id: signed.body.contract.id,
      total: signed.body.contract.total_amount,
    };
  }

  /** Says by hand that a group has departed. */
  async function depart(id: number) {
    expect((await client.put(`/api/groups/${id}`, { status: "departed" })).status).toBe(200);
  }

  const departureOf = async (id: number) => (await read(id)).departureDate;
  const madinahOf = async (id: number) =>
    (await client.get(`/api/groups/${id}/stays`)).body.stays.find(
      ({ place }: { place: number }) => place === 2,
    ).check_in;

  const formOf = async (page: string) => {
    const { body } = await client.get(page);
    return { updated_at: hiddenField(body, "updated_at"), author: hiddenField(body, "author") };
  };

  /** What the trip's form sends. */
  const tripForm = async (sent: object) => ({
    ...(await formOf(`/trips/management/${at.tripId}/edit`)),
    name: "رحلة",
    ...days,
    move_stages: ["", "true"],
    ...sent,
  });

  const newStage = async (date: string, more: object = {}): Promise<{ id: number }> => {
    const sent = { name: "الوصول", date, time: "08:00", ...more };
    const { status, body } = await client.post(`/api/trips/${at.tripId}/stages`, sent);
    expect(status, body.error).toBe(201);
    return body.stage;
  };

  return { at, newTrip, newGroup, depart, read, departureOf, madinahOf, formOf, tripForm, newStage };
}

/** The boxes of a question: the values, and whether each is ticked. */
export const ticksIn = (html: string) =>
  [...html.matchAll(/<input[^>]*type="checkbox"[^>]*name="ticked"[^>]*>/g)].map(([box]) => [
    box.match(/value="(\w+)"/)?.[1],
    /checked/.test(box),
  ]);
