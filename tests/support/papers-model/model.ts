/*
 * Who travels with the groups of a campaign, when, and where they sleep, as journey.md says it. It knows nothing of the product's code.
 * A state is plain data, so that a copy of it can be tried.
 */

export type Sex = "M" | "F";
export type RoomKind = "men" | "women" | "family";
export type Pilgrim = {
  id: number;
  name: string;
  passport: string;
  sex: Sex;
  birth: string;
  /** The family that a clerk may confirm in a group. */
  kin: string | null;
};
export type Package = { id: number; stays: { hotel: number; nights: number }[] };
export type Contract = { id: number; person: number; package: number; stands: boolean };
/** `lodging` is a hotel and a visit, `0 0` in a group without stays. */
export type Room = {
  id: number;
  name: string;
  kind: RoomKind;
  beds: number;
  lodging: string;
  members: number[];
};
type Member = { person: number; family: string | null; travels: boolean };
type Typed = { package: number; place: number; in: string; out: string };
export type Group = {
  id: number;
  name: string;
  capacity: number;
  departure: string | null;
  isOnTrip: boolean;
  /** In the order in which they joined. */
  members: Member[];
  rooms: Room[];
  /** By person. */
  seats: Record<number, number>;
  typed: Typed[];
};
export type State = {
  people: Pilgrim[];
  packages: Package[];
  hotels: Record<number, string>;
  contracts: Contract[];
  groups: Group[];
  trip: { id: number; start: string; end: string; stages: { id: number; date: string }[] };
  campaign: { id: number; start: string; end: string };
};

