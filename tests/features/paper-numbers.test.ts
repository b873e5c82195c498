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

describe("a paper without a number", () => {
  const words = [
    "لا يوجد",
    "-",
    "—",
    "٠",
    "000",
    "n/a",
    "تحت التجديد",
    "بدون رقم",
    "???",
    "مع أمه",
    "not yet",
  ];
  test.each(words)("is nobody's identity: %j", async (word) => {
    await office.knex("customers").delete();
    const papers = { passport_number: word, national_id: word };
    for (const phone of ["+967770001001", "+967770001002"]) {
      const { status, body } = await client.post("/api/customers", {
        name: `بلا ورقة ${phone}`,
        phone,
        ...papers,
      });
      expect([status, body.customer?.passport_number, body.customer?.national_id]).toEqual([201, null, null]);
    }
    const form = { name: "بلا ورقة", phone: "+967770001003", ...papers };
    expect((await client.submit("/customers/new", form)).status).toBe(302);
    expect(await office.knex("customers").whereNotNull("passport_number")).toEqual([]);
  });

  test("has no visa: the number is asked for", async () => {
    const customer_id = await makeCustomer(office.knex);
    const visa = { customer_id, submission_date: "2026-02-01" };
    for (const passport_number of words) {
      const { status, body } = await client.post("/api/visas", { ...visa, passport_number });
      expect([passport_number, status, Object.keys(body.fields ?? {})]).toEqual([
        passport_number,
        422,
        ["passport_number"],
      ]);
    }
  });
});
