import { beforeAll, describe, expect, test } from "vitest";
import { listPayments } from "~/features/financial/payments/payments.server";
import { listReceipts } from "~/features/financial/receipts/receipts.server";
import type { Client } from "../support/client";
import * as factories from "../support/factories";
import { useOffice } from "../support/office";
import { createUser, enterAs } from "../support/users";

/* Receipts and payments are found by reference and exact amount, and filtered by method, account and user. */

const { office, client } = useOffice();
let clerk: Client & { id: number };
const ids = { usd: 0, box: 0, bank: 0, closed: 0, customer: 0, clerk: 0, manager: 0, silent: 0 };

/** What both kinds have in common. Each makes the same vouchers, named by what they are for. */
const kinds = {
  receipt: {
    call: "/api/receipt-vouchers",
    key: "receipt_vouchers",
    item: "receipt_voucher",
    screen: "/financial/receipts",
    number: "receipt_number",
    party: () => ({ customer_id: ids.customer }),
    total: "إجمالي المقبوضات",
  },
  payment: {
    call: "/api/payment-vouchers",
    key: "payment_vouchers",
    item: "payment_voucher",
    screen: "/financial/payments",
    number: "payment_number",
    party: () => ({ beneficiary_type: "customer", customer_id: ids.customer }),
    total: "إجمالي المصروفات",
  },
};
const kindNames = ["receipt", "payment"] as const;
type Kind = (typeof kindNames)[number];

type Made = { id: number; number: string };
const made = { receipt: new Map<string, Made>(), payment: new Map<string, Made>() };
const numbersOf = (kind: Kind, names: string[]) => names.map((name) => made[kind].get(name)?.number).sort();

beforeAll(async () => {
  const { knex } = office;
  ids.usd = await factories.makeDollar(knex);
  ids.box = await factories.makeAccount(knex, ids.usd, { name: "صندوق الفرع" });
  const bank = { kind: "bank", account_number: "1", account_name: "المكتب" };
  ids.bank = await factories.makeAccount(knex, ids.usd, { ...bank, name: "مصرف الراجحي" });
  ids.closed = await factories.makeAccount(knex, ids.usd, { ...bank, name: "حساب قديم", status: "inactive" });
  ids.customer = await factories.makeCustomer(knex, { name: "سالم بن عوض" });
  ids.silent = (await createUser(knex, "silent", ["manage_financials"])).id;
  clerk = await enterAs(office, "clerk", ["manage_financials"]);
  ids.clerk = clerk.id;
  ids.manager = (await knex("users").orderBy("id").first("id")).id;
  const inBank = { payment_method: "cheque", cash_box_id: undefined, bank_account_id: ids.bank };
  const make = async (kind: Kind, name: string, amount: unknown, more: object = {}, by: Client = client) => {
    const { call, item, number, party } = kinds[kind];
    const { status, body } = await by.post(call, {
      ...party(),
      ...factories.inCash(ids.box, ids.usd, amount),
      date: "2026-11-02",
      description: "دفعة",
      ...more,
    });
    expect([status, body.message]).toEqual([201, undefined]);
    made[kind].set(name, { id: body[item].id, number: body[item][number] });
  };
  for (const kind of kindNames) {
    await make(kind, "whole", "1500");
    await make(kind, "cents", "1500.5", {}, clerk);
    await make(kind, "more", "15000");
    await make(kind, "cheque", "70", { ...inBank, payment_reference: "CHQ 0098765" });
    await make(kind, "transfer", "80", {
      ...inBank,
      payment_method: "bank_transfer",
      payment_reference: "TT_4411",
    });
    await make(kind, "equal", "80", { ...inBank, payment_reference: "TTX4411" }, clerk);
  }
});

const all = ["whole", "cents", "more", "cheque", "transfer", "equal"];

/** Each search with the vouchers that it finds. */
const searches: [search: string, names: string[]][] = [
  ["1500", ["whole"]],
  ["1,500", ["whole"]],
  ["1500.00", ["whole"]],
  ["1,500.0", ["whole"]],
  [" ١٥٠٠ ", ["whole"]],
  ["١٬٥٠٠", ["whole"]],
  ["۱۵۰۰٫۵", ["cents"]],
  ["1500.50", ["cents"]],
  ["15,000", ["more"]],
  ["1,5000", []],
  ["150", []],
  ["1500.51", []],
  ["-1500", []],
  ["15e2", []],
  ["80", ["transfer", "equal"]],
  ["CHQ 0098765", ["cheque"]],
  ["chq 0098765", ["cheque"]],
  ["0098765", ["cheque"]],
  ["٠٠٩٨٧٦٥", ["cheque"]],
  ["\u200e0098765\u200f", ["cheque"]],
  ["98765", ["cheque"]],
  ["ch", ["cheque"]],
  ["tt", ["transfer", "equal"]],
  ["TT_4411", ["transfer"]],
  ["4411", ["transfer", "equal"]],
  ["%44%", []],
  ["سالم", all],
];

