import { describe, expect, test } from "vitest";
import { officeToday } from "~/domain/office-day.server";
import { hiddenField } from "../support/client";
import { makeInvoice } from "../support/factories";
import { useOffice } from "../support/office";
import { address, usePayments } from "../support/payments";

const { office, client } = useOffice({ isBusy: true });

const { ids, toAgent, pay, change, invoiceOf } = usePayments(office, client);

describe("the list", () => {
  test("finds by number and beneficiary of each type, filters, newest date first, pages and counts", async () => {
    const listed = async (query: string) =>
      (await client.get(`${address}?page=1&per_page=200&${query}`)).body;
    const search = async (text: string) => (await listed(`search=${encodeURIComponent(text)}`)).total;
    await pay({ beneficiary_type: "other", beneficiary: "ورشة الأمانة", date: "2026-03-01" });
    const old = await pay({ beneficiary_type: "customer", customer_id: ids.customer, date: "2026-01-02" });
    await pay(toAgent());
    await pay(toAgent({ payment_method: "cheque", cash_box_id: undefined, bank_account_id: ids.bank }));
    await pay({ beneficiary_type: "supplier", supplier_id: ids.supplier, expense_id: undefined });
    await pay();
    expect((await change((await pay()).id, { status: "cancelled" })).status).toBe(200);
    const all = (await client.get(address)).body.payment_vouchers as { id: number; date: string }[];
    const inOrder = all.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
    expect(all.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    const page = (await client.get(`${address}?page=2&per_page=3`)).body;
    expect([page.total, page.payment_vouchers]).toEqual([all.length, all.slice(3, 6)]);
    expect(await search("ورشه الامانه")).toBe(1);
    expect(await search(old.payment_number)).toBe(1);
    for (const [text, count] of [
      ["سالم", 1],
      ["النور", 2],
      ["الصفوة", 1],
      ["إيجار المكتب", 2],
    ] as const)
      expect([text, await search(text)]).toEqual([text, count]);
    for (const [filter, count] of [
      ["beneficiary_type=other", 1],
      ["payment_method=cheque", 1],
      [`agent_id=${ids.agent}`, 2],
      ["status=cancelled&beneficiary_type=expense", 1],
    ] as const)
      expect([filter, (await listed(filter)).total]).toEqual([filter, count]);
    expect((await listed("from=2026-01-01&to=2026-01-31")).payment_vouchers).toEqual([old]);
    for (const query of ["status=zzz", "beneficiary_type=x", "customer_id=x", "from=yesterday"])
      expect((await client.get(`${address}?${query}`)).status).toBe(422);
  });

  test("shows the cards: all that was paid in the default currency, how many, today's", async () => {
    await pay({ date: officeToday() });
    const { rows } = await office.knex.raw(
      `SELECT round(sum(amount * exchange_rate), 2) AS total, count(*),
              count(*) FILTER (WHERE date = '${officeToday()}') AS today
       FROM payment_vouchers JOIN currencies ON currencies.id = currency_id WHERE status = 'confirmed'`,
    );
    const { body } = await client.get("/financial/payments");
    const cards = [...body.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) => [
      label,
      value.replaceAll(/<[^>]*>/g, ""),
    ]);
    expect(cards).toEqual([
      [
        "إجمالي المصروفات",
        `${Number(rows[0].total).toLocaleString("en-US", { minimumFractionDigits: 2 })} $`,
      ],
      ["عدد السندات المؤكدة", String(rows[0].count)],
      ["سندات اليوم", String(rows[0].today)],
    ]);
  });
});

