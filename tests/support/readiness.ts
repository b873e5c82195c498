import ExcelJS from "exceljs";
import { beforeAll, expect } from "vitest";
import type { Pilgrim } from "~/features/readiness/readiness";
import type { fixture } from "./app";
import type { Client } from "./client";
import * as factories from "./factories";

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
/** The day this many days from the office's today. */
export function day(ahead: number) {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + ahead);
  return date.toISOString().slice(0, 10);
}

export type Journey = { campaign: number; trip: number; group: number };

export type Missing = { customer?: object; contract?: object | null; visa?: object | null };

export const call = (kind: "group" | "trip" | "campaign", of: Journey, query = "") =>
  `/api/${kind}s/${of[kind]}/readiness${query}`;
export const screen = (kind: "group" | "trip" | "campaign", of: Journey, end = "") =>
  `/${{ group: "trips/groups", trip: "trips/management", campaign: "campaigns" }[kind]}/${of[kind]}/readiness${end}`;

/** Pilgrims of an office with their trips, and their readiness. */
export function readinessOf(office: ReturnType<typeof fixture>, client: Client) {
  const ids = { usd: 0, kwd: 0, package_id: 0 };
  const journey = {} as Journey;
  beforeAll(async () => {
    Object.assign(ids, await factories.makeDollarAndDinar(office.knex));
    ids.package_id = await factories.makePackage(office.knex, ids.usd, "1000");
    Object.assign(journey, await makeJourney());
  });
  let made = 0;

  /** A campaign, its trip, and a group of both that leaves a day after the trip begins. */
  async function makeJourney(more: object = {}) {
    const campaign = await factories.makeCampaign(office.knex, 5000, [ids.package_id], {
      start_date: day(30),
      end_date: day(60),
    });
    const trip = await factories.makeTrip(office.knex, day(32), day(44));
    const group = await factories.makeGroup(office.knex, campaign, {
      capacity: 3000,
      trip_id: trip,
      departure_date: day(33),
      ...more,
    });
    return { campaign, trip, group };
  }

  const join = ({ group, campaign }: Journey, customer_id: number) =>
    office.knex("group_members").insert({ group_id: group, campaign_id: campaign, customer_id });

  const makeContract = (customer_id: number, campaign_id: number, more: object = {}) =>
    factories.makeContract(
      office.knex,
      { customer_id, campaign_id, package_id: ids.package_id, currency_id: ids.usd },
      "1000",
      { contract_date: day(-20), paid_amount: "1000", visa_duration_days: 60, ...more },
    );

  const makeVisa = (customer_id: number, more: object = {}) =>
    factories.insert(office.knex, "visas", {
      customer_id,
      passport_number: `P${customer_id}`,
      submission_date: day(-10),
      status: "approved",
      approval_date: day(-5),
      visa_number: `V-${++made}`,
      ...more,
    });

  /** A member of the group who has everything except the given fields. */
  async function makePilgrim(journey: Journey, { customer, contract, visa }: Missing = {}) {
    const id = await factories.makeCustomer(office.knex, {
      passport_expiry: day(600),
      image: "face.webp",
      surname_latin: "ALGHAMDI",
      name_latin: "ALGHAMDI",
    });
    await office
      .knex("customers")
      .where({ id })
      .update({ passport_number: `P${id}`, ...customer });
    if (contract !== null) await makeContract(id, journey.campaign, contract);
    if (visa !== null) await makeVisa(id, visa);
    await join(journey, id);
    return id;
  }

  async function read(address: string): Promise<Pilgrim[]> {
    const { status, body } = await client.get(address);
    expect([address, status, body.error]).toEqual([address, 200, undefined]);
    return body.readiness;
  }

  const one = async (kind: "group" | "trip" | "campaign", of: Journey, id: number) =>
    (await read(call(kind, of))).find(({ customer_id }) => customer_id === id) as Pilgrim;

  /** The counts of a screen by the link of each. */
  async function countsAt(address: string) {
    const { body } = await client.get(address);
    const links = body.matchAll(/<a href="[^"?]*\/readiness(\?[^"]*)?"[^>]*><bdi>(\d+)<\/bdi><\/a>/g);
    return [...links].map(([, to = "", count]) => [to.replaceAll("&amp;", "&"), Number(count)] as const);
  }

  async function sheet(address: string) {
    const answer = await fetch(office.url + address, { headers: { Cookie: client.cookie } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toContain("spreadsheetml");
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await answer.arrayBuffer());
    return book.worksheets[0] as ExcelJS.Worksheet;
  }

  return { ids, journey, makeJourney, join, makeContract, makeVisa, makePilgrim, read, one, countsAt, sheet };
}
