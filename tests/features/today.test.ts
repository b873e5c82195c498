import { beforeAll, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import type { Client } from "../support/client";
import * as factories from "../support/factories";
import { useOffice } from "../support/office";
import { textOf } from "../support/statements";
import { enterAs } from "../support/users";

/* The dashboard's day: what waits for a user, each figure with the list of exactly these (docs/decisions/dashboard.md). */

const { office, client } = useOffice({ isFaultless: true });
const today = officeToday();
const day = (away: number) => later(today, away);

const dayOf = async (of: Client) => {
  const { body } = await of.get("/");
  const [html = ""] = body.match(/<section class="today"[\s\S]*?<\/section>/) ?? [];
  const tiles = [...html.matchAll(/<dt>([^<]+)<\/dt><dd><a href="([^"]+)"><bdi>(\d+)<\/bdi>/g)].map(
    ([, label = "", href = "", value]) => ({
      label,
      href: href.replaceAll("&amp;", "&"),
      value: Number(value),
    }),
  );
  return { body: body as string, html, tiles };
};

beforeAll(async () => {
  const { knex } = office;
  const usd = await factories.makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$" });
  await factories.makeCurrency(knex, "SAR", "0.2666666667", { symbol: "ر.س" });
  const plan = await factories.makePackage(knex, usd, "1000");
  const campaign = await factories.makeCampaign(knex, 50, [plan], { start_date: day(5), end_date: day(20) });
  const sign = async (name: string, more: object, person: object = {}) => {
    const customer_id = await factories.makeCustomer(knex, { name, ...person });
    const parties = { customer_id, campaign_id: campaign, package_id: plan, currency_id: usd };
    const number = `C-2025-${name}`;
    const dated = { contract_number: number, contract_date: day(-30) };
    await factories.makeContract(knex, parties, "1000", { ...dated, ...more });
    return customer_id;
  };
  const late = await sign("متأخر", {}, { passport_expiry: day(100) });
  await sign("مسدد", { paid_amount: "1000" }, { passport_expiry: day(400) });
  const schedule = [
    { due_date: day(-1), amount: "400" },
    { due_date: day(1), amount: "600" },
  ];
  await sign("دفع الأول", { paid_amount: "400", schedule: JSON.stringify(schedule) });
  await sign("لم يدفعه", { paid_amount: "399.99", schedule: JSON.stringify(schedule) });
  await sign("ملغى", { status: "cancelled" }, { passport_expiry: day(10) });
  await sign("مكتمل", { status: "completed", paid_amount: "1000" }, { passport_expiry: day(10) });
  await factories.makeCustomer(knex, { name: "لا يسافر", passport_expiry: day(10) });

  const agent_id = await factories.makeAgent(knex);
  await factories.makeInvoice(knex, { agent_id }, "100", { invoice_date: day(-9), due_date: day(-1) });
  await factories.makeInvoice(knex, { agent_id }, "100", { invoice_date: day(-9), due_date: today });

  for (const [index, away] of [-20, -15, -14, -4].entries())
    await knex("visas").insert({
      customer_id: late,
      passport_number: `P${index}`,
      submission_date: day(away),
      status: "pending",
    });

  const boxes = [];
  for (const name of ["معدود", "منسي", "جديد"])
    boxes.push((await client.post("/api/cash-boxes", { name, currency_code: "USD" })).body.cash_box.id);
  await knex("accounts")
    .whereIn("id", boxes.slice(0, 2))
    .update({ created_at: knex.raw("now() - interval '3 days'") });
  const { id: counted_by } = await knex("users").first("id");
  await knex("cash_counts").insert({
    count_number: "K-1",
    account_id: boxes[0],
    expected: 0,
    counted: 0,
    counted_by,
  });

  const trip = async (name: string, away: number) =>
    (await client.post("/api/trips", { name, start_date: day(away), end_date: day(away + 10) })).body.trip.id;
  const near = await trip("رحلة قريبة", 5);
  await trip("رحلة بعيدة", 15);
  await trip("رحلة اليوم", 0);
  const group = await factories.makeGroup(knex, campaign, { trip_id: near });
  await client.post(`/api/groups/${group}/members`, { customer_id: late });

  const [{ id: import_id }] = await knex("imports")
    .insert({ user_id: counted_by, kind: "customers", file_name: "معتمرون.xlsx" })
    .returning("id");
  const none = JSON.stringify([]);
  await knex("import_rows").insert({ import_id, heads: none, columns: none, rows: none });
});

test("each figure is the number of rows of its list", async () => {
  const { tiles, html } = await dayOf(client);
  expect(tiles.map(({ label, value }) => [label, value])).toEqual([
    ["عقود متأخرة السداد", 2],
    ["فواتير وكلاء متأخرة", 1],
    ["تأشيرات طال انتظارها", 2],
    ["جوازات لا تكفي صلاحيتها", 2],
    ["صناديق لم تجرد منذ أمس", 1],
  ]);
  for (const { label, href, value } of tiles) {
    const { status, body } = await client.get(href);
    expect([label, status, body.match(/<th scope="row"/g)?.length]).toEqual([label, 200, value]);
  }
  expect((await client.get("/settings/accounts/cash-boxes?uncounted=true")).body).not.toContain("معدود</");
  expect((await client.get("/settings/accounts/cash-boxes?uncounted=true")).body).not.toContain("جديد</");
  expect((await client.get("/api/cash-boxes?uncounted=false")).body.cash_boxes).toHaveLength(1);

  expect(textOf(`<main>${html}</main>`)).toMatch(
    /رحلات تغادر خلال أسبوعين رحلة اليوم \S+ بلا أعضاء رحلة قريبة \S+ غير جاهز: 1 من 1 /,
  );
  expect(html).not.toContain("رحلة بعيدة");
  expect(html).toMatch(/href="\/customers\/import\/\d+"><bdi>معتمرون\.xlsx/);
});

test("the days that a visa may wait are the office's own", async () => {
  expect((await client.post("/api/company-info", { name: "مكتب", visa_wait_days: 3 })).status).toBe(200);
  const visas = async () => (await dayOf(client)).tiles.find(({ label }) => label.includes("تأشيرات"));
  expect((await visas())?.value).toBe(4);
  for (const visa_wait_days of [0, 366, "x"])
    expect((await client.post("/api/company-info", { name: "مكتب", visa_wait_days })).status).toBe(422);
  await client.post("/api/company-info", { name: "مكتب", visa_wait_days: 14 });
  expect((await visas())?.value).toBe(2);
});

test("whoever may act on nothing sees nothing; others see their own; the audit log is for its readers", async () => {
  const none = await dayOf(await enterAs(office, "nothing", ["view_reports"]));
  expect(none.html).toBe("");
  expect(none.body).not.toContain("آخر العمليات");
  const trips = await dayOf(await enterAs(office, "trips", ["manage_trips"]));
  expect(trips.tiles.map(({ label }) => label)).toEqual(["تأشيرات طال انتظارها"]);
  expect(trips.html).toContain("رحلة قريبة");
  expect(trips.html).not.toContain("معتمرون.xlsx");
  const agents = await enterAs(office, "services", ["manage_services", "manage_customers"]);
  await office.knex("customers").update({ passport_expiry: null });
  expect((await dayOf(agents)).html).toContain("لا شيء ينتظرك اليوم.");

  await client.post("/api/suppliers", { name: "مورد النشاط", phone: "0112233" });
  const { body } = await dayOf(client);
  const activities = textOf(`<main>${body.slice(body.indexOf("آخر العمليات"))}`);
  expect(activities).toMatch(/manager: إضافة \S+ مورد النشاط/);
});
