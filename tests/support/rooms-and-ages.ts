import { expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makeCustomer } from "./factories";
import { packageStaysOf } from "./package-stays";

export const adults = { room: "double", traveller: "adult" };
export const childrenWithBed = { room: "double", traveller: "child_with_bed" };
export const childrenWithoutBed = { room: "double", traveller: "child_without_bed" };
export const infants = { room: "double", traveller: "infant" };

/** What a double costs in a package of these tests, whose own price is that of its quad. */
export const doubles = [
  { ...adults, amount: 3000 },
  { ...childrenWithBed, amount: 2250.5 },
  { ...childrenWithoutBed, amount: 1200 },
  { ...infants, amount: 300 },
];

/** Packages with prices by room and age, and contracts that are signed by them. */
export function roomsAndAgesOf(office: ReturnType<typeof fixture>, client: Client) {
  const packages = packageStaysOf(office, client);
  const { ids, create } = packages;

  /** A package of ten nights in Makkah whose own price is 1176.47, with the grid of doubles. */
  const withGrid = (more: object = {}) =>
    create({ duration: 10, stays: [{ hotel_id: ids.makkah, nights: 10 }], prices: doubles, ...more });

  /** @returns what a contract of a package with a grid names */
  async function sale(seats = 50, more: object = {}) {
    const row = await withGrid(more);
    return {
      row,
      terms: { package_id: row.id, campaign_id: await makeCampaign(office.knex, seats, [row.id]) },
    };
  }
  const sign = async (terms: object, more: object = {}) =>
    client.post("/api/contracts", { customer_id: await makeCustomer(office.knex), ...terms, ...more });
  const signed = async (terms: object, more: object = {}) => {
    const { status, body } = await sign(terms, more);
    expect(status, body.error).toBe(201);
    return body.contract;
  };
  const seatsOf = async (campaign_id: number) => {
    const { campaign } = (await client.get(`/api/campaigns/${campaign_id}`)).body;
    return [campaign.booked_seats, campaign.available_seats];
  };
  return { ...packages, withGrid, sale, sign, signed, seatsOf };
}
