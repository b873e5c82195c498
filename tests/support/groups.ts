import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import { type Client, hiddenField } from "./client";
import { makeCampaign, makeCurrency, makeCustomer, makeTransportation } from "./factories";
import { createUser } from "./users";

/** The office's day this many days from today. */
export const day = (from: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(Date.now() + from * 86_400_000);

/** What a group's form sends, with more. */
export async function groupFormOf(client: Client, id: number, more: object) {
  const { body } = await client.get(`/trips/groups/${id}/edit`);
  const { name, campaign_id, capacity, departureDate } = (await client.get(`/api/groups/${id}`)).body.group;
  const values = {
    ...{ name, campaign_id, capacity, departureDate: departureDate ?? "" },
    updated_at: hiddenField(body, "updated_at"),
    author: hiddenField(body, "author"),
    ...more,
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}

/** Campaigns, buses and supervisors of an office, and groups of them with their members. */
export function useGroups(office: ReturnType<typeof fixture>, client: Client) {
  const campaigns: number[] = [];
  const buses: number[] = [];
  const users: { id: number; username: string }[] = [];
  let made = 0;
  const names = new Map<string, string>();

  beforeAll(async () => {
    const { knex } = office;
    campaigns.push(await makeCampaign(knex, 100, []), await makeCampaign(knex, 100, []));
    for (const { id, name } of await knex("campaigns").select("id", "name"))
      names.set(`campaign ${id}`, name);
    if (!(await knex("currencies").first())) await makeCurrency(knex, "SAR", "1", { is_default: true });
    for (const company_name of ["النقل الأول", "النقل الثاني"])
      buses.push(await makeTransportation(knex, { company_name }));
    for (const { id, company_name } of await knex("transportations")) names.set(`bus ${id}`, company_name);
    for (const username of ["salim", "huda"]) users.push(await createUser(knex, username, []));
  });

  const whole = () => ({
    name: `فوج ${++made}`,
    name_latin: `Group ${made}`,
    campaign_id: campaigns[made % 2],
    capacity: 40 + (made % 5),
    transportation_id: buses[made % 2],
    supervisor_id: users[made % 2]?.id,
    supervisorPhone: `+966 50 000 ${made}`,
    departureDate: day(10 + (made % 20)),
    flights: `IY 52${made} صنعاء – جدة`,
  });

  const create = async (more: object = {}) => {
    const { status, body } = await client.post("/api/groups", { ...whole(), ...more });
    expect(status, body.error).toBe(201);
    return body.group;
  };
  const read = async (id: number) => (await client.get(`/api/groups/${id}`)).body.group;
  const change = async (id: number, sent: object) => client.put(`/api/groups/${id}`, sent);
  const join = (id: number, customer_id: unknown) =>
    client.post(`/api/groups/${id}/members`, { customer_id });
  const people = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeCustomer(office.knex)));
  const newCampaign = () => makeCampaign(office.knex, 100, []);

  /** A group of a campaign of its own, with as many members. */
  async function filled(members: number, more: object = {}) {
    const { id } = await create({ campaign_id: await newCampaign(), capacity: members + 1, ...more });
    const joined = await people(members);
    for (const customer of joined) expect((await join(id, customer)).status).toBe(201);
    return { id: id as number, joined };
  }

  return { campaigns, buses, users, names, whole, create, read, change, join, people, newCampaign, filled };
}
