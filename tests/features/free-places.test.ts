import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freeCount } from "~/features/contracts/free-places";
import type { Client } from "../support/client";
import { contractsOf } from "../support/contracts";
import { makeAgent, makeCampaign, makeCustomer } from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { textOf } from "../support/papers-text";
import { adults, doubles } from "../support/rooms-and-ages";
import { enterAs } from "../support/users";

/* Free places: one for so many paying of one agent or family, which needs no right to give discounts. */

const { office, client } = useOffice({ isBusy: true });
const { ids, booked } = contractsOf(office, client);
const free = { discount_amount: 1250.5, discount_reason: "مقعد مجاني", total_amount: 0 };
let sales: Client;
let agent_id: number;

beforeAll(async () => {
  sales = await enterAs(office, "sales", ["manage_contracts"]);
});
beforeEach(async () => {
  agent_id = await makeAgent(office.knex);
  ids.campaign_id = await makeCampaign(office.knex, 50, [ids.package_id], { free_per: 2 });
});

const sign = async (more: object = {}) =>
  sales.post("/api/contracts", { ...ids, customer_id: await makeCustomer(office.knex), agent_id, ...more });
const contractOf = async (answer: ReturnType<typeof sign>) => (await answer).body.contract;
const wholePrice = { discount_amount: 1250.5 };

/** The contracts of the campaign as they were signed: what each owes. */
const totals = async () =>
  (
    await office.knex("contracts").where({ campaign_id: ids.campaign_id }).orderBy("id").pluck("total_amount")
  ).map(Number);

const withDoubles = () =>
  office.knex("package_prices").insert(doubles.map((cell) => ({ ...cell, package_id: ids.package_id })));

/** The values of the form of a new contract with the chosen agent and companions, after a step without JavaScript. */
async function formAfterStep(companions: number[] = [], more: Record<string, string> = {}) {
  const customer_id = String(await makeCustomer(office.knex));
  const step = await sales.submit("/contracts/new", {
    customer_id,
    campaign_id: String(ids.campaign_id),
    package_id: String(ids.package_id),
    companion_ids: companions.map(String),
    schedule_terms: "usual",
    intent: "free",
    ...more,
  });
  const { intent, ...values } = formIn(step.body).values;
  return { step, values: { ...values, companion_ids: companions.map(String) } };
}

test.each([
  [null, 0, 0, 5, 0],
  [20, 19, 0, 1, 0],
  [20, 20, 0, 1, 1],
  [20, 40, 1, 1, 1],
  [20, 40, 2, 1, 0],
  [3, 0, 0, 3, 0],
  [3, 0, 0, 4, 1],
  [3, 0, 0, 8, 2],
  [3, 2, 0, 2, 1],
  [1, 0, 0, 20, 10],
  [5, 0, 1, 6, 0], // who paid for an earlier one cancelled since
])(
  "one for %s: after %i paying and %i free, of %i who sign %i are free",
  (per, paying, places, joining, count) => {
    expect(freeCount(per, { paying, free: places }, joining)).toBe(count);
  },
);

describe("by call", () => {
  test("the whole price as a discount is a free place when one is due, for whom may give no discount", async () => {
    await sign();
    expect((await sign(wholePrice)).status).toBe(403);
    await sign();
    const contract = await contractOf(sign(wholePrice));
    expect(contract).toMatchObject(free);
    const paper = textOf((await client.get(`/contracts/${contract.id}/print`)).body);
    expect(paper).toMatch(/الخصم 1,250\.50 \S+، مقعد مجاني/);
    expect((await sign(wholePrice)).status).toBe(403);
    expect((await sign({ ...wholePrice, discount_reason: "قريب المدير" })).status).toBe(403);
    expect(await booked()).toBe(3);
  });

  test("another agent's, another campaign's, infants' and cancelled contracts do not count", async () => {
    await withDoubles();
    const other = await makeAgent(office.knex);
    const elsewhere = await makeCampaign(office.knex, 50, [ids.package_id], { free_per: 2 });
    await sign({ agent_id: other });
    await sign({ campaign_id: elsewhere });
    expect((await sign({ room: "double", traveller: "infant" })).status).toBe(201);
    await sign();
    const { id } = await contractOf(sign());
    await client.put(`/api/contracts/${id}`, { status: "cancelled" });
    expect((await sign(wholePrice)).status).toBe(403);
    await sign();
    expect((await sign(wholePrice)).status).toBe(201);
  });

  test("of fifty at once as many are free as the rule gives", async () => {
    await sign();
    await sign();
    await sign();
    await sign();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sign(wholePrice)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(18);
  });

  test("a campaign says its rule, and refuses one that is no number of people", async () => {
    const path = `/api/campaigns/${ids.campaign_id}`;
    expect((await client.get(path)).body.campaign.free_per).toBe(2);
    for (const free_per of [0, -1, 1.5, "كثير", 1001])
      expect((await client.put(path, { free_per })).body.fields).toHaveProperty("free_per");
    await client.put(path, { free_per: null });
    await sign();
    await sign();
    expect((await sign(wholePrice)).status).toBe(403);
  });
});

