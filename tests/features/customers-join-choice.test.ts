import { expect, test } from "vitest";
import { later } from "~/domain/dates";
import type { Field } from "~/domain/fields";
import { officeToday } from "~/domain/office-day.server";
import { customer } from "~/features/customers/customer";
import { useOffice } from "../support/office";
import { sampleOf } from "../support/samples";

/* The records that the screen of a join offers to compare, and how it shows them. */

const { client } = useOffice();

const make = async (name: string, phone: string, more: object = {}) =>
  (await client.post("/api/customers", { name, phone, ...more })).body.customer.id as number;
const words = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

test("records of one telephone in two spellings are offered, and the number is not told to differ", async () => {
  const one = await make("سالم هاشم المرزوقي", "0510000111");
  const other = await make("سالم بن هاشم المرزوقي", "00966510000111");
  for (const [from, to] of [
    [one, other],
    [other, one],
  ])
    expect((await client.get(`/customers/${from}/join`)).body).toContain(`join?with=${to}"`);
  const { body } = await client.get(`/customers/${one}/join?with=${other}`);
  expect(words(body)).toContain("الاسم مختلف");
  expect(words(body)).not.toContain("رقم الهاتف مختلف");
});

test("an idle record is found by a search, and says that it is idle", async () => {
  const one = await make("نورة القحطاني", "0510000222");
  const idle = await make("نوره بنت سعد القحطاني", "0510000333", { status: "inactive" });
  const { body } = await client.get(`/customers/${one}/join?search=${encodeURIComponent("نوره بنت")}`);
  expect(body).toContain(`join?with=${idle}"`);
  expect(words(body)).toContain("غير نشط");
});

test("the record that stays takes over each value that it may lack, and the page shows both", async () => {
  const fields: [string, Field][] = Object.entries(customer.fields).filter(
    ([, field]) => "optional" in field,
  );
  const values = {
    ...Object.fromEntries(fields.map(([name, field], turn) => [name, sampleOf(field, turn, async () => 0)])),
    date_of_birth: later(officeToday(), -9000),
    passport_issue_date: later(officeToday(), -30),
    passport_expiry: later(officeToday(), 3000),
  };
  const bare = await make("فاطمة الزهراء باوزير", "0510000444");
  const full = await make("فاطمة باوزير", "0510000555", values);
  const { body } = await client.get(`/customers/${bare}/join?with=${full}`);
  for (const [, { label }] of fields) expect(words(body)).toContain(label);
  await client.post(`/api/customers/${bare}/join`, { customer_id: full });
  expect((await client.get(`/api/customers/${bare}`)).body.customer).toMatchObject(values);
});
