import { beforeEach, describe, expect, test } from "vitest";
import { csv, outcomesIn } from "../support/imports";
import { useOffice } from "../support/office";
import { heads, oldYearOf } from "../support/old-year";

/* Contracts with room and traveller from a file: each is judged by its cell. The package costs 9,999 riyals. */

const { office, client } = useOffice();
const { kept, uploaded, rowOf, passports } = oldYearOf(office, client);
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());

beforeEach(async () => {
  const cell = { package_id: kept.package_id, room: "double" };
  await office.knex("package_prices").insert([
    { ...cell, traveller: "adult", amount: "15000" },
    { ...cell, traveller: "infant", amount: "500" },
  ]);
});

type Row = { total: string; room?: string; traveller?: string; reason?: string };

async function told(rows: Row[]) {
  const people = await passports(rows.length);
  const file = csv(
    [...heads, "نوع الغرفة", "المسافر", "سبب الخصم"],
    ...rows.map(({ total, room = "", traveller = "", reason = "" }, index) => [
      ...rowOf(people[index] ?? "", "", { الإجمالي: total, "تاريخ التوقيع": today }),
      room,
      traveller,
      reason,
    ]),
  );
  const address = await uploaded("contracts", file);
  return { address, lines: outcomesIn((await client.get(`${address}?per_page=100`)).body) };
}

const stored = () =>
  office
    .knex("contracts")
    .where({ campaign_id: kept.campaign.id })
    .orderBy("id")
    .select("room", "traveller", "supplement_amount", "total_amount", "discount_amount");

describe("room and traveller of a file", () => {
  test("give the contract its cell, whose lower total is a discount", async () => {
    const { address } = await told([
      { total: "15000", room: "ثنائية", traveller: "بالغ" },
      { total: "500", room: "double", traveller: "infant" },
      { total: "14000", room: "ثنائية", traveller: "بالغ", reason: "عميل دائم" },
      { total: "9999" },
    ]);
    expect((await client.submit(address, {})).status).toBe(302);
    const adult = { room: "double", traveller: "adult", supplement_amount: "5001.0000" };
    expect(await stored()).toEqual([
      { ...adult, total_amount: "15000.0000", discount_amount: "0.0000" },
      {
        room: "double",
        traveller: "infant",
        supplement_amount: "-9499.0000",
        total_amount: "500.0000",
        discount_amount: "0.0000",
      },
      { ...adult, total_amount: "14000.0000", discount_amount: "1000.0000" },
      {
        room: null,
        traveller: null,
        supplement_amount: null,
        total_amount: "9999.0000",
        discount_amount: "0.0000",
      },
    ]);
    const { campaign } = (await client.get(`/api/campaigns/${kept.campaign.id}`)).body;
    expect(campaign.booked_seats).toBe(3);
  });

  test("a cell that is no price, a room alone and a low total without a reason are faults", async () => {
    const { lines } = await told([
      { total: "9999", room: "مفردة", traveller: "بالغ" },
      { total: "9999", room: "ثنائية" },
      { total: "14999", room: "ثنائية", traveller: "بالغ" },
      { total: "1", room: "جناح", traveller: "بالغ" },
    ]);
    expect(lines[0]).toContain("لا سعر في الباقة لهذا الاختيار");
    expect(lines[1]).toContain("اختر نوع المسافر");
    expect(lines[2]).toContain("أقل منه بمبلغ 1.00 SAR");
    expect(lines[3]).toContain("فيه خطأ");
  });

  test("the last seat of a campaign takes one of two adults, and each infant", async () => {
    await office.knex("campaigns").where({ id: kept.campaign.id }).update({ total_seats: 1 });
    const { lines } = await told([
      { total: "500", room: "ثنائية", traveller: "رضيع" },
      { total: "15000", room: "ثنائية", traveller: "بالغ" },
      { total: "15000", room: "ثنائية", traveller: "بالغ" },
      { total: "500", room: "ثنائية", traveller: "رضيع" },
    ]);
    expect(lines.map((line) => line.includes("لا توجد مقاعد متاحة"))).toEqual([false, false, true, false]);
  });
});
