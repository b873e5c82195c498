import { describe, expect, test } from "vitest";
import { day, expectRefused } from "../support/closing";
import { formIn } from "../support/forms";
import { kinds, today, useInvoices } from "../support/invoices";
import { useOffice } from "../support/office";
import { textOf } from "../support/statements";
import { enterAs } from "../support/users";

/* An invoice that a user sets to paid without a voucher: who may, why, and since when (docs/decisions/invoices.md). */

const { office, client } = useOffice({ isFaultless: true });
const { callsOf } = useInvoices(office, client);
const right = "تسديد فاتورة دون سند صرف يحتاج صلاحية «العمليات المالية»";
const missing = "اكتب سبب سدادها دون سند صرف";

describe.each(kinds)("$path", (of) => {
  const { column, table, screen, item, path } = of;
  const { create } = callsOf(of);
  const read = async (id: number) => (await client.get(`${path}/${id}`)).body[item];

  test("a form needs a reason, keeps what was typed, and dates the decision today", async () => {
    const { id } = await create();
    const address = `${screen}/${id}/edit`;
    const { values } = formIn((await client.get(address)).body);
    expect(values).toHaveProperty("payment_reason", "");
    const paid = { ...values, payment_status: "paid", notes: "ما كتبته" };
    const refusal = await client.submit(address, paid);
    expect(refusal.status).toBe(422);
    expect(refusal.body).toContain(missing);
    expect(formIn(refusal.body).values).toMatchObject({ notes: "ما كتبته", payment_status: "paid" });
    expect((await read(id)).payment_status).toBe("pending");

    expect((await client.submit(address, { ...paid, payment_reason: "مقاصة" })).status).toBe(302);
    expect(await read(id)).toMatchObject({
      payment_status: "paid",
      remaining_amount: 0,
      paid_on: today,
      payment_reason: "مقاصة",
    });
    expect((await client.get(screen)).body).toContain("سدد الباقي دون سند: مقاصة");
    const reasonGone = formIn((await client.get(address)).body).values;
    expect((await client.submit(address, { ...reasonGone, payment_reason: "" })).body).toContain(missing);
    expect((await client.put(`${path}/${id}`, { payment_status: "pending" })).status).toBe(200);
    expect(await read(id)).toMatchObject({ payment_status: "pending", paid_on: null, payment_reason: null });
  });

  test("is cancelled on the day of the event, which is shown", async () => {
    const { id } = await create();
    const event_date = day(2);
    const { body } = await client.put(`${path}/${id}`, { payment_status: "cancelled", event_date });
    expect(body[item]).toMatchObject({ payment_status: "cancelled", cancelled_on: event_date });
    expect((await client.put(`${path}/${id}`, { payment_status: "pending" })).body[item].cancelled_on).toBe(
      null,
    );
  });

  test("a call needs no reason, as its clients know none", async () => {
    const { id } = await create({ payment_status: "paid" });
    expect(await read(id)).toMatchObject({ paid_on: today, payment_reason: null });
    expect((await client.put(`${path}/${id}`, { payment_reason: "عرف لاحقًا" })).status).toBe(200);
    expect(await read(id)).toMatchObject({ paid_on: today, payment_reason: "عرف لاحقًا" });
  });

  test("without manage_financials it is refused at the field, and a decision of others stays", async () => {
    const clerk = await enterAs(office, `clerk.${table}`, ["manage_invoices"]);
    const { id } = await create();
    const call = await clerk.put(`${path}/${id}`, { payment_status: "paid", payment_reason: "مقاصة" });
    expect([call.status, call.body.fields]).toEqual([403, { payment_status: right }]);
    const address = `${screen}/${id}/edit`;
    const { body } = await clerk.get(address);
    expect(formIn(body).values).not.toHaveProperty("payment_reason");
    expect(body.slice(body.indexOf("<dialog"))).not.toContain('<option value="paid">');
    const form = await clerk.submit(address, { ...formIn(body).values, payment_status: "paid" });
    expect([form.status, form.body.includes(right)]).toEqual([403, true]);

    await client.put(`${path}/${id}`, { payment_status: "paid", payment_reason: "مقاصة" });
    const { values } = formIn((await clerk.get(address)).body);
    const saved = await clerk.submit(address, { ...values, notes: "ملاحظة" });
    expect(saved.status).toBe(302);
    expect(await read(id)).toMatchObject({ notes: "ملاحظة", payment_reason: "مقاصة", paid_on: today });
  });

  test("the statement and the report of operations have it on its day", async () => {
    const created = await create({ amount: 731.25, description: "فاتورة القرار" });
    await client.put(`${path}/${created.id}`, { payment_status: "paid", payment_reason: "هدية للمكتب" });
    const lines = textOf((await client.get(`/financial/statements/${table}/${created[column]}`)).body);
    expect(lines).toMatch(
      new RegExp(`${today} سداد دون سند صرف ${created.invoice_number} هدية للمكتب 731\\.25`),
    );

    const report = `/reports/administrative?report=operations&from=${today}&to=${today}`;
    const { body } = await client.get(report);
    expect(textOf(body)).toMatch(
      new RegExp(`${created.invoice_number} \\S.* ${today} هدية للمكتب \\S+ 731\\.25`),
    );
    const reader = await enterAs(office, `reader.${table}`, ["view_reports"]);
    expect((await reader.get(report)).body).not.toContain("هدية للمكتب");
  });
});

describe("a decision of a closed period", () => {
  const decide = async (row: object) => {
    const { id: closed_by } = await office.knex("users").first("id");
    await office.knex("period_closings").insert({ closed_by, ...row });
  };

  test("ends on an open day; its invoice is neither corrected nor deleted", async () => {
    const [{ path, item }] = kinds as [(typeof kinds)[0]];
    const past = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
    const { create } = callsOf(kinds[0] as (typeof kinds)[0]);
    const { id } = await create({ invoice_date: past(9) });
    const paid = await client.put(`${path}/${id}`, { payment_status: "paid", event_date: past(8) });
    expect(paid.body[item].paid_on).toBe(past(8));
    const other = await create({ invoice_date: past(9) });
    await decide({ deed: "close", closed_until: past(7) });
    expectRefused(await client.put(`${path}/${id}`, { amount: 5 }), past(7));
    expectRefused(await client.delete(`${path}/${id}`), past(7));
    expectRefused(
      await client.put(`${path}/${other.id}`, { payment_status: "paid", event_date: past(8) }),
      past(7),
    );
    expect((await client.put(`${path}/${id}`, { notes: "ملاحظة" })).status).toBe(200);
    const { body } = await client.put(`${path}/${id}`, { payment_status: "pending", event_date: past(6) });
    expect([body[item].payment_status, body[item].paid_on]).toEqual(["pending", null]);
    const entries = await office
      .knex("entries")
      .where({ invoice_id: id, cause: "paid_without_voucher" })
      .orderBy("id");
    expect(entries.map(({ date }) => date)).toEqual([past(8), past(6)]);
  });
});
