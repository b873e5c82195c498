import { expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { text } from "../support/client";
import { contractsOf } from "../support/contracts";
import { makeCustomer } from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";

/* Offers by their screens, forms posted as their HTML stands. */

const { office, client } = useOffice({ isFaultless: true });
const { ids, booked, signed } = contractsOf(office, client, { name: "علي بن ناصر", phone: "+967771234567" });
const today = officeToday();

async function made(more: Record<string, string | string[]> = {}) {
  const { values } = formIn((await client.get("/offers/new")).body);
  const { status, headers } = await client.submit("/offers/new", { ...values, ...text(ids), ...more });
  expect(status).toBe(302);
  return headers.get("location") as string;
}
const offerAt = async (path: string) => (await client.get(`/api${path}`)).body.offer;

test("the form makes an offer of a family, and its page has print and WhatsApp", async () => {
  const wife = await makeCustomer(office.knex, { name: "فاطمة صالح" });
  const path = await made({ companion_ids: [String(wife)], notes: "ينتظر الرد" });
  const { body } = await client.get(path);
  for (const words of ["فاطمة صالح", "2,501", "توقيع العقد", "ينتظر الرد"]) expect(body).toContain(words);
  const link = /href="https:\/\/wa\.me\/967771234567\?text=([^"]*)"/.exec(body)?.[1] ?? "";
  const message = decodeURIComponent(link);
  for (const words of ["علي بن ناصر", "2,501", "صالح حتى", later(today, 7)]) expect(message).toContain(words);
  const print = await client.get(`${path}/print`);
  for (const words of ["عرض سعر", "الشروط", "فاطمة صالح", "لا يحجز العرض مقعدًا"])
    expect(print.body).toContain(words);
  expect((await client.get("/offers?search=فاطمة")).body).toContain("علي بن ناصر");
  expect((await client.get(`/customers/${wife}`)).body).toContain(`href="${path}?customer_id=${wife}"`);
  expect((await client.get("/offers/export/csv")).body).toContain("علي بن ناصر");
});

test("its edit changes last day and discount, and its signing asks about a second contract", async () => {
  const path = await made();
  const until = later(today, 30);
  const change = {
    valid_until: until,
    discount_amount: "10",
    discount_kind: "percent",
    discount_reason: "قديم",
  };
  expect((await client.submit(`${path}/edit`, change)).status).toBe(302);
  expect(await offerAt(path)).toMatchObject({ valid_until: until, total_amount: 1125.45 });
  await office.knex("packages").where({ id: ids.package_id }).update({ total_price: "3000" });
  expect((await client.get(`${path}/sign`)).body).toContain("وليس الفرق خصمًا");
  await signed();
  const { status, body } = await client.submit(`${path}/sign`, {});
  expect(status).toBe(409);
  const { confirmed } = questionsIn(body);
  const done = await client.submit(`${path}/sign`, { confirmed });
  expect(done.status).toBe(302);
  const contract = (await client.get(`/api${done.headers.get("location")}`)).body.contract;
  expect(contract).toMatchObject({ total_amount: 1125.45, discount_amount: 125.05 });
  expect(await booked()).toBe(2);
  const number = contract.offer.offer_number;
  expect((await client.get(`/contracts/${contract.id}`)).body).toContain(`href="${path}"`);
  expect((await client.get(`/contracts/${contract.id}/print`)).body).toContain(number);
  expect((await client.get(path)).body).toContain(`href="/contracts/${contract.id}"`);
  expect((await client.get(`${path}/sign`)).body).toContain("وُقّع هذا العرض");
  expect((await client.get(`/settings/trail?kind=offers`)).body).toContain(number);
});

test("one that is over is not signed: its page leads to a new one at today's price", async () => {
  const path = await made({ notes: "كما هو" });
  const id = path.split("/").at(-1);
  await office
    .knex("offers")
    .where({ id })
    .update({ valid_until: later(today, -1) });
  const { body } = await client.get(`${path}/sign`);
  expect(body).toContain("انتهى العرض في");
  expect(body).not.toContain('<button class="button primary" type="submit">توقيع');
  expect((await client.get(path)).body).toContain(`/offers/new?from=${id}`);
  await office.knex("packages").where({ id: ids.package_id }).update({ total_price: "1300" });
  const again = `/offers/new?from=${id}`;
  const { headers } = await client.submit(again, formIn((await client.get(again)).body).values);
  expect(await offerAt(headers.get("location") as string)).toMatchObject({
    customer_id: ids.customer_id,
    total_amount: 1300,
    notes: "كما هو",
    status: "open",
  });
});

test("the form says what is missing, and a deletion is asked about", async () => {
  const { status, body } = await client.submit("/offers/new", {
    valid_until: later(today, -2),
    ...text(ids),
  });
  expect([status, body.includes("آخر يوم للعرض لا يكون قبل اليوم")]).toEqual([422, true]);
  const path = await made();
  expect((await client.submit(`${path}/delete`, {})).status).toBe(302);
  expect((await client.get(path)).status).toBe(404);
});
