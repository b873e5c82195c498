import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { DomainError, mostFields } from "~/domain/domain-error";
import { decimal, fieldErrors, flag, optional, parse, text } from "~/domain/input.server";
import { ids, list, record } from "~/domain/lists.server";
import { submitForm } from "~/http/screen.server";
import { useOffice } from "./support/office";
import { schemasOfProduct } from "./support/schemas";

/* Lists and records in a body have a maximum, which is checked before their elements are read; answers name at most 50 fields. */

const many = 250_000;
const sources = import.meta.glob<string>("../app/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A value that counts how many of its elements are read. */
function watched<Value extends object>(value: Value) {
  const watch = { value, reads: 0 };
  watch.value = new Proxy(value, {
    get(target, key, receiver) {
      if (typeof key === "string" && /^\d+$/.test(key)) watch.reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  return watch;
}

const zeros = Array.from({ length: many }, () => 0);
const long: Record<string, object> = {
  "a list of numbers": zeros,
  "a list of texts": zeros.map(String),
  "a list of lists": zeros.map(() => []),
  "an object with many keys": { ...zeros },
};

describe("a schema", () => {
  test("of a list, a record, a map or a set is made in one place, which asks for a maximum", () => {
    const made =
      /\bz\s*\.\s*(array|record|partialRecord|looseRecord|map|set|tuple|json)\b|\.(array|rest|catchall)\(/;
    const others = /import (?!(type )?\{ z \} from).*["']zod/;
    const faults = Object.entries(sources).filter(
      ([file, source]) =>
        (made.test(source) && !file.endsWith("domain/lists.server.ts")) || others.test(source),
    );
    expect(Object.keys(sources).length).toBeGreaterThan(500);
    expect(faults.map(([file]) => file)).toEqual([]);
  });

  test.each(Object.entries(long))(
    "of the product reads no element of %s, and says few sentences",
    async (_, value) => {
      const schemas = await schemasOfProduct();
      expect(schemas.size).toBeGreaterThan(60);
      const faults: string[] = [];
      for (const [place, fields] of schemas)
        for (const [name, schema] of Object.entries(fields)) {
          const watch = watched(value);
          const issues = schema.safeParse(watch.value).error?.issues ?? [];
          // A box to tick reads the last one; a text is told that it is none, and too long.
          if (watch.reads > 1 || issues.length > 2) faults.push(`${place}.${name} reads ${watch.reads}`);
        }
      expect(faults).toEqual([]);
    },
  );

  test("takes as many as its maximum, and no more", () => {
    const pairs = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, one) => [one, "a"]));
    expect(list(text(), 3).safeParse(["a", "b", "c"]).data).toEqual(["a", "b", "c"]);
    expect(list(text(), 3).safeParse(["a", "b", "c", "d"]).error?.issues).toHaveLength(1);
    expect(record(text(), 3).safeParse(pairs(3)).success).toBe(true);
    expect(record(text(), 3).safeParse(pairs(4)).error?.issues).toHaveLength(1);
    expect(ids(3).safeParse(["", "3", 1, "2"]).data).toEqual([1, 2, 3]);
    expect(ids(3).safeParse([1, 2, 3, 4]).error?.issues[0]?.message).toBe("اختر من القائمة، 3 على الأكثر");
    expect(ids(3).safeParse("2").data).toEqual([2]);
    expect(ids(3).safeParse("").data).toEqual([]);
    expect(ids(3).safeParse(null).data).toEqual([]);
    expect(ids(3).safeParse(undefined).data).toBeUndefined();
    expect(flag().safeParse(["", "on"]).data).toBe(true);
    expect(flag().safeParse([]).success).toBe(false);
  });

  test("takes no longer for many marks on one letter than for as many letters", () => {
    const marks = `م${"\u0301\u0323".repeat(many)}`; // composing them takes the square of their number
    expect(text().safeParse(marks).data).toMatch(/^م\p{M}{30}$/u);
    expect(optional(text()).safeParse(`${marks}${marks}`).data).toHaveLength(62);
    expect(text().safeParse("بِسْمِ ٱللَّهِ").data).toBe("بِسْمِ ٱللَّهِ");
  });

  test("is not confused by what is nested without end", async () => {
    const lists = JSON.parse("[".repeat(many) + "]".repeat(many));
    const objects = JSON.parse(`${'{"a":'.repeat(many)}1${"}".repeat(many)}`);
    const faults: string[] = [];
    for (const [place, fields] of await schemasOfProduct())
      for (const [name, schema] of Object.entries(fields))
        for (const value of [lists, objects, [lists], [objects], { 1: lists }])
          if ((schema.safeParse(value).error?.issues.length ?? 0) > 2) faults.push(`${place}.${name}`);
    expect(faults).toEqual([]);
  });
});

describe("an answer names the first fields to blame, and no more:", () => {
  const shape = Object.fromEntries(Array.from({ length: 90 }, (_, place) => [`field_${place}`, decimal()]));
  const first = Object.keys(shape).slice(0, mostFields);

  test("of a call", () => {
    const { error } = z.object(shape).safeParse({});
    expect(Object.keys(fieldErrors(error as z.ZodError))).toEqual(first);
    expect(() => parse(z.object(shape), {}, {})).toThrow(DomainError);
  });

  test("of a form", async () => {
    const form = new FormData();
    for (const name of Object.keys(shape)) form.append(name, "كثير");
    const { data } = (await submitForm(form, z.object(shape), async () => new Response())) as unknown as {
      data: { result: { error: object; initialValue: object } };
    };
    expect(Object.keys(data.result.error)).toEqual(first);
    expect(Object.keys(data.result.initialValue)).toHaveLength(90);
  });

  test("of a rule of the business", () => {
    const fields = Object.fromEntries(Object.keys(shape).map((name) => [name, "مرفوض"]));
    expect(Object.keys(new DomainError("conflict", "مرفوض", { fields }).fields ?? {})).toEqual(first);
  });
});

describe("a call", () => {
  const { office, client } = useOffice();
  let group = 0;

  beforeAll(async () => {
    const { body } = await client.post("/api/campaigns", {
      name: "حملة القوائم",
      type: "عمرة",
      start_date: "2027-01-01",
      end_date: "2027-02-01",
      total_seats: 50,
    });
    const created = await client.post("/api/groups", {
      name: "مجموعة القوائم",
      campaign_id: body.campaign.id,
      capacity: 40,
    });
    group = created.body.group.id;
  });

  const objects = zeros.slice(0, 100_000).map(() => ({}));
  const tries: [call: string, body: object][] = [
    ["POST /api/receipt-vouchers/split", { contract_ids: [1], shares: zeros }],
    ["POST /api/receipt-vouchers/split", { contract_ids: objects }],
    ["POST /api/groups/:group/families", { relations: { ...zeros.slice(0, 60_000).map(() => "x") } }],
    ["POST /api/groups/:group/families", { customer_ids: zeros }],
    ["POST /api/groups/:group/visas", { status: "approved", visas: zeros }],
    ["PUT /api/groups/:group/stays", { stays: objects }],
    ["POST /api/contracts", { schedule: objects, companion_ids: objects }],
    ["POST /api/contracts", { schedule: zeros.slice(0, 150_000).map(String) }],
    ["POST /api/packages", { stays: objects, other_service_ids: objects }],
    ["POST /api/campaigns", { package_ids: zeros }],
    ["POST /api/users", { role_ids: zeros }],
    ["PUT /api/roles/1/permissions", { permission_ids: zeros }],
    ["POST /api/customers", { name: zeros, phone: { ...zeros.slice(0, 30_000) } }],
  ];

  test.each(tries)("%s refuses long lists with a few words", async (call, body) => {
    const [method = "", address = ""] = call.split(" ");
    const [{ status, body: answer }, health] = await Promise.all([
      client.send(method, address.replace(":group", String(group)), {
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
      fetch(`${office.url}/healthz`),
    ]);
    expect([status, health.status]).toEqual([422, 200]);
    expect(Object.keys(answer.fields).length).toBeLessThan(20);
    expect(JSON.stringify(answer).length).toBeLessThan(5_000);
  });

  test("names at most 50 fields of many lines that are all wrong", async () => {
    const visas = Array.from({ length: 1500 }, () => ({ passport_number: [], visa_number: {} }));
    const { status, body } = await client.post(`/api/groups/${group}/visas`, { status: "approved", visas });
    expect([status, Object.keys(body.fields).length]).toEqual([422, mostFields]);
  });
});
