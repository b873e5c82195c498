import { beforeAll, expect, test } from "vitest";
import { pages } from "./support/built-routes";
import { doors } from "./support/doors";
import { makeCustomer } from "./support/factories";
import { useOffice } from "./support/office";

/* A method that an address does not take is refused in Arabic, and the answer says exactly which ones it takes. */

const { office, client } = useOffice();
beforeAll(() => makeCustomer(office.knex)); // whose papers and reminders are asked for

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const; // nothing takes PATCH

/** An address with every method refuses all in its own way. */
const untaken = pages.flatMap(({ address }) => {
  const taken = Object.keys(doors[address] ?? {});
  return methods
    .filter((method) => !taken.includes(method) && taken.length < 4)
    .map((method) => ({ address, method, taken }));
});

/** What a reader sees of a page. */
const seen = (html: string) => html.replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, " ");

test.each(methods)("%s is refused in Arabic by every address that does not take it", async (method) => {
  const faults: string[] = [];
  const all = untaken.filter((one) => one.method === method);
  for (const { address, taken } of all) {
    const path = address.replace(/:(\w+)|\*$/g, (_, name) => (name === "format" ? "xlsx" : "1"));
    const { status, headers, body } = await client.send(method, path);
    const allowed = headers.get("Allow")?.split(", ") ?? [];
    const sentence = body.message ?? seen(body);
    const isArabic = /غير متاحة/.test(sentence) && !/error|request|action/i.test(sentence);
    const isTold = allowed.sort().join() === taken.sort().join();
    if (status !== 405 || !isArabic || !isTold)
      faults.push(`${path}: ${status}, ${allowed}, ${String(sentence).trim().slice(0, 80)}`);
  }
  expect(faults).toEqual([]);
  expect(all.length).toBeGreaterThan(method === "GET" ? 5 : 50);
});
