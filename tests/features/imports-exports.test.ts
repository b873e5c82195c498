import { expect, test } from "vitest";
import { figuresIn, importsOf, outcomesIn } from "../support/imports";
import { useOffice } from "../support/office";

/* What the office exports is known when it is imported. */

const { office, client } = useOffice({ demo: true });

const { uploaded } = importsOf(office, client);

test.each(["customers", "agents", "suppliers", "services/hotels", "trips/visas", "contracts"])(
  "all of the export of %s is there already, and nothing is wrong",
  async (kind) => {
    const { body } = await client.get(`/${kind}/export/csv`);
    const trial = await uploaded(kind, body as string);
    const page = (await client.get(trial)).body;
    const { "كل الأسطر": all, "مسجل من قبل": existing } = figuresIn(page);
    expect([existing, outcomesIn(page).filter((told) => !told.includes("مسجل من قبل"))]).toEqual([all, []]);
    expect(Number(all)).toBeGreaterThan(3);
  },
);
