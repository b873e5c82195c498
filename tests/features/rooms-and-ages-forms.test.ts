import { beforeAll, describe, expect, test } from "vitest";
import { makeCampaign, makeCustomer } from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { textOf as paperText } from "../support/papers-text";
import { questionsIn } from "../support/questions";
import {
  adults,
  childrenWithBed,
  childrenWithoutBed,
  doubles,
  infants,
  roomsAndAgesOf,
} from "../support/rooms-and-ages";

/* The forms of packages and contracts with prices by room and age, posted as their HTML stands, and what is printed. */

const { office, client } = useOffice();
const { ids, sale, signed, withGrid } = roomsAndAgesOf(office, client);

const gridOf = (prices: Record<string, string>) =>
  ["single", "double", "triple", "quad", "quint"].flatMap((room) => [
    room,
    ...["adult", "child_with_bed", "child_without_bed", "infant"].map(
      (one) => prices[`${room} ${one}`] ?? "",
    ),
  ]);

const textOf = (fields: Record<string, number>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Posts a package's form as it stands, but for its prices. */
const post = async (path: string, prices: string[], more: Record<string, string> = {}) =>
  client.submit(path, {
    ...formIn((await client.get(path)).body).values,
    stays: [String(ids.makkah), "10"],
    other_service_ids: "",
    intent: [],
    prices,
    ...more,
  });

/** The cells of a form, as a browser would send them. */
const cellsIn = (html: string) =>
  [...html.matchAll(/<input[^>]*name="prices"[^>]*>/g)].map(
    ([input]) => / value="([^"]*)"/.exec(input)?.[1] ?? "",
  );

describe("the package's form", () => {
  test("proposes each room by the formula and fills only what is empty, without JavaScript", async () => {
    await client.post("/api/company-info", { child_share: 75, infant_share: 10 });
    const row = await withGrid({ prices: [{ room: "triple", traveller: "adult", amount: 1500 }] });
    const path = `/services/packages/${row.id}/edit`;
    const form = (await client.get(path)).body;
    // 500 ÷ 3 × 10 ÷ 0.85 = 1960.78…, of it 75 % and 10 %; Makkah has no price for one, two and five
    for (const proposal of ["1,960.78", "1,470.59", "196.08", "1,176.47", "882.35", "117.65"])
      expect(form).toContain(proposal);
    expect(form.match(/لا مقترح/g)).toHaveLength(12);
    const filled = await post(path, cellsIn(form), { intent: "fill_prices" });
    expect(filled.body).toContain('value="1470.59"');
    expect(filled.body).toContain('value="1500"');
    expect(filled.body).not.toContain('value="1960.78"');
  });

  test("stores the cells that are not empty, and none of an empty grid", async () => {
    const row = await withGrid();
    const path = `/services/packages/${row.id}/edit`;
    const same = await post(path, cellsIn((await client.get(path)).body));
    expect(same.status).toBe(302);
    expect((await client.get(`/api/packages/${row.id}`)).body.package.prices).toEqual(doubles);
    await post(path, gridOf({ "quint infant": "٥٠٫٥", "single adult": "4,000" }));
    expect((await client.get(`/api/packages/${row.id}`)).body.package.prices).toEqual([
      { room: "single", traveller: "adult", amount: 4000 },
      { room: "quint", traveller: "infant", amount: 50.5 },
    ]);
    const wrong = await post(path, gridOf({ "single adult": "x" }));
    expect(wrong.status).toBe(422);
    expect(wrong.body).toContain("مفردة، بالغ: اكتب السعر رقمًا لا يكون سالبًا");
    await post(path, gridOf({}));
    expect((await client.get(`/api/packages/${row.id}`)).body.package.prices).toEqual([]);
  });
});

