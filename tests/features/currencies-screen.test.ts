import { beforeAll, describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { makeCurrency } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client } = useOffice();

beforeAll(async () => {
  await makeCurrency(office.knex, "USD", "1", { is_default: true });
  await makeCurrency(office.knex, "SAR", "0.26666666666666666667", { name: "ريال سعودي" });
  for (const code of ["KWD", "JPY", "YER"]) await makeCurrency(office.knex, code, "0.5");
});

const screen = "/settings/accounts/currencies";

async function idOf(code: string): Promise<number> {
  return (await office.knex("currencies").where({ code }).first("id")).id;
}

const read = async (code: string) => (await client.get(`/api/currencies/${await idOf(code)}`)).body.currency;

describe("the screen without JavaScript", () => {
  const fields = { name: "يورو", code: "eur", symbol: "€", exchange_rate: "١٫٠٨" };

  test("adds, changes and deletes a currency", async () => {
    const form = await client.get(`${screen}/new?page=1`);
    const idempotencyKey = hiddenField(form.body, "idempotency_key");
    for (let times = 0; times < 2; times++) {
      const added = await client.submit(`${screen}/new?page=1`, {
        ...fields,
        idempotency_key: idempotencyKey,
      });
      expect(added.status).toBe(302);
      expect(added.headers.get("Location")).toBe(`${screen}?page=1`);
    }
    expect(await read("EUR")).toMatchObject({ name: "يورو", exchange_rate: 1.08 });

    const id = await idOf("EUR");
    const edit = await client.get(`${screen}/${id}/edit`);
    expect(edit.body).toContain('value="1.08"');
    const updated_at = hiddenField(edit.body, "updated_at");
    const changed = { ...fields, exchange_rate: "1.1", updated_at };
    expect((await client.submit(`${screen}/${id}/edit`, changed)).status).toBe(302);
    expect((await read("EUR")).exchange_rate).toBe(1.1);

    const stale = await client.submit(`${screen}/${id}/edit`, { ...changed, name: "يورو أوروبي" });
    expect(stale.status).toBe(409);
    expect(stale.body).toContain("خطأ في تحديث العملة: عدّلت هذا السجل من شاشة أخرى");
    expect(stale.body).toContain('value="يورو أوروبي"');
    expect(stale.body).toContain("القيمة الحالية");

    const question = await client.get(`${screen}/${id}/delete`);
    expect(question.body).toContain("هل أنت متأكد من حذف العملة «يورو»؟");
    expect(question.body).toContain("تأكيد الحذف");
    expect((await client.submit(`${screen}/${id}/delete`, {})).status).toBe(302);
    expect(await office.knex("currencies").where({ id })).toEqual([]);
  });

  test("keeps what was typed when it refuses", async () => {
    const { status, body } = await client.submit(`${screen}/new`, {
      ...fields,
      name: "",
      exchange_rate: "-4 <b>",
    });
    expect(status).toBe(422);
    expect(body).toContain("خطأ في إضافة العملة: الرجاء تعبئة جميع حقول العملة");
    expect(body).toContain('value="-4 &lt;b&gt;"');
    expect(body).toContain('value="eur"');
    expect(await office.knex("currencies").where({ code: "EUR" })).toEqual([]);
  });

  test("asks before it sets another default, and names the reason when it does not delete", async () => {
    const sar = await idOf("SAR");
    const question = await client.get(`${screen}/${sar}/set-default`);
    expect(question.body).toContain("هل تريد تعيين «ريال سعودي» عملة افتراضية؟");
    expect((await client.submit(`${screen}/${sar}/set-default`, {})).status).toBe(302);
    expect((await read("SAR")).is_default).toBe(true);
    const refused = await client.submit(`${screen}/${sar}/delete`, {});
    expect(refused.status).toBe(409);
    expect(refused.body).toContain("خطأ في حذف العملة: لا يمكن حذف العملة الافتراضية");
    const list = (await client.get(screen)).body;
    expect(list.match(/أساسية/g)).toHaveLength(1);
    expect(list.match(/فرعية/g)).toHaveLength(4);
    await client.submit(`${screen}/${await idOf("USD")}/set-default`, {});
  });
});
