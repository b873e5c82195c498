import { describe, expect, test } from "vitest";
import { enter, hiddenField } from "../support/client";
import { makeInvoice, makePayment } from "../support/factories";
import { day, kinds, names, today, useInvoices } from "../support/invoices";
import { useOffice } from "../support/office";
import { createUser } from "../support/users";

const { office, client } = useOffice({ isFaultless: true });

const { partners, riyalId, callsOf } = useInvoices(office, client);
const year = today.slice(0, 4);

describe.each(kinds)("$path", (of) => {
  const { kind, entity, column, prefix, table, screen, key, item, path } = of;
  const { one } = entity.noun;
  const { least, create } = callsOf(of);

  describe("what vouchers have paid of", () => {
    /** An invoice of 100 of which a voucher has paid 40, and its voucher. */
    async function paidInPart(more: object = {}, paid = "40") {
      const partner = { [column]: partners[kind][0] } as { agent_id: number };
      const id = await makeInvoice(office.knex, partner, "100", { paid_amount: paid, ...more });
      await makePayment(office.knex, riyalId(), paid, {
        ...partner,
        beneficiary_type: kind === "agent" ? "agent" : "supplier",
        invoice_id: id,
        settled_amount: paid,
        exchange_rate_at_payment: "1",
      });
      return id;
    }
    const change = async (id: number, body: object) => {
      const answer = await client.put(`${path}/${id}`, body);
      return answer.status === 200 ? answer.body[item].payment_status : [answer.status, answer.body.fields];
    };

    test("its partner stays, it is not cancelled, not deleted, and not less than what is paid", async () => {
      const id = await paidInPart();
      const { payment_number } = await office.knex("payment_vouchers").where({ invoice_id: id }).first();
      expect(await change(id, { [column]: partners[kind][1] })).toEqual([
        409,
        { [column]: expect.stringContaining(payment_number) },
      ]);
      expect(await change(id, { payment_status: "cancelled" })).toEqual([
        409,
        { payment_status: "لا تلغى فاتورة سدد منها سند صرف أو تخصيص: ألغه أولًا" },
      ]);
      expect(await change(id, { amount: 39.99 })).toEqual([
        409,
        { amount: "إجمالي الفاتورة لا يقل عما سددته سندات الصرف منها: 40.00 ر.س" },
      ]);
      const kept = await client.delete(`${path}/${id}`);
      expect([kept.status, kept.body.message]).toEqual([
        409,
        `لا يمكن الحذف: ${one} مستخدمة في سند الصرف ${payment_number}`,
      ]);
      const { body } = await client.submit(`${screen}/${id}/delete`, {});
      expect(body).toContain(`فشل حذف ${one}: لا يمكن الحذف`);
    });

    test("its status follows its total, unless another is chosen", async () => {
      const id = await paidInPart();
      expect(await change(id, { amount: 40 })).toBe("paid");
      expect(await change(id, { notes: "لا شيء" })).toBe("paid");
      expect(await change(id, { tax_amount: 0.01 })).toBe("pending");
      expect(await change(id, { amount: 39.99, payment_status: "pending" })).toBe("paid");
      expect(await change(id, { amount: 50, due_date: day(-1), payment_status: "paid" })).toBe("overdue");
      expect(await change(id, { amount: 60, payment_status: "paid" })).toBe("paid");
      expect(await change(id, { amount: 70, payment_status: "pending" })).toBe("pending");
      expect(await change(id, { amount: 80 })).toBe("pending");
      const unpaid = await create({ payment_status: "paid" });
      expect(await change(unpaid.id, { amount: 900 })).toBe("paid");
    });

    test("a cancelled voucher names it still", async () => {
      const id = await paidInPart();
      await office.knex("payment_vouchers").where({ invoice_id: id }).update({ status: "cancelled" });
      await office.knex("invoices").where({ id }).update({ paid_amount: 0 });
      expect(await change(id, { [column]: partners[kind][1] })).toEqual([409, expect.anything()]);
      expect(await change(id, { payment_status: "cancelled" })).toBe("cancelled");
      expect((await client.delete(`${path}/${id}`)).status).toBe(409);
    });

    test("is led to its payment by who may pay, while something is left", async () => {
      await office.knex("payment_vouchers").delete();
      await office.knex("invoices").where({ kind }).delete();
      const link = `/financial/payments/new?invoice=`;
      const id = await paidInPart();
      await paidInPart({ payment_status: "paid" }, "100");
      await paidInPart({ payment_status: "cancelled" });
      const links = (html: string) =>
        [...html.matchAll(/payments\/new\?invoice=(\d+)/g)].map(([, one]) => Number(one));
      expect(links((await client.get(screen)).body)).toEqual([id]);
      await createUser(office.knex, `clerk of ${item}`, ["manage_invoices"]);
      const clerk = await enter(office, { username: `clerk of ${item}` });
      expect((await clerk.get(screen)).body).not.toContain(link);
    });
  });

  test("a closed period takes none, and keeps what it has", async () => {
    const { id } = await create({ invoice_date: "2020-03-01" });
    const user = await office.knex("users").first("id");
    const close = (closed_until: string | null) =>
      office.knex("period_closings").insert({ closed_until, closed_by: user.id });
    await close("2020-12-31");
    for (const refused of [
      await client.post(path, least({ invoice_date: "2020-12-31" })),
      await client.put(`${path}/${id}`, { description: "متأخرة" }),
      await client.put(`${path}/${id}`, { invoice_date: "2021-01-01" }),
      await client.delete(`${path}/${id}`),
    ])
      expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("2020-12-31")]);
    const form = await client.submit(`${screen}/new`, fields({ invoice_date: "2020-05-05" }));
    expect(form.status).toBe(409);
    expect(form.body).toContain("الفترة مقفلة حتى 2020-12-31");
    await close(null);
    expect((await client.delete(`${path}/${id}`)).status).toBe(200);
  });

  test("a partner with invoices is not deleted, and the invoices are named", async () => {
    const { invoice_number } = await create({ [column]: partners[kind][1], invoice_number: "D-2026-1" });
    await office
      .knex("invoices")
      .where({ kind, [column]: partners[kind][1] })
      .whereNot({ invoice_number })
      .delete();
    const { status, body } = await client.delete(`/api/${table}/${partners[kind][1]}`);
    const { one: partner } = { agent: { one: "الوكيل" }, purchase: { one: "المورد" } }[kind];
    expect([status, body.message]).toEqual([
      409,
      `لا يمكن الحذف: ${partner} مستخدم في الفاتورة ${invoice_number}`,
    ]);
  });

  test("an invoice of the other kind is none here", async () => {
    const other = kinds.find((one) => one.kind !== kind) as (typeof kinds)[number];
    const { id } = await create();
    for (const answer of [
      await client.get(`${other.path}/${id}`),
      await client.put(`${other.path}/${id}`, { notes: "x" }),
      await client.delete(`${other.path}/${id}`),
      await client.get(`${other.screen}/${id}/edit`),
      await client.get(`${other.screen}/${id}/delete`),
      await client.submit(`${other.screen}/${id}/delete`, {}),
      await client.get("/invoices/others"),
      await client.submit("/invoices/others/new", {}),
    ])
      expect(answer.status).toBe(404);
    expect((await client.get(`${path}/${id}`)).status).toBe(200);
    expect((await client.get(`${screen.toUpperCase()}?payment_status=paid`)).status).toBe(200);
  });

  /** The form's fields as its HTML sends them. */
  const fields = (more: Record<string, string> = {}) => ({
    [column]: String(partners[kind][0]),
    invoice_number: "",
    payment_status: "pending",
    invoice_date: day(-3),
    due_date: "",
    description: "بيان من النموذج",
    amount: "٢٠٠٫٥٠",
    tax_amount: "30.08",
    notes: "",
    ...more,
  });

  test("an invoice is added, found, changed and deleted by forms as they stand", async () => {
    const asked = "search=النموذج";
    const form = (await client.get(`${screen}/new?${asked}`)).body;
    expect(form).toContain(`إضافة ${entity.noun.a}`);
    expect(form).toMatch(
      new RegExp(`إن ترك فارغًا أعطي الرقم التالي: <bdi dir="ltr">${prefix}-${year}-\\d{3}`),
    );
    expect(form).toContain("ر.س");
    const idempotency_key = hiddenField(form, "idempotency_key");
    const empty = await client.submit(`${screen}/new`, {
      ...fields({ [column]: "", amount: "-1" }),
      idempotency_key,
    });
    expect(empty.status).toBe(422);
    expect(empty.body).toContain('value="30.08"');
    expect(empty.body).toContain("المبلغ لا يقل عن صفر");

    const added = await client.submit(`${screen}/new?${asked}`, { ...fields(), idempotency_key });
    expect([added.status, decodeURI(added.headers.get("Location") ?? "")]).toEqual([
      302,
      `${screen}?${asked}`,
    ]);
    const again = await client.submit(`${screen}/new?${asked}`, { ...fields(), idempotency_key });
    expect(again.status).toBe(302);
    const { body } = await client.get(`${path}?${encodeURI(asked)}`);
    expect(body[key]).toHaveLength(1);
    const [stored] = body[key];
    expect(stored).toMatchObject({ total_amount: 230.58, tax_amount: 30.08, payment_status: "pending" });

    const list = (await client.get(`${screen}?${encodeURI(asked)}`)).body;
    expect(list).toContain(`>${stored.invoice_number}</bdi><small class="one-line">${names[0]}</small>`);
    expect(list).toContain("230.58 ر.س");
    const address = `${screen}/${stored.id}/edit`;
    const edit = (await client.get(address)).body;
    const updated_at = hiddenField(edit, "updated_at");
    const taken = await client.submit(address, { ...fields({ invoice_number: "D-2026-1" }), updated_at });
    expect(taken.status).toBe(409);
    expect(taken.body).toContain("رقم الفاتورة مستخدم من قبل");
    expect(taken.body).toContain('value="D-2026-1"');
    const saved = await client.submit(address, {
      ...fields({ tax_amount: "", notes: "بلا ضريبة" }),
      updated_at,
    });
    expect(saved.status).toBe(302);
    const now = (await client.get(`${path}/${stored.id}`)).body[item];
    expect(now).toMatchObject({ total_amount: 200.5, tax_amount: 0, invoice_number: stored.invoice_number });
    const stale = await client.submit(address, { ...fields({ amount: "7" }), updated_at });
    expect(stale.status).toBe(409);
    expect(stale.body).toContain("القيمة الحالية: <bdi>200.5</bdi>");

    const question = await client.get(`${screen}/${stored.id}/delete`);
    expect(question.body).toContain(`هل أنت متأكد من حذف ${one}`);
    expect((await client.submit(`${screen}/${stored.id}/delete`, {})).status).toBe(302);
    expect((await client.get(`${path}/${stored.id}`)).status).toBe(404);
  });

  test("the total is added up by a button where there is no JavaScript, and nothing is judged", async () => {
    const step = { ...fields({ amount: "1,000.10", tax_amount: "٠٫٢", description: "" }), intent: "compute" };
    const { status, body } = await client.submit(`${screen}/new`, step);
    expect([status, body.match(/<output class="money">(.*?)<\/output>/)?.[1]]).toEqual([200, "1,000.30 ر.س"]);
    expect(body).toContain('value="1,000.10"');
    expect(body).not.toContain("مطلوب</p>");
  });
});
