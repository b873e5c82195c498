import { expect } from "vitest";
import { hiddenField } from "../client";
import {
  type Group,
  groupOf,
  isExpectedIn,
  isMixed,
  personOf,
  placesOf,
  type Room,
  type RoomKind,
  roomOf,
  type State,
  travellersOf,
} from "./model";
import type { Step, World } from "./world";

/* Steps of rooms and seats. */

const kinds = ["men", "women", "family"] as const;
const otherSex = { men: "F", women: "M", family: null } as const;

/** A lodging as calls name it. */
const lodgingSent = (key: string) => {
  const [hotel_id, visit] = key.split(" ").map(Number);
  return hotel_id ? { hotel_id, visit } : { hotel_id: null, visit: null };
};
const queryOf = (key: string) => {
  const { hotel_id, visit } = lodgingSent(key);
  return hotel_id ? `?hotel=${hotel_id}&visit=${visit}` : "";
};

/** Whether a room takes these people in the place of those whom it has; if so they leave their other room of the lodging. */
function house(state: State, group: Group, room: Room, people: number[]) {
  const travellers = travellersOf(group);
  const isFit = people.every(
    (id) => travellers.includes(id) && personOf(state, id).sex !== otherSex[room.kind],
  );
  if (!isFit || people.length > room.beds || isMixed(state, group, { ...room, members: people }))
    return false;
  for (const other of group.rooms)
    if (other.lodging === room.lodging) other.members = other.members.filter((one) => !people.includes(one));
  room.members = people;
  return true;
}

