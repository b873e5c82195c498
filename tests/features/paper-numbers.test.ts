import { describe, expect, test } from "vitest";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { spellings } from "../support/paper-numbers";

/* A passport's number is one customer's, however it is written. */

const { office, client } = useOffice({ isBusy: true });

const taken = "رقم الجواز مسجل لعميل آخر";

describe("a passport's number that a customer has", () => {
  test.each(spellings("AB60-12"))("is not another's as %j", async (passport_number) => {
    const { knex } = office;
    await knex("customers").delete();
    const first = await client.post("/api/customers", {
      name: "أ",
      phone: "0500",
      passport_number: "AB60-12",
    });
    expect(first.status).toBe(201);
    const second = await client.post("/api/customers", { name: "ب", phone: "0501", passport_number });
    expect([second.status, second.body.fields]).toEqual([409, { passport_number: taken }]);
    const other = await makeCustomer(knex);
    const changed = await client.put(`/api/customers/${other}`, { passport_number });
    expect([changed.status, changed.body.fields]).toEqual([409, { passport_number: taken }]);
    expect((await client.put(`/api/customers/${first.body.customer.id}`, { passport_number })).status).toBe(
      200,
    );
  });

  test("is one of many customers' at the same moment", async () => {
    await office.knex("customers").delete();
    const answers = await Promise.all(
      spellings("RACE-1").map((passport_number) =>
        client.post("/api/customers", { name: "سباق", phone: "0500", passport_number }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true);
  });
});

test.each(["6110112345671", "61101 1234567 1", "٦١١٠١-١٢٣٤٥٦٧-١", "61101.1234567.1"])(
  "a national id that a customer has is not another's as %j",
  async (national_id) => {
    await office.knex("customers").delete();
    const first = { name: "أ", phone: "0500", national_id: "61101-1234567-1" };
    expect((await client.post("/api/customers", first)).status).toBe(201);
    const { status, body } = await client.post("/api/customers", { name: "ب", phone: "0501", national_id });
    expect([status, body.fields]).toEqual([409, { national_id: "رقم الهوية مسجل لعميل آخر" }]);
  },
);
