import { beforeAll, describe, expect, test } from "vitest";
import { doors } from "../support/doors";
import { makeCurrency, makeDollar } from "../support/factories";
import {
  type Body,
  enteredFields,
  entryOf,
  type Method,
  makeRows,
  methodsOf,
  schemaFor,
  written,
} from "../support/made-rows";
import { useOffice } from "../support/office";
import { readBackRules } from "../support/read-back-rules";
import { nonsenseOf } from "../support/samples";

/*
 * What a call takes is what it shows: each field of each entity is sent by POST and by PUT and read back by GET, and a value that is
 * none of its kind is refused at it. The fields are those of the entities and their schemas. A new one is tried too; if no value
 * can be made up for it, the test names it.
 */

const { office, client } = useOffice();
const { bodyOf, casesOf, post, create, change, read, apart } = makeRows(office, client, readBackRules);

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

const shownOf = (name: string, field: string, row: Body) => row[shownAs[`${name}.${field}`] ?? field];

/** The fields of a body that a row does not show as they were sent. */
const lost = (method: Method, name: string, body: Body, row: Body) =>
  Object.entries(body)
    .map(([field, sent]) => ({ field, sent, shown: shownOf(name, field, row) }))
    .filter(({ field, sent, shown }) => !isApart(method, name, field) && !isShown(sent, shown))
    .map(({ field, ...values }) => `${method} ${name}.${field}: ${JSON.stringify(values)}`);

/** What a row shows in the choices that are left out: a sent value that is the same would prove nothing. */
async function readUsual(name: string, values: Body = {}): Promise<Body> {
  const { fields } = entryOf(name).entity;
  const left = Object.entries(schemaFor(name, "POST").shape)
    .filter(([field, schema]) => !(field in values) && schema.safeParse(undefined).success)
    .map(([field]) => field)
    .filter((field) => ["choice", "flag"].includes(fields[field]?.kind ?? ""));
  if (!left.length) return {};
  const none = Object.fromEntries(left.map((field) => [field, undefined]));
  const row = await read(name, (await create(name, await bodyOf(name, "POST", { ...values, ...none }))).id);
  return Object.fromEntries(left.map((field) => [field, row[field]]));
}

/** A row of each case, as it was created, with the bodies of its creation and of a change, and what each of these changes. */
async function makeCases(name: string) {
  const rows: { id: number; row: Body; before: Record<Method, Body>; sent: Record<Method, Body> }[] = [];
  for (const caseOf of casesOf(name)) {
    const { post: values, put, isOnly, between } = await caseOf();
    const usual = await readUsual(name, values);
    const created = await bodyOf(name, "POST", values, usual);
    const { id } = await create(name, created);
    const row = await read(name, id);
    await between?.(id);
    const changed =
      isOnly || !methodsOf(name).includes("PUT") ? { ...put } : await bodyOf(name, "PUT", put, row);
    rows.push({ id, row, before: { POST: usual, PUT: row }, sent: { POST: created, PUT: changed } });
  }
  return rows;
}

describe.each(Object.keys(written))("%s", (name) => {
  const methods = methodsOf(name);
  let rows: Awaited<ReturnType<typeof makeCases>>;

  beforeAll(async () => {
    rows = await makeCases(name);
  });

  test("shows what a creation and a change have sent, in each field", async () => {
    const faults: string[] = [];
    for (const { id, row, sent } of rows) {
      faults.push(...lost("POST", name, sent.POST, row));
      if (!methods.includes("PUT")) continue;
      await change(name, id, sent.PUT);
      faults.push(...lost("PUT", name, sent.PUT, await read(name, id)));
    }
    for (const method of methods)
      for (const field of enteredFields(name, method)) {
        const isTried = rows.some(
          ({ sent, before }) =>
            field in sent[method] && !isShown(sent[method][field], shownOf(name, field, before[method])),
        );
        if (!isTried && !isApart(method, name, field)) faults.push(`${method} ${name}.${field} is not tried`);
      }
    expect(faults).toEqual([]);
  });

  test("refuses nonsense at its field, and stores nothing of it", async () => {
    const faults: string[] = [];
    const before = await Promise.all(rows.map(({ id }) => read(name, id)));
    for (const method of methods)
      for (const field of Object.keys(schemaFor(name, method).shape)) {
        const row = rows.find(({ sent }) => field in sent[method]) ?? rows[0];
        for (const value of nonsenseOf(entryOf(name).entity.fields[field])) {
          if (value === -1 && `${name}.${field}` === mayBeNegative) continue;
          const body = { ...row?.sent[method], [field]: value };
          const { status, body: answer } = await (method === "POST"
            ? post(name, body)
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
  const all = Object.keys(written).flatMap((name) =>
    methodsOf(name).flatMap((method) =>
      enteredFields(name, method).map((field) => `${method} ${name}.${field}`),
    ),
  );
  expect(all).toEqual(expect.arrayContaining(Object.keys(apart)));
});

test("each call that changes a row is tried here, but for four that have tests of their own", () => {
  const tried = Object.keys(written).map((name) => `/api/${name}/:id`);
  const all = Object.keys(doors).filter((address) => doors[address]?.PUT && address.endsWith("/:id"));
  const others = [
    "/api/customers/:customer/papers/:id",
    "/api/customers/:customer/notes/:id",
    "/api/groups/:group/rooms/:id",
    "/api/groups/:group/families/:id",
  ];
  expect(all.filter((address) => !tried.includes(address))).toEqual(others);
});
