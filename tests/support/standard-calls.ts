import { describe, expect, test } from "vitest";
import type { Entity } from "~/domain/entity";
import type { fixture } from "./app";
import type { Client } from "./client";
import { enterAs } from "./users";

type Body = Record<string, unknown>;

export interface Samples {
  /** A body with every field, as it is read back; each time another row. */
  whole: () => Body;
  /** The fields of the answer that were not sent, such as names of referenced rows. */
  shown?: (sent: Body) => Body;
  /** The required fields. */
  required: string[];
  /** Required fields that a change leaves unchanged when they are empty. */
  requiredOnce?: string[];
  /** The values of omitted fields; a field whose value is null then becomes null again when it is emptied. */
  defaults: Body;
  /** Fields with values that are refused, one by one. */
  refused: [field: string, value: unknown][];
  /** Filters of the list that are no values of their kind. */
  badFilters?: string[];
}

/** The rules of every entity's calls (rulings §1–§3); the entity's own test file has its special rules. */
export function standardCalls(
  office: ReturnType<typeof fixture>,
  client: Client,
  { key, item, write, required: sentence }: Entity,
  { whole, shown = () => ({}), required, requiredOnce = [], defaults, refused, badFilters = [] }: Samples,
  path = `/api/${key.replaceAll("_", "-")}`,
) {
  const least = () => Object.fromEntries(required.map((field) => [field, whole()[field]]));
  const create = async (body: Body) => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.body.error).toBe(201);
    return answer.body[item];
  };

  describe("standard calls", () => {
    test("what is sent is stored, and read as it was sent, first in the list", async () => {
      const sent = whole();
      const stored = await create(sent);
      const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
      expect(stored).toEqual({
        ...sent,
        ...shown(sent),
        id: expect.any(Number),
        created_at: moment,
        updated_at: moment,
      });
      expect((await client.get(`${path}/${stored.id}`)).body).toEqual({ [item]: stored });
      const { body } = await client.get(path);
      expect(Object.keys(body)).toEqual([key]);
      expect(body[key][0]).toEqual(stored);
    });

    test("what is left out has its default, what is emptied is empty", async () => {
      const stored = await create(least());
      expect(stored).toMatchObject(defaults);
      expect(stored).toMatchObject(shown(stored));
      const empty = Object.keys(defaults).filter((field) => defaults[field] === null);
      for (const nothing of [null, "", "  "]) {
        const full = await create(whole());
        const emptied = { ...full, ...Object.fromEntries(empty.map((field) => [field, null])) };
        const change = Object.fromEntries(empty.map((field) => [field, nothing]));
        const { status, body } = await client.put(`${path}/${full.id}`, change);
        expect(status, body.error).toBe(200);
        expect(body[item]).toEqual({ ...emptied, ...shown(emptied), updated_at: expect.any(String) });
      }
    });

    test("a change leaves alone what was not sent; a stale one is told what stands now", async () => {
      const stored = await create(whole());
      const other = whole();
      let current = stored;
      for (const field of Object.keys(other)) {
        const { status, body } = await client.put(`${path}/${stored.id}`, { [field]: other[field] });
        expect(status, body.error).toBe(200);
        const changed = { ...current, [field]: other[field] };
        const updated_at = expect.any(String);
        expect(body[item]).toEqual({ ...changed, ...shown(changed), updated_at });
        current = body[item];
      }
      const late = { ...whole(), updated_at: stored.updated_at };
      const stale = await client.put(`${path}/${stored.id}`, late);
      expect([stale.status, stale.body.current]).toEqual([409, current]);
      const again = await client.put(`${path}/${stored.id}`, { ...late, updated_at: current.updated_at });
      expect(again.status, again.body.error).toBe(200);
    });

    test("missing and hostile values are refused, a sentence at each field, and nothing is stored", async () => {
      const { id, ...stored } = await create(whole());
      const before = (await client.get(`${path}?page=1`)).body.total;
      const blank: unknown[] = [undefined, null, "", "  "];
      const missing = required.flatMap((field) =>
        [...blank, {}, ["x", "y"]].map((value): [string, unknown] => [field, value]),
      );
      for (const [field, value] of [...missing, ...refused]) {
        const created = await client.post(path, { ...whole(), [field]: value });
        expect([created.status, Object.keys(created.body.fields ?? {})], `${field}=${value}`).toEqual([
          422,
          [field],
        ]);
        expect(created.body.fields[field]).toMatch(/[ء-ي]/);
        if (sentence && blank.includes(value)) expect(created.body.error).toBe(sentence);
        if (value === undefined || (requiredOnce.includes(field) && blank.includes(value))) continue;
        const changed = await client.put(`${path}/${id}`, { [field]: value });
        expect([changed.status, Object.keys(changed.body.fields ?? {})], `${field}=${value}`).toEqual([
          422,
          [field],
        ]);
      }
      expect((await client.get(`${path}/${id}`)).body[item]).toEqual({ id, ...stored });
      expect((await client.get(`${path}?page=1`)).body.total).toBe(before);
    });

    test("the same key makes one row, and another content under it is refused", async () => {
      const sent = whole();
      const key = { "Idempotency-Key": `key of ${path}` };
      const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(path, sent, key)));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
      expect(new Set(answers.map(({ body }) => body[item].id)).size).toBe(1);
      expect((await client.post(path, whole(), key)).status).toBe(409);
    });

    test("pages, newest first; what is no page and no filter is refused by its name", async () => {
      for (let more = 0; more < 3; more++) await create(whole());
      const all = (await client.get(path)).body[key].map(({ id }: { id: number }) => id);
      expect(all).toEqual(all.toSorted((a: number, b: number) => b - a));
      const { body } = await client.get(`${path}?page=2&per_page=2`);
      expect(body).toMatchObject({ total: all.length, page: 2, per_page: 2 });
      expect(body[key].map(({ id }: { id: number }) => id)).toEqual(all.slice(2, 4));
      for (const query of ["page=0", "per_page=201", ...badFilters]) {
        const bad = await client.get(`${path}?${query}`);
        expect([bad.status, Object.keys(bad.body.fields ?? {})], query).toEqual([422, [query.split("=")[0]]]);
      }
      for (const search of ["%25", "_", "%5C", "%00", "%D8%A7%25"])
        expect((await client.get(`${path}?page=1&search=${search}`)).status).toBe(200);
    });

    test("a row that is deleted is gone", async () => {
      const { id } = await create(whole());
      expect((await client.delete(`${path}/${id}`)).body).toEqual({ success: true });
      for (const answer of [
        await client.get(`${path}/${id}`),
        await client.put(`${path}/${id}`, {}),
        await client.delete(`${path}/${id}`),
      ])
        expect([answer.status, answer.body.message]).toEqual([404, expect.stringMatching(/[ء-ي]/)]);
    });

    test("who holds its permission alone writes it", async () => {
      const { id } = await create(whole());
      const user = await enterAs(office, `writer of ${key}`, [write], { user_type: "admin" });
      expect((await user.post(path, { ...whole(), ...defaults })).status).toBe(201);
      expect((await user.put(`${path}/${id}`, {})).status).toBe(200);
      expect((await user.delete(`${path}/999999`)).status).toBe(404);
    });
  });
}
