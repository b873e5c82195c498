import type { Office } from "./office";

type Member = { customer_id: number; name: string; gender: string; address: string };
/** Who sleeps in a hotel, and whether that is the first one of their packages. */
type Lodging = { hotel_id: number; hotel: string; isFirst: boolean; guests: number[] };

/** A group that has returned, and one that departs soon. The other groups have no rooms and seats yet. */
const placedGroups = ["فوج نسائم مكة الأول", "فوج رحاب طيبة الأول"];
const beds = 4;
/** The hotel in which the last guest of the group that departs soon has no bed yet. */
const fullHotel = "أوبروي المدينة";

/** Gives the members of these groups seats, and rooms in each of their hotels, those of one address together. */
export async function placeMembers(office: Office) {
  for (const name of placedGroups) await placeIn(office, office.id("groups", name));
}

async function placeIn(office: Office, group_id: number) {
  const { trx } = office;
  const members: Member[] = await trx("group_members")
    .join("customers", "customers.id", "customer_id")
    .where({ group_id })
    .orderBy("group_members.id")
    .select("customer_id", "customers.name", "gender", "address");
  const families = familiesOf(members);
  for (const family of families)
    for (const { customer_id, gender } of family)
      await trx("group_members")
        .where({ group_id, customer_id })
        .update({ family: familyOf(family), relation: gender === "ذكر" ? "husband" : "wife" });
  for (const lodging of await lodgingsOf(office, group_id))
    await fill(
      office,
      group_id,
      lodging,
      members.filter(({ customer_id }) => lodging.guests.includes(customer_id)),
    );
  const seated = [...families.flat(), ...members.filter((one) => !families.flat().includes(one))];
  await trx("bus_seats").insert(
    seated.map(({ customer_id }, place) => ({ group_id, customer_id, bus: 1, seat: place + 1 })),
  );
}

/** The hotels of a group's packages; no package of the agency comes to one twice. */
async function lodgingsOf({ trx }: Office, group_id: number): Promise<Lodging[]> {
  const { rows } = await trx.raw(
    `SELECT hotel_id, hotels.name AS hotel, min(place) = 1 AS "isFirst", array_agg(customer_id) AS guests
     FROM group_members JOIN contracts USING (campaign_id, customer_id)
     JOIN stays_of_packages USING (package_id) JOIN hotels ON hotels.id = hotel_id
     WHERE group_id = ? AND travels AND contracts.status <> 'cancelled' GROUP BY 1, 2 ORDER BY min(place), 1`,
    [group_id],
  );
  return rows;
}

/** Gives the members who sleep in a hotel their rooms there. */
async function fill(
  { trx, times }: Office,
  group_id: number,
  { hotel_id, hotel, isFirst }: Lodging,
  guests: Member[],
) {
  const housed = hotel === fullHotel ? guests.slice(0, -1) : guests;
  const families = familiesOf(housed);
  const alone = housed.filter((member) => !families.flat().includes(member));
  const of = (gender: string) => alone.filter((member) => member.gender === gender);
  const rooms = [
    ...families.map((people) => ({ kind: "family", beds: people.length, layout: "سرير مزدوج", people })),
    ...shared(of("ذكر")).map((people) => ({ kind: "men", beds, layout: null, people })),
    ...shared(of("أنثى")).map((people) => ({ kind: "women", beds, layout: null, people })),
  ];
  const at = times({ daysAgo: 2, minute: 13 * 60 });
  for (const [place, { people, ...room }] of rooms.entries()) {
    const name = String((isFirst ? 101 : 301) + place);
    const [{ id: room_id }] = await trx("rooms")
      .insert({ group_id, hotel_id, visit: 1, name, ...room, ...at })
      .returning("id");
    await trx("room_members").insert(people.map(({ customer_id }) => ({ group_id, customer_id, room_id })));
  }
}

/** The members of one address, where these are several. */
function familiesOf(members: Member[]) {
  return members
    .map(({ address }) => members.filter((one) => one.address === address))
    .filter((family, place) => family.length > 1 && family[0] === members[place]);
}

/** «عائلة الشرعبي» */
const familyOf = ([first]: Member[]) => `عائلة ${first?.name.split(" ").at(-1)}`;

/** Fills rooms with as many as they have beds. */
function shared(people: Member[]) {
  const rooms: Member[][] = [];
  for (let start = 0; start < people.length; start += beds) rooms.push(people.slice(start, start + beds));
  return rooms;
}
