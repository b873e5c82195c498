import { expect, test } from "vitest";
import { tomorrow, useHolds } from "../support/holds";
import { useOffice } from "../support/office";

/* Seats are held, signed and given back by many at once: nobody gets one twice, and nobody waits in a circle (docs/decisions/locks.md). */

const { office, client } = useOffice({ isBusy: true });
const { campaignOf, hold, held, waits, sign, signHold, customers, seatsOf, end } = useHolds(office, client);

const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();
const oneOf = (count: number) => [201, ...Array.from({ length: count - 1 }, () => 409)];

test("of fifty at once on the last seat one holds it", async () => {
  const campaign_id = await campaignOf(1);
  expect(await statusesOf(Array.from({ length: 50 }, () => hold({ campaign_id })))).toEqual(oneOf(50));
  expect(await seatsOf(campaign_id)).toEqual([0, 1, 0]);
});

test("of fifty who hold or sign the last seat at once one has it", async () => {
  const campaign_id = await campaignOf(1);
  const people = await customers(25);
  const answers = people.flatMap((customer_id) => [
    sign({ campaign_id, customer_id }),
    hold({ campaign_id }),
  ]);
  expect(await statusesOf(answers)).toEqual(oneOf(50));
  const [booked, kept, free] = await seatsOf(campaign_id);
  expect([booked + kept, free]).toEqual([1, 0]);
});

test("of fifty who sign one hold of five seats at once five do, and a line of the list is served once", async () => {
  const campaign_id = await campaignOf(5);
  const { id } = await held({ campaign_id, seats: 5 });
  const statuses = (await Promise.all(Array.from({ length: 50 }, () => signHold(id, 1)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(5);
  expect(statuses.filter((status) => status === 404)).toHaveLength(45);
  expect(await seatsOf(campaign_id)).toEqual([5, 0, 0]);
  const other = await campaignOf(9);
  const line = await waits({ campaign_id: other, seats: 2 });
  const path = `/api/waiting-list/${line.id}/hold`;
  const served = await statusesOf(Array.from({ length: 10 }, () => client.post(path, { until: tomorrow() })));
  expect(served).toEqual([201, ...Array.from({ length: 9 }, () => 404)]);
});

test("the seat of a hold that has ended is given once, to who signs or to who extends it", async () => {
  const campaign_id = await campaignOf(1);
  const { id } = await held({ campaign_id });
  await end(id);
  const answers = [
    ...(await customers(10)).map((customer_id) => sign({ campaign_id, customer_id })),
    ...Array.from({ length: 10 }, () => client.put(`/api/holds/${id}`, { until: tomorrow() })),
  ];
  await Promise.all(answers);
  const [booked, kept, free] = await seatsOf(campaign_id);
  expect([booked + kept, free]).toEqual([1, 0]);
});

test("holds, signings, cancellings and changes of the total beside each other sell no seat twice", async () => {
  const campaigns = await Promise.all([campaignOf(6), campaignOf(6)]);
  const at = (turn: number) => campaigns[turn % 2] as number;
  const clerks = Array.from({ length: 4 }, (_, clerk) => async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const campaign_id = at(clerk + turn);
      const made = await hold({ campaign_id, seats: 1 + (turn % 3) });
      statuses.push(made.status);
      if (made.status === 201) {
        const path = `/api/holds/${made.body.hold.id}`;
        const change = turn % 2 ? { seats: 2 } : { campaign_id: at(clerk + turn + 1) };
        statuses.push((await client.put(path, change)).status);
        const contracts = await signHold(made.body.hold.id, 1, { end_rest: turn % 2 === 0 });
        statuses.push(contracts.status);
        if (contracts.status === 201)
          statuses.push(
            (await client.put(`/api/contracts/${contracts.body.contracts[0].id}`, { status: "cancelled" }))
              .status,
          );
      }
      const [customer_id] = await customers(1);
      const signed = await sign({ campaign_id, customer_id });
      const total = await client.put(`/api/campaigns/${campaign_id}`, { total_seats: 5 + (turn % 3) });
      statuses.push(signed.status, total.status);
    }
    return statuses;
  });
  let isDone = false;
  const sums: number[][] = [];
  const watcher = (async () => {
    while (!isDone) {
      for (const id of campaigns) sums.push(await seatsOf(id));
    }
  })();
  const statuses = (await Promise.all(clerks.map((work) => work()))).flat();
  isDone = true;
  await watcher;
  expect(statuses.filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
  expect(sums.filter(([, , free]) => Number(free) < 0)).toEqual([]);
  for (const id of campaigns) {
    const { total_seats } = await office.knex("campaigns").where({ id }).first("total_seats");
    const [booked, kept, free] = await seatsOf(id);
    expect(booked + kept + free).toBe(total_seats);
  }
});
