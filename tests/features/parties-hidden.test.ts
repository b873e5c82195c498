import { describe, expect, test } from "vitest";
import { linesOf } from "../support/audit-log";
import { expectBalanced } from "../support/books";
import { administrator } from "../support/database";
import { insert, makeCustomer, makeGroup } from "../support/factories";
import { importsOf, textOf } from "../support/imports";
import { useOffice } from "../support/office";
import { type Kind, useParties } from "../support/parties";
import { waitingIn } from "../support/waiting";

/* A customer, agent or supplier whom entries name is hidden instead of deleted (docs/decisions/ledger.md). */

const { office, client } = useOffice({ isFaultless: true });
const { uploaded } = importsOf(office, client);
const { kinds, ids, rowOf, remove, entered, hidden } = useParties(office, client);

describe.each(Object.keys(kinds) as Kind[])("of %s", (kind) => {
  const { make, column, documents, write } = kinds[kind];

  test("one whom entries name is hidden, and what entries say stays", async () => {
    const id = await hidden(kind, { name: "باق في الدفتر" });
    expect(await rowOf(kind, id)).toMatchObject({ name: "باق في الدفتر", deleted_at: expect.anything() });
    expect(await office.knex("entries").where({ [column]: id })).toHaveLength(2);
    await expectBalanced(office.knex);
  });

  test("one without entries is gone for good", async () => {
    const id = await make(office.knex);
    expect((await remove(kind, id)).status).toBe(200);
    expect(await rowOf(kind, id)).toBeUndefined();
  });

  test("one whom a document names is refused, by call and whoever deletes", async () => {
    const id = await make(office.knex);
    await write(id);
    expect((await remove(kind, id)).status).toBe(409);
    await expect(office.knex(kind).where({ id }).delete()).rejects.toMatchObject({
      code: "23503",
      table: documents,
    });
    expect((await rowOf(kind, id)).deleted_at).toBeNull();
  });

  test("a hidden one is found by no address and no list", async () => {
    const count = async () => (await client.get(`/api/${kind}?page=1&per_page=1`)).body.total;
    const lists = [
      `/api/${kind}`,
      `/api/${kind}?search=زهير`,
      `/${kind}`,
      `/${kind}/export/csv`,
      ...(kind === "customers" ? ["/search?q=زهير", "/api/search?q=زهير"] : []),
    ];
    const naming = async () => {
      const bodies = await Promise.all(
        lists.map(async (path) => JSON.stringify((await client.get(path)).body)),
      );
      return lists.filter((_, index) => bodies[index]?.includes("زهير المخفي"));
    };
    const before = await count();
    const id = await entered(kind, { name: "زهير المخفي" });
    expect([await count(), await naming()]).toEqual([before + 1, lists]);
    expect((await remove(kind, id)).status).toBe(200);
    expect([await count(), await naming()]).toEqual([before, []]);
    const statement = `/financial/statements/${kind}/${id}`;
    for (const path of [`/api/${kind}/${id}`, `/${kind}/${id}/edit`, statement, `${statement}/export/csv`])
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
    expect((await client.put(`/api/${kind}/${id}`, { name: "عائد" })).status).toBe(404);
    expect((await remove(kind, id)).status).toBe(404);
  });

  test("its hiding is a deletion in the audit log, with all that it had", async () => {
    const id = await hidden(kind, { name: "مذكور", phone: "0501112223" });
    expect(await linesOf(office, kind, id)).toMatchObject([
      { action: "insert" },
      {
        action: "delete",
        username: administrator.username,
        record_name: "مذكور",
        changes: { name: "مذكور", phone: "0501112223" },
      },
    ]);
  });

  test("no document names a hidden one, nor do entries one that never was", async () => {
    const id = await hidden(kind);
    await expect(write(id)).rejects.toMatchObject({ code: "23503" });
    const entry = { date: "2026-01-01", currency_code: "USD", amount: 1, is_event: false, cause: "contract" };
    await expect(
      office
        .knex("entries")
        .insert({ ...entry, document: "contract", document_id: 1, document_number: "C", [column]: 10 ** 8 }),
    ).rejects.toMatchObject({ code: "23503", constraint: `entries_${column}_fkey` });
  });

  test("a document that is written while its party is being deleted is refused", async () => {
    const id = await entered(kind);
    const deletion = await office.knex.transaction();
    await deletion(kind).where({ id }).delete();
    const writing = write(id).then(
      () => "written",
      ({ code }) => code,
    );
    await expect.poll(() => waitingIn(office.knex)).toBe(1);
    await deletion.commit();
    expect(await writing).toBe("23503");
  });

  test("a deletion waits for a document that is being written, and is refused", async () => {
    const id = await entered(kind);
    const writing = await office.knex.transaction();
    await write(id, writing);
    const deletion = remove(kind, id);
    await expect.poll(() => waitingIn(office.knex)).toBe(1);
    await writing.commit();
    expect((await deletion).status).toBe(409);
    expect((await rowOf(kind, id)).deleted_at).toBeNull();
  });

  test("the release before hides as well, which deletes the row", async () => {
    const id = await entered(kind);
    expect(await office.knex(kind).where({ id }).delete()).toBe(0);
    const { deleted_at } = await rowOf(kind, id);
    await office.knex(kind).where({ id }).delete();
    expect(await rowOf(kind, id)).toMatchObject({ deleted_at });
    expect((await client.get(`/api/${kind}/${id}`)).status).toBe(404);
  });

  test("a hidden one is no duplicate of a file's row", async () => {
    const name = "خالد سعيد المنهالي";
    await hidden(kind, { name, phone: "+966501239999", phone_e164: "+966501239999" });
    const head = kind === "agents" ? "الاسم,الهاتف,النوع" : "الاسم,الهاتف";
    const row = `${name},+966501239999${kind === "agents" ? ",خارجي" : ""}`;
    const body = textOf((await client.get(await uploaded(kind, `${head}\r\n${row}`))).body);
    expect(body).not.toContain("موجود من قبل");
  });
});

