import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { faultsIn } from "../support/app";
import { pages } from "../support/built-routes";
import { spoil } from "../support/hostile-rows";
import { useOffice } from "../support/office";
import { screens } from "../support/screens";
import { strictWorkbook } from "../support/strict-workbook";

/* Rows that no form of the office would write never end a page, a sheet, a print or a call: the other rows are there. */

const { office: demo, client: manager } = useOffice({ demo: true });
let stored: string[];

beforeAll(async () => {
  stored = await spoil(demo.knex);
});

/** The values of an address's parameters. */
const values: Record<string, string> = { group: "3", trip: "1", plan: "1", id: "1", campaign: "2" };
const kindsOf = (address: string) => {
  if (address.includes("statements")) return ["customers", "agents", "suppliers", "cash-boxes"];
  if (address.includes("debts")) return ["customers", "agents", "suppliers"];
  return address.includes("accounts") ? ["banks", "cash-boxes"] : ["agents", "purchases"];
};
const addressesOf = (address: string) =>
  (address.includes(":kind") ? kindsOf(address) : [""]).map((kind) =>
    address.replace(":kind", kind).replace(/:(\w+)/g, (parameter, name) => values[name] ?? parameter),
  );

/** The statuses of these addresses that are no success, each with what the log says of it. */
async function failuresAt(addresses: string[]) {
  const failures: string[] = [];
  for (const address of addresses) {
    const before = demo.app.output().length;
    const { status } = await manager.get(address);
    if (status < 500) continue;
    await pause(50); // the log is written after the answer
    failures.push(`${status} ${address} ${faultsIn(demo.app.output().slice(before))}`);
  }
  return failures;
}

test("there are such rows in most tables", () => {
  const tables = new Set(stored.map((one) => one.split(".")[0]));
  expect(tables.size).toBeGreaterThan(25);
  for (const one of [
    "customers.name",
    "customers.passport_expiry",
    "contracts.total_amount",
    "visas.updated_at",
  ])
    expect(stored.filter((place) => place.startsWith(`${one} `))).not.toEqual([]);
});

test("every screen, dialog and print opens over them", async () => {
  expect(await failuresAt(screens)).toEqual([]);
});

test("every call of a list answers", async () => {
  const calls = pages.filter(
    ({ address, isCall }) => isCall && !/[*]|:(?!id|group|trip|plan|campaign)/.test(address),
  );
  expect(calls.length).toBeGreaterThan(50);
  expect(await failuresAt(calls.flatMap(({ address }) => addressesOf(address)))).toEqual([]);
});

const lists = pages
  .filter(({ address }) => address.endsWith("/export/:format"))
  .flatMap(({ address }) => addressesOf(address));

test.each(lists)("%s is whole as CSV, and a strict reader reads it as XLSX", async (list) => {
  const fileOf = async (format: string) => {
    const answer = await fetch(demo.url + list.replace(":format", format), {
      headers: { Cookie: manager.cookie },
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  expect((await fileOf("csv")).length).toBeGreaterThan(10);
  for (const { rows } of await strictWorkbook(await fileOf("xlsx")))
    for (const cell of [...rows.values()].flat()) expect(String(cell).length).toBeLessThan(32_768);
});

test("a row whose amount is no number is named in its file, among the others, and the fault is logged", async () => {
  const place = stored.find((one) => /^hotels\.\w+_price \d+ NaN/.test(one)) ?? "";
  const id = Number(place.split(" ")[1]);
  const { name } = await demo.knex("hotels").where({ id }).first("name");
  const answer = await fetch(`${demo.url}/services/hotels/export/xlsx`, {
    headers: { Cookie: manager.cookie },
  });
  const [sheet] = await strictWorkbook(Buffer.from(await answer.arrayBuffer()));
  const rows = [...(sheet?.rows.values() ?? [])];
  expect(rows).toContainEqual([`${name}: تعذر عرض هذا السطر`]);
  const ids = await demo.knex("hotels").pluck("id");
  expect(rows).toHaveLength(ids.length + 1);
  await expect.poll(() => demo.app.output()).toMatch(/"row":\d+.*A row could not be drawn/);
});
