import { expect } from "vitest";
import { useAllocations } from "./allocations";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makePackage } from "./factories";

/** Contracts of an office, and campaigns to which they are moved. */
export function useMoves(office: ReturnType<typeof fixture>, client: Client) {
  const allocations = useAllocations(office, client);
  const { ids } = allocations;

  /** A campaign with one package. */
  async function offer(price: string, currency_id = ids.usd, seats = 10, more: object = {}) {
    const package_id = await makePackage(office.knex, currency_id, price, { name: "باقة أخرى" });
    const days = { start_date: "2027-05-01", end_date: "2027-05-15" };
    const campaign_id = await makeCampaign(office.knex, seats, [package_id], {
      name: "حملة أخرى",
      ...days,
      ...more,
    });
    return { campaign_id, package_id };
  }
  const move = (id: number, body: object, headers: Record<string, string> = {}) =>
    client.post(`/api/contracts/${id}/move`, body, headers);
  async function moved(id: number, body: object) {
    const { status, body: answer } = await move(id, body);
    expect([status, answer.fields ?? answer.message]).toEqual([201, undefined]);
    return answer.contract;
  }
  const seatsOf = async (id: number) => (await client.get(`/api/campaigns/${id}`)).body.campaign.booked_seats;

  return { ...allocations, offer, move, moved, seatsOf };
}