export function roomSteps({ client, random, pick, state: at }: World) {
  const anyPlace = (group: Group) => pick(placesOf(at(), group));

  /** Some who could sleep in such a room, sometimes too many or the wrong ones. */
  function guestsFor(group: Group, kind: RoomKind, beds: number) {
    const travellers = travellersOf(group);
    const fit = random(6) ? travellers.filter((id) => personOf(at(), id).sex !== otherSex[kind]) : travellers;
    const { family } = kind === "family" && group.members.length ? pick(group.members) : { family: null };
    const kin = group.members.filter((one) => family && one.family === family).map(({ person }) => person);
    const from = kin.length && random(5) ? kin.filter((id) => travellers.includes(id)) : fit;
    const count = random(beds + 1) + (random(8) ? 0 : 1);
    const start = random(from.length || 1);
    return [...from.slice(start), ...from.slice(0, start)].slice(0, count);
  }

  function make(): Step {
    const group = pick(at().groups);
    const key = random(10) ? anyPlace(group) : pick([...placesOf(at(), pick(at().groups)), "0 0"]);
    const [kind, beds] = [pick(kinds), 1 + random(4)];
    const member_ids = random(3) ? guestsFor(group, kind, beds) : [];
    const body = { name: String(1 + random(12)), kind, beds, ...lodgingSent(key), member_ids };
    return {
      name: `room ${body.name} of ${group.name} in ${key} for ${member_ids}`,
      send: () => client.post(`/api/groups/${group.id}/rooms`, body),
      apply(state, answer) {
        const present = groupOf(state, group.id);
        if (!placesOf(state, present).includes(key)) return { status: 422 };
        if (present.rooms.some(({ name, lodging }) => name === body.name && lodging === key))
          return { status: 409 };
        const room = { id: answer.body.room?.id, name: body.name, kind, beds, lodging: key, members: [] };
        if (!house(state, present, room, member_ids)) return { status: 409 };
        present.rooms.push(room);
        return { status: 201 };
      },
    };
  }

  function fill(): Step | null {
    const group = pick(at().groups);
    if (!group.rooms.length) return null;
    const { id, name, lodging, kind, beds } = pick(group.rooms);
    const member_ids = guestsFor(group, kind, beds);
    return {
      name: `room ${name} of ${group.name} in ${lodging} gets ${member_ids}`,
      send: () => client.put(`/api/groups/${group.id}/rooms/${id}`, { member_ids }),
      apply(state) {
        const present = groupOf(state, group.id);
        const room = present.rooms.find((one) => one.id === id);
        if (!room) return { status: 404 };
        return { status: house(state, present, room, member_ids) ? 200 : 409 };
      },
    };
  }

  function remove(): Step | null {
    const group = pick(at().groups);
    if (!group.rooms.length) return null;
    const { id, name, lodging } = pick(group.rooms);
    return {
      name: `room ${name} of ${group.name} in ${lodging} goes`,
      send: () => client.delete(`/api/groups/${group.id}/rooms/${id}`),
      apply(state) {
        const present = groupOf(state, group.id);
        if (!present.rooms.some((one) => one.id === id)) return { status: 404 };
        present.rooms = present.rooms.filter((one) => one.id !== id);
        return { status: 200 };
      },
    };
  }

  /** The ids of copies are read afterwards. */
  function copy(): Step | null {
    const group = pick(at().groups);
    const [from, to] = [anyPlace(group), anyPlace(group)];
    if (from === to || from === "0 0") return null;
    const source = lodgingSent(from);
    const body = { from_hotel_id: source.hotel_id, from_visit: source.visit, ...lodgingSent(to) };
    return {
      name: `${group.name} copies its rooms from ${from} to ${to}`,
      send: () => client.post(`/api/groups/${group.id}/rooms/copy`, body),
      apply(state) {
        const present = groupOf(state, group.id);
        const places = placesOf(state, present);
        if (!places.includes(from) || !places.includes(to)) return { status: 422 };
        const rooms = present.rooms.filter(({ lodging }) => lodging === from);
        const taken = present.rooms.filter(({ lodging }) => lodging === to).map(({ name }) => name);
        const copies = rooms.filter(({ name }) => !taken.includes(name));
        const isComing = (id: number) => isExpectedIn(state, present, to, id) && !roomOf(present, to, id);
        const coming = copies.map(({ members }) => members.filter(isComing));
        for (const [index, room] of copies.entries())
          present.rooms.push({ ...room, id: 0, lodging: to, members: coming[index] ?? [] });
        return { status: 200, told: { copied: copies.length, left: rooms.length - copies.length } };
      },
    };
  }

  /** Which rooms the proposal chooses is its own: whoever is expected gets a bed, and nobody loses one. */
  function propose(): Step | null {
    const group = pick(at().groups);
    const key = anyPlace(group);
    const address = `/trips/groups/${group.id}/rooms${queryOf(key)}`;
    if (!travellersOf(group).length) return null;
    return {
      name: `${group.name} takes the proposal for ${key}`,
      async send() {
        const { body } = await client.get(address);
        const [author, lodging] = [hiddenField(body, "author"), hiddenField(body, "lodging")];
        const answer = await client.submit(address, { author, lodging, intent: "propose" });
        return { ...answer, body: (await client.get(`/api/groups/${group.id}/rooms`)).body };
      },
      apply(state, answer) {
        const present = groupOf(state, group.id);
        const before = present.rooms.flatMap(({ id, members }) => members.map((one) => `${id} ${one}`));
        present.rooms = roomsIn(answer.body.rooms);
        const after = present.rooms.flatMap(({ id, members }) => members.map((one) => `${id} ${one}`));
        expect(after).toEqual(expect.arrayContaining(before));
        const expected = travellersOf(present).filter((id) => isExpectedIn(state, present, key, id));
        expect(expected.filter((id) => !roomOf(present, key, id))).toEqual([]);
        expect(present.rooms.filter((room) => room.members.length > room.beds)).toEqual([]);
        expect(present.rooms.filter((room) => isMixed(state, present, room))).toEqual([]);
        return { status: 302 };
      },
    };
  }

  function seat(): Step | null {
    const group = pick(at().groups);
    if (!group.members.length) return null;
    const { person } = pick(group.members);
    const number = random(5) ? 1 + random(group.capacity) : null;
    const fields = { [`seat_${person}`]: String(number ?? "") };
    return {
      name: `${personOf(at(), person).name} of ${group.name} gets seat ${number}`,
      send: () => client.submit(`/trips/groups/${group.id}/buses`, fields),
      apply(state) {
        const present = groupOf(state, group.id);
        const isSame = (present.seats[person] ?? null) === number;
        if (isSame) return { status: 302 };
        const holders = Object.entries(present.seats).filter(([, held]) => held === number);
        if (!travellersOf(present).includes(person) || holders.length) return { status: 409 };
        if (number) present.seats[person] = number;
        else delete present.seats[person];
        return { status: 302 };
      },
    };
  }

  return { make, fill, remove, copy, propose, seat };
}

type StoredRoom = Omit<Room, "lodging" | "members"> & {
  hotel_id: number | null;
  visit: number | null;
  member_ids: number[];
};

/** Rooms as a call answers them. */
export const roomsIn = (rooms: StoredRoom[]): Room[] =>
  rooms.map(({ id, name, kind, beds, hotel_id, visit, member_ids }) => {
    return { id, name, kind, beds, lodging: `${hotel_id ?? 0} ${visit ?? 0}`, members: member_ids };
  });
