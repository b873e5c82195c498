import { beforeAll, describe, expect, test } from "vitest";
import { entities } from "~/features/entities.server";
import { fixture } from "../support/app";
import { useClient } from "../support/client";
import { makeCurrency, makeDollar } from "../support/factories";
import {
  type Body,
  enteredFields,
  entryOf,
  type Method,
  makeRows,
  methodsOf,
  schemaFor,
} from "../support/made-rows";
import { readBackRules } from "../support/read-back-rules";
import { nonsenseOf } from "../support/samples";

/*
 * What a call takes is what it shows: each field of each entity is sent by POST and by PUT and read back by GET, and a value that is
 * none of its kind is refused at it. The fields are those of the entities and their schemas. A new one is tried too; if no value
 * can be made up for it, the test names it.
 */

const office = fixture();
const client = useClient(office);
const { bodyOf, casesOf, create, change, read, apart } = makeRows(office, client, readBackRules);

/** What is shown under another name. */
const shownAs: Record<string, string> = {
  "groups.departure_date": "departureDate",
  "campaigns.package_ids": "packages",
};

/** A margin is a number of any sign. */
const mayBeNegative = "packages.profit_margin";

beforeAll(async () => {
  await makeDollar(office.knex);
  await makeCurrency(office.knex, "SAR", "0.25");
});

/** Whether a shown value is the one that was sent. A row may be shown for its id, in any order, and an element with more values. */
function isShown(sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(shown))
    return (
      sent.length === shown.length &&
      sent.every((one, at) =>
        typeof one === "object" ? isShown(one, shown[at]) : shown.some((row) => isShown(one, row)),
      )
    );
  if (typeof shown !== "object" || shown === null) return sent === shown;
  if (typeof sent !== "object" || sent === null) return (shown as Body).id === sent;
  return Object.entries(sent).every(([name, value]) => isShown(value, (shown as Body)[name]));
}

const isApart = (method: Method, name: string, field: string) => `${method} ${name}.${field}` in apart;

/** The fields of a body that a row does not show as they were sent. */
const lost = (method: Method, name: string, body: Body, row: Body) =>
  Object.entries(body)
    .map(([field, sent]) => ({ field, sent, shown: row[shownAs[`${name}.${field}`] ?? field] }))
    .filter(({ field, sent, shown }) => !isApart(method, name, field) && !isShown(sent, shown))
    .map(({ field, ...values }) => `${method} ${name}.${field}: ${JSON.stringify(values)}`);

/** A row of each case, as it was created, with the bodies of its creation and of a change. */
async function makeCases(name: string) {
  const rows: { id: number; row: Body; POST: Body; PUT: Body }[] = [];
  for (const caseOf of casesOf(name)) {
    const { post, put, isOnly, between } = await caseOf();
    const created = await bodyOf(name, "POST", post);
    const { id } = await create(name, created);
    const row = await read(name, id);
    await between?.(id);
    rows.push({ id, row, POST: created, PUT: isOnly ? (put as Body) : await bodyOf(name, "PUT", put, row) });
  }
  return rows;
}

describe.each(Object.keys(entities))("%s", (name) => {
  const methods = methodsOf(name);
  let rows: Awaited<ReturnType<typeof makeCases>>;

  beforeAll(async () => {
    rows = await makeCases(name);
  });

  test("shows what a creation and a change have sent, in each field", async () => {
    const faults: string[] = [];
    const tried = new Set<string>();
    for (const { id, row, ...sent } of rows) {
      faults.push(...lost("POST", name, sent.POST, row));
      if (methods.includes("PUT")) {
        await change(name, id, sent.PUT);
        faults.push(...lost("PUT", name, sent.PUT, await read(name, id)));
      }
      for (const method of methods) for (const field of Object.keys(sent[method])) tried.add(method + field);
    }
    for (const method of methods)
      for (const field of enteredFields(name, method))
        if (!tried.has(method + field) && !isApart(method, name, field))
          faults.push(`${method} ${name}.${field} is not tried`);
    expect(faults).toEqual([]);
  });

  test("refuses nonsense at its field, and stores nothing of it", async () => {
    const faults: string[] = [];
    const before = await Promise.all(rows.map(({ id }) => read(name, id)));
    for (const method of methods)
      for (const field of Object.keys(schemaFor(name, method).shape)) {
        const row = rows.find((one) => field in one[method]) ?? rows[0];
        for (const value of nonsenseOf(entryOf(name).entity.fields[field])) {
          if (value === -1 && `${name}.${field}` === mayBeNegative) continue;
          const body = { ...row?.[method], [field]: value };
          const { status, body: answer } = await (method === "POST"
            ? client.post(`/api/${name}`, body)
            : client.put(`/api/${name}/${row?.id}`, body));
          const isRefused = status === 422 || (status === 409 && isApart(method, name, field));
          if (!isRefused || !(field in (answer.fields ?? {})))
            faults.push(
              `${method} ${name}.${field} = ${JSON.stringify(value)}: ${status} ${JSON.stringify(answer)}`,
            );
        }
      }
    expect(faults).toEqual([]);
    expect(await Promise.all(rows.map(({ id }) => read(name, id)))).toEqual(before);
  });
});

test("what is not read back is a field", () => {
  const all = Object.keys(entities).flatMap((name) =>
    methodsOf(name).flatMap((method) =>
      enteredFields(name, method).map((field) => `${method} ${name}.${field}`),
    ),
  );
  expect(all).toEqual(expect.arrayContaining(Object.keys(apart)));
});
