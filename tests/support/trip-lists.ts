import excel from "exceljs";
import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makeCurrency, makeCustomer, makeGroup, makePackage } from "./factories";
import { pageAfter } from "./notice";

export type Person = Record<string, unknown> & { family?: string; beds?: number };

export const men = (count: number): Person[] => Array.from({ length: count }, () => ({}));

/** The text of each cell of a printed list, row by row. */
export const printedRows = (html: string) =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "")),
  );

/** Reads a workbook of the office: its sheets' names, and the rows of the first: its head, then each line's values. */
export const sheetReader = (office: ReturnType<typeof fixture>, client: Client) => async (path: string) => {
  const answer = await fetch(office.url + path, { headers: { Cookie: client.cookie } });
  expect([path, answer.status, answer.headers.get("Content-Type")]).toEqual([
    path,
    200,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ]);
  const book = new excel.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  const sheet = book.worksheets[0] as excel.Worksheet;
  const rows = sheet.getSheetValues().slice(1) as unknown[][];
  const names = book.worksheets.map(({ name }) => name);
  return { sheet, names, rows: rows.map((row) => row.slice(1)) };
};

/** Groups of an office, their rooms and seats, and its lists. */
export function tripListsOf(office: ReturnType<typeof fixture>, client: Client) {
  let currency: number;
  beforeAll(async () => {
    currency = await makeCurrency(office.knex, "SAR", "1", { is_default: true });
  });
  let made = 0;

  /** A group with these members, in this order; `beds` signs a contract of a package with such rooms. */
  async function groupOf(people: Person[], more: object = {}) {
    const { knex } = office;
    const campaign_id = await makeCampaign(knex, 3000, []);
    const id = await makeGroup(knex, campaign_id, { capacity: 60, ...more });
    const ids: number[] = [];
    for (const { family, beds, ...person } of people) {
      const phone = `7${String(++made).padStart(8, "0")}`;
      const customer_id = await makeCustomer(knex, { gender: "ذكر", phone, ...person });
      ids.push(customer_id);
      await knex("group_members").insert({ group_id: id, campaign_id, customer_id, family });
      if (!beds) continue;
      const package_id = await makePackage(knex, currency, "900", { room_occupancy_basis: beds });
      const contract_number = `C-2026-${String(made).padStart(5, "0")}`;
      const contract = {
        contract_number,
        contract_date: "2026-01-01",
        total_amount: "900",
        currency_id: currency,
      };
      await knex("contracts").insert({ ...contract, customer_id, campaign_id, package_id });
    }
    return { id, ids, campaign_id, path: `/trips/groups/${id}` };
  }

  const makeRoom = async (group_id: number, beds: number, more: object = {}): Promise<number> => {
    const room = { group_id, name: `${++made}`, kind: "men", beds, ...more };
    const [{ id }] = await office.knex("rooms").insert(room).returning("id");
    return id;
  };

  /** The fields of a page's form of members, as a browser would send them. */
  async function fieldsOf(path: string) {
    const html: string = (await client.get(path)).body;
    const fields: Record<string, string> = {};
    for (const [input] of html.matchAll(/<input[^>]*name="(?:family|seat|was)_\d+"[^>]*>/g))
      fields[input.match(/name="([^"]*)"/)?.[1] ?? ""] = input.match(/value="([^"]*)"/)?.[1] ?? "";
    for (const [, name = "", options = ""] of html.matchAll(
      /<select[^>]*name="((?:room|bus|relation)_\d+)"[^>]*>(.*?)<\/select>/gs,
    ))
      fields[name] = options.match(/<option[^>]*selected=""[^>]*>/)?.[0].match(/value="([^"]*)"/)?.[1] ?? "";
    return fields;
  }

  /** Who is in which room, and on which seat, by the customer's id. */
  const roomsIn = async (group_id: number) =>
    new Map(
      (await office.knex("room_members").where({ group_id })).map((row) => [row.customer_id, row.room_id]),
    );
  const seatsIn = async (group_id: number) =>
    new Map(
      (await office.knex("bus_seats").where({ group_id })).map((row) => [
        row.customer_id,
        `${row.bus}-${row.seat}`,
      ]),
    );

  /** The notice of a redirect on the next page. */
  const toldBy = (answer: { headers: Headers }) => pageAfter(answer, office.url, client);

  const sheetAt = sheetReader(office, client);
  return { groupOf, makeRoom, fieldsOf, roomsIn, seatsIn, toldBy, sheetAt };
}
