import { expect } from "vitest";
import type { Client } from "./client";

/** A customer with every field. */
export const whole = {
  name: "عبد الرحمن بن محمد الغامدي",
  phone: "+966 50 123-4567",
  national_id: "1012345678",
  passport_number: "A1234567",
  email: "abdulrahman@example.com",
  address: "حي العزيزية\nمكة المكرمة",
  date_of_birth: "1980-02-29",
  gender: "ذكر",
  status: "inactive",
};

/** Customers that tests make by call. */
export function customersOf(client: Client) {
  let number = 0;
  /** A customer of its own for a test. */
  async function create(fields: object = {}) {
    number++;
    const { status, body } = await client.post("/api/customers", {
      name: `عميل ${number}`,
      phone: `05000${number}`,
      ...fields,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.customer;
  }

  return { create };
}
