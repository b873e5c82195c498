import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { printedRows, tripListsOf } from "../support/trip-lists";

const { office, client } = useOffice();
const { groupOf } = tripListsOf(office, client);

describe("the order of people", () => {
  const born = (date_of_birth: string) => ({ date_of_birth, family: "آل سالم" });

  test("on every paper: a family together, its head first, its infants last, where the first of it joined", async () => {
    const people = [
      { name: "وحيد" },
      { name: "رضيع", ...born("2026-06-01") },
      { name: "ضيف" },
      { name: "طفلة", ...born("2019-06-01"), gender: "أنثى" },
      { name: "أم", ...born("1990-06-01"), gender: "أنثى" },
      { name: "ابن كبير", ...born("2005-06-01") },
      { name: "زوج", ...born("1985-06-01") },
    ];
    const { id, ids, path } = await groupOf(people, { departure_date: "2027-03-01" });
    await office.knex("group_members").where({ customer_id: ids[6] }).update({ relation: "husband" });
    const room = { group_id: id, name: "101", kind: "family", beds: 6 };
    const [{ id: room_id }] = await office.knex("rooms").insert(room).returning("id");
    for (const customer_id of [ids[1], ids[3], ids[6]])
      await office.knex("room_members").insert({ group_id: id, customer_id, room_id });
    const inOrder = ["وحيد", "زوج", "أم", "ابن كبير", "طفلة", "رضيع", "ضيف"];
    const namesIn = async (list: string) => {
      const cells = printedRows((await client.get(`${path}/${list}`)).body).flat();
      return cells.flatMap((cell) => inOrder.find((name) => cell === name) ?? []);
    };
    expect(await namesIn("manifest")).toEqual(inOrder);
    expect(await namesIn("buses/print")).toEqual(inOrder);
    expect(await namesIn("rooms/print")).toEqual(["زوج", "طفلة", "رضيع", "وحيد", "أم", "ابن كبير", "ضيف"]);
  });
});