/** The numbers that a screen's rows show. */
const shownIn = (body: string) =>
  [...body.matchAll(/<th scope="row"[^>]*>([^<]*)<\/th>/g)].map(([, number]) => number).sort();

describe.each(kindNames)("a %s", (kind) => {
  const { call, key, screen, number, total } = kinds[kind];
  const listed = async (query: string, by: Client = client) => {
    const { status, body } = await by.get(`${call}?page=1&${query}`);
    expect([query, status]).toEqual([query, 200]);
    const rows: { amount: number }[] = body[key];
    expect(rows.length).toBe(body.total);
    return { rows, numbers: rows.map((row) => (row as Record<string, unknown>)[number]).sort() };
  };

  test.each(searches)(
    "is found by %j, in the call, on the screen and in the search of all",
    async (text, names) => {
      const search = encodeURIComponent(text);
      const wanted = numbersOf(kind, names);
      expect((await listed(`search=${search}`)).numbers).toEqual(wanted);
      expect(shownIn((await client.get(`${screen}?search=${search}`)).body)).toEqual(wanted);
      const { body } = await client.get(`/api/search?q=${search}`);
      const found = body.results.filter((one: { kind: string }) => one.kind === kinds[kind].item);
      expect(found.length).toBe(Math.min(wanted.length, 3));
      for (const { title } of found) expect(wanted).toContain(title);
      const page: string = (await client.get(`/search?q=${search}`)).body;
      if (wanted.length <= 5) for (const one of wanted) expect(page).toContain(`<bdi>${one}</bdi>`);
    },
  );

  test("is found by its number, whole and in part", async () => {
    const [one] = numbersOf(kind, ["cents"]);
    for (const text of [`${one}`, `${one}`.slice(3), `${one}`.toLowerCase()])
      expect((await listed(`search=${text}`)).numbers).toEqual([one]);
  });

  test("shows the reference beside the method, in the list and in what a search finds", async () => {
    const { body } = await client.get(`${screen}?search=0098765`);
    expect(body).toMatch(/<small>شيك(<!-- -->)? ?(<!-- -->)?<span dir="ltr">CHQ 0098765<\/span><\/small>/);
    const { results } = (await client.get("/api/search?q=0098765")).body;
    const found = results.find((one: { kind: string }) => one.kind === kinds[kind].item);
    expect(found.detail).toContain(" · سالم بن عوض · CHQ 0098765 · 70.00 $");
  });

  /** Each filter with the vouchers that it leaves. */
  const filters: [query: () => string, names: string[]][] = [
    [() => "payment_method=cheque", ["cheque", "equal"]],
    [() => `account_id=${ids.box}`, ["whole", "cents", "more"]],
    [() => `account_id=${ids.bank}&payment_method=cheque`, ["cheque", "equal"]],
    [() => `account_id=${ids.closed}`, []],
    [() => "account_id=987654", []],
    [() => `user_id=${ids.clerk}`, ["cents", "equal"]],
    [() => `user_id=${ids.manager}&payment_method=cash`, ["whole", "more"]],
    [() => `user_id=${ids.silent}`, []],
    [() => `user_id=${ids.clerk}&account_id=${ids.bank}&search=80`, ["equal"]],
    [() => `user_id=${ids.clerk}&search=1500`, []],
    [() => `account_id=${ids.box}&from=2026-11-03`, []],
    [() => `account_id=${ids.box}&from=2026-11-02&status=confirmed`, ["whole", "cents", "more"]],
  ];

  test.each(filters)("is filtered (%s): rows, tiles and files", async (queryOf, names) => {
    const query = queryOf();
    const wanted = numbersOf(kind, names);
    const { rows, numbers } = await listed(query);
    expect(numbers).toEqual(wanted);
    const { body } = await client.get(`${screen}?${query}`);
    expect(shownIn(body)).toEqual(wanted);
    const tiles = new Map(
      [...body.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) => [
        label,
        value.replace(/<[^>]*>|[^\d.]/g, ""),
      ]),
    );
    const sum = rows.reduce((sum, { amount }) => sum + amount, 0);
    expect([tiles.get(total), tiles.get("عدد السندات المؤكدة")]).toEqual([sum.toFixed(2), `${names.length}`]);
    if (names.length) expect(body).toContain(`href="${screen}/export/csv?${query.replaceAll("&", "&amp;")}"`);
    const file: string = (await client.get(`${screen}/export/csv?${query}`)).body;
    expect([...file.matchAll(/[RP]V-2026-\d{5}/g)].map(([one]) => one).sort()).toEqual(wanted);
  });

  test("the account's and the user's names are in the selects, and in the audit log's line of a file", async () => {
    const query = `account_id=${ids.box}&user_id=${ids.clerk}`;
    const { body } = await client.get(`${screen}?${query}`);
    expect(body).toContain(`<option value="${ids.box}" selected="">صندوق الفرع</option>`);
    expect(body).toContain(`<option value="${ids.clerk}" selected="">clerk</option>`);
    expect(body).toContain(`<option value="${ids.closed}">حساب قديم</option>`);
    await client.get(`${screen}/export/csv?${query}`);
    const trail: string = (await client.get(`/settings/trail?deed=exported&kind=${key}`)).body;
    const text = trail.replace(/<[^>]*>/g, " ");
    expect(text).toMatch(/الحساب\s+صندوق الفرع/);
    expect(text).toMatch(/المستخدم\s+clerk/);
  });

  test("whoever may not read users is told the names of those who wrote one, and no other", async () => {
    expect((await clerk.get("/api/users")).status).toBe(403);
    for (const query of ["", `user_id=${ids.silent}`, "user=silent", `user_id=${ids.silent}&user=sil`]) {
      const { body } = await clerk.get(`${screen}?${query}`);
      const select = body.match(/<select[^>]*name="user_id".*?<\/select>/s)?.[0] ?? "";
      const options = [...select.matchAll(/<option value="(\d+)"[^>]*>([^<]*)/g)].map(([, , name]) => name);
      expect([query, options.filter((name) => !name?.startsWith("غير معروف: "))]).toEqual([
        query,
        query.includes("user=") ? [] : ["clerk", "manager"],
      ]);
    }
  });

  test("who may not see them finds none", async () => {
    const seller = await enterAs(office, `seller of ${kind}`, ["manage_contracts"]);
    expect((await seller.get(`${call}?search=1500`)).status).toBe(403);
    expect((await seller.get("/api/search?q=0098765")).body.results).toEqual([]);
  });
});

