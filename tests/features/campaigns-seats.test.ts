import { beforeAll, expect, test } from "vitest";
import { makeCampaign, makeCustomer, makeDollar, makePackage } from "../support/factories";
import { useOffice } from "../support/office";

/* Booked seats, which the writes of contracts keep, while many sign, cancel, uncancel and delete at once. */

const { office, client } = useOffice({ isBusy: true });

let packages: number[];
let campaigns: number[];
let customers: number[];
const seats = 12;

beforeAll(async () => {
  const { knex } = office;
  const usd = await makeDollar(knex);
  packages = [await makePackage(knex, usd, "100"), await makePackage(knex, usd, "200")];
  campaigns = [await makeCampaign(knex, seats, packages), await makeCampaign(knex, seats, packages)];
  customers = [];
  for (let count = 0; count < 16; count++) customers.push(await makeCustomer(knex));
});

/** Of each campaign: the seats that are kept, and the contracts that are not cancelled. */
async function keptAndCounted() {
  const { rows } = await office.knex.raw(
    `SELECT (SELECT count(*)::int FROM contracts WHERE campaign_id = campaigns.id AND status <> 'cancelled') AS counted
     FROM campaigns ORDER BY id`,
  );
  const { body } = await client.get("/api/campaigns");
  const kept = body.campaigns.map(({ booked_seats }: { booked_seats: number }) => booked_seats).reverse();
  return { kept, counted: rows.map(({ counted }: { counted: number }) => counted) };
}

test("are exact after each kind of write, and never more than there are, without a deadlock", async () => {
  const deadlocks = async () => {
    const { rows } = await office.knex.raw(
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
    );
    return rows[0].deadlocks;
  };
  const before = await deadlocks();
  const statuses = new Set<number>();
  const watch: number[] = [];
  await Promise.all(
    customers.map(async (customer_id, place) => {
      for (let turn = 0; turn < 3; turn++) {
        const contract_date = `2026-0${1 + ((place + turn) % 9)}-05`; // its month is one of the keys of the totals
        const signed = await client.post("/api/contracts", {
          ...{ customer_id, contract_date },
          campaign_id: campaigns[(place + turn) % 2],
          package_id: packages[place % 2],
        });
        statuses.add(signed.status);
        const path = `/api/contracts/${signed.body.contract?.id}`;
        if (signed.status !== 201) continue;
        for (const status of place % 3 ? ["cancelled", "active"] : ["cancelled"])
          statuses.add((await client.put(path, { status })).status);
        if (place % 4 === 0) statuses.add((await client.send("DELETE", path)).status);
        watch.push(...(await keptAndCounted()).kept);
      }
    }),
  );
  const { kept, counted } = await keptAndCounted();
  expect(kept).toEqual(counted);
  expect(Math.max(...watch)).toBeLessThanOrEqual(seats);
  expect(Math.max(...counted)).toBeGreaterThan(0);
  expect([...statuses].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  expect(await deadlocks()).toBe(before);
});

test("what the screen and the report tell is what is counted", async () => {
  const { kept, counted } = await keptAndCounted();
  expect(kept).toEqual(counted);
  const sum = kept[0] + kept[1];
  const booked = (html: string, label: string) =>
    Number(html.split(label)[1]?.match(/<dd[^>]*>(?:<[^>]*>)*(\d+)/)?.[1]);
  expect(booked((await client.get("/campaigns")).body, "المحجوز منها")).toBe(sum);
  const { body } = await client.get(
    "/reports/administrative/export/csv?report=campaigns&from=2026-01-01&to=2026-12-31",
  );
  expect(body).toContain(`المجموع,,${2 * seats},${sum},`);
});
