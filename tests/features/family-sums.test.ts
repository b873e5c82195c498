import { expect, test } from "vitest";
import { contractsOf } from "../support/contracts";
import { makeAccount, makeCustomer, makeReceipt } from "../support/factories";
import { useOffice } from "../support/office";
import { wordsIn } from "../support/shares";

/* A family's contracts: what they cost together, what is left and what is due today, on the contract, the receipt and their papers. */

const { office, client, browser } = useOffice({ isBusy: true });
const { ids, signed } = contractsOf(office, client, { name: "علي بن ناصر" });

/** The contracts of a family of three, of which the first has paid 10. */
async function signFamily() {
  const companion_ids = [await makeCustomer(office.knex), await makeCustomer(office.knex)];
  const answer = await client.submit("/contracts/new", {
    ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)])),
    companion_ids: companion_ids.map(String),
  });
  expect(answer.status).toBe(302);
  const { searchParams } = new URL(String(answer.headers.get("Location")), "http://office");
  const family = (searchParams.get("contracts") ?? "").split(",").map(Number);
  const receipt = await makeReceipt(office.knex, Number(family[0]));
  return { family, receipt: Number(receipt) };
}

const sums = (total: string, rest: string, due = rest) =>
  `إجمالي العقود ${total} $ المتبقي منها ${rest} $ المستحق اليوم ${due} $`;

test("each shows the sums of those that stand, and a contract signed alone shows none", async () => {
  const alone = await signed({ customer_id: await makeCustomer(office.knex) });
  const { family, receipt } = await signFamily();
  const [, second, third] = family;
  const addresses = [
    `/contracts/${second}`,
    `/contracts/${second}/print`,
    `/financial/receipts/new?contract=${third}`,
    `/financial/receipts/${receipt}/print`,
  ];
  const read = async (address: string) => wordsIn((await client.get(address)).body).replaceAll(/ *، */g, " ");
  for (const address of addresses) expect(await read(address)).toContain(sums("3,751.50", "3,741.50"));
  await client.put(`/api/contracts/${third}`, { status: "cancelled" });
  for (const address of addresses.toSpliced(2, 1))
    expect(await read(address)).toContain(sums("2,501.00", "2,491.00"));
  await client.put(`/api/contracts/${second}`, { status: "cancelled" });
  for (const address of [...addresses.toSpliced(2, 1), `/contracts/${alone.id}`])
    expect(await read(address)).not.toContain("إجمالي العقود");
});

test("a receipt's form shows them for the contract that it chooses, with scripts and without", async () => {
  const { family } = await signFamily();
  await makeAccount(office.knex, 1);
  const { customer_id } = await office.knex("contracts").where({ id: family[1] }).first("customer_id");
  const chosen = await client.submit("/financial/receipts/new", {
    customer_id: String(customer_id),
    intent: "lookup",
  });
  expect(wordsIn(chosen.body)).toContain(sums("3,751.50", "3,741.50"));
  const { contract_number } = await office
    .knex("contracts")
    .where({ id: family[2] })
    .first("contract_number");
  const search = { contract_query: contract_number, intent: "contracts" };
  const ofOther = await client.submit("/financial/receipts/new", search);
  expect(wordsIn(ofOther.body)).toContain(sums("3,751.50", "3,741.50"));

  const page = await browser.signedIn("/financial/receipts/new");
  await page.getByRole("combobox", { name: "العميل" }).fill("علي بن ناصر");
  await page.getByRole("option", { name: "علي بن ناصر" }).first().click();
  await page.getByRole("link", { name: "عقود العائلة (3)" }).waitFor();
  await expect.poll(async () => wordsIn(await page.content())).toContain(sums("3,751.50", "3,741.50"));
});

test("the call names the contracts that were signed with one", async () => {
  await signed({ customer_id: await makeCustomer(office.knex) });
  const { family } = await signFamily();
  for (const id of family) {
    const { contracts } = (await client.get(`/api/contracts?signed_with=${id}`)).body;
    expect(new Set(contracts.map((one: { id: number }) => one.id))).toEqual(new Set(family));
  }
  expect((await client.get("/api/contracts?signed_with=x")).status).toBe(422);
  expect((await client.get("/api/contracts?signed_with=999999")).body.contracts).toEqual([]);
});
