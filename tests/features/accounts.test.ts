import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { takeAction, useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { administrator } from "../support/database";
import { createUser } from "../support/users";

const office = fixture();
let client: Client;

beforeAll(async () => {
  client = await signIn(office.url);
  for (const [code, symbol, exchange_rate] of [
    ["USD", "$", "1"],
    ["SAR", "ر.س", "0.26666666666666666667"],
    ["KWD", "د.ك", "3.25"],
    ["JPY", "¥", "0.0064"],
  ]) {
    await client.post("/api/currencies", { name: `عملة ${code}`, code, symbol, exchange_rate });
  }
});

const tab = (path: string) => `/settings/accounts/${path}`;
const statement = (path: string) => `/financial/statements/${path}`;

type Kind = { list: string; item: "bank" | "cash_box"; own: Record<string, string>; one: string };

/** What makes banks and cash boxes different; everything else is tested on both. */
const banks: Kind = {
  list: "banks",
  item: "bank",
  own: { account_number: "SA03 8000 0000 6080", account_name: "مؤسسة ضيوف الرحمن" },
  one: "البنك",
};
const boxes: Kind = {
  list: "cash-boxes",
  item: "cash_box",
  own: { location: "مكة، العزيزية" },
  one: "الصندوق",
};
const kinds = [banks, boxes];
const key = (list: string) => list.replace("-", "_");

let made = 0;
async function make({ list, item, own }: Kind, more: object = {}) {
  const { body } = await client.post(`/api/${list}`, {
    name: `حساب ${++made}`,
    currency_code: "SAR",
    ...own,
    ...more,
  });
  expect(body).toMatchObject({ [item]: { id: expect.any(Number) } });
  return body[item];
}

const movementsOf = async (id: number) =>
  (await office.knex("movements").where({ account_id: id }).orderBy("id")).map(
    ({ cause, amount, balance_after }) => [cause, Number(amount), Number(balance_after)],
  );

/** The rule that holds whatever has happened (rulings §3). */
async function expectBalanced() {
  const { rows } = await office.knex.raw(`
    SELECT 'balance ' || id AS wrong FROM accounts
    WHERE balance <> (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id)
    UNION ALL SELECT 'running balance ' || id FROM (
      SELECT id, balance_after, sum(amount) OVER (PARTITION BY account_id ORDER BY id) AS running FROM movements) m
    WHERE balance_after <> running`);
  expect(rows).toEqual([]);
}

describe.each(kinds)("$list by call", (kind) => {
  const { list, item, own, one } = kind;
  const path = `/api/${list}`;

  test("come back as they were stored, with the fields of their kind", async () => {
    const { status, body } = await client.post(path, {
      name: "  الرئيسي ",
      currency_code: "sar",
      balance: "١٬٢٣٤٫٥٠",
      ...own,
    });
    expect(status).toBe(201);
    const account = body[item];
    expect(account).toEqual({
      id: expect.any(Number),
      name: "الرئيسي",
      ...own,
      currency_code: "SAR",
      currency: { id: expect.any(Number), code: "SAR", symbol: "ر.س", decimals: 2 },
      balance: 1234.5,
      status: "active",
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await client.get(`${path}/${account.id}`)).body[item]).toEqual(account);
    expect((await client.get(path)).body[key(list)]).toContainEqual(account);

    const changed = await client.put(`${path}/${account.id}`, { status: "inactive" });
    expect(changed.status).toBe(200);
    expect(changed.body[item]).toMatchObject({
      name: "الرئيسي",
      ...own,
      balance: 1234.5,
      status: "inactive",
    });
    const found = await client.get(`${path}?search=رئيسى&status=inactive`);
    expect(found.body[key(list)]).toEqual([changed.body[item]]);
    expect((await client.get(`${path}?search=رئيسى&status=active`)).body[key(list)]).toEqual([]);
    const paged = await client.get(`${path}?per_page=1`);
    expect(paged.body).toMatchObject({ total: expect.any(Number), page: 1, per_page: 1 });
    expect(paged.body[key(list)]).toHaveLength(1);
  });

  test("hold what their movements say: the opening, then each adjustment's difference", async () => {
    const { id } = await make(kind, { balance: 100 });
    await client.put(`${path}/${id}`, { balance: "٢٥٠٫٢٥" });
    await client.put(`${path}/${id}`, { balance: 250.25, name: "بلا حركة" });
    await client.put(`${path}/${id}`, { balance: 0 });
    expect(await movementsOf(id)).toEqual([
      ["opening", 100, 100],
      ["adjustment", 150.25, 250.25],
      ["adjustment", -250.25, 0],
    ]);
    expect(await movementsOf((await make(kind)).id)).toEqual([]);
    await expectBalanced();
  });

  test.each([
    ["KWD", "1.005", 201],
    ["KWD", "1.0005", 422],
    ["JPY", "1500", 201],
    ["JPY", "1500.0", 201],
    ["JPY", "1.5", 422],
    ["SAR", 0.1, 201],
    ["SAR", 0.001, 422],
    ["SAR", -0.01, 422],
    ["SAR", "-٥", 422],
    ["SAR", "ألف", 422],
    ["SAR", "1e3", 422],
    ["SAR", "Infinity", 422],
    ["SAR", "9999999999999999", 422],
    ["SAR", [5], 422],
  ])("in %s open with %j: %i", async (currency_code, balance, expected) => {
    const { status, body } = await client.post(path, { name: "حساب", currency_code, balance, ...own });
    expect(status).toBe(expected);
    if (status === 422) expect(Object.keys(body.fields)).toEqual(["balance"]);
    else expect(body[item].balance).toBe(Number(balance));
  });

  test("refuse what is missing, unknown or hostile, each at its field", async () => {
    const empty = await client.post(path, {});
    expect(empty.status).toBe(422);
    const required = Object.keys({ name: 1, currency_code: 1, ...(item === "bank" && own) });
    expect(Object.keys(empty.body.fields).sort()).toEqual(required.sort());
    const wrong = { name: "x".repeat(151), currency_code: "XXX", status: "open", ...own };
    const refused = await client.post(path, wrong);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields)).toEqual(["name", "status"]);
    const unknown = await client.post(path, { name: "حساب", currency_code: "XXX", ...own });
    expect(unknown).toMatchObject({
      status: 422,
      body: { fields: { currency_code: "اختر عملة من القائمة" } },
    });
    expect((await client.get(`${path}/0`)).status).toBe(404);
    expect((await client.get(`${path}/99999999999`)).status).toBe(404);
  });

  test("keep their currency once money has moved", async () => {
    const moved = await make(kind, { balance: 5 });
    const refused = await client.put(`${path}/${moved.id}`, { currency_code: "USD" });
    expect(refused.status).toBe(409);
    expect(refused.body.fields).toEqual({ currency_code: "لا يمكن تغيير عملة حساب له حركات أو جرد" });
    const untouched = await make(kind);
    const changed = await client.put(`${path}/${untouched.id}`, { currency_code: "KWD", balance: 2.125 });
    expect(changed.body[item]).toMatchObject({ currency_code: "KWD", balance: 2.125 });
  });

  test("are one kind each", async () => {
    const other = kind === banks ? boxes : banks;
    const { id } = await make(other, { balance: 7 });
    expect((await client.get(`${path}/${id}`)).status).toBe(404);
    expect((await client.put(`${path}/${id}`, { balance: 0 })).status).toBe(404);
    expect((await client.delete(`${path}/${id}`)).status).toBe(404);
    expect((await client.get(statement(`${list}/${id}`))).status).toBe(404);
    expect(await movementsOf(id)).toEqual([["opening", 7, 7]]);
  });

  test("vanish when deleted, and their movements stay", async () => {
    const { id, name } = await make(kind, { balance: 40 });
    expect(await client.delete(`${path}/${id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect(
      (await client.get(path)).body[key(list)].map((account: { id: number }) => account.id),
    ).not.toContain(id);
    expect((await client.get(`${path}?search=${name}`)).body[key(list)]).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect((await client.get("/api/bank-accounts")).body.bank_accounts).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    for (const answer of [
      await client.get(`${path}/${id}`),
      await client.put(`${path}/${id}`, { balance: 1 }),
      await client.delete(`${path}/${id}`),
      await client.get(tab(`${list}/${id}/edit`)),
      await client.get(statement(`${list}/${id}`)),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect(await movementsOf(id)).toEqual([["opening", 40, 40]]);
  });

  test("never used are deleted for good, and their currency after them", async () => {
    await client.post("/api/currencies", { name: "عملة عابرة", code: "XTS", symbol: "x", exchange_rate: 2 });
    const { id } = await make(kind, { currency_code: "XTS" });
    const used = await make(kind, { currency_code: "XTS", balance: 5 });
    const words = async (account: { id: number }) =>
      (await client.get(tab(`${list}/${account.id}/delete`))).body;
    expect(await words({ id })).toContain("لم تسجل فيه حركة، فيحذف نهائيًا");
    expect(await words({ id })).not.toContain("تبقى حركاته محفوظة");
    expect(await words(used)).toContain("تبقى حركاته محفوظة");
    expect(await words(used)).not.toContain("نهائيًا");

    expect((await client.submit(tab(`${list}/${id}/delete`), {})).status).toBe(302);
    expect(await office.knex("accounts").where({ id })).toEqual([]);
    expect((await client.delete(`${path}/${used.id}`)).status).toBe(200);
    expect(await movementsOf(used.id)).toHaveLength(1);

    const [currency] = await office.knex("currencies").where({ code: "XTS" });
    const refused = await client.delete(`/api/currencies/${currency.id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining(`«${used.name}» المحذوف`),
    ]);
    await office
      .knex("currencies")
      .where({ code: "XTS" })
      .update({ code: `XT${list === "banks" ? "A" : "B"}` });
    await client.post("/api/currencies", {
      name: "عملة بلا أثر",
      code: "XTS",
      symbol: "x",
      exchange_rate: 2,
    });
    const only = await make(kind, { currency_code: "XTS" });
    await client.delete(`${path}/${only.id}`);
    const [free] = await office.knex("currencies").where({ code: "XTS" });
    expect((await client.delete(`/api/currencies/${free.id}`)).status).toBe(200);
  });

  test("that vouchers use are not deleted, and the vouchers are named", async () => {
    const { id } = await make(kind);
    const numbers = await receive(id, item, 5);
    const { status, body } = await client.delete(`${path}/${id}`);
    expect(status).toBe(409);
    expect(body.error).toBe(
      `لا يمكن الحذف: ${one} مستخدم في سندات القبض ${numbers.slice(0, 3).join("، ")} وغيرها`,
    );
    const screen = await client.submit(tab(`${list}/${id}/delete`), {});
    expect(screen.status).toBe(409);
    expect(screen.body).toContain(`خطأ في حذف ${one}: لا يمكن الحذف: ${one} مستخدم في سندات القبض`);
    expect((await client.get(`${path}/${id}`)).status).toBe(200);
  });

  test("adjusted by many at once are out by nothing", async () => {
    const { id } = await make(kind, { balance: 10 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => client.put(`${path}/${id}`, { balance: `${i}.${i}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await expectBalanced();
  });

  test("adjusted by many who saw the same balance obey one of them", async () => {
    const seen = await make(kind, { balance: 10 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        client.put(`${path}/${seen.id}`, { balance: 100 + i, updated_at: seen.updated_at }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    const late = answers.filter(({ status }) => status === 409);
    expect([accepted.length, late.length]).toEqual([1, 9]);
    const stands = (await client.get(`${path}/${seen.id}`)).body[item];
    expect(accepted[0]?.body[item]).toEqual(stands);
    for (const { body } of late) expect(body.current).toEqual(stands);
    expect(await movementsOf(seen.id)).toHaveLength(2);
  });

  test("sent twice with one key are one", async () => {
    const body = { name: "مرة واحدة", currency_code: "SAR", balance: 9, ...own };
    const send = () => client.post(path, body, { "Idempotency-Key": `once ${list}` });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body[item].id)).size).toBe(1);
  });
});

/** Receipts of 1 into an account; gives their numbers. */
async function receive(accountId: number, item: string, count: number): Promise<string[]> {
  const { body } = await client.post("/api/customers", { name: "سالم باوزير", phone: "777123456" });
  const currency = await office.knex("currencies").where({ code: "SAR" }).first("id");
  const numbers: string[] = [];
  for (let i = 0; i < count; i++) {
    const receipt = await client.post("/api/receipt-vouchers", {
      customer_id: body.customer.id,
      currency_id: currency.id,
      amount: 1,
      ...(item === "bank"
        ? { payment_method: "bank_transfer", bank_account_id: accountId }
        : { payment_method: "cash", cash_box_id: accountId }),
      date: "2026-11-01",
      description: "دفعة",
    });
    numbers.push(receipt.body.receipt_voucher.receipt_number);
  }
  return numbers;
}

test("the banks are also the vouchers' bank_accounts, inactive ones too", async () => {
  const { id } = await make(banks, { status: "inactive" });
  const { status, body } = await client.get("/api/bank-accounts");
  expect(status).toBe(200);
  expect(body.bank_accounts).toEqual((await client.get("/api/banks")).body.banks);
  expect(body.bank_accounts).toContainEqual(expect.objectContaining({ id, status: "inactive" }));
});

describe.each(kinds)("the screen of $list without JavaScript", (kind) => {
  const { list, item, own, one } = kind;
  const path = tab(list);

  test("adds an account once, however often the form is sent", async () => {
    const form = await client.get(`${path}/new?status=active`);
    expect(form.body).toContain("<dialog open");
    const fields = {
      name: `جديد ${list}`,
      currency_code: "KWD",
      balance: "١٢٫٣٤٥",
      ...own,
      one_time_key: hiddenField(form.body, "one_time_key"),
    };
    const refused = await client.submit(`${path}/new`, { ...fields, balance: "12.3456" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain(`خطأ في إضافة ${one}`);
    expect(refused.body).toContain("الرصيد بعملة KWD لا يقبل أكثر من 3 خانات عشرية");
    expect(refused.body).toContain('value="12.3456"');
    expect(refused.body).toContain(`value="${fields.name}"`);
    for (const _ of ["first", "again"]) {
      const added = await client.submit(`${path}/new?status=active`, fields);
      expect(added.status).toBe(302);
      expect(added.headers.get("Location")).toBe(`${path}?status=active`);
    }
    const listed = await client.get(`/api/${list}?search=${encodeURIComponent(fields.name)}`);
    expect(listed.body[key(list)]).toMatchObject([{ balance: 12.345, currency_code: "KWD" }]);
    const page = (await client.get(`${path}?search=${encodeURIComponent(fields.name)}`)).body;
    expect(page).toContain("12.345");
    expect(page).toContain("د.ك");
    expect(page).toContain("نشط");
  });

  test("edits without sending a balance, and tells of what someone else changed", async () => {
    const account = await make(kind, { balance: 60 });
    const form = (await client.get(`${path}/${account.id}/edit`)).body;
    expect(form).not.toContain('name="balance"');
    const fields = {
      name: "اسم آخر",
      currency_code: "SAR",
      ...own,
      status: "inactive",
      updated_at: hiddenField(form, "updated_at"),
    };
    await client.put(`/api/${list}/${account.id}`, { balance: 75 });
    const stale = await client.submit(`${path}/${account.id}/edit`, fields);
    expect(stale.status).toBe(409);
    expect(stale.body).toContain(`خطأ في تحديث ${one}: عدّل مستخدم آخر`);
    expect(stale.body).toContain('value="اسم آخر"');
    expect(stale.body).toContain("القيمة الحالية");
    const again = { ...fields, updated_at: hiddenField(stale.body, "updated_at") };
    expect((await client.submit(`${path}/${account.id}/edit`, again)).status).toBe(302);
    expect((await client.get(`/api/${list}/${account.id}`)).body[item]).toMatchObject({
      name: "اسم آخر",
      status: "inactive",
      balance: 75,
    });
  });

  test("adjusts a balance beside what it is now", async () => {
    const account = await make(kind, { balance: 60 });
    const form = (await client.get(`${path}/${account.id}/adjust`)).body;
    expect(form).toContain("60.00");
    const updated_at = hiddenField(form, "updated_at");
    const refused = await client.submit(`${path}/${account.id}/adjust`, { balance: "-1", updated_at });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain("الرصيد لا يكون سالبًا");
    expect(refused.body).toContain('value="-1"');
    const empty = await client.submit(`${path}/${account.id}/adjust`, { balance: "", updated_at });
    expect(empty.status).toBe(422);
    const done = await client.submit(`${path}/${account.id}/adjust?status=active`, {
      balance: "٩٠",
      updated_at,
    });
    expect(done.status).toBe(302);
    expect(done.headers.get("Location")).toBe(`${path}?status=active`);
    const stale = await client.submit(`${path}/${account.id}/adjust`, { balance: "20", updated_at });
    expect(stale.status).toBe(409);
    expect(stale.body).toContain("90.00");
    expect(await movementsOf(account.id)).toEqual([
      ["opening", 60, 60],
      ["adjustment", 30, 90],
    ]);
  });

  test("asks before it deletes", async () => {
    const { id, name } = await make(kind, { balance: 60 });
    const question = (await client.get(`${path}/${id}/delete`)).body;
    expect(question).toContain(`هل أنت متأكد من حذف ${one} «${name}»؟`);
    expect(question).toContain("60.00");
    expect((await client.submit(`${path}/${id}/delete`, {})).status).toBe(302);
    expect((await client.get(`/api/${list}/${id}`)).status).toBe(404);
  });

  test("is closed to those who do not keep the money", async () => {
    const stranger = await signIn(
      office.url,
      await createUser(office.knex, `seller ${list}`, ["manage_contracts"]),
    );
    for (const address of [path, `${path}/new`, tab("expenses"), "/settings/accounts"]) {
      expect((await stranger.get(address)).status).toBe(403);
    }
    expect((await stranger.get(`/api/${list}`)).status).toBe(403);
  });
});

test.each([
  ["/settings/accounts/Banks", banks],
  ["/settings/accounts/%62anks", banks],
  ["/Settings/Accounts/BANKS", banks],
  ["/settings/accounts/Cash-Boxes", boxes],
  ["/settings/accounts/cash%2Dboxes", boxes],
] as const)("%s is what its route says, however it is written", async (path, { item, own, one, list }) => {
  const name = `حساب ${path}`;
  const made = await client.submit(`${path}/new`, { ...own, name, currency_code: "SAR" });
  expect([made.status, made.headers.get("Location")]).toEqual([302, tab(list)]);
  const [{ id, kind }] = await office.knex("accounts").where({ name });
  expect(kind).toBe(item);
  const { body } = await client.get(path);
  expect(body).toMatch(new RegExp(`<title>${item === "bank" ? "البنوك" : "الصناديق"} `));
  expect(body).toContain(`href="${tab(list)}/new"`);
  expect(body).toMatch(
    new RegExp(`href="${tab(list)}"[^>]*aria-current="page"|aria-current="page"[^>]*href="${tab(list)}"`),
  );
  for (const dialog of ["edit", "adjust", "delete"])
    expect([dialog, (await client.get(`${path}/${id}/${dialog}`)).status]).toEqual([dialog, 200]);
  expect((await client.submit(`${path}/${id}/delete`, {})).headers.get("Location")).toBe(tab(list));
  expect((await client.get(`${path}/new`)).body).toContain(`إضافة ${item === "bank" ? "بنك" : "صندوق"}`);
  expect(one).toBeTruthy();
});

test.each(["__proto__", "constructor", "toString", "safes", "bank"])(
  "/settings/accounts/%s is no address",
  async (word) => {
    for (const path of ["", "/new", "/1/edit", "/1/adjust", "/1/delete", "/1/movements"])
      expect((await client.get(tab(word + path))).status).toBe(404);
    expect((await client.submit(tab(`${word}/new`), { name: "لا شيء", currency_code: "SAR" })).status).toBe(
      404,
    );
  },
);

test("the financial accounts begin at the banks", async () => {
  const { status, headers } = await client.get("/settings/accounts");
  expect([status, headers.get("Location")]).toEqual([302, "/settings/accounts/banks"]);
});

/** What a page says, without its head and its scripts. */
const text = (html: string) =>
  (html.match(/<main.*<\/main>/s)?.[0] ?? "")
    .replace(/<!--.*?-->|<\/?(a|bdi|span)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("an account's movements", () => {
  /** A movement at a moment, as the ledger would have written it then. */
  async function moved(accountId: number, amount: number, created_at: string) {
    const { knex } = office;
    const [{ balance }] = await knex("accounts")
      .where({ id: accountId })
      .increment("balance", amount)
      .returning("balance");
    await knex("movements").insert({
      account_id: accountId,
      amount,
      balance_after: balance,
      cause: amount > 0 ? "receipt" : "receipt_reversal",
      document_number: "RV-2026-90001",
      created_at,
    });
  }

  test("are paged, newest first, with their running balance, cause, voucher and user", async () => {
    const { id } = await make(banks, { balance: 1000 });
    const numbers = await receive(id, "bank", 26);
    const first = await client.get(statement(`banks/${id}`));
    expect(first.status).toBe(200);
    expect(text(first.body)).toMatch(
      new RegExp(`سند قبض ${numbers.at(-1)} .*1\\.00 ر\\.س 1,026\\.00 ر\\.س ${administrator.username}`),
    );
    expect(first.body).toContain(`href="/financial/receipts?search=${numbers.at(-1)}"`);
    expect(text(first.body)).toContain("من 1 إلى 25، الإجمالي 27");
    expect(first.body.indexOf(numbers[25] as string)).toBeLessThan(first.body.indexOf(numbers[24] as string));
    const second = text((await client.get(statement(`banks/${id}?page=2`))).body);
    expect(second).toContain("رصيد افتتاحي 1,000.00 ر.س 1,000.00 ر.س");
  });

  test("of a period begin and end on the office's days", async () => {
    const { id } = await make(boxes);
    await moved(id, 100, "2026-01-31T20:59:59.999Z"); // the last moment of January in Riyadh
    await moved(id, 50, "2026-01-31T21:00:00Z");
    await moved(id, -20, "2026-02-28T20:59:59Z");
    await moved(id, 7, "2026-02-28T21:00:00Z");
    const page = async (query: string) =>
      text((await client.get(statement(`cash-boxes/${id}?${query}`))).body);

    const february = await page("from=2026-02-01&to=2026-02-28");
    expect(february).toContain("الرصيد أول المدة 100.00 ر.س");
    expect(february).toContain("الوارد 50.00 ر.س الصادر 20.00 ر.س الرصيد آخر المدة 130.00 ر.س");
    expect(february).toContain("2026-02-01 00:00 سند قبض");
    expect(february).toContain("2026-02-28 23:59 عكس سند قبض");
    expect(february).toContain("الإجمالي 2");
    expect(await page("from=2026-02-28&to=2026-02-01")).toContain("الإجمالي 2");
    expect(await page("to=2026-01-31")).toContain("الرصيد آخر المدة 100.00 ر.س");
    expect(await page("from=2026-03-01")).toContain("الرصيد أول المدة 130.00 ر.س الوارد 7.00 ر.س");
    expect(await page("from=2027-01-01")).toContain("لا توجد حركات في هذه المدة");
    expect(await page("from=&to=")).toContain("الإجمالي 4");
    await expectBalanced();
  });
});

describe("a statement's figures", () => {
  const shown = (amount: number) =>
    `${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ر.س`;

  test("are plain sums of the movements, whatever the period", async () => {
    const { id } = await make(boxes);
    const random = (below: number) => Math.floor(Math.random() * below);
    const moves: { day: string; amount: number }[] = [];
    let balance = 0;
    for (let moment = Date.UTC(2025, 0, 1); moves.length < 400; moment += random(3 * 24 * 3600e3)) {
      const amount = random(3) ? 1 + random(1000) : -random(balance + 1);
      if (!amount) continue;
      balance += amount;
      const created_at = new Date(moment).toISOString();
      await office.knex("movements").insert({
        account_id: id,
        amount,
        balance_after: balance,
        cause: amount > 0 ? "receipt" : "receipt_reversal",
        created_at,
      });
      moves.push({ day: new Date(moment + 3 * 3600e3).toISOString().slice(0, 10), amount }); // in Riyadh
    }
    await office.knex("accounts").where({ id }).update({ balance });
    const day = () => moves[random(moves.length)]?.day ?? "";
    const sum = (all: typeof moves) => all.reduce((total, { amount }) => total + amount, 0);
    for (let tried = 0; tried < 30; tried++) {
      const [from, to] = [tried % 3 ? day() : "", tried % 4 ? day() : ""];
      const [first, last] = from && to && from > to ? [to, from] : [from, to];
      const before = moves.filter(({ day }) => first && day < first);
      const within = moves.filter(({ day }) => (!first || day >= first) && (!last || day <= last));
      const { body } = await client.get(statement(`cash-boxes/${id}?from=${from}&to=${to}`));
      const page = text(body);
      const expected = [
        ...(first ? [`الرصيد أول المدة ${shown(sum(before))}`] : []),
        `الوارد ${shown(sum(within.filter(({ amount }) => amount > 0)))}`,
        `الصادر ${shown(-sum(within.filter(({ amount }) => amount < 0)))}`,
        `${last ? "الرصيد آخر المدة" : "الرصيد الحالي"} ${shown(sum([...before, ...within]))}`,
      ];
      expect(page).toContain(expected.join(" ").replace("-0.00", "0.00"));
      expect(page).toContain(`الإجمالي ${within.length}`);
    }
  });

  test("stand on times that are in the order of posting", async () => {
    const { id } = await make(boxes, { balance: 1000 });
    await Promise.all(
      Array.from({ length: 25 }, (_, turn) => client.put(`/api/cash-boxes/${id}`, { balance: turn + 1 })),
    );
    const moves = await office.knex("movements").where({ account_id: id }).orderBy("id");
    const times = moves.map(({ created_at }) => new Date(created_at).getTime());
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
    const { updated_at } = await office.knex("accounts").where({ id }).first();
    expect(times.at(-1)).toBe(new Date(updated_at).getTime());
  });
});

describe("expenses", () => {
  let rent: { id: number };

  beforeAll(async () => {
    const created = await client.post("/api/expense-categories", { name: "إيجارات", description: "المكاتب" });
    expect(created.status).toBe(201);
    rent = created.body.category;
    await client.post("/api/expense-categories", { name: "رواتب" });
  });

  test("take their category by name or by id, and return it by name", async () => {
    const byName = await client.post("/api/expenses", { name: "إيجار مكتب مكة", category: "إيجارات" });
    expect(byName.status).toBe(201);
    expect(byName.body.expense).toEqual({
      id: expect.any(Number),
      name: "إيجار مكتب مكة",
      description: null,
      category: "إيجارات",
      category_id: rent.id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const byId = await client.post("/api/expenses", { name: "إيجار المستودع", category_id: rent.id });
    expect(byId.body.expense.category).toBe("إيجارات");
    const { expense } = byId.body;
    const path = `/api/expenses/${expense.id}`;
    const renamed = await client.put(path, { ...expense, category: "رواتب" });
    expect(renamed.body.expense.category).toBe("رواتب");
    const back = await client.put(path, { ...renamed.body.expense, category_id: rent.id });
    expect(back.body.expense.category).toBe("إيجارات");
    expect((await client.put(path, { name: "المستودع" })).body.expense.category).toBe("إيجارات");
    expect((await client.put(path, { category: "" })).body.expense).toMatchObject({
      category: null,
      name: "المستودع",
    });
    expect(await client.get(path)).toMatchObject({ status: 200, body: { expense: { category_id: null } } });
    const list = (await client.get("/api/expenses")).body.expenses;
    expect(list.map(({ id }: { id: number }) => id)).toEqual([expense.id, byName.body.expense.id]);
    expect((await client.get("/api/expenses?search=ايجارات")).body.expenses).toEqual([byName.body.expense]);
    expect((await client.delete(path)).body).toEqual({ success: true });
    expect((await client.delete(path)).status).toBe(404);
  });

  test("refuse a nameless one and an unknown category", async () => {
    const nameless = await client.post("/api/expenses", { description: "شيء" });
    expect(nameless).toMatchObject({ status: 422, body: { error: "اسم المصروف مطلوب" } });
    const unknown = await client.post("/api/expenses", { name: "كهرباء", category: "لا شيء" });
    expect(unknown).toMatchObject({
      status: 422,
      body: { fields: { category: expect.stringContaining("لا شيء") } },
    });
    const missing = await client.post("/api/expenses", { name: "كهرباء", category_id: 999 });
    expect(missing).toMatchObject({ status: 422, body: { fields: { category_id: expect.any(String) } } });
    const screen = await client.submit(tab("expenses/new"), { name: " ", description: "فاتورة <نوفمبر>" });
    expect(screen.status).toBe(422);
    expect(screen.body).toContain("خطأ في إضافة المصروف: اسم المصروف مطلوب");
    expect(screen.body).toContain("فاتورة &lt;نوفمبر&gt;");
  });

  test("and their categories are kept by forms as well", async () => {
    const added = await client.submit(tab("expense-categories/new"), { name: "ضيافة", description: "" });
    expect(added.status).toBe(302);
    const taken = await client.submit(tab("expense-categories/new"), { name: "ضيافة" });
    expect(taken.status).toBe(409);
    expect(taken.body).toContain("هذه الفئة موجودة من قبل");
    const { categories } = (await client.get("/api/expense-categories")).body;
    const { id } = categories.find(({ name }: { name: string }) => name === "ضيافة");
    const form = (await client.get(tab(`expense-categories/${id}/edit`))).body;
    const fields = { name: "ضيافة الحجاج", updated_at: hiddenField(form, "updated_at") };
    expect((await client.submit(tab(`expense-categories/${id}/edit`), fields)).status).toBe(302);
    expect((await client.submit(tab(`expense-categories/${id}/edit`), fields)).status).toBe(409);

    const expense = { name: "قهوة", category_id: String(id), description: "" };
    expect((await client.submit(tab("expenses/new"), expense)).status).toBe(302);
    const used = await client.submit(tab(`expense-categories/${id}/delete`), {});
    expect(used.status).toBe(409);
    expect(used.body).toContain("خطأ في حذف الفئة: لا يمكن الحذف: فئة المصروفات مستخدمة في المصروف «");
    const list = (await client.get(tab(`expenses?category_id=${id}`))).body;
    expect(list).toContain("قهوة");
    expect(list).not.toContain("إيجار مكتب مكة");
    const [row] = await office.knex("expenses").where({ name: "قهوة" });
    expect((await client.submit(tab(`expenses/${row.id}/delete`), {})).status).toBe(302);
    expect((await client.submit(tab(`expense-categories/${id}/delete`), {})).status).toBe(302);
    expect((await client.post("/api/expense-categories", { name: "" })).body.error).toBe("اسم الفئة مطلوب");
  });
});

describe("with JavaScript", () => {
  const browser = useBrowser();
  let page: Page;

  beforeEach(async () => {
    page = await browser.open({ baseURL: office.url });
    await page.goto("/login");
    await page.fill("[name=username]", administrator.username);
    await page.fill("[name=password]", administrator.password);
    await page.click("button[type=submit]");
    await page.waitForURL("/");
  });

  const row = (name: string) => page.locator("tr", { hasText: name });

  test("a bank is deleted by a toast that asks, a cash box by the browser's own dialog", async () => {
    const bank = await make(banks, { name: "بنك يحذف" });
    await page.click("text=الحسابات المالية");
    await page.waitForURL(tab("banks"));
    await takeAction(row(bank.name), "حذف");
    await page.getByText("هل أنت متأكد من حذف البنك «بنك يحذف»؟").waitFor();
    await page.getByRole("button", { name: "إلغاء" }).click();
    await page.getByRole("button", { name: "إلغاء" }).waitFor({ state: "hidden" });
    expect((await client.get(`/api/banks/${bank.id}`)).status).toBe(200);
    await takeAction(row(bank.name), "حذف");
    await page.getByRole("button", { name: "تأكيد الحذف" }).click();
    await page.getByText("تم حذف البنك").waitFor();
    expect(await row(bank.name).count()).toBe(0);

    const box = await make(boxes, { name: "صندوق يحذف" });
    await page.click("text=الصناديق");
    page.once("dialog", (dialog) => dialog.dismiss());
    await takeAction(row(box.name), "حذف");
    expect((await client.get(`/api/cash-boxes/${box.id}`)).status).toBe(200);
    page.once("dialog", (dialog) => {
      expect(dialog.message()).toBe("هل أنت متأكد من حذف الصندوق «صندوق يحذف»؟");
      dialog.accept();
    });
    await takeAction(row(box.name), "حذف");
    await page.getByText("تم حذف الصندوق").waitFor();
    expect((await client.get(`/api/cash-boxes/${box.id}`)).status).toBe(404);
  });

  test("another default is set after a question, and a refused adjustment keeps the dialog", async () => {
    await page.goto(tab("currencies"));
    page.once("dialog", (dialog) => dialog.accept());
    await row("SAR").getByText("تعيين كافتراضية").click();
    await page.getByText("تم تعيين العملة الافتراضية").waitFor();
    expect(await row("SAR").getByText("أساسية").count()).toBe(1);
    await client.send(
      "POST",
      `/api/currencies/${(await office.knex("currencies").where({ code: "USD" }).first("id")).id}/set-default`,
    );

    const box = await make(boxes, { name: "صندوق التسوية", balance: 10 });
    await page.goto(tab("cash-boxes"));
    await takeAction(row(box.name), "تسوية");
    await page.getByLabel("الرصيد الجديد").fill("١٠٫٥٥٥");
    await page.getByRole("button", { name: "تسجيل التسوية" }).click();
    await page.getByText("الرصيد بعملة SAR لا يقبل أكثر من خانتين عشريتين").first().waitFor();
    expect(await page.getByLabel("الرصيد الجديد").inputValue()).toBe("١٠٫٥٥٥");
    await page.getByLabel("الرصيد الجديد").fill("١٠٫٥٥");
    await page.getByRole("button", { name: "تسجيل التسوية" }).click();
    await page.getByText("تمت تسوية رصيد").waitFor();
    expect(await movementsOf(box.id)).toEqual([
      ["opening", 10, 10],
      ["adjustment", 0.55, 10.55],
    ]);
  });
});
