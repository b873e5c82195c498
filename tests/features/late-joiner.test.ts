import { expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { makeCustomer } from "../support/factories";
import { useJourneys } from "../support/journeys";
import { pageAfter } from "../support/notice";
import { useOffice } from "../support/office";
import { textOf } from "../support/papers-text";
import { enterAs } from "../support/users";

const { office, client } = useOffice({ isFaultless: true });
const { at, newTrip, newGroup, depart } = useJourneys(office, client);

const sign = async (customer_id: number) => {
  const contract = { campaign_id: at.campaignId, package_id: at.packageId, customer_id };
  const { status, body } = await client.post("/api/contracts", contract);
  expect(status, body.error).toBe(201);
  return body.contract.id as number;
};

test("a new contract leads into its campaign's groups, and from there to bed, seat and visa", async () => {
  await newTrip();
  const group = await newGroup("2027-03-02");
  const gone = await newGroup("2027-03-03");
  await depart(gone.id);
  const customer_id = await makeCustomer(office.knex, { name: "سالم المتأخر" });
  const contract = `/contracts/${await sign(customer_id)}`;
  const { body } = await client.get(contract);
  const way = `/trips/groups/${group.id}/members/new?customer_id=${customer_id}`;
  expect(body).toContain(`href="${way}"`);
  expect(textOf(body)).toContain("بلا مجموعة. أضفه إلى:");
  expect(body).not.toContain(`/trips/groups/${gone.id}/members/new`);

  const form = await client.get(way);
  expect(form.body).toContain("سالم المتأخر");
  const sent = {
    customer_id: String(customer_id),
    idempotency_key: hiddenField(form.body, "idempotency_key"),
  };
  const joined = await client.submit(way, { ...sent, author: hiddenField(form.body, "author") });
  expect([joined.status, joined.headers.get("location")]).toEqual([302, `/trips/groups/${group.id}/members`]);
  const members = await pageAfter(joined, office.url, client);
  for (const href of [
    `/trips/groups/${group.id}/rooms`,
    `/trips/groups/${group.id}/buses`,
    `/trips/visas/new?customer_id=${customer_id}&amp;group_id=${group.id}`,
  ])
    expect(members).toContain(`href="${href}"`);

  const shown = await client.get(contract);
  expect(textOf(shown.body)).toContain(`${group.name} بلا سرير: الغرف · بلا مقعد: الحافلات`);
  const { id: hotel } = await office.knex("hotels").orderBy("id").first("id");
  expect(shown.body).toContain(`/trips/groups/${group.id}/rooms?hotel=${hotel}&amp;visit=1`);
  const seller = await enterAs(office, "بائع", ["manage_contracts"]);
  const told = await seller.get(contract);
  expect(told.body).toContain(group.name);
  expect(told.body).not.toContain(`href="/trips/groups/${group.id}`);
});
