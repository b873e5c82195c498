import { describe, expect, test } from "vitest";
import { linesOf } from "../support/audit-log";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import {
  adults,
  childrenWithBed,
  childrenWithoutBed,
  doubles,
  infants,
  roomsAndAgesOf,
} from "../support/rooms-and-ages";

/* The prices of a package by room and age, and contracts that take one of them. */

const { office, client } = useOffice();
const { ids, create, find, change, sale, sign, signed, withGrid } = roomsAndAgesOf(office, client);

describe("the grid of a package", () => {
  test("is stored as it was sent, read in its order, and goes where an empty list is sent", async () => {
    const row = await withGrid({ prices: doubles.toReversed() });
    expect(row.prices).toEqual(doubles);
    expect((await find(row.id)).prices).toEqual(doubles);
    const { body } = await change(row.id, { description: "بلا تغيير" });
    expect(body.package).toMatchObject({ prices: doubles, total_price: row.total_price });
    expect((await change(row.id, { ...body.package, updated_at: undefined })).body.package.prices).toEqual(
      doubles,
    );
    expect((await change(row.id, { prices: [] })).body.package.prices).toEqual([]);
    expect((await create()).prices).toEqual([]);
  });

  test("its changes are lines of the package's log, and what was sent again is none", async () => {
    const row = await withGrid({ prices: [{ ...adults, amount: 100 }] });
    await change(row.id, { prices: [{ ...adults, amount: 120 }] });
    const count = (await linesOf(office, "packages", row.id)).length;
    await change(row.id, { prices: [{ ...adults, amount: "120.00" }] });
    const lines = await linesOf(office, "packages", row.id);
    expect(lines.length).toBe(count);
    expect(JSON.stringify(lines)).toContain('"amount":"120"');
  });

  test.each([
    ["no list", "x", "الأسعار قائمة فيها الغرفة والمسافر والسعر"],
    [
      "an unknown room",
      [{ ...adults, room: "suite", amount: 1 }],
      "السعر 1: اختر نوع الغرفة والمسافر من القائمة",
    ],
    [
      "an unknown traveller",
      [{ ...adults, traveller: "__proto__", amount: 1 }],
      "السعر 1: اختر نوع الغرفة والمسافر من القائمة",
    ],
    ["no price", [{ ...adults }], "ثنائية، بالغ: هذا الحقل مطلوب"],
    ["a negative price", [{ ...adults, amount: -1 }], "ثنائية، بالغ: اكتب السعر رقمًا لا يكون سالبًا"],
    ["a price too fine", [{ ...adults, amount: 1.005 }], /^ثنائية، بالغ: /],
    [
      "a cell twice",
      [
        { ...adults, amount: 1 },
        { ...adults, amount: 2 },
      ],
      "ثنائية، بالغ: تكرر السعر",
    ],
    ["too many", Array.from({ length: 400 }, () => ({ ...adults, amount: 1 })), /^الأسعار 20 على الأكثر/],
  ])("%s is refused at the field", async (_, prices, sentence) => {
    const { status, body } = await client.post("/api/packages", { name: "باقة", prices });
    expect(status).toBe(422);
    expect(body.fields.prices).toMatch(sentence);
  });

  test("is in the currency of the package: another currency needs the prices along", async () => {
    const row = await withGrid();
    const { status, body } = await change(row.id, { currency_id: ids.kwd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["currency_id"]]);
    const dinars = [{ ...adults, amount: 923.125 }];
    expect((await change(row.id, { currency_id: ids.kwd, prices: dinars })).body.package.prices).toEqual(
      dinars,
    );
    const yen = await change(row.id, { currency_id: ids.jpy, prices: dinars });
    expect([yen.status, Object.keys(yen.body.fields)]).toEqual([422, ["prices"]]);
  });
});

