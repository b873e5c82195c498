import { beforeAll, describe, expect, test } from "vitest";
import { picture } from "../support/browser";
import { makeInvoice } from "../support/factories";
import { day, kinds, today, useInvoices } from "../support/invoices";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice({ isFaultless: true });

const { partners, expectTotalsKept } = useInvoices(office, client);

/** A figure of the screen, as text. */
const figure = (html: string, label: string) =>
  html.match(new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`))?.[1]?.replace(/<[^>]+>/g, "");

describe.each(kinds)("$path", (of) => {
  const { kind, column, screen, key, item, path } = of;
  const numbersOf = (body: Record<string, { invoice_number: string }[]>) =>
    body[key]?.map(({ invoice_number }) => invoice_number);
  const found = async (query: string) => numbersOf((await client.get(`${path}?${query}`)).body);

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
    });

    test("one mark stands on all that is overdue, by its status or by its date, and agrees with the filter", async () => {
      const late = await found("overdue=true");
      for (const row of (await client.get(path)).body[key])
        expect([row.invoice_number, row.is_overdue]).toEqual([
          row.invoice_number,
          late?.includes(row.invoice_number),
        ]);
      const { body } = await client.get(screen);
      const marked = body.split("<tr>").filter((line: string) => line.includes('class="badge bad">متأخرة'));
      expect(marked).toHaveLength(2);
      for (const number of late ?? [])
        expect(marked.some((line: string) => line.includes(number))).toBe(true);
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
      expect(figure(body, "متأخرة")).toBe("2");
      expect(body).toContain(`href="${screen}?overdue=true">2</a>`);
      await expectTotalsKept();
    });
  });
});

describe("in the browser", () => {
  test("the total follows what is typed", async () => {
    const page = await browser.signedIn("/invoices/purchases/new");
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
      const page = await browser.signedIn(address, { screen });
      await page.locator("h1").waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([address, overflow <= 0]).toEqual([address, true]);
      await picture(page, `invoices/${screen}${address.replaceAll(/[/?=]/g, "_")}`);
    }
  });
});