export const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Whole years on a day. */
export function ageOn(birth: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

export const personOf = ({ people }: State, id: number) => people.find((one) => one.id === id) as Pilgrim;
export const groupOf = ({ groups }: State, id: number) => groups.find((one) => one.id === id) as Group;

export const contractsOf = ({ contracts }: State, person: number) =>
  contracts.filter((one) => one.person === person);
export const standing = (state: State, person: number) =>
  contractsOf(state, person).filter(({ stands }) => stands);

/** A customer travels unless he has contracts and all of them are cancelled. */
const mayTravel = (state: State, person: number) =>
  !contractsOf(state, person).length || standing(state, person).length > 0;

export function placeOf({ groups }: State, person: number) {
  for (const group of groups) {
    const member = group.members.find((one) => one.person === person);
    if (member) return { group, member };
  }
  return undefined;
}

export const travellersOf = ({ members }: Group) =>
  members.filter(({ travels }) => travels).map(({ person }) => person);
export const isFull = (group: Group) => travellersOf(group).length >= group.capacity;

/** Takes bed and seat away. */
function freePlaces(group: Group, person: number) {
  for (const room of group.rooms) room.members = room.members.filter((one) => one !== person);
  delete group.seats[person];
}

export function leave(group: Group, person: number) {
  freePlaces(group, person);
  group.members = group.members.filter((one) => one.person !== person);
}

export function join(state: State, group: Group, person: number) {
  group.members.push({ person, family: null, travels: mayTravel(state, person) });
}

/** After a change of someone's contracts. Who is back without a place leaves the group. */
export function settle(state: State, person: number) {
  const place = placeOf(state, person);
  if (!place) return;
  const { group, member } = place;
  const travels = mayTravel(state, person);
  if (travels === member.travels) return;
  if (travels && isFull(group)) return leave(group, person);
  member.travels = travels;
  if (!travels) freePlaces(group, person);
}

export const departureOf = ({ trip }: State, { departure, isOnTrip }: Group) =>
  departure ?? (isOnTrip ? trip.start : null);

export type Stay = {
  package: number;
  place: number;
  hotel: number;
  nights: number;
  in: string | null;
  out: string | null;
};

/** The stays of a package for a group: each begins when the one before it ends, unless its days are typed. */
export function staysOfPackage(
  state: State,
  packageId: number,
  departure: string | null,
  typed: Typed[] = [],
): Stay[] {
  let next = departure;
  const { stays = [] } = state.packages.find(({ id }) => id === packageId) ?? {};
  return stays.map(({ hotel, nights }, index) => {
    const own = typed.find((one) => one.package === packageId && one.place === index + 1);
    const from = own?.in ?? next;
    const out = own?.out ?? (from && later(from, nights));
    next = out;
    return { package: packageId, place: index + 1, hotel, nights, in: from, out };
  });
}

/** The packages for which the travellers of a group have signed. */
export const packagesOf = (state: State, group: Group) => [
  ...new Set(travellersOf(group).flatMap((person) => standing(state, person).map((one) => one.package))),
];

export const staysOf = (state: State, group: Group) =>
  packagesOf(state, group).map((id) => staysOfPackage(state, id, departureOf(state, group), group.typed));

export type Lodging = { key: string; hotel: number; in: string | null; out: string | null; stays: Stay[] };

/** The stays in one hotel whose nights overlap are one lodging; a hotel visited twice is two. While no day is known, the order counts. */
export function lodgingsOf(state: State, group: Group): Lodging[] {
  const isDated = departureOf(state, group) !== null;
  const real = staysOf(state, group).flat();
  const dated = isDated
    ? real
    : packagesOf(state, group).flatMap((id) => staysOfPackage(state, id, "2000-01-01"));
  const lodgings: Lodging[] = [];
  for (const hotel of new Set(dated.map((stay) => stay.hotel))) {
    const visits: { in: string; out: string; stays: Stay[] }[] = [];
    const ofHotel = dated.filter((stay) => stay.hotel === hotel) as (Stay & { in: string; out: string })[];
    for (const stay of ofHotel.sort((one, other) => one.in.localeCompare(other.in))) {
      const visit = visits.find((one) => stay.in < one.out);
      if (!visit) visits.push({ in: stay.in, out: stay.out, stays: [stay] });
      else {
        visit.stays.push(stay);
        if (stay.out > visit.out) visit.out = stay.out;
      }
    }
    for (const [index, visit] of visits.entries()) {
      const days = isDated ? { in: visit.in, out: visit.out } : { in: null, out: null };
      lodgings.push({ key: `${hotel} ${index + 1}`, hotel, ...days, stays: visit.stays });
    }
  }
  return lodgings;
}

/** The sets of rooms of a group: by lodging, or one where nobody has signed for a stay. */
export const placesOf = (state: State, group: Group): string[] => {
  const keys = lodgingsOf(state, group).map(({ key }) => key);
  return keys.length ? keys : ["0 0"];
};

export const isExpectedIn = (state: State, group: Group, key: string, person: number) =>
  key === "0 0" ||
  lodgingsOf(state, group).some(
    (lodging) =>
      lodging.key === key &&
      standing(state, person).some((signed) => lodging.stays.some((stay) => stay.package === signed.package)),
  );

export const roomOf = ({ rooms }: Group, key: string, person: number) =>
  rooms.find(({ lodging, members }) => lodging === key && members.includes(person));

/** Men and women who are not of one family. */
export function isMixed(state: State, group: Group, { members }: Room) {
  const families = members.map((id) => group.members.find(({ person }) => person === id)?.family ?? null);
  const sexes = new Set(members.map((id) => personOf(state, id).sex));
  return sexes.size > 1 && (new Set(families).size > 1 || families.includes(null));
}

const latest = (days: (string | null)[]) =>
  days.reduce((one, day) => ((day ?? "") > (one ?? "") ? day : one), null);

/** The end of some packages' stays for a group. */
const endOfStays = (state: State, group: Group, packages: number[]) =>
  latest(
    packages.flatMap((id) =>
      staysOfPackage(state, id, departureOf(state, group), group.typed).map(({ out }) => out),
    ),
  );

/** The last day of a group's journey. */
export const returnOf = (state: State, group: Group, packages = packagesOf(state, group)) =>
  (group.isOnTrip ? state.trip.end : endOfStays(state, group, packages)) ?? state.campaign.end;

/** The days of someone's journey: of a person without a trip until the end of his package. */
export function daysOfPerson(state: State, person: number) {
  const { campaign } = state;
  const group = placeOf(state, person)?.group;
  if (!group) return { departure: campaign.start, return: campaign.end };
  const last = standing(state, person).at(-1);
  return {
    departure: departureOf(state, group) ?? campaign.start,
    return: returnOf(state, group, last ? [last.package] : []),
  };
}
