import {
  ageOn,
  daysOfPerson,
  departureOf,
  type Group,
  isExpectedIn,
  isFull,
  lodgingsOf,
  type Package,
  personOf,
  placeOf,
  placesOf,
  type Room,
  returnOf,
  roomOf,
  type State,
  standing,
  staysOfPackage,
  travellersOf,
} from "./model";

/* What the papers of a state should say, in lines that are compared with what they do say. */

const kindWords = { men: ["رجال", "Men"], women: ["نساء", "Women"], family: ["عائلة", "Family"] } as const;
const months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
export const englishDay = (day: string) =>
  `${day.slice(8)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const passportOf = (state: State, id: number) => personOf(state, id).passport;

/** The title of an airline. */
function titleOf(state: State, id: number) {
  const { sex, birth } = personOf(state, id);
  const age = ageOn(birth, daysOfPerson(state, id).departure);
  if (age < 2) return "INF";
  if (age < 12) return sex === "M" ? "MSTR" : "MISS";
  return sex === "M" ? "MR" : "MS";
}

/** Infants stand behind the first adult of their family, else at the end. */
export function passportListOf(state: State, groups: Group[]) {
  const all = groups.flatMap((group) =>
    travellersOf(group).map((id) => {
      const { family } = group.members.find(({ person }) => person === id) ?? {};
      const title = titleOf(state, id);
      const { sex, birth, passport } = personOf(state, id);
      const short = englishDay(birth).replace(/(..) (...) ..(..)/, "$1$2$3");
      const line = `${passport}/YEM/${short}/${sex}${title === "INF" ? "I" : ""}`;
      return { family: family ? `${group.id} ${family}` : null, title, line };
    }),
  );
  const infants = all.filter(({ title }) => title === "INF");
  const heads = new Map(
    all
      .filter(({ title, family }) => family && ["MR", "MS"].includes(title))
      .reverse()
      .map((one) => [one.family, one]),
  );
  const others = all.filter((one) => !infants.includes(one));
  const ofHead = (one: (typeof all)[number]) =>
    infants.filter(({ family }) => family && heads.get(family) === one);
  const behind = others.flatMap((one) => [one, ...ofHead(one)]);
  return [...behind, ...infants.filter((one) => !behind.includes(one))].map(({ line }) => line);
}

/** The heading of a room on paper. */
function headOf(room: Room | undefined, language: 0 | 1) {
  if (!room) return language ? "No room yet" : "بلا غرفة";
  const { name, kind, beds, members } = room;
  const free = beds - members.length;
  const isEmpty = free === beds;
  const parts = language
    ? [
        `Room ${name}`,
        kindWords[kind][1],
        beds === 1 ? "1 bed" : `${beds} beds`,
        isEmpty ? "empty" : free && `${free} free`,
      ]
    : [`الغرفة ${name}`, kindWords[kind][0], `الأسرة ${beds}`, isEmpty ? "خالية" : free && `شاغر ${free}`];
  return parts.filter(Boolean).join(" · ");
}

/** The lines of the rooming list of a place. */
function roomingLines(state: State, group: Group, key: string, language: 0 | 1) {
  const guests = travellersOf(group).filter(
    (id) => isExpectedIn(state, group, key, id) || roomOf(group, key, id),
  );
  const empty = group.rooms.filter(({ lodging, members }) => lodging === key && !members.length);
  return [
    ...guests.map((id) => `${headOf(roomOf(group, key, id), language)}: ${passportOf(state, id)}`),
    ...empty.map((room) => `${headOf(room, language)}: –`),
  ].sort();
}

const daysText = (from: string | null, until: string | null) => (from && until ? `${from} – ${until}` : "");

/** Where someone sleeps: the hotels of his stays, and those in which he has a bed. */
function bedsOf(state: State, group: Group, id: number) {
  return placesOf(state, group).flatMap((key) => {
    const room = roomOf(group, key, id);
    if (!room && (key === "0 0" || !isExpectedIn(state, group, key, id))) return [];
    return [`${key}: ${room?.name ?? "–"}`];
  });
}

/** A voucher for each family, and for each other member. */
function vouchersOf(state: State, group: Group) {
  const parties = new Map<string, number[]>();
  for (const id of travellersOf(group)) {
    const { family } = group.members.find(({ person }) => person === id) ?? {};
    const key = family ?? `${id}`;
    if (standing(state, id).length) parties.set(key, [...(parties.get(key) ?? []), id]);
  }
  const departure = departureOf(state, group);
  return [...parties.values()].map((guests) => {
    const signed = guests.flatMap((id) => standing(state, id));
    const packages = [...new Set(signed.map((one) => one.package))];
    const services = packages.map((id: Package["id"]) => {
      const takers = guests.filter((one) => standing(state, one).some((of) => of.package === id));
      return staysOfPackage(state, id, departure, group.typed)
        .map((stay) => {
          const lodging = lodgingsOf(state, group).find(({ stays }) =>
            stays.some((one) => one.package === id && one.place === stay.place),
          );
          const rooms = takers.flatMap((one) => roomOf(group, lodging?.key ?? "", one)?.name ?? []);
          const hotel = state.hotels[stay.hotel];
          return `${hotel} ${stay.in ?? "—"} ${stay.out ?? "—"} (${[...new Set(rooms)].join(", ")})`;
        })
        .join("; ");
    });
    const days = departure
      ? `${departure} ${guests
          .map((id) => daysOfPerson(state, id).return)
          .sort()
          .at(-1)}`
      : `${state.campaign.start} ${state.campaign.end}`;
    const guestsText = guests.flatMap((id) => standing(state, id).map(() => passportOf(state, id)));
    return `${guestsText.join(" ")}: ${days}: ${services.sort().join(" + ")}`;
  });
}

function figuresOf(state: State, group: Group) {
  const travellers = travellersOf(group);
  const bedless = travellers.filter((id) =>
    placesOf(state, group).some((key) => isExpectedIn(state, group, key, id) && !roomOf(group, key, id)),
  );
  const seatless = travellers.filter((id) => !group.seats[id]);
  const lack = (count: number, of: string) => (count ? `${count} بلا ${of}` : `لكلٍّ ${of}`);
  const total = travellers.length;
  return {
    members: `${total} من ${group.capacity}`,
    ...(total && { rooms: lack(bedless.length, "سرير"), buses: lack(seatless.length, "مقعد") }),
  };
}

export function factsOfGroup(state: State, group: Group) {
  const travellers = travellersOf(group);
  const sorted = (ids: number[]) => ids.map((id) => passportOf(state, id)).sort();
  const others = group.members.filter(({ travels }) => !travels).map(({ person }) => person);
  const inOrder = travellers.map((id) => passportOf(state, id));
  const lodgings = lodgingsOf(state, group);
  const rooming = (language: 0 | 1) =>
    Object.fromEntries(placesOf(state, group).map((key) => [key, roomingLines(state, group, key, language)]));
  return {
    members: sorted(travellers),
    others: sorted(others),
    count: travellers.length,
    status: isFull(group) ? "full" : "active",
    figures: figuresOf(state, group),
    days: `${departureOf(state, group) ?? state.campaign.start} ${returnOf(state, group)}`,
    manifest: inOrder,
    manifestDeparture: departureOf(state, group),
    manifestEnglish: travellers.map((id) => {
      const { birth, sex, passport } = personOf(state, id);
      return `${titleOf(state, id)} ${englishDay(birth)} ${sex} ${passport}`;
    }),
    manifestSheet: inOrder,
    passportList: passportListOf(state, [group]),
    hotels: Object.fromEntries(lodgings.map((one) => [one.key, daysText(one.in, one.out)])),
    rooming: rooming(0),
    roomingEnglish: rooming(1),
    roomingSheet: placesOf(state, group)
      .flatMap((key) => roomingLines(state, group, key, 0))
      .map((line) =>
        line
          .replace(/ · .*: /, ": ")
          .replace("الغرفة ", "")
          .replace("بلا غرفة", "–"),
      )
      .sort(),
    bus: travellers.map((id) => `${group.seats[id] ?? "–"} ${passportOf(state, id)}`).sort(),
    badges: travellers.map((id) => `${personOf(state, id).name}: ${badgeStays(state, group, id)}`),
    vouchers: vouchersOf(state, group),
    rooms: group.rooms
      .map(({ name, lodging, kind, beds, members }) =>
        [lodging, name, kind, beds, ...sorted(members)].join(" "),
      )
      .sort(),
  };
}

const badgeStays = (state: State, group: Group, id: number) =>
  bedsOf(state, group, id)
    .map((line) => {
      const [hotel = "", , room] = line.split(/[ :]+/);
      return `${state.hotels[Number(hotel)] ?? ""} ${room}`;
    })
    .sort()
    .join("; ");

/** Who has signed or travels, by readiness: the days of the journey, and the beds. */
export const readinessOf = (state: State) =>
  Object.fromEntries(
    state.people
      .filter(({ id }) => standing(state, id).length || placeOf(state, id)?.member.travels)
      .map(({ id, passport }) => {
        const days = daysOfPerson(state, id);
        const group = placeOf(state, id)?.group;
        const beds = group ? bedsOf(state, group, id).sort() : [];
        return [passport, [`${days.departure} ${days.return}`, ...beds]];
      }),
  );

/** What a person's page says of the group. */
export function journeyOf(state: State, id: number) {
  const place = placeOf(state, id);
  if (!place) return [];
  const { group, member } = place;
  const beds = member.travels ? bedsOf(state, group, id).sort() : [];
  return [[group.id, member.travels, departureOf(state, group), group.seats[id] ?? null, ...beds]];
}

/** The groups of the trip as its lists have them: by departure, those that follow the trip last, then by name. */
const onTrip = ({ groups }: State) =>
  groups
    .filter(({ isOnTrip }) => isOnTrip)
    .sort(
      (one, other) =>
        (one.departure ?? "9").localeCompare(other.departure ?? "9") || one.name.localeCompare(other.name),
    );

export function factsOfTrip(state: State) {
  const groups = onTrip(state);
  const travellers = groups.flatMap(travellersOf);
  return {
    manifest: travellers.map((id) => passportOf(state, id)),
    passportList: passportListOf(state, groups),
    badges: travellers.map((id) => personOf(state, id).name),
    buses: travellers.map((id) => passportOf(state, id)).sort(),
    movements: Object.fromEntries(
      state.trip.stages.map(({ date }) => {
        const ages = travellers.map((id) => ageOn(personOf(state, id).birth, date));
        const count = (from: number, below: number) =>
          ages.filter((age) => age >= from && age < below).length;
        return [date, `${count(12, 999)} ${count(2, 12)} ${count(0, 2)}`];
      }),
    ),
  };
}
