import { describe, expect, test } from "vitest";
import { settledStatus } from "~/features/invoices/settlement-status";
import { faultsIn } from "../support/app";
import { day, kinds, names, today, useInvoices } from "../support/invoices";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";

const { office, client } = useOffice({ isBusy: true });

const { partners, expectTotalsKept, callsOf } = useInvoices(office, client);

describe.each(kinds)("$path", (of) => {
  const { kind, entity, column, prefix, table, screen, item, path } = of;
  const name = column.replace("_id", "_name");
  let made = 0;

  const whole = () => {
    const isLate = ++made % 2 === 0;
    return {
      [column]: partners[kind][made % 2],
      invoice_number: `INV/${made}`,
      invoice_date: day(-40 - (made % 3)),
      due_date: day(isLate ? -1 : made % 5),
      description: `بيان ${made}`,
      amount: 100.25 + made,
      tax_amount: 15.05,
      campaign_id: null,
      payment_status: ["pending", "overdue", "cancelled", "paid"][made % 4],
      payment_reason: "مقاصة",
      notes: `ملاحظة ${made}`,
    };
  };
  const { least, create } = callsOf(of);

  standardCalls(office, client, entity, {
    whole,
    shown: (sent) => {
      const total = Number((Number(sent.amount) + Number(sent.tax_amount)).toFixed(2));
      const isPast = sent.due_date !== null && String(sent.due_date) < today;
      return {
        [name]: names[partners[kind].indexOf(sent[column] as number)],
        campaign: null,
        paid_on: sent.payment_status === "paid" ? today : null,
        payment_reason: sent.payment_status === "paid" ? sent.payment_reason : null,
        total_amount: total,
        paid_amount: 0,
        ...{ document_type: "invoice", credited_amount: 0, settled_amount: 0 },
        ...{
          credited_invoice_id: null,
          credited_invoice_number: null,
          receipt_id: null,
          receipt_number: null,
        },
        remaining_amount: ["pending", "overdue"].includes(String(sent.payment_status)) ? total : 0,
        cancelled_on: sent.payment_status === "cancelled" ? today : null,
        is_overdue: sent.payment_status === "overdue" || (sent.payment_status === "pending" && isPast),
      };
    },
    required: [column, "invoice_date", "description", "amount"],
    defaults: { due_date: null, tax_amount: 0, payment_status: "pending", notes: null },
    refused: [
      [column, 999_999],
      [column, "x"],
      ["invoice_number", "9".repeat(51)],
      ["invoice_date", "2026-02-30"],
      ["due_date", "1999-01-01"],
      ["description", "س".repeat(501)],
      ["amount", -1],
      ["amount", 0.001],
      ["amount", "1e3"],
      ["amount", "NaN"],
      ["amount", "1234567890123"],
      ["tax_amount", -0.01],
      ["tax_amount", "1.005"],
      ["payment_status", "open"],
      ["notes", { a: 1 }],
    ],
    badFilters: ["payment_status=zzz", `${column}=x`, "from=2026-02-30", "to=x", "overdue=maybe"],
  });

  test("the total is amount and tax to the last digit, whatever is sent of it", async () => {
    const sent = { amount: "٠٫١", tax_amount: "0.20", total_amount: 9, paid_amount: 9, remaining_amount: 1 };
    expect(await create(sent)).toMatchObject({
      amount: 0.1,
      total_amount: 0.3,
      paid_amount: 0,
      remaining_amount: 0.3,
    });
    const largest = await create({ amount: "999,999,999,999.99", tax_amount: "0.01" });
    expect(largest.total_amount).toBe(1_000_000_000_000);
    expect(await create({ amount: 0, tax_amount: "" })).toMatchObject({ total_amount: 0, tax_amount: 0 });
  });

  test("a due date may be the invoice's own day, and not before it", async () => {
    const { id } = await create({ due_date: day(-10) });
    const early = await client.post(path, least({ due_date: day(-11) }));
    expect([early.status, early.body.fields]).toEqual([
      422,
      { due_date: "تاريخ الاستحقاق قبل تاريخ الفاتورة" },
    ]);
    const late = await client.put(`${path}/${id}`, { invoice_date: day(-9) });
    expect([late.status, late.body.fields]).toEqual([
      422,
      { invoice_date: "تاريخ الفاتورة بعد تاريخ الاستحقاق" },
    ]);
    expect(late.body.message).toBe(late.body.error);
    expect((await client.put(`${path}/${id}`, { invoice_date: day(-9), due_date: day(0) })).status).toBe(200);
  });

  test("a partner who is not active gets no new invoice, and keeps what they have", async () => {
    const { id } = await create();
    const inactive = await office
      .knex(table)
      .insert({
        name: "متوقف",
        phone: "050",
        is_active: false,
        ...(kind === "agent" && { type: "internal" }),
      })
      .returning("id");
    const taken = { [column]: inactive[0].id };
    for (const refused of [await client.post(path, least(taken)), await client.put(`${path}/${id}`, taken)])
      expect([refused.status, refused.body.fields[column]]).toEqual([
        409,
        expect.stringContaining("غير نشط"),
      ]);
    await office.knex("invoices").where({ id }).update(taken);
    const kept = await client.put(`${path}/${id}`, { ...taken, notes: "كما هي" });
    expect([kept.status, kept.body[item][name]]).toEqual([200, "متوقف"]);
    const form = (await client.get(`${screen}/${id}/edit`)).body;
    expect(form).toMatch(/<option value="\d+" selected="">متوقف/);
    const select = (html: string) => html.match(/<select[^>]*required.*?<\/select>/)?.[0];
    expect(select(form)).toContain("متوقف");
    expect(select((await client.get(`${screen}/new`)).body)).not.toContain("متوقف");
  });

  describe("numbers", () => {
    const count = async () => Number((await office.knex("invoices").where({ kind }).count())[0]?.count);
    const suggested = (place: number) =>
      `${prefix}-${day(-10).slice(0, 4)}-${String(place).padStart(3, "0")}`;

    test("are the count of the kind plus 1 in the year of the invoice, the next free one where that is taken", async () => {
      const before = await count();
      expect((await create()).invoice_number).toBe(suggested(before + 1));
      await create({ invoice_number: suggested(before + 3) });
      expect((await create({ invoice_number: " " })).invoice_number).toBe(suggested(before + 4));
      const older = await create({ invoice_date: "2019-05-01" });
      expect(older.invoice_number).toBe(`${prefix}-2019-${String(before + 4).padStart(3, "0")}`);
      const { id } = await create();
      await client.delete(`${path}/${id}`);
      expect((await create()).invoice_number).toBe(suggested(before + 5));
    });

    test("are nobody's twice, one kind beside the other; an emptied one stays", async () => {
      const { id, invoice_number } = await create({ invoice_number: "واحد ١" });
      expect(invoice_number).toBe("واحد 1");
      const again = await client.post(path, least({ invoice_number }));
      expect([again.status, again.body.fields]).toEqual([
        409,
        { invoice_number: "رقم الفاتورة مستخدم من قبل" },
      ]);
      const lower = { invoice_number: (await create()).invoice_number.toLowerCase() };
      expect((await client.post(path, least(lower))).status).toBe(409);
      expect((await client.put(`${path}/${id}`, { invoice_number: "" })).body[item].invoice_number).toBe(
        "واحد 1",
      );
      const other = await create();
      expect((await client.put(`${path}/${other.id}`, { invoice_number })).status).toBe(409);
    });

    test("of 50 who save at once are 50, without a gap", async () => {
      await office.knex("invoices").where({ kind }).delete();
      for (let place = 1; place <= 7; place++) await create();
      const answers = await Promise.all(Array.from({ length: 50 }, () => client.post(path, least())));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      const given = answers.map(({ body }) => body[item].invoice_number).toSorted();
      expect(given).toEqual(Array.from({ length: 50 }, (_, place) => suggested(place + 8)));
      await expectTotalsKept();
    });

    test("chosen, changed, freed and given all at once", async () => {
      const before = await count();
      const made = await Promise.all(Array.from({ length: 6 }, () => create()));
      const answers = await Promise.all(
        made.flatMap(({ id }, index) => [
          client.put(`${path}/${id}`, { payment_status: index % 2 ? "paid" : "overdue" }),
          client.put(`${path}/${id}`, { invoice_number: suggested(before + 7 + (index % 3)) }),
          client.post(path, least({ invoice_number: suggested(before + 8 + (index % 2)) })),
          client.post(path, least()),
          index % 3 ? client.post(path, least()) : client.delete(`${path}/${id}`),
        ]),
      );
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
      await expectTotalsKept();
    });

    test("given while somebody types the same one", async () => {
      await office.knex("invoices").where({ kind }).delete();
      const next = suggested(1);
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => client.post(path, least())),
        client.post(path, least({ invoice_number: next })),
        ...Array.from({ length: 5 }, () => client.post(path, least())),
      ]);
      const typed = answers.splice(5, 1)[0];
      expect([201, 409]).toContain(typed?.status);
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
      const given = answers.map(({ body }) => body[item].invoice_number);
      expect(new Set(given).size).toBe(10);
      expect(given.includes(next)).toBe(typed?.status === 409);
    });
  });
});

test("what an invoice's status becomes when vouchers pay or are given back", () => {
  const invoice = {
    total_amount: "100.00",
    paid_amount: "100",
    due_date: null,
    payment_status: "overdue",
  } as const;
  const given = { ...invoice, paid_amount: "99.99", payment_status: "paid" } as const;
  expect(settledStatus(invoice, "2026-05-05")).toBe("paid");
  expect(settledStatus(given, "2026-05-05")).toBe("pending");
  expect(settledStatus({ ...given, due_date: "2026-05-05" }, "2026-05-05")).toBe("pending");
  expect(settledStatus({ ...given, due_date: "2026-05-04" }, "2026-05-05")).toBe("overdue");
  expect(settledStatus({ ...given, payment_status: "overdue" }, "2026-05-05")).toBe("overdue");
});

test("no answer was a fault of the server, and nobody waited in a circle", async () => {
  expect(faultsIn(office.app.output())).toEqual([]);
  const { rows } = await office.knex.raw(
    "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(Number(rows[0].deadlocks)).toBe(0);
});