test.each([
  ["receipt_vouchers", "received_by"],
  ["payment_vouchers", "paid_by"],
])("each way of a search of %s reads an index, and so does the filter by user", async (table, by) => {
  const plans = await office.knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL enable_seqscan = off");
    const list = table === "receipt_vouchers" ? listReceipts : listPayments;
    const waysOf = (search: string) => (list(new URLSearchParams({ search })).search?.ways ?? []).map(String);
    const plan = async (sql: string) =>
      JSON.stringify((await trx.raw(`EXPLAIN ${sql.replaceAll("?", "\\?")}`)).rows);
    const read: string[] = [];
    for (const way of [...waysOf("1500"), ...waysOf("ab")]) read.push(await plan(way));
    return { ways: read, user: await plan(`SELECT id FROM ${table} WHERE ${by} = 7`) };
  });
  const indexes = [
    `${table}_number`,
    `${table}_amount`,
    `${table}_reference_search`,
    `${table}_reference\\b`,
  ];
  for (const index of indexes) expect(plans.ways.join()).toMatch(new RegExp(index));
  expect(plans.ways.filter((plan) => plan.includes(`Seq Scan on ${table}`))).toEqual([]);
  expect(plans.user).toContain(`${table}_${by}`);
});

test.each([
  ["receipt_vouchers_money_back", { purpose: "returned" }],
  ["receipt_vouchers_of_others", { payer_type: "agent" }],
])("the few receipts of a kind are found by the index %s", async (index, asked) => {
  const plan = await office.knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan"); // as a kept plan
    const { sql } = listReceipts(new URLSearchParams(asked)).matching.toSQL().toNative();
    await trx.raw(`PREPARE few AS ${sql}`);
    const parameters = "payer_type" in asked ? `('${asked.payer_type}')` : "";
    const { rows } = await trx.raw(`EXPLAIN EXECUTE few${parameters}`);
    await trx.raw("DEALLOCATE few");
    return JSON.stringify(rows);
  });
  expect(plan).toContain(index);
});

test("of many accounts and writers, the selects offer a part, and the others by name", async () => {
  const { knex } = office;
  const users = Array.from({ length: 220 }, (_, index) => ({
    username: `writer ${String(index).padStart(3, "0")}`,
    email: `${index}@writers.test`,
    password_hash: "x",
  }));
  const rows = await knex("users").insert(users).returning("id");
  for (const { id } of rows) await factories.makePayment(knex, ids.usd, "3", { paid_by: id });
  const last = rows.at(-1).id;
  const select = async (query: string, name: string) => {
    const { body } = await client.get(`/financial/payments?${query}`);
    const html = body.match(new RegExp(`<select[^>]*name="${name}".*?</select>`, "s"))?.[0] ?? "";
    return [...html.matchAll(/<option value="(\d+)"/g)].map(([, value]) => Number(value));
  };
  expect((await select("", "user_id")).length).toBe(50);
  expect(await select("user=writer 219", "user_id")).toEqual([last]);
  expect(await select(`user_id=${last}`, "user_id")).toContain(last);
  expect((await select("", "account_id")).length).toBe(50);
  expect(await select(`account=${encodeURIComponent("الراجحي")}`, "account_id")).toEqual([ids.bank]);
});
