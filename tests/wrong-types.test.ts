import { beforeAll, describe, expect, test } from "vitest";
import { faultsIn } from "./support/app";
import { doors } from "./support/doors";
import { useOffice } from "./support/office";
import { schemasOfProduct } from "./support/schemas";

/* A value of another type than a field's is refused in Arabic, whichever field of whichever call it is sent to. */

const wrong: [name: string, value: unknown][] = [
  ["a text", "نص"],
  ["a number", 7.5],
  ["true", true],
  ["an object", {}],
  ["a nested object", { id: { id: [1] } }],
  ["an empty list", []],
  ["a list of texts", ["نص", "نص"]],
  ["a list of lists", [[1], [[2]]]],
  ["a list of nothing", [null]],
  ["a list of objects", [{}, { id: "x" }]],
  ["nothing", null],
];

/** What of a sentence is in Latin letters, beside examples and the names of kinds of files. */
const latinIn = (sentence: string) =>
  sentence.replace(/www\.example\.com|\b(SAR|PNG|JPEG|WebP|PDF|[AZP])\b/g, "").match(/[a-z]+/gi) ?? [];

describe("the sentences of a schema", () => {
  test.each(wrong)("for %s are in Arabic", async (_, value) => {
    const faults: string[] = [];
    for (const [place, fields] of await schemasOfProduct())
      for (const [name, schema] of Object.entries(fields))
        for (const { message } of schema.safeParse(value).error?.issues ?? [])
          if (latinIn(message).length) faults.push(`${place}.${name}: ${message}`);
    expect(faults).toEqual([]);
  });
});

describe("the sentences of a call", () => {
  const { office, client } = useOffice();
  let names: string[] = [];
  /** Those with a body, of which none changes its sender. */
  const calls = Object.entries(doors).flatMap(([address, door]) =>
    (["POST", "PUT"] as const)
      .filter((method) => door[method] && address.startsWith("/api/") && !/logout|refused|\*/.test(address))
      .map((method) => ({ method, address })),
  );

  beforeAll(async () => {
    const schemas = [...(await schemasOfProduct()).values()];
    const own = ["stays", "visas", "dry_run", "code", "mrz", "updated_at"]; // of schemas that a call keeps to itself
    names = [...new Set([...schemas.flatMap(Object.keys), ...own])];
    const { body } = await client.post("/api/campaigns", {
      name: "حملة",
      type: "عمرة",
      start_date: "2027-01-01",
      end_date: "2027-02-01",
      total_seats: 50,
    });
    await client.post("/api/groups", { name: "مجموعة", campaign_id: body.campaign.id, capacity: 40 });
  });

  test.each(wrong)("for %s in every field are in Arabic", async (_, value) => {
    const body = Object.fromEntries(names.map((name) => [name, value]));
    const faults: string[] = [];
    for (const { method, address } of calls) {
      const answer = await client.send(method, address.replace(/:\w+/g, "1"), {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      const { error, message, fields = {} } = answer.body;
      const sentences = [error, message, ...Object.values(fields)].filter(Boolean) as string[];
      if (answer.status >= 500 || (answer.status >= 400 && !sentences.length))
        faults.push(`${method} ${address} ${answer.status}`);
      for (const one of sentences) if (latinIn(one).length) faults.push(`${method} ${address}: ${one}`);
    }
    expect(calls.length).toBeGreaterThan(70);
    expect(faults).toEqual([]);
    expect(faultsIn(office.app.output())).toEqual([]);
  });
});
