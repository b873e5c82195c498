import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { linesOf } from "../support/audit-log";
import { makeCampaign, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { packageStaysOf } from "../support/package-stays";
import { figures } from "../support/packages";
import { inLowestTerms, type Ratio, randomPackage, roundedTo } from "../support/stays";

const { office, client } = useOffice();
const { ids, hotel, create, find, change } = packageStaysOf(office, client);

const csvRows = async (path: string): Promise<string[][]> =>
  parse((await client.get(path)).body, { bom: true, relax_column_count: true, skip_empty_lines: true });

describe("one stay is what spec §9 has", () => {
  const nine = { duration: 10, room_occupancy_basis: 3, profit_margin: 15 };

  test("hotel_id alone, a stay of the whole duration and one without nights are the same package", async () => {
    for (const sleeping of [
      { hotel_id: ids.makkah },
      { stays: [{ hotel_id: ids.makkah, nights: 10 }] },
      { stays: [{ hotel_id: ids.makkah }] },
      { hotel_id: ids.makkah, stays: [] },
    ]) {
      const row = await create({ ...nine, ...sleeping });
      expect(row).toMatchObject({ hotel_id: ids.makkah, hotel: { id: ids.makkah, name: "فندق مكة" } });
      expect(row.stays).toEqual([{ hotel_id: ids.makkah, nights: 10 }]);
      expect(figures(row)).toEqual([1666.67, 1960.78]);
    }
  });

  test("it follows the duration, also where a call sends back what it read", async () => {
    const row = await create({ ...nine, hotel_id: ids.makkah });
    const { body } = await change(row.id, { ...row, updated_at: undefined, duration: 13 });
    expect(body.package).toMatchObject({
      stays: [{ hotel_id: ids.makkah, nights: 13 }],
      total_cost: 2166.67,
    });
    const { body: other } = await change(row.id, {
      ...body.package,
      updated_at: undefined,
      hotel_id: ids.madinah,
    });
    expect(other.package).toMatchObject({
      hotel_id: ids.madinah,
      stays: [{ hotel_id: ids.madinah, nights: 13 }],
    });
    const { body: none } = await change(row.id, { hotel_id: null });
    expect(none.package).toMatchObject({ hotel_id: null, hotel: null, stays: [], total_cost: 0 });
  });

  test("fewer nights than the duration, where they are sent, are what it costs", async () => {
    const row = await create({ ...nine, stays: [{ hotel_id: ids.makkah, nights: 9 }] });
    expect([row.stays, row.total_cost]).toEqual([[{ hotel_id: ids.makkah, nights: 9 }], 1500]);
    expect((await change(row.id, { duration: 12 })).body.package).toMatchObject({ total_cost: 1500 });
    expect((await change(row.id, { stays: [{ hotel_id: ids.makkah }] })).body.package.stays[0].nights).toBe(
      12,
    );
  });
});

describe("several stays", () => {
  const two = () => [
    { hotel_id: ids.makkah, nights: 6 },
    { hotel_id: ids.madinah, nights: 4 },
  ];

  test("each takes its nights and currency, and the sum is rounded once", async () => {
    const row = await create({ duration: 10, room_occupancy_basis: 3, profit_margin: 0, stays: two() });
    expect(row).toMatchObject({ hotel_id: ids.makkah, stays: two() });
    // 500 ÷ 3 × 6 + 1000.5 ÷ 3 × 4 × 0.2666666667 = 1000 + 355.7333333778
    expect(figures(row)).toEqual([1355.73, 1355.73]);
    expect((await find(row.id)).price_out_of_date).toBe(false);
    await client.put(`/api/hotels/${ids.madinah}`, { triple_room_price: 1300.5 });
    expect(await find(row.id)).toMatchObject({ price_out_of_date: true, current_cost: 1462.4 });
    await client.put(`/api/hotels/${ids.madinah}`, { triple_room_price: 1000.5 });
  });

  test("costs and prices of 60 random packages are those of a model, to the last digit", async () => {
    const rates = { usd: "1", sar: "0.2666666667", kwd: "3.25", jpy: "0.0067", yer: "0.00188" } as const;
    const decimals = { usd: 2, sar: 2, kwd: 3, jpy: 0, yer: 2 } as const;
    for (let seed = 1; seed <= 60; seed++) {
      const { stays, basis, duration, margin, currency } = randomPackage(seed, rates);
      const sent = [];
      let cost: Ratio = [0n, 1n];
      for (const { price, nights, currency } of stays) {
        const field = ["single", "double", "triple", "quad"][basis - 1];
        sent.push({
          hotel_id: await hotel({ [`${field}_room_price`]: price }, ids[currency]),
          nights,
        });
        const part = inLowestTerms(price, rates[currency], String(nights));
        cost = [cost[0] * part[1] * BigInt(basis) + part[0] * cost[1], cost[1] * part[1] * BigInt(basis)];
      }
      const row = await create({
        duration,
        room_occupancy_basis: basis,
        profit_margin: margin,
        currency_id: ids[currency],
        stays: sent,
      });
      const [up, down] = inLowestTerms(rates[currency], String(100 - margin));
      const price: Ratio = [cost[0] * 100n * down, cost[1] * up];
      expect([seed, row.stays, row.total_cost, row.total_price]).toEqual([
        seed,
        sent,
        roundedTo(cost, 2),
        roundedTo(price, decimals[currency]),
      ]);
    }
  });

  test("another hotel_id makes one stay of them; the same one, sent back, leaves them", async () => {
    const row = await create({ duration: 10, stays: two() });
    expect((await change(row.id, { hotel_id: ids.makkah, name: "باسم آخر" })).body.package.stays).toEqual(
      two(),
    );
    const { body } = await change(row.id, { stays: two().reverse() });
    expect(body.package).toMatchObject({ hotel_id: ids.madinah, stays: two().reverse() });
    const again = await change(row.id, { hotel_id: ids.makkah });
    expect(again.body.package.stays).toEqual([{ hotel_id: ids.makkah, nights: 10 }]);
    expect((await change(row.id, { stays: [] })).body.package).toMatchObject({ hotel_id: null, stays: [] });
  });

  test("nights beyond the duration and what is no stay are refused at their field", async () => {
    const row = await create({ duration: 10, stays: two() });
    for (const [stays, sentence] of [
      [
        [
          { hotel_id: ids.makkah, nights: 7 },
          { hotel_id: ids.madinah, nights: 4 },
        ],
        "11 ليلة، ومدة الباقة 10 أيام",
      ],
      [[{ hotel_id: ids.makkah, nights: 11 }], "11 ليلة"],
      [[{ hotel_id: ids.makkah, nights: 6 }, { hotel_id: ids.madinah }], "الإقامة 2: اكتب عدد الليالي"],
      [[{ hotel_id: ids.makkah, nights: 0 }], "الإقامة 1: أدخل عددًا صحيحًا من 1 إلى 365"],
      [
        [
          { hotel_id: ids.makkah, nights: "2.5" },
          { hotel_id: ids.madinah, nights: 1 },
        ],
        "الإقامة 1: أدخل عددًا صحيحًا",
      ],
      [[{ nights: 3 }], "الإقامة 1: اختر الفندق"],
      [[{ hotel_id: "x", nights: 3 }], "الإقامة 1: اختر الفندق من القائمة"],
      [[{ hotel_id: 999_999, nights: 3 }], "الإقامة 1: الفندق المختار لم يعد موجودًا"],
      [
        [
          { hotel_id: ids.makkah, nights: 3 },
          { hotel_id: 999_999, nights: 3 },
        ],
        "الإقامة 2: الفندق المختار لم يعد موجودًا",
      ],
      [Array.from({ length: 11 }, () => ({ hotel_id: ids.makkah, nights: 1 })), "الإقامات 10 على الأكثر"],
      [[[ids.makkah, 3]], "الإقامات قائمة"],
      [5, "الإقامات قائمة"],
    ] as const) {
      const { status, body } = await change(row.id, { stays });
      expect([status, body.fields]).toEqual([422, { stays: expect.stringContaining(sentence) }]);
    }
    const short = await change(row.id, { duration: 9 });
    expect([short.status, short.body.fields]).toEqual([
      422,
      { duration: "الإقامات معًا 10 ليال، ومدة الباقة 9 أيام: لا تزيد الليالي على المدة" },
    ]);
    expect((await find(row.id)).stays).toEqual(two());
    const digits = await change(row.id, { stays: [{ hotel_id: String(ids.makkah), nights: "٣" }] });
    expect(digits.body.package.stays).toEqual([{ hotel_id: ids.makkah, nights: 3 }]);
  });

  test("the audit log, the sheet, the report of services and a hotel's deletion know each of them", async () => {
    const row = await create({ name: "باقة الحرمين", duration: 10, room_occupancy_basis: 4, stays: two() });
    const names = ["فندق مكة × 6", "فندق المدينة × 4"];
    expect(await linesOf(office, "packages", row.id)).toContainEqual(
      expect.objectContaining({ action: "update", changes: { stays: [null, names] } }),
    );
    await change(row.id, { name: "باقة الحرمين الشريفين" });
    const told = await linesOf(office, "packages", row.id);
    expect(told.filter(({ changes }) => "stays" in changes)).toHaveLength(1);

    const sheet = await csvRows("/services/packages/export/csv?search=الحرمين");
    expect(sheet[1]).toContain("فندق مكة (6)، فندق المدينة (4)");
    expect((await client.get("/services/packages?search=الحرمين")).body).toContain("6 ليال");

    const removed = await client.delete(`/api/hotels/${ids.madinah}`);
    expect([removed.status, removed.body.error]).toEqual([409, expect.stringContaining("باقة")]);

    const campaign_id = await makeCampaign(office.knex, 5, [row.id]);
    for (let signed = 0; signed < 2; signed++)
      await client.post("/api/contracts", {
        campaign_id,
        package_id: row.id,
        customer_id: await makeCustomer(office.knex),
      });
    const report = await csvRows("/reports/administrative/export/csv?report=services");
    for (const name of ["فندق مكة", "فندق المدينة"])
      expect(report.find(([cell]) => cell === name)?.slice(3)).toEqual(["2", "2"]);
  });
});
