import { beforeAll, describe, expect, test } from "vitest";
import { contractsOf } from "../support/contracts";
import { administrator } from "../support/database";
import {
  makeAccount,
  makeAgent,
  makeCampaign,
  makeCurrency,
  makeCustomer,
  makePackage,
} from "../support/factories";
import { today } from "../support/instalments";
import { useOffice } from "../support/office";

/* What a form has by itself when there is nothing else to choose, and where its focus is. */

const { office, client, browser } = useOffice();
const { sign } = contractsOf(office, client);
let riyal: number;

beforeAll(async () => {
  const { knex } = office;
  riyal = await makeCurrency(knex, "SAR", "0.25");
  await makeAccount(knex, riyal);
});

/** A customer with so many contracts in riyals. */
async function debtor(name: string, contracts: number) {
  const customer_id = await makeCustomer(office.knex, { name, phone: "0551112223" });
  const package_id = await makePackage(office.knex, riyal, "500");
  const campaign_id = await makeCampaign(office.knex, 10, [package_id]);
  for (let one = 0; one < contracts; one++)
    expect((await sign({ customer_id, package_id, campaign_id })).status).toBe(201);
  return { customer_id, campaign_id, package_id };
}

const selected = (html: string, name: string) =>
  html
    .match(new RegExp(`<select[^>]*name="${name}".*?</select>`, "s"))?.[0]
    .match(/<option[^>]*value="([^"]+)"[^>]*selected/)?.[1];
const focused = (html: string) =>
  html.match(/<(?:input|select)[^>]*autofocus[^>]*>/gi)?.map((tag) => tag.match(/ name="([^"]*)"/)?.[1]);

describe("a receipt", () => {
  test("of a customer with one owing contract starts with it and its currency, and with the amount", async () => {
    const { customer_id } = await debtor("بعقد واحد", 1);
    const { body } = await client.get(`/financial/receipts/new?customer=${customer_id}`);
    const [{ id }] = await office.knex("contracts").where({ customer_id });
    expect([selected(body, "contract_id"), selected(body, "currency_id")]).toEqual([`${id}`, `${riyal}`]);
    expect(focused(body)).toEqual(["amount"]);
  });

  test("of a customer with several, or none, starts without one", async () => {
    for (const count of [0, 2]) {
      const { customer_id } = await debtor("بعقود", count);
      const { body } = await client.get(`/financial/receipts/new?customer=${customer_id}`);
      expect([count, selected(body, "contract_id")]).toEqual([count, undefined]);
      expect(focused(body)).toEqual(["customer_query"]);
    }
  });

  test("starts with it when the customer is chosen with JavaScript", async () => {
    const { customer_id } = await debtor("جمال الوحيد", 1);
    const [{ id }] = await office.knex("contracts").where({ customer_id });
    const page = await browser.signedIn("/financial/receipts/new", { login: administrator });
    await page.locator("[name=customer_query]").pressSequentially("جمال الوحيد");
    await page.getByRole("option", { name: "جمال الوحيد" }).click();
    await expect.poll(() => page.locator("[name=contract_id]").inputValue()).toBe(`${id}`);
    expect(await page.locator("[name=currency_id]").inputValue()).toBe(`${riyal}`);
  });
});

test("a payment that gives a contract's money back starts with the amount", async () => {
  const { customer_id } = await debtor("يُرد له", 1);
  const { id } = await office.knex("contracts").where({ customer_id }).first("id");
  const account = await office.knex("accounts").where({ currency_id: riyal }).first("id");
  const paid = {
    customer_id,
    contract_id: id,
    amount: 200,
    currency_id: riyal,
    description: "دفعة",
    date: today,
  };
  const { status } = await client.post("/api/receipt-vouchers", {
    ...paid,
    ...{ payment_method: "cash", cash_box_id: account.id },
  });
  expect(status).toBe(201);
  await client.put(`/api/contracts/${id}`, { status: "cancelled" });
  const { body } = await client.get(`/financial/payments/new?contract=${id}`);
  expect(focused(body)).toEqual(["amount"]);
});

describe("a contract in a campaign with one package", () => {
  test("has it without JavaScript", async () => {
    const { campaign_id, package_id } = await debtor("بلا برامج", 0);
    const { body } = await client.submit("/contracts/new", {
      campaign_id: `${campaign_id}`,
      intent: "packages",
    });
    expect(selected(body, "package_id")).toBe(`${package_id}`);
  });

  test("has it with JavaScript, with its price", async () => {
    const { campaign_id, package_id } = await debtor("ببرامج", 0);
    const page = await browser.signedIn("/contracts/new", { login: administrator });
    await page.locator("dialog [name=campaign_id]").selectOption(`${campaign_id}`);
    await expect.poll(() => page.locator("dialog [name=package_id]").inputValue()).toBe(`${package_id}`);
    expect(await page.locator("dialog form").innerText()).toMatch(/المبلغ الإجمالي\s*500\.00/);
  });
});

test("contracts are found by their agent's name, alone and beside other filters", async () => {
  const agent_id = await makeAgent(office.knex, { name: "وكالة النسيم" });
  const { body } = await sign({ agent_id });
  await sign({});
  const find = async (query: string) =>
    (await client.get(`/api/contracts?search=${encodeURIComponent("النسيم")}${query}`)).body.contracts.map(
      ({ id }: { id: number }) => id,
    );
  expect(await find("")).toEqual([body.contract.id]);
  expect(await find("&status=active")).toEqual([body.contract.id]);
  expect(await find("&status=cancelled")).toEqual([]);
});
