import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";

const { client } = useOffice();

describe("lookups", () => {
  test.each([
    ["cities", "cities", "city", { name_latin: null }],
    ["bus-types", "bus_types", "bus_type", {}],
    ["catering-types", "catering_types", "catering_type", {}],
    ["service-categories", "service_categories", "service_category", {}],
  ])("/api/%s gives and takes names, in their order, each once", async (address, key, item, more) => {
    for (const name of ["ياء", "  ألف  "]) {
      const { status, body } = await client.post(`/api/${address}`, { name });
      expect([status, body]).toEqual([
        201,
        { [item]: { id: expect.any(Number), name: name.trim(), ...more } },
      ]);
    }
    const { body } = await client.get(`/api/${address}`);
    const names = body[key].map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => ["ياء", "ألف"].includes(name))).toEqual(["ألف", "ياء"]);
    const again = await client.post(`/api/${address}`, { name: "ألف" });
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ["name"]]);
    const blank = await client.post(`/api/${address}`, { name: "  " });
    expect([blank.status, Object.keys(blank.body.fields)]).toEqual([422, ["name"]]);
    expect((await client.get(`/api/${address}?search=الف`)).body[key]).toHaveLength(1);
    expect((await client.delete(`/api/${address}/1`)).status).toBe(404);
  });

  test("a rating is a number of stars from 1 to 7", async () => {
    expect((await client.post("/api/ratings", { value: "٤" })).body).toEqual({
      rating: { id: expect.any(Number), value: 4 },
    });
    for (const value of ["", null, 0, 8, 4.5, "★"]) {
      const { status, body } = await client.post("/api/ratings", { value });
      expect([status, Object.keys(body.fields)], String(value)).toEqual([422, ["value"]]);
    }
  });
});
