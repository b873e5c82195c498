import { beforeAll } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makeCustomer, makeGroup } from "./factories";
import { packagesOf } from "./packages";
import { createUser } from "./users";

export const flights = "IY 520 SAH – JED 26 FEB 14:30\nIY 521 JED – SAH 08 MAR 19:00";

/** A group of 21 who have signed for one package of two hotels, all filled in before the first test. */
export function vouchersOf(office: ReturnType<typeof fixture>, client: Client) {
  const { ids, hotel, bus, catering, service, create } = packagesOf(office, client);
  const people: number[] = [];
  const contracts: { id: number; contract_number: string }[] = [];
  const made = {} as {
    groupId: number;
    pack: Record<"id" | "transportation_id" | "catering_id", number> & { other_service_ids: number[] };
  };

  beforeAll(async () => {
    const { knex } = office;
    await client.post("/api/company-info", {
      name: "وكالة الركب",
      name_latin: "Rakb Agency",
      phone: "+967 1 441250",
    });
    await knex("cities").where({ id: ids.city_id }).update({ name_latin: "Makkah" });
    const stays = [
      { hotel_id: await hotel({}, ids.usd, { name: "أنجم مكة", name_latin: "Anjum Makkah" }), nights: 6 },
      { hotel_id: await hotel({}, ids.usd, { name: "دار التقوى" }), nights: 4 },
    ];
    const parts = {
      transportation_id: await bus("1"),
      catering_id: await catering("1"),
      other_service_ids: [await service("5")],
    };
    const pack = await create({ duration: 10, stays, ...parts });
    made.pack = pack;
    const campaign_id = await makeCampaign(knex, 30, [pack.id], {
      name: "حملة القسائم",
      start_date: "2027-02-26",
      end_date: "2027-03-08",
    });
    const supervisor = await createUser(knex, "salim", []);
    await knex("users").where({ id: supervisor.id }).update({ full_name: "سالم المشرف" });
    made.groupId = await makeGroup(knex, campaign_id, {
      name: "فوج القسائم",
      departure_date: "2027-02-26",
      supervisor_id: supervisor.id,
      supervisor_phone: "+966 55 410 2210",
      flights,
    });
    for (let place = 0; place < 21; place++) {
      const customer_id = await makeCustomer(knex, {
        name: `سالم ${place} باوزير`,
        passport_number: `P${1_000_000 + place}`,
        ...(place !== 1 && { name_latin: `BAWAZIR SALEM ${"ABCDEFGHIJKLMNOPQRSTU"[place]}` }),
      });
      const signed = await client.post("/api/contracts", { campaign_id, package_id: pack.id, customer_id });
      await client.post(`/api/groups/${made.groupId}/members`, { customer_id });
      people.push(customer_id);
      contracts.push(signed.body.contract);
    }
  });

  /** The address of the vouchers of the first ones. */
  const address = (count: number, more = "") =>
    `/contracts/voucher?contracts=${contracts
      .slice(0, count)
      .map(({ id }) => id)
      .join()}${more}`;
  return { people, contracts, made, bus, address };
}
