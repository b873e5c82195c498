import type { Office } from "./office";

type Member = { customer_id: number; name: string; gender: string; address: string };

const placedGroup = "فوج رحاب طيبة الأول";
const beds = 4;

/** Gives the members of one group rooms and seats, those of one address together. The other groups have none yet. */
export async function placeMembers({ trx, insert, id, times }: Office) {
  const group_id = id("groups", placedGroup);
  const members: Member[] = await trx("group_members")
    .join("customers", "customers.id", "customer_id")
    .where({ group_id })
    .orderBy("group_members.id")
    .select("customer_id", "customers.name", "gender", "address");
  const families = members
    .map(({ address }) => members.filter((one) => one.address === address))
    .filter((family, place) => family.length > 1 && family[0] === members[place]);
  const alone = members.filter((member) => !families.flat().includes(member));
  const of = (gender: string) => alone.filter((member) => member.gender === gender);
  const rooms = [
    ...families.map((people) => ({ kind: "family", people })),
    ...shared(of("ذكر")).map((people) => ({ kind: "men", people })),
    ...shared(of("أنثى")).map((people) => ({ kind: "women", people })),
  ].map((room, place) => ({ ...room, name: String(101 + place) }));
  const at = times({ daysAgo: 2, minute: 13 * 60 });
  await insert(
    "rooms",
    "name",
    rooms.map(({ kind, name }) => ({ group_id, kind, name, beds, ...at })),
  );
  for (const { name, people } of rooms)
    await trx("room_members").insert(
      people.map(({ customer_id }) => ({ group_id, customer_id, room_id: id("rooms", name) })),
    );
  for (const couple of families)
    for (const { customer_id, gender } of couple)
      await trx("group_members")
        .where({ group_id, customer_id })
        .update({ family: familyOf(couple), relation: gender === "ذكر" ? "husband" : "wife" });
  const seated = rooms.flatMap(({ people }) => people);
  await trx("bus_seats").insert(
    seated.map(({ customer_id }, place) => ({ group_id, customer_id, bus: 1, seat: place + 1 })),
  );
}

/** «عائلة الشرعبي» */
const familyOf = ([first]: Member[]) => `عائلة ${first?.name.split(" ").at(-1)}`;

/** Fills rooms with as many as they have beds. */
function shared(people: Member[]) {
  const rooms: Member[][] = [];
  for (let start = 0; start < people.length; start += beds) rooms.push(people.slice(start, start + beds));
  return rooms;
}
