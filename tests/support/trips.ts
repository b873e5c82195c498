import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makeGroup } from "./factories";

export const dates = { start_date: "2027-05-10", end_date: "2027-05-30" };

/** Trips of an office, their plans, stages, groups and their campaign. */
export function tripsOf(office: ReturnType<typeof fixture>, client: Client) {
  let campaign: number;
  beforeAll(async () => {
    campaign = await makeCampaign(office.knex, 100, []);
  });
  let made = 0;

  async function newTrip(more: object = {}) {
    const { status, body } = await client.post("/api/trips", { name: `رحلة ${++made}`, ...dates, ...more });
    expect(status, body.error).toBe(201);
    return body.trip as { id: number; updated_at: string; plan_id: number | null };
  }

  async function newStage(tripId: number, more: object = {}) {
    const sent = { name: `مرحلة ${++made}`, date: "2027-05-12", time: "08:00", ...more };
    const { status, body } = await client.post(`/api/trips/${tripId}/stages`, sent);
    expect(status, body.error).toBe(201);
    return body.stage as { id: number; name: string; date: string; time: string; updated_at: string };
  }

  const stagesOf = async (tripId: number) =>
    (await client.get(`/api/trips/${tripId}/stages`)).body.stages as {
      name: string;
      date: string;
      time: string;
    }[];

  const momentsOf = async (tripId: number) =>
    (await stagesOf(tripId)).map(({ date, time }) => `${date} ${time}`);

  async function newPlan() {
    const { body } = await client.post("/api/trip-plans", { name: `خطة ${++made}` });
    const { id } = body.trip_plan;
    for (const [name, day_offset, default_time] of [
      ["العودة", 20, "21:00"],
      ["السفر", 0, "06:30"],
      ["المدينة", 0, "12:00"],
    ])
      await client.post(`/api/trip-plans/${id}/stages`, { name, day_offset, default_time });
    return id as number;
  }

  const newGroup = (more: object = {}) => makeGroup(office.knex, campaign, more);

  return { campaignId: () => campaign, newTrip, newStage, stagesOf, momentsOf, newPlan, newGroup };
}
