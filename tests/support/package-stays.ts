import { beforeAll } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCurrencies, makeLookups, packagesOf } from "./packages";

/** Packages of an office with a hotel in each of two cities, in dollars and riyals. */
export function packageStaysOf(office: ReturnType<typeof fixture>, client: Client) {
  const ids = { makkah: 0, madinah: 0 } as { makkah: number; madinah: number } & Awaited<
    ReturnType<typeof makeCurrencies>
  > &
    Awaited<ReturnType<typeof makeLookups>>;
  const packages = packagesOf(office, client, () => ids);
  const change = (id: number, input: object) => client.put(`/api/packages/${id}`, input);

  beforeAll(async () => {
    Object.assign(ids, await makeCurrencies(office.knex), await makeLookups(office.knex));
    const makkah = { triple_room_price: "500", quad_room_price: "400" };
    const madinah = { triple_room_price: "1000.5", quad_room_price: "800" };
    ids.makkah = await packages.hotel(makkah, ids.usd, { name: "فندق مكة" });
    ids.madinah = await packages.hotel(madinah, ids.sar, { name: "فندق المدينة" });
  });
  return { ids, ...packages, change };
}
