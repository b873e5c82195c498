import { expect } from "vitest";
import type { z } from "zod";
import type { Entity } from "~/domain/entity";
import type { Fields } from "~/domain/fields";
import type { TableName } from "~/domain/nouns";
import { company } from "~/features/company/company";
import { companySchema } from "~/features/company/company.server";
import { entities } from "~/features/entities.server";
import { planStage } from "~/features/trips/plan";
import { planStages } from "~/features/trips/plan-stages.server";
import { stage } from "~/features/trips/stage";
import { stages } from "~/features/trips/stages.server";
import type { fixture } from "./app";
import type { Answer, Client } from "./client";
import { doors } from "./doors";
import { type RowOf, sampleOf } from "./samples";

/* Rows of every entity with every field, made by calls from the product's own lists of fields. */

export type Body = Record<string, unknown>;
export type Method = "POST" | "PUT";

/** What of a creation and a change is no sample, since it depends on other fields. `undefined` leaves a field out. */
export interface Case {
  post?: Body;
  put?: Body;
  /** Whether the change sends nothing else. */
  isOnly?: boolean;
  /** What happens to the row before its change. */
  between?: (id: number) => Promise<unknown>;
}

/** Leaves fields out. */
export const without = (...fields: string[]): Body =>
  Object.fromEntries(fields.map((field) => [field, undefined]));

export interface Rules {
  /** The cases of entities whose fields depend on each other. Together they send each field. */
  cases: Record<string, (() => Promise<Case>)[]>;
  /** The addresses of creations below another row. */
  below: Record<string, () => Promise<string>>;
  /** Fields that are not read back, by method and entity, with the reason. They have no samples. */
  apart: Record<string, string>;
}

interface Written {
  entity: Pick<Entity, "table" | "key" | "item"> & { fields: Fields };
  store: { schema: z.ZodObject; changeSchema?: z.ZodObject };
}

/** What is written by calls, by the names of the calls: the entities, the stages of trips and plans, and the company. */
export const written: Record<string, Written> = {
  ...entities,
  stages: { entity: stage, store: stages() },
  "plan-stages": { entity: planStage, store: planStages() },
  "company-info": { entity: company, store: { schema: companySchema } },
};

export const entryOf = (name: string) => written[name] as Written;

export const schemaFor = (name: string, method: Method) => {
  const { schema, changeSchema = schema } = entryOf(name).store;
  return method === "POST" ? schema : changeSchema;
};

/** The fields that somebody enters: those that are not computed, and what the schema takes beside them. */
export function enteredFields(name: string, method: Method) {
  const { fields } = entryOf(name).entity;
  const entered = Object.keys(fields).filter((field) => !fields[field]?.computed);
  return [...new Set([...entered, ...Object.keys(schemaFor(name, method).shape)])];
}

/** The methods by which an entity is written. */
export const methodsOf = (name: string): Method[] =>
  doors[`/api/${name}/:id`]?.PUT ? ["POST", "PUT"] : ["POST"];

/** The values of a row that is in use, so that others may refer to it. */
const inUse: Body = { status: "active", is_active: true, payment_status: "pending" };

export interface MadeRows {
  office: ReturnType<typeof fixture>;
  /** A number that was not given before. */
  next(): number;
  /** The id of a new row of a table, to which others may refer. */
  rowOf: RowOf;
  /** The id of a new row that is in use. */
  make(name: string, values?: Body): Promise<number>;
  /** Sends a creation. */
  post(name: string, body: Body): Promise<Answer>;
  create(name: string, body: Body): Promise<Body & { id: number }>;
  change(name: string, id: number, body: Body): Promise<void>;
  read(name: string, id: number): Promise<Body>;
  /** A body with each entered field: the given values, and samples that differ from what is stored. */
  bodyOf(name: string, method: Method, values?: Body, stored?: Body): Promise<Body>;
  casesOf(name: string): (() => Promise<Case>)[];
}

export function makeRows(
  office: ReturnType<typeof fixture>,
  client: Client,
  rulesOf: (rows: MadeRows) => Rules,
): MadeRows & Pick<Rules, "apart"> {
  let turn = 0;
  const next = () => ++turn;

  const insert = async (table: string, row: object) =>
    (await office.knex(table).insert(row).returning("id"))[0].id as number;

  /** The id of a row to which others refer that are no more than referred to themselves. */
  const shared = new Map<TableName, Promise<number>>();
  function sharedRowOf(table: TableName) {
    const row = shared.get(table) ?? rowOf(table);
    shared.set(table, row);
    return row;
  }

  async function rowOf(table: TableName): Promise<number> {
    const name = Object.keys(written).find((name) => entryOf(name).entity.table === table);
    if (name) return make(name);
    if (table === "ratings") {
      const value = 1 + (next() % 7);
      const row = await office.knex("ratings").where({ value }).first("id");
      return row?.id ?? insert(table, { value });
    }
    return insert(table, { name: `${table} ${next()}` });
  }

  async function make(name: string, values: Body = {}): Promise<number> {
    const { shape } = schemaFor(name, "POST");
    const used = Object.fromEntries(Object.entries(inUse).filter(([field]) => field in shape));
    const { post }: Case = (await casesOf(name)[0]?.()) ?? {};
    const body = await fill(name, "POST", { ...post, ...used, ...values }, {}, sharedRowOf);
    return (await create(name, body)).id;
  }

  const addresses = new Map<string, Promise<string>>();
  async function post(name: string, body: Body) {
    const address = addresses.get(name) ?? below[name]?.() ?? Promise.resolve(`/api/${name}`);
    addresses.set(name, address);
    return client.post(await address, body);
  }

  async function create(name: string, body: Body) {
    const answer = await post(name, body);
    expect([200, 201], `POST ${name}: ${JSON.stringify([answer.body, body])}`).toContain(answer.status);
    return answer.body[entryOf(name).entity.item] ?? answer.body;
  }

  async function change(name: string, id: number, body: Body) {
    const answer = await client.put(`/api/${name}/${id}`, body);
    expect(answer.status, `PUT ${name}: ${JSON.stringify([answer.body, body])}`).toBe(200);
  }

  /** A row as its call shows it, or its list, or the only one. */
  async function read(name: string, id: number) {
    const { key, item } = entryOf(name).entity;
    if (methodsOf(name).includes("PUT")) return (await client.get(`/api/${name}/${id}`)).body[item];
    const { body } = await client.get(`/api/${name}`);
    return body[key]?.find((row: Body) => row.id === id) ?? body;
  }

  async function fill(name: string, method: Method, values: Body, stored: Body, rowOf: RowOf) {
    const body: Body = { ...values };
    for (const field of enteredFields(name, method)) {
      if (field in body || `${method} ${name}.${field}` in apart) continue;
      const of = entryOf(name).entity.fields[field];
      if (!of) throw new Error(`${method} ${name}.${field} needs a value in its cases.`);
      do body[field] = await sampleOf(of, next(), rowOf);
      while (JSON.stringify(body[field]) === JSON.stringify(stored[field]));
    }
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  }

  const bodyOf = (name: string, method: Method, values: Body = {}, stored: Body = {}) =>
    fill(name, method, values, stored, rowOf);

  const rows = { office, next, make, rowOf, post, create, change, read, bodyOf, casesOf };
  const { cases, below, apart } = rulesOf(rows);
  function casesOf(name: string) {
    return cases[name] ?? [async () => ({})];
  }
  return { ...rows, apart };
}
