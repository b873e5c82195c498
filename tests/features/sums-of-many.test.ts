import { beforeAll, describe, expect, test } from "vitest";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client } = useOffice();

/** The tiles of a screen with their figures, and the link that asks for them. */
const look = async (path: string) => {
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  const figures = /<dl class="figures[^>]*>.*?<\/dl>/s.exec(body)?.[0] ?? "";
  return {
    tiles: [...figures.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, tile = ""]) => tile.replace(/<[^>]*>/g, "")),
    link: /<a href="([^"]*)">احسب المجاميع<\/a>/.exec(body)?.[1]?.replaceAll("&amp;", "&"),
  };
};

describe("the tiles above more rows than are counted", () => {
  beforeAll(async () => {
    await office.knex.raw(
      `WITH people AS (INSERT INTO customers (name, phone) SELECT 'معتمر ' || n, '771' || n FROM generate_series(1, 10001) AS n RETURNING id)
       INSERT INTO visas (customer_id, passport_number, visa_type, submission_date, status)
       SELECT id, 'P' || id, 'umrah', current_date, CASE WHEN id % 4 = 0 THEN 'rejected' ELSE 'pending' END FROM people`,
    );
  });

  test("are read on request", async () => {
    const all = await look("/trips/visas");
    expect(all.tiles[0]).toBe("10,001"); // kept by the writes
    expect(all.link).toBeUndefined();

    const many = await look("/trips/visas?visa_type=umrah&page=2");
    expect(many).toEqual({ tiles: [], link: "?visa_type=umrah&sums=true" });
    const summed = await look(`/trips/visas${many.link}`);
    expect(summed).toEqual({ tiles: all.tiles, link: undefined });
  });

  test("are there at once where the rows are counted", async () => {
    expect(await look("/trips/visas?visa_type=umrah&customer_name=معتمر 77")).toMatchObject({
      tiles: expect.arrayContaining(["111"]),
      link: undefined,
    });
  });

  test("are those of each row once, where more people match than are looked up", async () => {
    const pending = await office.knex("visas").where({ visa_type: "umrah", status: "pending" }).pluck("id");
    const { body } = await client.get("/api/visas?customer_name=معتمر&status=pending&page=1");
    expect(body).toMatchObject({ total: pending.length });
    expect(body.total_capped).not.toBe(true);
    expect((await look("/trips/visas?customer_name=معتمر&status=pending")).tiles).toContain("7,501");
  });

  test("are not offered where a filter has an invalid value", async () => {
    expect(await look("/trips/visas?visa_type=zzz")).toEqual({ tiles: [], link: undefined });
  });
});

test("of a period with more visas than are counted, a page has its newest ones, behind many later visas", async () => {
  const customer = await makeCustomer(office.knex);
  const ids: number[] = await office.knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica"); // the triggers would take a minute
    const { rows } = await trx.raw(
      `INSERT INTO visas (customer_id, passport_number, visa_type, submission_date)
       SELECT ?::int, 'H' || n, 'hajj', CASE WHEN n <= 10001 THEN date '2020-03-15' ELSE '2021-03-15' END
       FROM generate_series(1, 30001) AS n ORDER BY n RETURNING id`,
      [customer],
    );
    return rows.map(({ id }: { id: number }) => id);
  });
  const newest = ids.slice(0, 10_001).toReversed();
  for (const days of ["from=2020-03-01&to=2020-03-31", "hijri_year=1441&hijri_month=7", "to=2020-12-31"]) {
    const { body } = await client.get(`/api/visas?${days}&page=2`);
    expect(body).toMatchObject({ total: 10_000, total_capped: true });
    expect(body.visas.map(({ id }: { id: number }) => id)).toEqual(newest.slice(25, 50));
  }
});
