import { expect, test } from "vitest";
import { makeCampaign, makePackage } from "../support/factories";
import { useOffice } from "../support/office";
import { useFinancialReports } from "../support/reports-financial";

/* A move takes a sale and its cost to the other campaign; the fee stays with the first one. */

const { office, client } = useOffice({ isFaultless: true });
const { ids, take, tables } = useFinancialReports(office, client);

/** Of each campaign: sales, planned cost and planned profit of the report, in the base currency. */
async function profits() {
  const report = (await tables("report=profit"))["بحسب الحملة"] ?? {};
  return Object.fromEntries(Object.entries(report).map(([name, row]) => [name, row as number[]]));
}

test("the profit of both campaigns before and after a move, with a fee and with a room", async () => {
  const { knex } = office;
  const cell = { room: "double", traveller: "adult" };
  const doubles = await makePackage(knex, ids.usd, "1500", { name: "الذهبية", total_cost: "900.5" });
  const campaign_id = await makeCampaign(knex, 50, [doubles], { name: "حملة شعبان" });
  const prices = [
    { package_id: ids.package, ...cell, amount: "5000" },
    { package_id: doubles, ...cell, amount: "1700.25" },
  ];
  await knex("package_prices").insert(prices);
  const terms = { customer_id: ids.customer, campaign_id: ids.campaign, package_id: ids.package };
  const { contract } = (await client.post("/api/contracts", { ...terms, ...cell })).body;
  await take("2026-01-05", 500, { contract_id: contract.id });
  const rows = (campaign: unknown[], all = campaign) => ({ المجموع: all, "حملة رجب": campaign });
  // sales 4,000 and 5,000 riyals, planned costs 800.125 of the first, profit, margin
  expect(await profits()).toEqual(rows([2, 0, 2400, 800.13, 1599.87, 66.7]));

  const move = async (id: number, fee: number) => {
    const { status } = await client.post(`/api/contracts/${id}/move`, {
      campaign_id,
      package_id: doubles,
      fee,
    });
    expect(status).toBe(201);
  };
  await move(contract.id, 375);
  // sales, what was given up, fees (375 riyals), what is left, cost, profit, margin
  expect(await profits()).toEqual({
    ...rows(
      [2, 1, 2400, -1333.33, 100, 1166.67, 800.13, 366.54, 31.4],
      [3, 1, 4100.25, -1333.33, 100, 2866.92, 800.13, 2066.79, 72.1],
    ),
    "حملة شعبان": [1, 0, 1700.25, 0, 0, 1700.25, 0, 1700.25, 100],
  });
  await move(contract.id - 1, 0);
  expect(await profits()).toEqual({
    ...rows(
      [2, 2, 2400, -2400, 100, 100, 0, 100, 100],
      [4, 2, 5600.25, -2400, 100, 3300.25, 900.5, 2399.75, 72.7],
    ),
    "حملة شعبان": [2, 0, 3200.25, 0, 0, 3200.25, 900.5, 2299.75, 71.9],
  });
});
