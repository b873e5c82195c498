import { expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { contractsOf } from "./contracts";
import { makeCampaign, makeCustomer } from "./factories";

/** An instant this many seconds from now. */
export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
export const tomorrow = () => inSeconds(24 * 3600);

/** Holds, waiting lists and contracts of an office. */
export function useHolds(office: ReturnType<typeof fixture>, client: Client) {
  const contracts = contractsOf(office, client);
  const { ids } = contracts;
  let made = 0;

  /** A campaign of so many seats with the package of the test. */
  const campaignOf = (seats: number, more: object = {}) =>
    makeCampaign(office.knex, seats, [ids.package_id], more);
  const line = (more: object = {}) => ({
    campaign_id: ids.campaign_id,
    name: `طالب ${++made}`,
    phone: `0777${String(100_000 + made)}`,
    seats: 1,
    ...more,
  });
  const hold = (more: object = {}) => client.post("/api/holds", { until: tomorrow(), ...line(more) });
  const held = async (more: object = {}) => {
    const { status, body } = await hold(more);
    expect(status, body.error).toBe(201);
    return body.hold;
  };
  const wait = (more: object = {}) => client.post("/api/waiting-list", line(more));
  const waits = async (more: object = {}) => {
    const { status, body } = await wait(more);
    expect(status, body.error).toBe(201);
    return body.waiting;
  };
  const customers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeCustomer(office.knex)));
  const signHold = async (id: number, count: number, more: object = {}) =>
    client.post(`/api/holds/${id}/sign`, {
      customer_ids: await customers(count),
      package_id: ids.package_id,
      ...more,
    });
  /** Booked, held and free seats of a campaign. */
  const seatsOf = async (id = ids.campaign_id) => {
    const { campaign } = (await client.get(`/api/campaigns/${id}`)).body;
    return [campaign.booked_seats, campaign.held_seats, campaign.available_seats];
  };
  /** Lets the moment of a hold, or of who waits, come. */
  const end = (id: number, table = "holds") =>
    office
      .knex(table)
      .where({ id })
      .update({ until: inSeconds(-1) });

  return { ...contracts, campaignOf, line, hold, held, wait, waits, customers, signHold, seatsOf, end };
}
