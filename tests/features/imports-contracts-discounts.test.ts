import { beforeAll, describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { makeCampaign, makeCustomer } from "../support/factories";
import { csv, outcomesIn, textOf } from "../support/imports";
import { useOffice } from "../support/office";
import { heads, oldYearOf } from "../support/old-year";
import { enterAs } from "../support/users";

/* A total below the package's price is a discount by whichever way it comes: from a file, too. The package costs 9,999 riyals. */

const { office, client } = useOffice();
const { kept, uploaded, rowOf, passports } = oldYearOf(office, client);
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const day = (away: number) => later(today, away);

let clerk: Awaited<ReturnType<typeof enterAs>>;

beforeAll(async () => {
  clerk = await enterAs(office, "clerk", ["manage_contracts"]);
  await client.post("/api/company-info", { discount_limit_percent: 5 });
});

type Row = { total: string; discount?: string; reason?: string; currency?: string; on?: string };

/** A file of contracts, each of a new customer. */
async function fileOf(rows: Row[]) {
  const people = await passports(rows.length);
  return csv(
    [...heads, "الخصم", "سبب الخصم"],
    ...rows.map(({ total, discount = "", reason = "", currency = "", on = today }, index) => [
      ...rowOf(people[index] ?? "", "", { الإجمالي: total, العملة: currency, "تاريخ التوقيع": on }),
      discount,
      reason,
    ]),
  );
}

async function told(rows: Row[], by = client) {
  const address = await uploaded("contracts", await fileOf(rows), by);
  return { address, lines: outcomesIn((await by.get(`${address}?per_page=100`)).body) };
}

const stored = () => office.knex("contracts").where({ campaign_id: kept.campaign.id }).orderBy("id");

describe("a contract of today", () => {
  test("below the price is refused without its decision, also at one riyal, and for nothing", async () => {
    const { address, lines } = await told([{ total: "1.00" }, { total: "9998.99" }, { total: "0" }], clerk);
    expect(lines).toEqual([
      "2 فيه خطأسبب الخصم: سعر الباقة اليوم 9,999.00 SAR، والإجمالي أقل منه بمبلغ 9,998.00 SAR، وهذا خصم: اكتب سببه، أو صحح الإجمالي",
      expect.stringContaining("أقل منه بمبلغ 0.01 SAR"),
      expect.stringContaining("أقل منه بمبلغ 9,999.00 SAR"),
    ]);
    expect((await clerk.submit(address, { only: "right" })).status).toBe(302);
    expect(await stored()).toEqual([]);
  });

  test("is taken within the user's limit with its reason, and is a decision in the report of operations", async () => {
    const reason = "عميل دائم للمكتب";
    const { address, lines } = await told(
      [
        { total: "9499.05", reason },
        { total: "9499.04", reason },
        { total: "1", reason },
        { total: "1", reason, discount: "9998" },
        { total: "9999" },
        { total: "12000" },
        { total: "9800", reason, discount: "300" },
      ],
      clerk,
    );
    const limit = /^\d فيه خطأالخصم: خصم يزيد على 5% من السعر \(499\.95 SAR\) لا يمنحه/;
    expect(lines).toEqual([
      "2 سيضاف",
      expect.stringMatching(limit),
      expect.stringMatching(limit),
      expect.stringMatching(limit),
      "6 سيضاف",
      "7 سيضاف",
      "8 سيضاف",
    ]);
    expect((await clerk.submit(address, { only: "right" })).status).toBe(302);
    const decided = { discount_reason: reason, discounted_on: today, discounted_by: clerk.id };
    expect(await stored()).toMatchObject([
      { ...decided, total_amount: "9499.0500", discount_amount: "499.9500" },
      { total_amount: "9999.0000", discount_amount: "0.0000", discounted_by: null },
      { total_amount: "12000.0000", discount_amount: "0.0000" },
      { ...decided, total_amount: "9800.0000", discount_amount: "300.0000" },
    ]);
    const report = (await client.get("/reports/administrative?report=operations")).body;
    expect(textOf(report.slice(report.indexOf("الخصومات بحسب صاحب القرار")))).toContain(reason);
  });

  test("a discount of the file that is less than what is missing is told, and the whole is taken of who may give any", async () => {
    const reason = "اتفاق المدير";
    const { lines } = await told([
      { total: "5000", reason, discount: "10" },
      { total: "5000", reason, discount: "4999" },
      { total: "5000", reason },
    ]);
    expect(lines).toEqual([
      expect.stringContaining("بمبلغ 4,999.00 SAR: اكتبه كله خصمًا، أو صحح الإجمالي"),
      "3 سيضاف",
      "4 سيضاف",
    ]);
  });

  test("in another currency is compared at the stored rates", async () => {
    const { lines } = await told([
      { total: "2666.40", currency: "USD" },
      { total: "2666.39", currency: "USD" },
      { total: "9999", currency: "USD" },
    ]);
    expect(lines).toEqual([
      "2 سيضاف",
      expect.stringContaining("سعر الباقة اليوم 2,666.40 USD، والإجمالي أقل منه بمبلغ 0.01 USD"),
      "4 سيضاف",
    ]);
  });

  test("is compared with the price at the import, not at the trial, and not at all once it exists", async () => {
    const { address, lines } = await told([{ total: "9999" }], clerk);
    expect(lines).toEqual(["2 سيضاف"]);
    await office.knex("packages").where({ id: kept.package_id }).update({ total_price: 20000 });
    expect((await clerk.submit(address, {})).status).toBe(422);
    expect(outcomesIn((await clerk.get(address)).body)[0]).toContain("20,000.00 SAR");
    await office.knex("packages").where({ id: kept.package_id }).update({ total_price: 9999 });
    const file = await fileOf([{ total: "9999" }]);
    expect((await clerk.submit(await uploaded("contracts", file, clerk), {})).status).toBe(302);
    await office.knex("packages").where({ id: kept.package_id }).update({ total_price: 20000 });
    const again = await clerk.get(await uploaded("contracts", file, clerk));
    expect(outcomesIn(again.body)).toEqual([expect.stringContaining("مسجل من قبل")]);
  });
});

describe("a contract of a year before the first one that was signed here", () => {
  const old = { total: "1", on: day(-40) };

  test("keeps its own price; imported contracts, of any date, are not signed here", async () => {
    for (const on of [day(-300), day(-2), day(-40)]) {
      const { address, lines } = await told([{ ...old, on }], clerk);
      expect(lines).toEqual(["2 سيضاف"]);
      expect((await clerk.submit(address, {})).status).toBe(302);
    }
  });

  test("ends on the day of the first signing by form or call, which neither a cancellation nor a deletion undoes", async () => {
    const signing = {
      customer_id: await makeCustomer(office.knex),
      campaign_id: await makeCampaign(office.knex, 5, [kept.package_id]),
      package_id: kept.package_id,
    };
    const { body, status } = await client.post("/api/contracts", signing);
    expect(status).toBe(201);
    const { id } = body.contract;
    await office
      .knex("contracts")
      .where({ id })
      .update({ contract_date: day(-30) });
    const rows = [old, { ...old, on: day(-31) }, { ...old, on: day(-30) }, { ...old, on: day(-2) }];
    const expected = [
      "2 سيضاف",
      "3 سيضاف",
      expect.stringContaining("4 فيه خطأسبب الخصم"),
      expect.stringContaining("5 فيه خطأسبب الخصم"),
    ];
    expect((await told(rows, clerk)).lines).toEqual(expected);
    await client.put(`/api/contracts/${id}`, { status: "cancelled" });
    expect((await told(rows, clerk)).lines).toEqual(expected);
    expect((await client.delete(`/api/contracts/${id}`)).status).toBe(200);
    const [imported] = await office.knex("contracts").orderBy("contract_date").select("id");
    expect((await client.delete(`/api/contracts/${imported.id}`)).status).toBe(200);
    expect((await told(rows, clerk)).lines).toEqual(expected);
  });
});
