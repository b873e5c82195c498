import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makeCurrency, makeCustomer, makePackage } from "./factories";

export const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

export function paper(fields: Record<string, string> = {}, bytes: Buffer | null = pdf) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (bytes) form.append("file", new Blob([new Uint8Array(bytes)]), "visa.pdf");
  return form;
}
export const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());

/** Pilgrims and groups of an office, and visas that they apply for. */
export function useVisas(office: ReturnType<typeof fixture>, client: Client) {
  const people: { id: number; name: string }[] = [];
  let campaign: number;
  let group: number;
  let made = 0;

  /** Names with a common word, so that lists can be filtered by it. */
  async function makePilgrim(name: string, more: object = {}) {
    const id = await makeCustomer(office.knex, { name, ...more });
    return { id, name };
  }

  async function makeGroup(name: string, members: number[], more: object = {}) {
    const [row] = await office
      .knex("groups")
      .insert({ name, campaign_id: campaign, capacity: 500, ...more })
      .returning(["id", "campaign_id"]);
    for (const customer_id of members)
      await office
        .knex("group_members")
        .insert({ group_id: row.id, campaign_id: row.campaign_id, customer_id });
    return row.id as number;
  }

  beforeAll(async () => {
    const usd = await makeCurrency(office.knex, "USD", "1", { is_default: true });
    campaign = await makeCampaign(office.knex, 500, [await makePackage(office.knex, usd, "1000")]);
    for (const name of ["صالح الحداد", "مريم العمري", "هدى الصنعاني"]) people.push(await makePilgrim(name));
    group = await makeGroup("مجموعة النور", [people[0]?.id as number]);
  });

  const whole = () => ({
    customer_id: people[++made % people.length]?.id,
    group_id: made % 2 ? group : null,
    visa_type: made % 3 ? "umrah" : "hajj",
    passport_number: `P${String(made).padStart(7, "0")}`,
    submission_date: `2026-01-${String((made % 28) + 1).padStart(2, "0")}`,
    notes: `ملاحظة ${made}`,
  });

  async function apply(fields: object = {}) {
    const { status, body } = await client.post("/api/visas", { ...whole(), ...fields });
    expect(status, body.error).toBe(201);
    return body.visa;
  }

  /** Under a number of its own where none is given. */
  const approve = (id: number, fields: Record<string, string> = { visa_number: `N-${id}` }) =>
    client.send("POST", `/api/visas/${id}/approve`, { body: paper(fields) });
  const reject = (id: number, more: object = {}) =>
    client.put(`/api/visas/${id}/status`, { status: "rejected", ...more });
  const read = async (id: number) => (await client.get(`/api/visas/${id}`)).body.visa;
  const stats = async () => (await client.get("/api/visas/stats")).body;

  return {
    people,
    campaign: () => campaign,
    makePilgrim,
    makeGroup,
    whole,
    apply,
    approve,
    reject,
    read,
    stats,
  };
}
