import { beforeAll, describe, expect, test } from "vitest";
import { makeAgent, makeCampaign, makeSupplier } from "../support/factories";
import { useOffice } from "../support/office";
import { address, useFinancialReports } from "../support/reports-financial";

/* The actual cost of a campaign: the invoices and vouchers that name it. */

const { office, client } = useOffice();
const { ids, pay, tables, workbook } = useFinancialReports(office, client);

let agent_id: number;
let supplier_id: number;
let other: number;
beforeAll(async () => {
  agent_id = await makeAgent(office.knex);
  supplier_id = await makeSupplier(office.knex);
  other = await makeCampaign(office.knex, 10, [], { name: "حملة شعبان", status: "completed" });
});

const today = new Date().toISOString().slice(0, 10);
async function bill(kind: "agent" | "purchase", amount: number, more: object = {}) {
  const { status, body } = await client.post(`/api/${kind}-invoices`, {
    ...(kind === "agent" ? { agent_id } : { supplier_id }),
    invoice_date: today,
    description: "فاتورة",
    amount,
    ...more,
  });
  expect([status, body.fields]).toEqual([201, undefined]);
  return body[`${kind}_invoice`];
}

describe("a document", () => {
  test("names a campaign or none, by form and call, and tells it", async () => {
    const campaign_id = ids.campaign;
    const invoice = await bill("purchase", 100, { campaign_id });
    expect(invoice).toMatchObject({ campaign_id, campaign: { id: campaign_id, name: "حملة رجب" } });
    expect(await bill("agent", 5)).toMatchObject({ campaign_id: null, campaign: null });
    const path = `/api/purchase-invoices/${invoice.id}`;
    expect((await client.put(path, { campaign_id: 999_999 })).body.fields).toHaveProperty("campaign_id");
    expect((await client.put(path, { campaign_id: null })).body.purchase_invoice.campaign).toBeNull();
    expect((await client.put(path, { description: "غيره" })).body.purchase_invoice.campaign).toBeNull();

    const form = {
      beneficiary_type: "other",
      beneficiary: "جهة",
      campaign_id: `${campaign_id}`,
      amount: "10",
      currency_id: `${ids.sar}`,
      payment_method: "cash",
      cash_box_id: `${ids.riyals}`,
      date: today,
    };
    expect((await client.get("/financial/payments/new")).body).not.toContain('name="campaign_id"');
    const shown = await client.submit("/financial/payments/new", { ...form, intent: "beneficiary" });
    expect(shown.body).toMatch(
      new RegExp(`name="campaign_id".*<option value="${campaign_id}" selected`, "s"),
    );
    expect((await client.submit("/financial/payments/new", form)).status).toBe(302);
    const [voucher] = (await client.get(`/api/payment-vouchers?campaign_id=${campaign_id}`)).body
      .payment_vouchers;
    expect(voucher).toMatchObject({ campaign_id, campaign: { name: "حملة رجب" }, amount: 10 });
    for (const page of ["", "/print"])
      expect((await client.get(`/financial/payments/${voucher.id}${page}`)).body).toContain("حملة رجب");
    // A voucher to a partner names no campaign; its invoice does.
    const refused = await client.put(`/api/payment-vouchers/${voucher.id}`, {
      supplier_id,
      beneficiary_type: "supplier",
      campaign_id,
    });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ["campaign_id"]]);
    const moved = await client.put(`/api/payment-vouchers/${voucher.id}`, {
      supplier_id,
      beneficiary_type: "supplier",
    });
    expect(moved.body.payment_voucher).toMatchObject({ campaign_id: null, campaign: null });
    await client.delete(`/api/payment-vouchers/${voucher.id}`);
  });

  test("keeps its campaign from being deleted, and stands in lists, sheets and the audit log by it", async () => {
    const campaign = await makeCampaign(office.knex, 10, [], { name: "حملة بلا عقود" });
    const invoice = await bill("agent", 40, { campaign_id: campaign });
    const refused = await client.delete(`/api/campaigns/${campaign}`);
    expect([refused.status, refused.body.message.includes(invoice.invoice_number)]).toEqual([409, true]);
    const list = await client.get(`/invoices/agents?campaign_id=${campaign}&payment_status=standing`);
    expect(list.body).toContain(invoice.invoice_number);
    const csv = (await client.get(`/invoices/agents/export/csv?campaign_id=${campaign}`)).body;
    expect(csv.split("\r\n")[0]).toContain("الحملة");
    expect(csv.split("\r\n")[1]).toContain("حملة بلا عقود");
    expect((await client.get("/settings/trail?kind=invoices")).body).toContain("حملة بلا عقود");
    await client.delete(`/api/agent-invoices/${invoice.id}`);
    expect((await client.delete(`/api/campaigns/${campaign}`)).status).toBe(200);
  });
});