describe("a contract with room and traveller", () => {
  test("takes its cell, and keeps what it is more than the package's price", async () => {
    const { row, terms } = await sale();
    expect(row.total_price).toBe(1176.47);
    const cases = [
      [adults, 3000, 1823.53],
      [childrenWithBed, 2250.5, 1074.03],
      [childrenWithoutBed, 1200, 23.53],
      [infants, 300, -876.47],
    ] as const;
    for (const [cell, total_amount, supplement_amount] of cases)
      expect(await signed(terms, cell)).toMatchObject({
        ...cell,
        total_amount,
        supplement_amount,
        price_amount: total_amount,
        remaining_amount: total_amount,
      });
  });

  test("without them it is as before, also of a package with a grid", async () => {
    const { terms } = await sale();
    for (const more of [{}, { room: null, traveller: "" }])
      expect(await signed(terms, more)).toMatchObject({
        room: null,
        traveller: null,
        supplement_amount: null,
        total_amount: 1176.47,
      });
  });

  test("keeps its price when that of the package changes, and its room whatever is sent", async () => {
    const { row, terms } = await sale();
    const contract = await signed(terms, adults);
    await change(row.id, { prices: [{ ...adults, amount: 9999 }], profit_margin: 50 });
    const { status, body } = await client.put(`/api/contracts/${contract.id}`, {
      ...infants,
      supplement_amount: 5,
      notes: "ملاحظة",
    });
    expect(status).toBe(200);
    expect(body.contract).toMatchObject({ ...adults, total_amount: 3000, supplement_amount: 1823.53 });
    expect((await signed(terms, adults)).total_amount).toBe(9999);
  });

  test.each([
    ["a room alone", { room: "double" }, "traveller"],
    ["a traveller alone", { traveller: "infant" }, "room"],
    ["a cell that has no price", { room: "single", traveller: "adult" }, "room"],
    ["an unknown room", { room: "suite", traveller: "adult" }, "room"],
    ["no kind of traveller", { room: "double", traveller: ["adult"] }, "traveller"],
  ])("%s is refused", async (_, cell, field) => {
    const { terms } = await sale();
    const { status, body } = await sign(terms, cell);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  });

  test("a discount is of the cell: up to it, and in percent of it", async () => {
    const { terms } = await sale();
    const reason = { discount_reason: "عائلة" };
    const contract = await signed(terms, { ...adults, discount_amount: 1500, ...reason });
    expect(contract).toMatchObject({ total_amount: 1500, price_amount: 3000, supplement_amount: 1823.53 });
    const { status, body } = await sign(terms, { ...infants, discount_amount: 300.01, ...reason });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["discount_amount"]]);
    const changed = await client.put(`/api/contracts/${contract.id}`, { discount_amount: 3000, ...reason });
    expect(changed.body.contract).toMatchObject({ total_amount: 0, price_amount: 3000 });
  });

  test.each([
    ["JPY", "jpy", 175_593, "149254"],
    ["KWD", "kwd", 361.991, "307.692"],
  ] as const)("in %s all is exact", async (_, currency, own, amount) => {
    const { row, terms } = await sale(50, {
      currency_id: ids[currency],
      prices: [{ ...adults, amount }],
    });
    expect(row.total_price).toBe(own);
    const { supplement_amount, total_amount } = await signed(terms, adults);
    expect(total_amount).toBe(Number(amount));
    expect(supplement_amount).toBe(Number((Number(amount) - own).toFixed(3)));
  });

  test("costs what its room costs, and of it the office's share for children and infants", async () => {
    await office.knex("hotels").where({ id: ids.makkah }).update({ double_room_price: "300" });
    await client.post("/api/company-info", { child_share: 75, infant_share: 10 });
    const { terms } = await sale();
    const costOf = async (cell?: object) => {
      const { id } = await signed(terms, cell);
      return Number((await office.knex("contracts").where({ id }).first()).package_cost);
    };
    expect(await costOf()).toBe(1000);
    expect(await costOf(adults)).toBe(1500);
    expect(await costOf(childrenWithBed)).toBe(1125);
    expect(await costOf(infants)).toBe(150);
  });

  test("a list is filtered by them, and its file has them", async () => {
    const { terms } = await sale();
    await signed(terms, adults);
    const child = await signed(terms, childrenWithBed);
    const at = `campaign_id=${terms.campaign_id}`;
    const { body } = await client.get(`/api/contracts?${at}&traveller=child_with_bed&room=double`);
    expect(body.contracts.map(({ id }: { id: number }) => id)).toEqual([child.id]);
    expect((await client.get(`/api/contracts?${at}&room=suite`)).status).toBe(422);
    const file = (await client.get(`/contracts/export/csv?${at}`)).body;
    expect(file.split("\n")[0]).toMatch(/الغرفة,المسافر/);
    expect(file).toContain("ثنائية,طفل بسرير");
    const packages = (await client.get("/services/packages/export/csv")).body;
    expect(packages.split("\n")[0]).toContain("الأسعار حسب الغرفة والعمر");
    expect(packages).toContain("ثنائية، بالغ: 3,000.00 · ثنائية، طفل بسرير: 2,250.50 · ");
  });
});

describe("the ages and shares of the office", () => {
  test("are in order, within their bounds, and null where no share is set", async () => {
    const first = (await client.get("/api/company-info")).body;
    expect(first).toMatchObject({ infant_under: 2, child_under: 12 });
    const wrong: [object, string][] = [
      [{ infant_under: 13 }, "infant_under"],
      [{ child_under: 1 }, "child_under"],
      [{ infant_under: 12 }, "infant_under"],
      [{ child_under: 2 }, "child_under"],
      [{ infant_under: 5, child_under: 5 }, "child_under"],
      [{ child_share: 100.01 }, "child_share"],
      [{ infant_share: -1 }, "infant_share"],
      [{ child_under: 26 }, "child_under"],
    ];
    for (const [sent, field] of wrong) {
      const { status, body } = await client.post("/api/company-info", sent);
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    const ages = { infant_under: 3, child_under: 10, child_share: 80.5, infant_share: null };
    expect((await client.post("/api/company-info", ages)).body).toMatchObject(ages);
    await client.post("/api/company-info", { infant_under: 2, child_under: 12 });
  });

  test("a form is told too that nobody would be a child", async () => {
    const screen = "/settings/company";
    const { values } = formIn((await client.get(screen)).body);
    const refused = await client.submit(screen, { ...values, infant_under: "12" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("سن الطفل تزيد على سن الرضيع: الرضيع دون 12، والطفل دون 12");
    expect((await client.get("/api/company-info")).body).toMatchObject({ infant_under: 2, child_under: 12 });
  });

  test("that were one before stay until another is sent", async () => {
    await office.knex("company_info").update({ infant_under: 12 });
    const same = { infant_under: 12, child_under: 12 };
    for (const sent of [{ address: "صنعاء" }, same])
      expect((await client.post("/api/company-info", sent)).body).toMatchObject(same);
    expect((await client.post("/api/company-info", { child_under: 11 })).status).toBe(422);
    await client.post("/api/company-info", { infant_under: 2 });
  });
});
