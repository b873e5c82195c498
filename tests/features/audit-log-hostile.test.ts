import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../support/client";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { createUser } from "../support/users";

/* The audit log words a column by its type, never by how a value looks, and shows as it is stored what has no words. */

describe("the audit log", () => {
  const { office, client } = useOffice();

  const textOf = async (path: string, by: Client = client) => {
    const { status, body } = await by.get(path);
    expect([path, status]).toEqual([path, 200]);
    return String(body).replace(/<[^>]*>/g, " ");
  };
  const everywhere = [
    "/settings/trail?per_page=200",
    "/settings/trail/export/csv",
    "/settings/trail/export/xlsx",
    "/",
  ];

  const names = ["2026-99-99T", "2026-02-18T10:00:00Z فوج", "14:05:00", "0000-00-00T00:00:00.000Z"];

  test.each(names)("names a customer «%s» as he is called", async (name) => {
    const id = await makeCustomer(office.knex, { name });
    await client.put(`/api/customers/${id}`, { address: name });
    for (const path of everywhere) await textOf(path);
    expect(await textOf(`/settings/trail?kind=customers&record=${id}`)).toContain(
      `${name} تعديل العميل`.split(" تعديل")[0],
    );
    expect((await textOf("/settings/trail/export/csv")).split(name).length).toBeGreaterThan(3);
    expect(await textOf("/")).toContain(name);
  });

  test("words instants and times of the day by their columns' types", async () => {
    await office.knex("audit_log").insert([
      {
        action: "update",
        kind: "cash_counts",
        changes: JSON.stringify({ opened_at: [null, "2026-02-18T10:00:00+00:00"] }),
      },
      {
        action: "update",
        kind: "trip_stages",
        changes: JSON.stringify({ time: ["16:25:00", "15:10:00"], date: ["2026-02-18", null] }),
      },
    ]);
    const text = await textOf("/settings/trail?per_page=200");
    expect(text).toContain("2026-02-18 13:00");
    expect(text).toMatch(/16:25\s/);
    expect(text).not.toContain("16:25:00");
  });

  const shapes: [string, unknown][] = [
    ["a text", "نص قديم"],
    ["a number", 7],
    ["nothing", null],
    ["an array", [["a", 1], null]],
    [
      "columns that are gone, with values of any shape",
      { gone: { deep: [1, { x: null }] }, also: [null], flag: true },
    ],
    ["pieces that are none", { pieces: [[5], null, 7] }],
    ["a schedule that is none", { schedule: [null, [{ due_date: null }]], amounts: [null, ["x", 1]] }],
    ["references out of range", { city_id: [99_999_999_999, 1.5], user_id: [-1, "x"] }],
    ["instants that are none", { opened_at: ["infinity", "2026-99-99T"], expected_at: [{}, []] }],
    ["names of JavaScript's own", { __proto__: 1, constructor: ["__proto__", "toString"] }],
  ];

  describe("lines of another shape", () => {
    beforeAll(async () => {
      for (const [, changes] of shapes)
        for (const action of ["insert", "update", "delete", "exported", "a deed of before"])
          for (const kind of ["cash_counts", "customers", "a_table_of_before", "constructor"])
            await office
              .knex("audit_log")
              .insert({ action, kind, changes: JSON.stringify(changes), record_name: "سطر" });
    });

    test("are there, as they are stored, among the others", async () => {
      for (const path of everywhere) await textOf(path);
      const text = await textOf("/settings/trail/export/csv");
      for (const part of [
        "نص قديم",
        "a deed of before",
        "a_table_of_before",
        "deep",
        "2026-99-99T",
        "99999999999",
      ])
        expect(text).toContain(part);
      expect(text).not.toContain("تعذر عرض هذا السطر");
      expect(text).toContain("2026-02-18T10:00:00Z فوج");
    });

    test("tell readers without the right to read customers nothing that may be a passport number", async () => {
      const changes = { old: { passport: "K1234567" }, changes: "K1234567" };
      await office
        .knex("audit_log")
        .insert({ action: "insert", kind: "customers", changes: JSON.stringify(changes) });
      await office
        .knex("audit_log")
        .insert({ action: "insert", kind: "customers", changes: JSON.stringify("K1234567") });
      await createUser(office.knex, "guard", ["manage_users"]);
      const guard = await signIn(office.url, { username: "guard", password: "Zamzam-2026" });
      for (const path of everywhere) expect(await textOf(path, guard)).not.toContain("K1234567");
      expect(await textOf("/settings/trail/export/csv")).toContain("K1234567");
    });
  });
});
