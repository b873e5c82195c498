import { beforeAll, describe, expect, test } from "vitest";
import { officeToday } from "~/domain/office-day.server";
import { type InvoiceKind, invoiceKinds, partnerOf } from "~/features/invoices/invoice";
import { settledStatus } from "~/features/invoices/settled-status";
import { faultsIn, fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { makeAgent, makeCurrency, makeInvoice, makePayment, makeSupplier } from "../support/factories";
import { standardCalls } from "../support/standard-calls";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
let client: Client;
let riyalId: number;
const partners: Record<InvoiceKind, number[]> = { agent: [], purchase: [] };
const names = ["مكتب الإيمان", "دار السلام"];

const today = officeToday();
const day = (away: number) => new Date(Date.parse(today) + away * 86_400_000).toISOString().slice(0, 10);
const year = today.slice(0, 4);

beforeAll(async () => {
  client = await signIn(office.url);
  riyalId = await makeCurrency(office.knex, "SAR", "1", { is_default: true });
  for (const name of names) {
    partners.agent.push(await makeAgent(office.knex, { name, phone: "0501112233" }));
    partners.purchase.push(await makeSupplier(office.knex, { name, phone: "0501112233" }));
  }
});

/** What makes the two kinds different; everything else is tested on both. */
const kinds = (Object.keys(invoiceKinds) as InvoiceKind[]).map((kind) => {
  const entity = invoiceKinds[kind];
  const { column, prefix, table } = partnerOf[kind];
  const { path: screen, key, item } = entity;
  return { kind, entity, column, prefix, table, screen, key, item, path: `/api/${key.replaceAll("_", "-")}` };
});

/** What the writes keep, against what plain SQL counts. */
async function expectTotalsKept() {
  const counted = await office
    .knex("invoices")
    .select("kind", "payment_status")
    .count()
    .sum({ total_amount: "total_amount", paid_amount: "paid_amount" })
    .groupBy("kind", "payment_status")
    .orderBy(["kind", "payment_status"]);
  const kept = await office
    .knex("invoices_totals")
    .where("count", ">", 0)
    .orderBy(["kind", "payment_status"]);
  expect(kept).toEqual(counted);
}

/** A figure of the screen, as text. */
const figure = (html: string, label: string) =>
  html.match(new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`))?.[1]?.replace(/<[^>]+>/g, "");

describe.each(kinds)("$path", (of) => {
  const { kind, entity, column, prefix, table, screen, key, item, path } = of;
  const name = column.replace("_id", "_name");
  const { one } = entity.noun;
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
      payment_status: ["pending", "overdue", "cancelled", "paid"][made % 4],
      notes: `ملاحظة ${made}`,
    };
  };
  const least = (more: object = {}) => ({
    [column]: partners[kind][0],
    invoice_date: day(-10),
    description: "بيان",
    amount: 100,
    ...more,
  });
  const create = async (more: object = {}) => {
    const { status, body } = await client.post(path, least(more));
    expect(status, body.error).toBe(201);
    return body[item];
  };
  const numbersOf = (body: Record<string, { invoice_number: string }[]>) =>
    body[key]?.map(({ invoice_number }) => invoice_number);
  const found = async (query: string) => numbersOf((await client.get(`${path}?${query}`)).body);

  standardCalls(office, () => client, entity, {
    whole,
    shown: (sent) => {
      const total = Number((Number(sent.amount) + Number(sent.tax_amount)).toFixed(2));
      const isPast = sent.due_date !== null && String(sent.due_date) < today;
      return {
        [name]: names[partners[kind].indexOf(sent[column] as number)],
        total_amount: total,
        paid_amount: 0,
        remaining_amount: ["pending", "overdue"].includes(String(sent.payment_status)) ? total : 0,
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

  describe("finding", () => {
    const iman = () => partners[kind][0] as number;
    const salam = () => partners[kind][1] as number;

    beforeAll(async () => {
      const make = (invoice_number: string, partner: number, more: object) =>
        makeInvoice(office.knex, { [column]: partner } as { agent_id: number }, "10", {
          invoice_number,
          ...more,
        });
      await office.knex("invoices").where({ kind }).delete();
      await make("F-1", iman(), { invoice_date: "2026-01-05", description: "نقل الحُجّاج" });
      await make("F-2", iman(), { invoice_date: "2026-02-05", due_date: day(-1) });
      await make("F-3", salam(), { invoice_date: "2026-03-05", due_date: today });
      await make("F-4", salam(), { invoice_date: "2026-03-06", payment_status: "overdue" });
      await make("F-5", iman(), { invoice_date: "2026-03-07", due_date: day(-1), payment_status: "paid" });
      await make("F-6", iman(), {
        invoice_date: "2026-03-08",
        due_date: day(-1),
        payment_status: "cancelled",
      });
    });

    test.each([
      ["search=f-٢", ["F-2"]],
      ["search=الحجاج", ["F-1"]],
      ["search=السلام", ["F-4", "F-3"]],
      ["search=ايمان", ["F-6", "F-5", "F-2", "F-1"]],
      ["search=ايمان&payment_status=paid", ["F-5"]],
      ["search=0501112233", []],
      ["search=%25", []],
      ["payment_status=pending", ["F-3", "F-2", "F-1"]],
      ["overdue=true", ["F-4", "F-2"]],
      ["overdue=false", ["F-6", "F-5", "F-3", "F-1"]],
      ["overdue=true&payment_status=pending", ["F-2"]],
      ["from=2026-02-05&to=2026-03-06", ["F-4", "F-3", "F-2"]],
      ["from=2026-03-06&to=2026-02-05", ["F-4", "F-3", "F-2"]],
      ["from=2026-03-08", ["F-6"]],
      ["search=&payment_status=&overdue=&from=", ["F-6", "F-5", "F-4", "F-3", "F-2", "F-1"]],
    ])("by %s", async (query, numbers) => {
      expect(await found(query)).toEqual(numbers);
      const { body } = await client.get(`${path}?${query}&per_page=1`);
      expect(body.total).toBe(numbers.length);
      const { body: html } = await client.get(`${screen}?${query}`);
      for (const number of ["F-1", "F-2", "F-3", "F-4", "F-5", "F-6"])
        expect([number, html.includes(`>${number}<`)]).toEqual([number, numbers.includes(number)]);
    });

    test("by partner and by status, each also by an address of its own", async () => {
      const theirs = ["F-4", "F-3"];
      const by = kind === "agent" ? "by-agent" : "by-supplier";
      expect(await found(`${column}=${salam()}`)).toEqual(theirs);
      expect(numbersOf((await client.get(`${path}/${by}/${salam()}`)).body)).toEqual(theirs);
      expect(numbersOf((await client.get(`${path}/${by}/999999`)).body)).toEqual([]);
      expect(numbersOf((await client.get(`${path}/by-status/overdue`)).body)).toEqual(["F-4"]);
      expect((await client.get(`${path}/by-status/paid?per_page=1`)).body).toMatchObject({
        total: 1,
        page: 1,
      });
      for (const none of [`${by}/x`, `${by}/0`, `${by}/%20`, "by-status/open", "by-status/%20"])
        expect([none, (await client.get(`${path}/${none}`)).status]).toEqual([none, 422]);
      for (const address of [`${by}/1`, "by-status/paid"])
        expect((await client.post(`${path}/${address}`, {})).status).toBe(405);
    });

    test("the mark stands on what is past due and pending alone, and agrees with the filter", async () => {
      const late = await found("overdue=true");
      for (const row of (await client.get(path)).body[key])
        expect([row.invoice_number, row.is_overdue]).toEqual([
          row.invoice_number,
          late?.includes(row.invoice_number),
        ]);
      const { body } = await client.get(screen);
      const marked = body
        .split("<tr>")
        .filter((line: string) => line.includes('class="badge bad">متأخرة السداد'));
      expect(marked).toHaveLength(1);
      expect(marked[0]).toContain("F-2");
    });

    test("nothing left is not overdue; what was said to be paid leaves nothing, and its list says that no voucher did", async () => {
      const partner = { [column]: iman() } as { agent_id: number };
      const more = { due_date: "2026-01-11", invoice_number: "F-PAID", paid_amount: "10" };
      const full = await makeInvoice(office.knex, partner, "10", more);
      const said = await makeInvoice(office.knex, partner, "10", {
        payment_status: "paid",
        invoice_number: "F-SAID",
      });
      const late = (await client.get(`${path}?overdue=true`)).body[key].map(({ id }: { id: number }) => id);
      expect(late).not.toContain(full);
      expect((await client.get(`${path}/${full}`)).body[item]).toMatchObject({
        is_overdue: false,
        remaining_amount: 0,
      });
      expect((await client.get(`${path}/${said}`)).body[item].remaining_amount).toBe(0);
      expect((await client.get(`${screen}?search=F-SAID`)).body).toContain("سدد الباقي دون سند");
      await office.knex("invoices").whereIn("id", [full, said]).delete();
    });

    test("the tiles say what plain SQL says", async () => {
      await makeInvoice(office.knex, { [column]: iman() } as { agent_id: number }, "1234.5", {
        tax_amount: "0.25",
        paid_amount: "34.75",
        invoice_number: "F-7",
      });
      const { rows } = await office.knex.raw(
        `SELECT count(*) FILTER (WHERE payment_status <> 'cancelled'), sum(total_amount) FILTER (WHERE payment_status <> 'cancelled') AS total,
                sum(total_amount - paid_amount) FILTER (WHERE payment_status IN ('pending', 'overdue')) AS unpaid
         FROM invoices WHERE kind = ?`,
        [kind],
      );
      expect(rows[0]).toEqual({ count: "6", total: "1284.75", unpaid: "1240.00" });
      const { body } = await client.get(screen);
      expect(figure(body, "الفواتير غير الملغاة")).toBe("6");
      expect(figure(body, "إجمالي قيمتها")).toBe("1,284.75 ر.س");
      expect(figure(body, "غير المسدد")).toBe("1,240.00 ر.س");
      expect(figure(body, "متأخرة السداد")).toBe("2");
      expect(body).toContain(`href="${screen}?overdue=true">2</a>`);
      await expectTotalsKept();
    });
  });

  describe("what vouchers have paid of", () => {
    /** An invoice of 100 of which a voucher has paid 40, and its voucher. */
    async function paidInPart(more: object = {}, paid = "40") {
      const partner = { [column]: partners[kind][0] } as { agent_id: number };
      const id = await makeInvoice(office.knex, partner, "100", { paid_amount: paid, ...more });
      await makePayment(office.knex, riyalId, paid, {
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
        { payment_status: "لا تلغى فاتورة سدد منها سند صرف: ألغ سنداتها أولًا" },
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
      const clerk = await signIn(office.url, { username: `clerk of ${item}`, password: "Zamzam-2026" });
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
      await client.put(`${path}/${id}`, { notes: "متأخرة" }),
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
    const one_time_key = hiddenField(form, "one_time_key");
    const empty = await client.submit(`${screen}/new`, {
      ...fields({ [column]: "", amount: "-1" }),
      one_time_key,
    });
    expect(empty.status).toBe(422);
    expect(empty.body).toContain('value="30.08"');
    expect(empty.body).toContain("المبلغ لا يقل عن صفر");

    const added = await client.submit(`${screen}/new?${asked}`, { ...fields(), one_time_key });
    expect([added.status, decodeURI(added.headers.get("Location") ?? "")]).toEqual([
      302,
      `${screen}?${asked}`,
    ]);
    const again = await client.submit(`${screen}/new?${asked}`, { ...fields(), one_time_key });
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

describe("in the browser", () => {
  test("the total follows what is typed", async () => {
    const page = await browser.signedIn("/invoices/purchases/new", { baseURL: office.url });
    const total = page.locator(".reckoning output");
    expect(await total.textContent()).toBe("—");
    await page.getByLabel("المبلغ الأساسي").fill("١٢٠٫٥");
    expect(await total.textContent()).toBe("120.50 ر.س");
    await page.getByLabel("الضريبة").fill("0.555");
    expect(await total.textContent()).toBe("—");
    await page.getByLabel("الضريبة").fill("18.08");
    expect(await total.textContent()).toBe("138.58 ر.س");
    expect(await page.getByRole("button", { name: "احسب الإجمالي" }).count()).toBe(0);
  });

  test.each(["wide", "phone"] as const)("looks its best (%s)", async (screen) => {
    await office
      .knex("agents")
      .where({ id: partners.agent[0] })
      .update({ name: "وكالة طيبة للسفر والسياحة" });
    const rows = ["pending", "overdue", "paid", "cancelled"].map((payment_status, index) => ({
      kind: "agent",
      agent_id: partners.agent[0],
      invoice_number: `AGT-2026-9${index}${screen.length}`,
      invoice_date: day(-30 - index),
      due_date: index === 3 ? null : day(-5),
      description: "عمولة معتمري حملة رمضان، الدفعة الأولى",
      amount: 8150.5 * (index + 1),
      tax_amount: 120,
      paid_amount: index === 1 ? 5000 : 0,
      payment_status,
    }));
    await office.knex("invoices").insert(rows);
    for (const address of ["/invoices/agents", "/invoices/agents/new", "/invoices/purchases?overdue=true"]) {
      const page = await browser.signedIn(address, { baseURL: office.url, screen });
      await page.locator("h1").waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([address, overflow <= 0]).toEqual([address, true]);
      await picture(page, `invoices/${screen}${address.replaceAll(/[/?=]/g, "_")}`);
    }
  });
});

test("no answer was a fault of the server, and nobody waited in a circle", async () => {
  expect(faultsIn(office.app.output())).toEqual([]);
  const { rows } = await office.knex.raw(
    "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(Number(rows[0].deadlocks)).toBe(0);
});