describe("the screens, without JavaScript", () => {
  const form = (changes: Record<string, string> = {}) => ({
    beneficiary_type: "other",
    beneficiary: "مطبعة الفجر",
    currency_id: String(ids.usd),
    amount: "١٢",
    payment_method: "cash",
    cash_box_id: String(ids.box),
    bank_account_id: "",
    payment_reference: "",
    date: "2026-11-02",
    description: "",
    ...changes,
  });
  const path = "/financial/payments/new";

  test("sent ten times at once, the form makes one voucher, and everyone is told so", async () => {
    const idempotency_key = hiddenField((await client.get(path)).body, "idempotency_key");
    const before = Number((await office.knex("payment_vouchers").count().first())?.count);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.submit(path, form({ idempotency_key }))),
    );
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("Location")}`))).toEqual(
      new Set(["302 /financial/payments"]),
    );
    expect(Number((await office.knex("payment_vouchers").count().first())?.count)).toBe(before + 1);
  });

  test("steps: the field of the type, then the partner's invoices; another type clears the reference", async () => {
    const invoice = await makeInvoice(office.knex, { agent_id: ids.agent }, "75");
    const first = (await client.submit(path, form({ beneficiary_type: "agent", intent: "beneficiary" })))
      .body;
    expect(first).toMatch(/<select[^>]*name="agent_id"/);
    expect(first).not.toMatch(/name="beneficiary"|name="agent_invoice_id"|role="alert"/);
    const chosen = { beneficiary_type: "agent", agent_id: String(ids.agent) };
    const second = (await client.submit(path, form({ ...chosen, intent: "beneficiary" }))).body;
    expect(second).toMatch(
      new RegExp(`name="agent_invoice_id".*<option value="${invoice}">[^<]*75\\.00 ر.س`, "s"),
    );
    const settling = form({ ...chosen, agent_invoice_id: String(invoice), amount: "20" });
    const third = (await client.submit(path, { ...settling, intent: "beneficiary" })).body;
    expect(third).toMatch(/id="payment-worth".*75\.00 ر.س/s);
    const other = { ...settling, beneficiary_type: "supplier", intent: "beneficiary" };
    expect((await client.submit(path, other)).body).not.toMatch(/name="agent_id"|name="agent_invoice_id"/);
    expect((await client.submit(path, settling)).status).toBe(302);
    expect(await invoiceOf(invoice)).toEqual([75, "paid"]);
  });

  test("searches for the customer", async () => {
    const step = form({ beneficiary_type: "customer", customer_query: "سالم", intent: "lookup" });
    const found = (await client.submit(path, step)).body;
    expect(found).toMatch(new RegExp(`<input type="radio"[^>]*value="${ids.customer}"`));
  });

  test("refused, it keeps what was typed, with §5's sentence and the fields to blame", async () => {
    const { status, body } = await client.submit(
      path,
      form({ beneficiary: "", amount: "كثير", cash_box_id: "" }),
    );
    expect(status).toBe(422);
    expect(body).toContain('value="كثير"');
    const again = await client.submit(path, form({ beneficiary: "", cash_box_id: "" }));
    expect(again.body).toContain("فشل إصدار السند: الرجاء تعبئة جميع الحقول المطلوبة بشكل صحيح");
    for (const field of ["beneficiary", "cash_box_id"])
      expect(again.body).toContain(`id="payment_voucher-${field}-error"`);
  });

  test("from an invoice, the form is filled in; what is paid already has none", async () => {
    const invoice = await makeInvoice(office.knex, { supplier_id: ids.supplier }, "333.10");
    const { body } = await client.get(`${path}?invoice=${invoice}&page=2`);
    expect(body).toMatch(
      new RegExp(`name="purchase_invoice_id".*<option value="${invoice}" selected=""`, "s"),
    );
    expect(body).toContain('value="333.10"');
    expect(body).toMatch(/<a class="button" href="\/financial\/payments\?page=2"[^>]*>إلغاء/);
    await office.knex("invoices").where({ id: invoice }).update({ payment_status: "paid" });
    expect((await client.get(`${path}?invoice=${invoice}`)).status).toBe(409);
  });

  test("details, edit, cancellation and deletion say what they do", async () => {
    const { id, payment_number } = await pay({ description: null });
    const details = (await client.get(`/financial/payments/${id}?page=1`)).body;
    for (const text of ["لا يوجد", "manager", "100.00 $", payment_number]) expect(details).toContain(text);
    expect(details).toContain(`href="/financial/statements/expenses/${ids.expense}"`);
    const edit = (await client.get(`/financial/payments/${id}/edit`)).body;
    const updated_at = hiddenField(edit, "updated_at");
    const saved = await client.submit(`/financial/payments/${id}/edit`, form({ updated_at, amount: "9" }));
    expect(saved.status).toBe(302);
    for (const deed of ["cancel", "delete"]) {
      const page = await client.get(`/financial/payments/${id}/${deed}`);
      expect(page.body).toContain("سيعاد المبلغ إلى الحساب");
      expect((await client.submit(`/financial/payments/${id}/${deed}`, {})).status).toBe(302);
    }
    expect((await client.get(`/financial/payments/${id}`)).status).toBe(404);
  });

  test("prints with the amount in words and three signatures", async () => {
    const { id } = await pay({ amount: 1250, description: "دفعة\nأولى" });
    const { body } = await client.get(`/financial/payments/${id}/print`);
    for (const text of ["فقط ألف ومئتان وخمسون دولارًا أمريكيًا لا غير", "الصارف", "المستفيد", "المحاسب"])
      expect(body).toContain(text);
  });
});
