import { beforeAll } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { packagesOf } from "./packages";

/** Packages of an office with a hotel in each of two cities, in dollars and riyals. */
export function packageStaysOf(office: ReturnType<typeof fixture>, client: Client) {
  const packages = packagesOf(office, client);
  const ids = Object.assign(packages.ids, { makkah: 0, madinah: 0 });
  const change = (id: number, input: object) => client.put(`/api/packages/${id}`, input);

  beforeAll(async () => {
    const makkah = { triple_room_price: "500", quad_room_price: "400" };
    const madinah = { triple_room_price: "1000.5", quad_room_price: "800" };
    ids.makkah = await packages.hotel(makkah, ids.usd, { name: "فندق مكة" });
    ids.madinah = await packages.hotel(madinah, ids.sar, { name: "فندق المدينة" });
  });
  return { ...packages, ids, change };
}
