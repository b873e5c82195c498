import { describe, expect, test } from "vitest";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { adults, childrenWithBed, infants, roomsAndAgesOf } from "../support/rooms-and-ages";

/* Room and kind of a contract that moves (docs/decisions/moved-contracts.md). */

const { office, client } = useOffice({ isFaultless: true });
const { sale, signed, seatsOf } = roomsAndAgesOf(office, client);

const move = async (id: number, terms: object) => {
  const { status, body } = await client.post(`/api/contracts/${id}/move`, terms);
  expect(status, body.error).toBe(201);
  return body.contract;
};

describe("room and kind of a contract that moves", () => {
  test("go along where the new package has a price for them, which is the new contract's", async () => {
    const [from, to] = [await sale(), await sale(50, { prices: [{ ...childrenWithBed, amount: 1800 }] })];
    const old = await signed(from.terms, {
      ...childrenWithBed,
      discount_amount: 50.5,
      discount_reason: "أخوه",
    });
    expect(old).toMatchObject({ ...childrenWithBed, price_amount: 2250.5, total_amount: 2200 });
    const row = await move(old.id, { ...to.terms, keep_discount: true });
    expect(row).toMatchObject({
      ...childrenWithBed,
      price_amount: 1800,
      discount_amount: 50.5,
      total_amount: 1749.5,
      supplement_amount: 1800 - to.row.total_price,
    });
  });

  test("end where it has none, and the contract has the package's own price", async () => {
    const [from, to] = [await sale(), await sale(50, { prices: [] })];
    const old = await signed(from.terms, adults);
    const row = await move(old.id, to.terms);
    expect(row).toMatchObject({ room: null, traveller: null, supplement_amount: null });
    expect(row.total_amount).toBe(to.row.total_price);
  });

  test("an infant takes no seat of the new campaign; who is two by then is a child and takes one", async () => {
    const from = await sale();
    const grown = await makeCustomer(office.knex, { date_of_birth: "2020-01-01" });
    const [baby, child] = [
      await signed(from.terms, infants),
      await signed(from.terms, { ...infants, customer_id: grown }),
    ];
    const to = await sale(1);
    expect(await move(baby.id, to.terms)).toMatchObject(infants);
    expect(await seatsOf(to.terms.campaign_id)).toEqual([0, 1]);
    expect(await move(child.id, to.terms)).toMatchObject({ ...childrenWithBed, total_amount: 2250.5 });
    expect(await seatsOf(to.terms.campaign_id)).toEqual([1, 0]);
  });

  test("within a full campaign an infant who becomes a child needs a seat, and an adult has one", async () => {
    const { terms } = await sale(1);
    const other = await sale();
    await office
      .knex("campaign_packages")
      .insert({ campaign_id: terms.campaign_id, package_id: other.row.id });
    const within = { campaign_id: terms.campaign_id, package_id: other.row.id };
    const adult = await signed(terms, adults);
    const grown = await makeCustomer(office.knex, { date_of_birth: "2020-01-01" });
    const child = await signed(terms, { ...infants, customer_id: grown });
    expect(await move(adult.id, within)).toMatchObject(adults);
    const { status, body } = await client.post(`/api/contracts/${child.id}/move`, within);
    expect([status, body.fields]).toEqual([409, { campaign_id: "لا توجد مقاعد متاحة في هذه الحملة" }]);
  });
});