test("the profit of campaigns: planned beside actual, and what is still to come, as plain SQL has it", async () => {
  const { knex } = office;
  const { campaign } = ids;
  await bill("purchase", 1000.55, { campaign_id: campaign, tax_amount: 150.08 });
  await bill("agent", 333.33, { campaign_id: campaign });
  await bill("agent", 9000, { campaign_id: campaign, payment_status: "cancelled" });
  await bill("purchase", 700); // without a campaign
  await bill("purchase", 77, { campaign_id: other });
  await pay(today, 40, { campaign_id: campaign });
  await pay(today, 3.333, { campaign_id: campaign, currency_id: ids.kwd, cash_box_id: ids.dollars });
  const gone = await pay(today, 500, { campaign_id: campaign });
  await client.put(`/api/payment-vouchers/${gone.id}`, { status: "cancelled" });
  await pay(today, 60);

  const spent = async (id: number) =>
    Number(
      (
        await knex.raw(
          `SELECT round(coalesce((SELECT sum(total_amount) FROM invoices WHERE campaign_id = :id AND payment_status <> 'cancelled'), 0)
                  * (SELECT exchange_rate FROM currencies WHERE code = 'SAR')
                + coalesce((SELECT sum(amount * exchange_rate) FROM payment_vouchers JOIN currencies ON currencies.id = currency_id
                            WHERE campaign_id = :id AND status = 'confirmed'), 0), 2) AS spent`,
          { id },
        )
      ).rows[0].spent,
    );
  const report = (await tables("report=profit"))["المخطط والفعلي"] ?? {};
  const planned = 800.13; // the package's cost, 800.125 dollars, rounded once
  const price = 1066.67; // 4,000 riyals
  const actual = await spent(campaign);
  const profit = Number((price - actual).toFixed(2));
  const margin = Number(((profit * 100) / price).toFixed(1));
  const awaited = Number((800.125 - actual).toFixed(2));
  // What the actual profit lacks is said beside it, with its share of all costs: of the campaign, and of all.
  const remarkOf = (spent: number) =>
    `لم تُخصم تكلفة مخططة ${awaited.toFixed(2)} (${Number(((awaited * 100) / (spent + awaited)).toFixed(1))}% من التكلفة)`;
  expect(report["حملة رجب"]).toEqual([
    price,
    planned,
    25,
    actual,
    profit,
    margin,
    profit,
    awaited,
    remarkOf(actual),
  ]);
  const ended = await spent(other);
  expect(report["حملة شعبان"]).toEqual([0, 0, "", ended, -ended, "", "", "", ""]);
  expect(report.المجموع?.[3]).toBeCloseTo(actual + ended, 1);
  expect(report.المجموع?.slice(-2)).toEqual([awaited, remarkOf(actual + ended)]);
  expect(remarkOf(actual + ended)).not.toBe(remarkOf(actual));

  const own = await tables(`report=profit&campaign_id=${campaign}`);
  expect(own["مستندات الحملة"]).toMatchObject({
    المجموع: [4, actual],
    "سندات الصرف": [2, expect.any(Number)],
  });
  const html: string = (await client.get(`${address}?report=profit&campaign_id=${campaign}`)).body;
  const links = [
    ...html.matchAll(/href="(\/(?:invoices|financial)[^"]*campaign_id=\d+[^"]*)"[^>]*><bdi[^>]*>(\d+)</g),
  ];
  expect(links).toHaveLength(3);
  for (const [, href = "", count] of links)
    expect((await client.get(href.replaceAll("&amp;", "&"))).body).toContain(`الإجمالي <bdi>${count}<`);

  const plain = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]+>/g, "");
  for (const query of ["", `&campaign_id=${campaign}`]) {
    const figure = profit.toLocaleString("en-US", { minimumFractionDigits: 2 });
    for (const page of [address, `${address}/print`])
      expect(plain((await client.get(`${page}?report=profit${query}`)).body)).toContain(
        figure + remarkOf(actual),
      );
  }
  const sheet = (await workbook(`report=profit&campaign_id=${campaign}`)).getWorksheet("المخطط والفعلي");
  expect(["J1", "J2"].map((cell) => sheet?.getCell(cell).value)).toEqual(["ملاحظات", remarkOf(actual)]);
  // One that has ended, or costs more than was planned, has nothing more to come.
  const become = async (status: string) => knex("campaigns").where({ id: campaign }).update({ status });
  const remarks = async (change?: Promise<unknown>) => {
    await change;
    return (await tables("report=profit"))["المخطط والفعلي"]?.["حملة رجب"]?.slice(8) ?? [];
  };
  expect(await remarks(become("completed"))).toEqual([]); // no row has any
  expect(await remarks(become("active"))).toEqual([remarkOf(actual)]);
  const more = await bill("purchase", 5000, { campaign_id: campaign });
  expect(await remarks()).toEqual([]);
  await client.delete(`/api/purchase-invoices/${more.id}`);

  const before = await tables(`report=profit&from=2020-01-01&to=2020-12-31`);
  expect(Object.keys(before["المخطط والفعلي"] ?? {})).toEqual(["المجموع"]);
});
