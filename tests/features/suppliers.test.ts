import { beforeAll, describe, expect, test } from "vitest";
import { supplier } from "~/features/suppliers/supplier";
import { type Client, hiddenField } from "../support/client";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";

const { office, client } = useOffice();
let made = 0;

const whole = () => ({
  name: `مورد ${++made}`,
  phone: "+966 12 574 3300",
  email: `orders${made}@example.com`,
  contact_person: "ماجد الحربي",
  service_type: made % 2 ? "hotels" : "catering",
  payment_terms: "نصف المبلغ عند الحجز",
  address: "مكة المكرمة\nالعزيزية",
  notes: `ملاحظة ${made}`,
  is_active: made % 3 !== 0,
});

standardCalls(office, client, supplier, {
  whole,
  required: ["name", "phone"],
  defaults: { email: null, contact_person: null, service_type: null, payment_terms: null, is_active: true },
  refused: [
    ["name", "س".repeat(151)],
    ["phone", "هاتف"],
    ["email", "orders@"],
    ["service_type", "flights"],
    ["is_active", "maybe"],
    ["notes", { a: 1 }],
  ],
  badFilters: ["service_type=flights", "is_active=x"],
});

const namesOf = ({ body }: Awaited<ReturnType<Client["get"]>>) =>
  body.suppliers.map(({ name }: { name: string }) => name);

describe("finding", () => {
  beforeAll(async () => {
    await client.post("/api/suppliers", {
      name: "مؤسسة الإيمان",
      phone: "0112233",
      service_type: "transportation",
    });
    await client.post("/api/suppliers", { name: "دار السلام", phone: "0445566", email: "salam@example.com" });
  });

  test.each([
    ["الايمان", ["مؤسسة الإيمان"]],
    ["٠١١٢٢", ["مؤسسة الإيمان"]],
    ["SALAM@", ["دار السلام"]],
    ["%", []],
    ["لا أحد", []],
  ])("by %s", async (q, names) => {
    expect(namesOf(await client.get(`/api/suppliers/search?q=${encodeURIComponent(q)}`))).toEqual(names);
    expect(namesOf(await client.get(`/api/suppliers?search=${encodeURIComponent(q)}`))).toEqual(names);
  });

  test("by category, which must be one", async () => {
    expect(namesOf(await client.get("/api/suppliers/by-category/transportation"))).toEqual(["مؤسسة الإيمان"]);
    for (const none of ["flights", "%20"])
      expect((await client.get(`/api/suppliers/by-category/${none}`)).status).toBe(422);
  });
});

describe("screens", () => {
  test("a supplier is added, found in the list, changed and deleted by forms as they stand", async () => {
    const form = (await client.get("/suppliers/new?search=الوفاء")).body;
    expect(form).toContain("إضافة مورد");
    const fields = { idempotency_key: hiddenField(form, "idempotency_key"), name: "شركة الوفاء", phone: "" };
    const refused = await client.submit("/suppliers/new", fields);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('value="شركة الوفاء"');
    const added = await client.submit("/suppliers/new?search=الوفاء", { ...fields, phone: "٠٥٠١٢٣" });
    expect([added.status, decodeURI(added.headers.get("Location") ?? "")]).toEqual([
      302,
      "/suppliers?search=الوفاء",
    ]);
    const [stored] = (await client.get("/api/suppliers?search=الوفاء")).body.suppliers;
    expect(stored).toMatchObject({ name: "شركة الوفاء", phone: "050123", is_active: true });

    const list = (await client.get("/suppliers?search=الوفاء")).body;
    expect(list).toContain(`/suppliers/${stored.id}/edit?search=`);
    const edit = (await client.get(`/suppliers/${stored.id}/edit`)).body;
    const saved = await client.submit(`/suppliers/${stored.id}/edit`, {
      updated_at: hiddenField(edit, "updated_at"),
      name: "شركة الوفاء",
      phone: "050123",
      is_active: "", // as a box that is not ticked
    });
    expect(saved.status).toBe(302);
    expect((await client.get(`/api/suppliers/${stored.id}`)).body.supplier.is_active).toBe(false);

    const stale = await client.submit(`/suppliers/${stored.id}/edit`, {
      updated_at: stored.updated_at,
      name: "شركة الوفاء",
      phone: "050999",
    });
    expect(stale.status).toBe(409);
    expect(stale.body).toContain("القيمة الحالية");

    const question = await client.get(`/suppliers/${stored.id}/delete`);
    expect(question.body).toContain("هل أنت متأكد من حذف المورد «شركة الوفاء»؟");
    expect((await client.submit(`/suppliers/${stored.id}/delete`, {})).status).toBe(302);
    expect((await client.get(`/api/suppliers/${stored.id}`)).status).toBe(404);
  });
});
