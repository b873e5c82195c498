import { describe, expect, test } from "vitest";
import { accountsOf, banks, boxes, key, kinds, statement, tab } from "../support/accounts";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });
const { make, movementsOf, expectBalanced, receive } = accountsOf(office, client);

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
      ...(item === "cash_box"
        ? { holder_user_id: null, holder_name: null, holder: null }
        : { is_cheques_in_hand: false }),
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

test("the banks are also the vouchers' bank_accounts, inactive ones too", async () => {
  const { id } = await make(banks, { status: "inactive" });
  const { status, body } = await client.get("/api/bank-accounts");
  expect(status).toBe(200);
  expect(body.bank_accounts).toEqual((await client.get("/api/banks")).body.banks);
  expect(body.bank_accounts).toContainEqual(expect.objectContaining({ id, status: "inactive" }));
});
