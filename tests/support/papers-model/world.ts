import type { Knex } from "knex";
import { expect } from "vitest";
import type { Answer, Client } from "../client";
import { insert, makeCampaign, makeCurrency, makeCustomer, makeTrip } from "../factories";
import { day } from "../groups";
import { randomFrom } from "../model";
import type { Group, Pilgrim, Sex, State } from "./model";

/** A request, and what it does to a state: the status that is due, and what the answer should tell beside. */
export type Step = {
  name: string;
  send: () => Promise<Answer>;
  apply: (state: State, answer: Answer) => Outcome;
};
export type Outcome = { status: number; told?: object };

/** Who has which family, and how old they are on the departure; a birthday of theirs is near it. */
const families = ["آل سالم", "آل عمر", "آل حسن"];
const agesOf: [kin: number | null, sex: Sex, age: number][] = [
  [0, "M", 44],
  [0, "F", 40],
  [0, "F", 12],
  [0, "M", 1],
  [1, "M", 2],
  [1, "F", 33],
  [1, "M", 35],
  [2, "F", 1],
  [2, "F", 28],
  [2, "M", 11],
  ...Array.from({ length: 14 }, (_, index): [null, Sex, number] => [
    null,
    index % 3 ? "M" : "F",
    index % 7 ? 20 + index * 3 : index ? 1 : 2,
  ]),
];

/** The office has a campaign with two packages, a trip with two groups and a group without one. @param seed of what the steps choose */
export async function makeWorld(knex: Knex, client: Client, seed: number) {
  const { random, pick } = randomFrom(seed);
  const riyal = await makeCurrency(knex, "SAR", "1", { is_default: true });
  const hotels: Record<number, string> = {};
  const hotelIn = async (city: string, city_latin: string, name: string, name_latin: string) => {
    const city_id = await insert(knex, "cities", { name: city, name_latin: city_latin });
    const more = { city_id, address: "الحرم", currency_id: riyal, quad_room_price: "100" };
    const id = await insert(knex, "hotels", { name, name_latin, ...more });
    hotels[id] = name;
    return id;
  };
  const makkah = await hotelIn("مكة", "Makkah", "فندق مكة", "Makkah Hotel");
  const madinah = await hotelIn("المدينة", "Madinah", "فندق المدينة", "Madinah Hotel");
  const packages: State["packages"] = [];
  for (const stays of [
    [
      { hotel: makkah, nights: 4 },
      { hotel: madinah, nights: 3 },
      { hotel: makkah, nights: 2 },
    ],
    [{ hotel: makkah, nights: 5 }],
  ]) {
    const answer = await client.post("/api/packages", {
      name: stays.length > 1 ? "الحرمان" : "مكة وحدها",
      duration: 12,
      currency_id: riyal,
      stays: stays.map(({ hotel, nights }) => ({ hotel_id: hotel, nights })),
    });
    expect(answer.status, answer.body.error).toBe(201);
    const { id } = answer.body.package;
    packages.push({ id, stays });
  }

  const campaign = { start: day(90), end: day(180) };
  const ids = packages.map(({ id }) => id);
  const campaignDays = { start_date: campaign.start, end_date: campaign.end };
  const campaign_id = await makeCampaign(knex, 500, ids, campaignDays);
  const trip = { start: day(100), end: day(113) };
  const trip_id = await makeTrip(knex, trip.start, trip.end, { name: "رحلة النور" });
  const stages: { id: number; date: string }[] = [];
  for (const [name, date] of [
    ["الوصول", day(101)],
    ["المغادرة", day(110)],
  ] as const) {
    const { body } = await client.post(`/api/trips/${trip_id}/stages`, { name, date, time: "08:00" });
    stages.push({ id: body.stage.id, date });
  }

  const groups: Group[] = [];
  for (const [name, capacity, departure, isOnTrip] of [
    ["فوج أول", 9, day(101), true],
    ["فوج ثان", 7, null, true],
    ["فوج ثالث", 8, day(120), false],
  ] as const) {
    const body = { name, name_latin: `Group ${capacity}`, campaign_id, capacity, departureDate: departure };
    const answer = await client.post("/api/groups", body);
    expect(answer.status, answer.body.error).toBe(201);
    const { id } = answer.body.group;
    if (isOnTrip) await client.post(`/api/trips/${trip_id}/groups`, { group_id: id });
    groups.push({ id, name, capacity, departure, isOnTrip, members: [], rooms: [], seats: {}, typed: [] });
  }

  const people: Pilgrim[] = [];
  for (const [index, [kin, sex, age]] of agesOf.entries()) {
    const number = String(index + 1).padStart(2, "0");
    const person = {
      name: `مسافر ${number}`,
      passport: `P10000${number}`,
      sex,
      birth: birthBefore(day(101), age, index),
    };
    const letters = String.fromCharCode(65 + Math.floor(index / 5), 65 + (index % 5));
    const id = await makeCustomer(knex, {
      name: person.name,
      gender: sex === "M" ? "ذكر" : "أنثى",
      passport_number: person.passport,
      passport_expiry: "2099-01-01",
      nationality: "YEM",
      date_of_birth: person.birth,
      name_latin: `SURNAME ${letters}`,
      surname_latin: "SURNAME",
      given_names_latin: letters,
    });
    people.push({ id, ...person, kin: kin === null ? null : (families[kin] ?? null) });
  }

  let state: State = {
    people,
    packages,
    hotels,
    contracts: [],
    groups,
    trip: { id: trip_id, ...trip, stages },
    campaign: { id: campaign_id, ...campaign },
  };
  return {
    knex,
    client,
    random,
    pick,
    state: () => state,
    /** The state in which the office is from now on. */
    enter(next: State) {
      state = next;
    },
  };
}
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** A birthday so many years and a few days before a day: small moves of it change the age. */
export function birthBefore(on: string, age: number, shift: number) {
  const born = new Date(Date.parse(on) - ((shift % 5) - 1) * 86_400_000);
  return `${born.getUTCFullYear() - age}${born.toISOString().slice(4, 10)}`.replace("-02-29", "-02-28");
}
