import { describe, expect, test } from "vitest";
import { csv, importsOf } from "../support/imports";
import { useOffice } from "../support/office";

/* Telephones and papers in the signs that people and programs write. */

const { office, client } = useOffice();
const { uploaded } = importsOf(office, client);
const create = (body: object) => client.post("/api/customers", body);

const numbers = [
  ["0551–234—567", "0551-234-567"],
  ["０５５１２３４５６８", "0551234568"],
  ["055.123.4569", "055 123 4569"],
  ["055\u2060123\u034f4570", "0551234570"],
  ["0112345678 تحويلة ١٢", "0112345678 ext 12"],
  ["0112345679 Ext.13", "0112345679 ext 13"],
] as const;

describe("a telephone", () => {
  test.each(numbers)("%s by call, form and file is %s", async (typed, stored) => {
    const byCall = await create({ name: "من النداء", phone: typed });
    expect([byCall.status, byCall.body.customer?.phone]).toEqual([201, stored]);
    await client.submit("/customers/new", { name: "زهير من النموذج", phone: typed });
    const trial = await uploaded("customers", csv(["الاسم", "الهاتف"], ["لبيب من الملف", typed]));
    await client.submit(trial, {});
    const { customers } = (await client.get(`/api/customers?search=${encodeURIComponent(stored)}`)).body;
    expect(customers.filter(({ phone }: { phone: string }) => phone === stored)).toHaveLength(3);
  });

  test.each(["ext 12", "055 abc 123", "0551234567 ext", "١٢", "0551234567 ext 12345678"])(
    "%s is refused at its field",
    async (phone) => {
      const { status, body } = await create({ name: "خطأ", phone });
      expect([status, JSON.stringify(body)]).toEqual([
        422,
        expect.stringContaining("رقم الهاتف يتكون من أرقام"),
      ]);
    },
  );

  test("of no plan is compared as it is typed", async () => {
    await create({ name: "غازي بلا خطة", phone: "9-112-3456" });
    const asked = await client.submit("/customers/new", { name: "غازي بلا خطه", phone: "91123456" });
    expect([asked.status, asked.body.includes("هل هذا شخص آخر؟")]).toEqual([409, true]);
    const other = await client.submit("/customers/new", { name: "غازي بلا خطه", phone: "91123457" });
    expect(other.status).toBe(302);
    await create({ name: "منير بلا رقم", phone: "0777" });
    expect((await client.submit("/customers/new", { name: "منير بلا رقم", phone: "0777" })).status).toBe(302);
  });
});

test.each([
  ["an invisible blank", "Z55\u200b00112"],
  ["a joiner between letters", "Z\u200dX5500113"],
  ["a grapheme joiner", "Z55\u034f00114"],
  ["a filler", "Z55\u316400115"],
  ["a variation selector", "Z5500116\ufe0f"],
  ["an empty braille cell", "Z55\u280000117"],
])("no second passport by %s", async (_, passport_number) => {
  const plain = passport_number.replace(/[^A-Z0-9]/g, "");
  const first = await create({ name: "صاحب الجواز", phone: "0551112233", passport_number: plain });
  expect(first.status).toBe(201);
  const again = await create({ name: "آخر", phone: "0551112244", passport_number });
  expect([again.status, Object.keys(again.body.fields ?? {})]).toEqual([409, ["passport_number"]]);
  const kept = await create({ name: "ثالث", phone: "0551112255", national_id: passport_number });
  expect(kept.body.customer.national_id).toBe(plain);
});