describe("the form", () => {
  test("proposes what is due to an agent, and signs for nothing what stays ticked", async () => {
    await sign();
    await sign();
    const { step, values } = await formAfterStep([], { agent_id: String(agent_id) });
    expect(step.body).toContain("مقعد مجاني عن كل دافعين اثنين من وكيل واحد أو عائلة واحدة.");
    expect(step.body).toContain("المستحق: مقعد مجاني واحد");
    expect(values).toMatchObject({ free_place: "true" });
    expect((await sales.submit("/contracts/new", values)).status).toBe(302);
    expect(await totals()).toEqual([1250.5, 1250.5, 0]);
    const next = await formAfterStep([], { agent_id: String(agent_id) });
    expect(next.values).not.toHaveProperty("free_place");
    const again = await sales.submit("/contracts/new", { ...next.values, free_place: "true" });
    expect(again.status).toBe(422);
    expect(again.body).toContain("لا مقعد مجانيًا مستحقًا الآن");
  });

  test("of a family makes the last of them free, and none where the box is empty", async () => {
    const family = [await makeCustomer(office.knex), await makeCustomer(office.knex)];
    const { step, values } = await formAfterStep(family);
    expect(step.body).toContain("المستحق: مقعد مجاني واحد");
    expect((await sales.submit("/contracts/new", { ...values, free_place: "" })).status).toBe(302);
    expect(await totals()).toEqual([1250.5, 1250.5, 1250.5]);
    const next = await formAfterStep([await makeCustomer(office.knex), await makeCustomer(office.knex)]);
    expect((await sales.submit("/contracts/new", next.values)).status).toBe(302);
    expect((await totals()).slice(3)).toEqual([1250.5, 1250.5, 0]);
  });

  test("makes the same one of a family free that it shows, in whichever order they were chosen", async () => {
    const [late, early] = [await makeCustomer(office.knex), await makeCustomer(office.knex)].reverse();
    const { values } = await formAfterStep([late as number, early as number]);
    await sales.submit("/contracts/new", values);
    const isFree = { campaign_id: ids.campaign_id, total_amount: 0 };
    expect(await office.knex("contracts").where(isFree).pluck("customer_id")).toEqual([late]);
  });

  test("names the rule where nothing is due, and nothing without a rule", async () => {
    const { step, values } = await formAfterStep();
    expect(step.body).toContain("مقعد مجاني عن كل دافعين اثنين");
    expect(values).not.toHaveProperty("free_place");
    ids.campaign_id = await makeCampaign(office.knex, 50, [ids.package_id]);
    expect((await formAfterStep()).step.body).not.toContain("مقعد مجاني");
  });

  test("gives an adult's cell and keeps its supplement", async () => {
    await withDoubles();
    await sign();
    await sign();
    const { values } = await formAfterStep([], { agent_id: String(agent_id), ...adults });
    expect((await sales.submit("/contracts/new", values)).status).toBe(302);
    expect((await client.get("/api/contracts")).body.contracts[0]).toMatchObject({
      ...adults,
      total_amount: 0,
    });
  });
});
