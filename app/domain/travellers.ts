/* By room and by age: what a pilgrim pays for, and which places he takes (docs/decisions/grid.md). Codes as calls write them. */

export const roomLabels = {
  single: "مفردة",
  double: "ثنائية",
  triple: "ثلاثية",
  quad: "رباعية",
  quint: "خماسية",
};
export type RoomName = keyof typeof roomLabels;

/** Pilgrims in a room. */
export const sharing: Record<RoomName, number> = { single: 1, double: 2, triple: 3, quad: 4, quint: 5 };

export const travellerLabels = {
  adult: "بالغ",
  child_with_bed: "طفل بسرير",
  child_without_bed: "طفل بلا سرير",
  infant: "رضيع",
};
export type Traveller = keyof typeof travellerLabels;

/** Whether a kind of traveller takes a seat of campaign, group and bus. In SQL it is `takes_seat(traveller)`; who has no kind does. */
export const takesSeat = (traveller: Traveller | null | undefined) => traveller !== "infant";

/** How many seats people need. */
export const seatsNeeded = (people: { traveller?: Traveller | null }[]) =>
  people.filter(({ traveller }) => takesSeat(traveller)).length;

/** Whether it takes a bed. In SQL it is `takes_bed(traveller)`. */
export const takesBed = (
  traveller: Traveller | null | undefined,
): traveller is "adult" | "child_with_bed" | null | undefined =>
  traveller !== "infant" && traveller !== "child_without_bed";

/** How old somebody is on a day, by the ages of the office. In SQL it is `age_group(born, on_day)`. */
export const ageLabels = { infant: "رضيع", child: "طفل", adult: "بالغ" };
export type AgeGroup = keyof typeof ageLabels;

/** The age with which a kind is sold. */
export const ageOf = (traveller: Traveller): AgeGroup =>
  traveller === "adult" || traveller === "infant" ? traveller : "child";

/** The kind that a form proposes for an age. Whose birthday is not known is an adult. */
export const travellerOf = (age: AgeGroup | null): Traveller =>
  age === "child" ? "child_with_bed" : (age ?? "adult");

/** «ثنائية، طفل بسرير» */
export const cellText = (room: RoomName, traveller: Traveller) =>
  `${roomLabels[room]}، ${travellerLabels[traveller]}`;
