import { expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { contractsOf } from "../support/contracts";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";

/* Offers that many sign at once. */

const { office, client } = useOffice({ isBusy: true });
const { ids, booked } = contractsOf(office, client);

async function made(customer_id: number) {
  const valid_until = later(officeToday(), 7);
  return (await client.post("/api/offers", { ...ids, customer_id, valid_until })).body.offer.id as number;
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const rest = Array.from({ length: 49 }, () => 409);

test("fifty at once: an offer is signed once", async () => {
  const id = await made(ids.customer_id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => client.post(`/api/offers/${id}/sign`, {})),
  );
  expect(statuses(answers)).toEqual([201, ...rest]);
  expect(await booked()).toBe(1);
});

test("fifty offers on the last seat: one is signed", async () => {
  const offers: number[] = [];
  while (offers.length < 50) offers.push(await made(await makeCustomer(office.knex)));
  await office.knex("campaigns").where({ id: ids.campaign_id }).update({ total_seats: 1 });
  const answers = await Promise.all(offers.map((id) => client.post(`/api/offers/${id}/sign`, {})));
  expect(statuses(answers)).toEqual([201, ...rest]);
});

test("the same key signs once, and says so twice", async () => {
  const id = await made(ids.customer_id);
  const once = () => client.post(`/api/offers/${id}/sign`, {}, { "Idempotency-Key": "offer-key" });
  const [first, second] = [await once(), await once()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.contracts[0].id).toBe(first.body.contracts[0].id);
});