describe("the contract's form", () => {
  const family = { father: 0, mother: 0, child: 0, other: 0, baby: 0 };
  beforeAll(async () => {
    const born = (date_of_birth: string, more: object = {}) =>
      makeCustomer(office.knex, { date_of_birth, ...more });
    family.father = await born("1985-01-01", { name: "سالم الأب" });
    family.mother = await born("1990-01-01");
    family.child = await born("2018-06-01");
    family.other = await born("2020-06-01");
    family.baby = await born("2026-01-01", { name: "رضيعة سالم" });
  });

  test("proposes the kind by the birthday and the departure, and signs a family by its cells", async () => {
    const { terms } = await sale();
    const path = `/contracts/new?campaign_id=${terms.campaign_id}&customer_id=${family.father}`;
    const start = (await client.get(path)).body;
    expect(start).toContain("بحسب العمر: بالغ");
    const { father, mother, child, other, baby } = family;
    const typed = {
      ...textOf({ ...terms, customer_id: father }),
      companion_ids: [mother, child, other, baby].map(String),
      room: "double",
      companion_cells: [child, "", "", other, "", "child_without_bed"].map(String),
    };
    const step = await client.submit(path, { ...typed, intent: "cells" });
    expect(step.body).toContain("بحسب العمر: رضيع");
    expect(step.body).toContain("بحسب العمر: طفل بسرير");
    expect(step.body).toContain("9,750.50");
    const { status } = await client.submit(path, typed);
    expect(status).toBe(302);
    const { body } = await client.get(`/api/contracts?campaign_id=${terms.campaign_id}`);
    const sold = body.contracts.map(
      (one: { customer_id: number; traveller: string; total_amount: number }) => [
        one.customer_id,
        one.traveller,
        one.total_amount,
      ],
    );
    expect(sold.toReversed()).toEqual([
      [father, "adult", 3000],
      [mother, "adult", 3000],
      [child, "child_with_bed", 2250.5],
      [other, "child_without_bed", 1200],
      [baby, "infant", 300],
    ]);
    const { campaign } = (await client.get(`/api/campaigns/${terms.campaign_id}`)).body;
    expect(campaign.booked_seats).toBe(4);
  });

  test("without a room it signs at the package's price; a refusal stands at the room", async () => {
    const { terms } = await sale();
    const path = `/contracts/new?campaign_id=${terms.campaign_id}&customer_id=${family.mother}`;
    const typed = textOf({ ...terms, customer_id: family.mother });
    const refused = await client.submit(path, { ...typed, room: "single" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("لا سعر في الباقة لهذا الاختيار: مفردة، بالغ");
    expect((await client.submit(path, typed)).status).toBe(302);
    const { body } = await client.get(`/api/contracts?campaign_id=${terms.campaign_id}`);
    expect(body.contracts[0]).toMatchObject({ room: null, total_amount: 1176.47 });
  });

  test("asks before an adult is sold as an infant", async () => {
    const { terms } = await sale();
    const path = `/contracts/new?campaign_id=${terms.campaign_id}&customer_id=${family.father}`;
    const typed = {
      ...textOf({ ...terms, customer_id: family.father }),
      room: "double",
      traveller: "infant",
    };
    const { status, body } = await client.submit(path, typed);
    const { asked, confirmed } = questionsIn(body);
    expect([status, asked]).toEqual([
      409,
      [expect.stringMatching(/بالغ يوم المغادرة .*، ونوعه في العقد: رضيع/)],
    ]);
    expect((await client.submit(path, { ...typed, confirmed })).status).toBe(302);
  });

  test("page and paper have the supplement as a line of its own", async () => {
    const { terms } = await sale();
    const contract = await signed(terms, { ...adults, discount_amount: 100, discount_reason: "عائلة" });
    for (const path of [`/contracts/${contract.id}`, `/contracts/${contract.id}/print`]) {
      const { body } = await client.get(path);
      for (const text of ["فرق الغرفة والعمر", "1,176.47", "1,823.53", "3,000.00", "2,900.00"])
        expect([path, body.includes(text)]).toEqual([path, true]);
    }
    expect((await client.get(`/contracts/${contract.id}/print`)).body).toContain("غرفة ثنائية");
    expect((await client.get(`/contracts?room=double&traveller=adult`)).body).toContain("ثنائية، بالغ");
  });

  test("contract and voucher say who takes no bed", async () => {
    const { terms } = await sale();
    const read = async (path: string) => paperText((await client.get(path)).body);
    const of = async (cell: object) => {
      const { id } = await signed(terms, cell);
      return {
        paper: await read(`/contracts/${id}/print`),
        voucher: await read(`/contracts/voucher?contracts=${id}`),
        english: await read(`/contracts/voucher?contracts=${id}&lang=en`),
      };
    };
    const infant = await of(infants);
    expect(infant.paper).toContain("في غرفة ثنائية، بلا سرير");
    expect(infant.voucher).toContain("(رضيع بلا سرير)");
    expect(infant.english).toContain("(Infant without bed)");
    const child = await of(childrenWithoutBed);
    expect(child.paper).toContain("في غرفة ثنائية، بلا سرير");
    expect(child.voucher).toContain("(طفل بلا سرير)");
    for (const { paper, voucher } of [await of(adults), await of(childrenWithBed)])
      expect(paper + voucher).not.toContain("بلا سرير");
  });

  test("readiness tells where age and departure say otherwise", async () => {
    const row = await withGrid();
    const campaign_id = await makeCampaign(office.knex, 9, [row.id], {
      start_date: "2027-12-20",
      end_date: "2028-01-10",
    });
    const terms = { package_id: row.id, campaign_id };
    await signed(terms, { ...adults, traveller: "infant", customer_id: family.baby });
    await signed(terms, { ...adults, customer_id: family.father });
    const read = async () => {
      const { body } = await client.get(`/api/campaigns/${campaign_id}/readiness`);
      return body.readiness.map((one: { age_differs?: object }) => one.age_differs);
    };
    expect(await read()).toEqual([undefined, undefined]);
    await client.put(`/api/campaigns/${campaign_id}`, { end_date: "2028-02-20", start_date: "2028-01-20" });
    expect(await read()).toContainEqual({ traveller: "infant", age: "child" });
    expect((await client.get(`/campaigns/${campaign_id}/readiness`)).body).toContain(
      "وقع على أنه رضيع، وهو طفل يوم المغادرة:",
    );
  });
});