describe("a hidden customer", () => {
  const numbers = { passport_number: "A7654321", national_id: "1-01234567-9" };

  test("gives up its passport and its identity, which another may have then", async () => {
    const id = await hidden("customers", { ...numbers, image: "none.webp" });
    expect(await rowOf("customers", id)).toMatchObject({
      passport_number: null,
      national_id: null,
      image: null,
    });
    const other = {
      name: "صاحب الجواز",
      phone: "0509998887",
      passport_number: "a 7654321",
      national_id: "1012345679",
    };
    expect((await client.post("/api/customers", other)).status).toBe(201);
    const [, deletion] = await linesOf(office, "customers", id);
    expect(deletion.changes).toMatchObject(numbers);
  });

  test("has no papers any more", async () => {
    const id = await entered("customers");
    const paper = {
      type: "other",
      file_name: `${id}.pdf`,
      given_name: "ورقة.pdf",
      media_type: "application/pdf",
      hash: "0",
    };
    await insert(office.knex, "customer_papers", { customer_id: id, ...paper });
    expect((await remove("customers", id)).status).toBe(200);
    expect(await office.knex("customer_papers").where({ customer_id: id })).toEqual([]);
  });

  test("is offered and taken nowhere", async () => {
    const id = await hidden("customers", { name: "غائب عن القوائم", phone: "+966501230000" });
    const group = await makeGroup(office.knex, ids.campaign);
    const contract = { customer_id: id, campaign_id: ids.campaign, package_id: ids.plan };
    expect((await client.post("/api/contracts", contract)).body.fields).toHaveProperty("customer_id");
    const receipt = {
      customer_id: id,
      payment_method: "cash",
      cash_box_id: 1,
      currency_id: ids.usd,
      amount: 5,
      date: "2026-11-01",
      description: "دفعة",
    };
    expect((await client.post("/api/receipt-vouchers", receipt)).body.fields).toHaveProperty("customer_id");
    expect((await client.post(`/api/groups/${group}/members`, { customer_id: id })).status).toBe(422);
    const visa = { customer_id: id, group_id: group, passport_number: "Z1", submission_date: "2026-10-01" };
    expect((await client.post("/api/visas", visa)).body.fields).toHaveProperty("customer_id");
    const kept = await makeCustomer(office.knex, { name: "غائب عن القوائم", phone: "+966501230000" });
    for (const body of [{ customer_id: id }, { customer_id: kept }])
      expect(
        (await client.post(`/api/customers/${body.customer_id === id ? kept : id}/join`, body)).status,
      ).toBe(404);
    const pages = [
      `/customers/${kept}/join`,
      `/contracts/new?customer=${id}`,
      `/financial/receipts/new?customer=${id}`,
      `/financial/payments/new?customer=${id}`,
    ];
    for (const page of pages) {
      const { status, body } = await client.get(page);
      expect([page, status]).toEqual([page, 200]);
      expect(body, page).not.toMatch(new RegExp(`"customer_id"[^>]*value="${id}"|with=${id}\\b`));
    }
    for (const path of [
      `/customers/${id}`,
      `/api/customers/${id}/overview`,
      `/api/customers/${id}/papers`,
      `/api/customers/${id}/notes`,
      `/financial/allocations/new?customer=${id}`,
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
  });

  test("is nobody whom a form asks about", async () => {
    const phone = "+966507770000";
    await hidden("customers", { name: "سامي فهد العمودي", phone, phone_e164: phone });
    const { status } = await client.submit("/customers/new", { name: "سامي فهد العمودي", phone });
    expect(status).toBe(302);
  });

  test("is joined into another for good while it is not hidden", async () => {
    const [kept, gone] = [await makeCustomer(office.knex), await entered("customers")];
    expect((await client.post(`/api/customers/${kept}/join`, { customer_id: gone })).status).toBe(200);
    expect(await rowOf("customers", gone)).toBeUndefined();
    expect(await office.knex("entries").where({ customer_id: kept })).toHaveLength(2);
  });
});

test("each table that names a party refuses a hidden one", async () => {
  const { rows } = await office.knex.raw(`
    SELECT conrelid::regclass || ' ' || attname AS missing FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid = ANY ('{customers,agents,suppliers}'::regclass[]) AND conrelid <> 'entries'::regclass
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = conrelid AND tgname = 'refuse_hidden_' || confrelid::regclass)`);
  expect(rows).toEqual([]);
});

test("an account that was used is deleted in the audit log too, though its row stays", async () => {
  const box = { name: "صندوق قديم", currency_code: "USD", balance: 5 };
  const { id } = (await client.post("/api/cash-boxes", box)).body.cash_box;
  expect((await client.delete(`/api/cash-boxes/${id}`)).status).toBe(200);
  expect((await linesOf(office, "accounts", id)).at(-1)).toMatchObject({
    action: "delete",
    record_name: box.name,
  });
  expect((await office.knex("accounts").where({ id }).first()).deleted_at).not.toBeNull();
});

test("all that are deleted by one statement are hidden or gone, and the office has no first customer", async () => {
  const isStepDone = async () => {
    const { body } = await client.get("/");
    return body.slice(0, body.indexOf("سجل عميلًا")).split("<li").at(-1).includes('aria-label="تم"');
  };
  expect(await isStepDone()).toBe(true);
  await office.knex("contracts").delete();
  await office.knex("customers").delete();
  const left = await office.knex("customers");
  expect(left.map(({ deleted_at }) => deleted_at)).not.toContain(null);
  expect(left).not.toEqual([]);
  expect((await client.get("/api/customers?page=1")).body).toMatchObject({ customers: [], total: 0 });
  expect(await isStepDone()).toBe(false);
  await expectBalanced(office.knex);
});
