import { describe, expect, test } from "vitest";
import { insert, makeReceipt } from "../support/factories";
import { useOffice } from "../support/office";
import { day, readinessOf } from "../support/readiness";
import { enterAs } from "../support/users";

/* The page of a person: the office's records of a pilgrim, each part for the users who may read it. */

const { office, client } = useOffice();
const { ids, journey, makePilgrim, makeContract, makeVisa } = readinessOf(office, client);

/** Someone with a contract and a visa, in a group with a room, a seat and a family. */
async function makePerson() {
  const id = await makePilgrim(journey, {
    customer: { name: "سالم عمر باوزير", name_latin: "BAWAZIR SALEM", nationality: "YEM", gender: "ذكر" },
    contract: { paid_amount: "400" },
  });
  const wife = await makePilgrim(journey, { customer: { name: "سلمى أحمد", gender: "أنثى" } });
  const { group } = journey;
  for (const [customer_id, relation] of [
    [id, "husband"],
    [wife, "wife"],
  ] as const)
    await office
      .knex("group_members")
      .where({ group_id: group, customer_id })
      .update({ family: `آل باوزير ${id}`, relation });
  const room = await insert(office.knex, "rooms", {
    group_id: group,
    name: `7${id}`,
    kind: "family",
    beds: 3,
  });
  await office.knex("room_members").insert({ group_id: group, customer_id: id, room_id: room });
  await office.knex("bus_seats").insert({ group_id: group, customer_id: id, bus: 1, seat: id });
  const contract = await office.knex("contracts").where({ customer_id: id }).first();
  await makeReceipt(office.knex, contract.id, { amount: "400", equivalent_amount: "400", date: day(-3) });
  const receipt = await office.knex("receipt_vouchers").where({ contract_id: contract.id }).first();
  return { id, wife, contract, receipt, room: `7${id}` };
}

const overview = async (id: number, as = client) => (await as.get(`/api/customers/${id}/overview`)).body;

describe("the page of a person", () => {
  test("shows all that the office knows, and leads to what is next", async () => {
    const { id, wife, contract, receipt, room } = await makePerson();
    const { status, body } = await client.get(`/customers/${id}`);
    expect(status).toBe(200);
    for (const part of [
      "سالم عمر باوزير",
      "BAWAZIR SALEM",
      "/uploads/customers/face.webp",
      "اليمن",
      `href="/contracts/new?customer_id=${id}"`,
      `href="/financial/receipts/new?customer=${id}"`,
      `/customers/${id}/edit?from=page`,
      `/contracts/${contract.id}`,
      contract.contract_number,
      "600.00 $",
      receipt.receipt_number,
      `/trips/groups/${journey.group}/members`,
      `/trips/management/${journey.trip}`,
      room,
      "المقعد",
      "زوج",
      `/customers/${wife}`,
      "سلمى أحمد",
      "بقي عليه",
      `/financial/statements/customers/${id}`,
      "عليه",
      `/customers/${id}/papers/new`,
      "معتمدة",
    ])
      expect(body, part).toContain(part);
    expect((await client.get("/customers/999999")).status).toBe(404);
    expect((await client.get("/api/customers/999999/overview")).status).toBe(404);
  });

  test("gives each part to who may read it", async () => {
    const { id } = await makePerson();
    const all = ["contracts", "receipts", "visas", "journeys", "relatives", "readiness", "sums"];
    const parts = {
      manage_customers: [],
      manage_contracts: ["contracts"],
      manage_financials: ["contracts", "receipts", "sums"],
      manage_trips: ["visas", "journeys", "relatives", "readiness"],
    } as const;
    const words = {
      contracts: "العقود</h2>",
      receipts: "سندات القبض</h2>",
      visas: "التأشيرات</h2>",
      journeys: "المجموعات والرحلات",
    };
    for (const [permission, own] of Object.entries(parts)) {
      const reader = await enterAs(office, `only ${permission}`, [permission as keyof typeof parts]);
      const body = await overview(id, reader);
      expect([permission, all.filter((part) => body[part] !== undefined)]).toEqual([permission, own]);
      expect(body.customer.id).toBe(id);
      expect(body.papers).toEqual([]);
      const page = (await reader.get(`/customers/${id}`)).body;
      for (const [part, heading] of Object.entries(words))
        expect([permission, part, page.includes(heading)]).toEqual([
          permission,
          part,
          (own as readonly string[]).includes(part),
        ]);
      expect(page.includes(`/contracts/new?customer_id=${id}`)).toBe(permission === "manage_contracts");
      expect(page.includes(`/customers/${id}/edit`)).toBe(permission === "manage_customers");
    }
  });

  test("shows the newest of many, and how many there are", async () => {
    const { id } = await makePerson();
    for (let count = 0; count < 14; count++) {
      await makeContract(id, journey.campaign, { contract_date: day(-count) });
      await makeVisa(id, { status: "rejected", approval_date: null, visa_number: null });
    }
    const { contracts, visas } = await overview(id);
    expect([contracts.rows.length, contracts.total, visas.rows.length, visas.total]).toEqual([
      10, 15, 10, 15,
    ]);
    const page = (await client.get(`/customers/${id}`)).body;
    expect(page).toContain(`href="/contracts?customer_id=${id}"`);
    expect(page).toContain(`href="/trips/visas?customer_id=${id}"`);
  });

  test("takes a form that was opened there back to it", async () => {
    const { id } = await makePerson();
    const { customer } = (await client.get(`/api/customers/${id}`)).body;
    const path = `/customers/${id}/edit?from=page`;
    expect((await client.get(path)).body).toContain(`href="/customers/${id}"`);
    const fields = { name: customer.name, phone: customer.phone, updated_at: customer.updated_at };
    const saved = await client.submit(path, fields);
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, `/customers/${id}`]);
  });

  test("is where search and lists lead", async () => {
    const { id } = await makePerson();
    const own = `href="/customers/${id}"`;
    for (const address of [
      `/search?q=${encodeURIComponent("باوزير")}`,
      `/customers?search=${encodeURIComponent("باوزير")}`,
      `/contracts?customer_id=${id}`,
      `/financial/receipts?customer_id=${id}`,
      `/trips/visas?customer_id=${id}`,
      `/trips/groups/${journey.group}/members?per_page=200`,
      `/trips/groups/members?per_page=200`,
      `/trips/groups/${journey.group}/readiness?per_page=200`,
    ])
      expect([address, (await client.get(address)).body.includes(own)]).toEqual([address, true]);
    expect(ids.usd).toBeGreaterThan(0);
  });
});
