import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { labelOf } from "~/features/audit-log/kinds.server";
import { linesOf } from "../support/audit-log";
import { enter } from "../support/client";
import { administrator } from "../support/database";
import { makeDollarAndDinar } from "../support/factories";
import { useOffice } from "../support/office";
import { createUser } from "../support/users";

const { office, client } = useOffice({ isBusy: true });
let currencies: Awaited<ReturnType<typeof makeDollarAndDinar>>;

beforeAll(async () => {
  currencies = await makeDollarAndDinar(office.knex);
});

const supplierOf = async (body: object): Promise<{ id: number; updated_at: string }> =>
  (await client.post("/api/suppliers", body)).body.supplier;

describe("what is written", () => {
  test("a row made, changed and deleted: by whom, and what changed from what to what", async () => {
    const { id } = await supplierOf({ name: "مؤسسة الأثر", phone: "0112233" });
    await client.put(`/api/suppliers/${id}`, { phone: "0445566", notes: "ملاحظة" });
    await client.put(`/api/suppliers/${id}`, { phone: "0445566" }); // changes nothing
    await client.delete(`/api/suppliers/${id}`);
    const line = { username: administrator.username, record_name: "مؤسسة الأثر" };
    expect(await linesOf(office, "suppliers", id)).toEqual([
      {
        ...line,
        action: "insert",
        changes: { name: "مؤسسة الأثر", phone: "0112233", is_active: true },
      },
      { ...line, action: "update", changes: { phone: ["0112233", "0445566"], notes: [null, "ملاحظة"] } },
      {
        ...line,
        action: "delete",
        changes: { name: "مؤسسة الأثر", phone: "0445566", notes: "ملاحظة", is_active: true },
      },
    ]);
  });

  test("by whoever it is, however they are called", async () => {
    for (const username of ["o'neil\\'; -- ?", "E'\\047 \\? $1 :id", "عُمر «الثاني»"]) {
      const user = await createUser(office.knex, username, ["manage_suppliers"], {
        email: `${username.length}.${username.charCodeAt(0)}@example.com`,
      });
      const { body } = await (await enter(office, user)).post("/api/suppliers", {
        name: "مورد الاسم",
        phone: "0112233",
      });
      expect((await linesOf(office, "suppliers", body.supplier.id)).map((line) => line.username)).toEqual([
        username,
      ]);
    }
  });

  test("nothing of what was refused or rolled back", async () => {
    const { id, updated_at } = await supplierOf({ name: "مورد ثابت", phone: "0778899" });
    await client.put(`/api/suppliers/${id}`, { notes: "أولى" });
    expect((await client.put(`/api/suppliers/${id}`, { notes: "ثانية", updated_at })).status).toBe(409);
    expect((await client.put(`/api/suppliers/${id}`, { phone: "هاتف" })).status).toBe(422);
    expect((await linesOf(office, "suppliers", id)).map(({ changes }) => changes.notes)).toEqual([
      undefined,
      [null, "أولى"],
    ]);
  });

  test("and who came meanwhile, and when, where a form or call is told that somebody did", async () => {
    const { id, updated_at } = await supplierOf({ name: "مورد الاثنين", phone: "0778800" });
    const fast = await createUser(office.knex, "السريع", ["manage_suppliers"]);
    await (await enter(office, fast)).put(`/api/suppliers/${id}`, { notes: "سبقتك" });
    const late = await client.put(`/api/suppliers/${id}`, { notes: "تأخرت", updated_at });
    const told = /^عدّل مستخدم آخر هذا السجل بعد أن فتحته \(«السريع»، \d{4}-\d\d-\d\d \d\d:\d\d\)، راجع/;
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(told)]);
    const fields = { name: "مورد الاثنين", phone: "0778800", updated_at };
    const form = await client.submit(`/suppliers/${id}/edit`, fields);
    expect(form.body).toMatch(/\(«السريع»، <bdi dir="ltr"[^>]*>\d{4}-\d\d-\d\d \d\d:\d\d<\/bdi>\)/);
    // A change by hand, outside the office, has no user.
    await office.knex("suppliers").where({ id }).update({ notes: "سبقتك" });
    const unknown = await client.put(`/api/suppliers/${id}`, { notes: "تأخرت", updated_at });
    expect(unknown.body.message).toBe("عدّل مستخدم آخر هذا السجل بعد أن فتحته، راجع القيم الحالية ثم احفظ");
    const company = (await client.get("/api/company-info")).body.updated_at;
    const more = { name: "شركة الأثر", updated_at: company };
    await client.post("/api/company-info", { ...more, updated_at: undefined });
    const own =
      /^عدّلت هذا السجل من شاشة أخرى بعد أن فتحته هنا \(\d{4}-\d\d-\d\d \d\d:\d\d\)، راجع القيم الحالية ثم احفظ$/;
    const elsewhere = await enter(office);
    for (const session of [client, elsewhere])
      expect((await session.post("/api/company-info", more)).body.message).toMatch(own);
    const other = await createUser(office.knex, "المدير الثاني", ["manage_settings"]);
    const toAnother = (await (await enter(office, other)).post("/api/company-info", more)).body.message;
    expect(toAnother).toContain(`عدّل مستخدم آخر هذا السجل بعد أن فتحته («${administrator.username}»، `);
  });

  test("rates, to their last digit, when another currency becomes the base", async () => {
    const { usd, kwd } = currencies;
    const { exchange_rate } = await office.knex("currencies").where({ id: kwd }).first("exchange_rate");
    expect((await client.post(`/api/currencies/${kwd}/set-default`, {})).status).toBe(200);
    const last = await office
      .knex("audit_log")
      .where({ kind: "currencies", record_id: kwd })
      .orderBy("id", "desc")
      .first(office.knex.raw("changes #>> '{exchange_rate,0}' AS before, username"));
    expect(last).toEqual({ before: exchange_rate, username: administrator.username });
    expect((await client.post(`/api/currencies/${usd}/set-default`, {})).status).toBe(200);
  });

  test("what many change at once: a line each, by each of them", async () => {
    const { id } = await supplierOf({ name: "مورد مشترك", phone: "0990011" });
    const users = await Promise.all(
      ["first", "second", "third"].map((name) => createUser(office.knex, name, ["manage_suppliers"])),
    );
    const clients = await Promise.all(users.map((user) => enter(office, user)));
    const rounds = Array.from({ length: 10 }, (_, round) => round);
    await Promise.all(
      clients.flatMap((one, index) =>
        rounds.map((round) => one.put(`/api/suppliers/${id}`, { notes: `${index} ${round}` })),
      ),
    );
    const lines = (await linesOf(office, "suppliers", id)).slice(1);
    expect(lines).toHaveLength(30);
    let stood = null;
    for (const { username, changes } of lines) {
      const [before, after] = changes.notes;
      expect([before, username]).toEqual([stood, users[Number(after[0])]?.username]);
      stood = after;
    }
  });
});

describe("every table", () => {
  /** Tables of the office's housekeeping, without records of the business; what a contract says and what was entered never changes. */
  const without =
    /^(visa_history|contract_contents|entries|invoice_taxes|journal_lines|journal_contracts|journal_state|customer_debts|debt_changes|kept_packages|sessions|failed_logins|two_factor_secrets|recovery_codes|idempotency_keys|held_forms|document_numbers|import_rows|group_uploads|group_upload_files|audit_log|knex_migrations.*|.*_totals)$/;
  const secret = /password|secret|token|hash|search|code_hash/;

  test("joins the audit log, without secrets and search columns, and has words for what is left", async () => {
    const { rows } = await office.knex.raw<{
      rows: { name: string; triggers: string[]; args: string; columns: string[]; generated: string[] }[];
    }>(
      `SELECT relname AS name,
         ARRAY(SELECT tgname::text FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname LIKE 'audit_log%') AS triggers,
         (SELECT encode(tgargs, 'escape') FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'audit_log') AS args,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const business = rows.filter(({ name }) => !without.test(name));
    expect(business.length).toBeGreaterThan(25);
    for (const { name, triggers, args, columns } of business) {
      expect([name, triggers.length]).toEqual([name, triggers.includes("audit_log") ? 1 : 2]);
      if (!args) continue; // links of two tables
      const hidden = args.split("\\000")[1]?.slice(1, -1).split(",") ?? [];
      const kept = columns.filter((column) => !hidden.includes(column));
      expect([name, kept.filter((column) => secret.test(column))]).toEqual([name, []]);
      expect([name, kept.filter((column) => !labelOf(name, column))]).toEqual([name, []]);
    }
  });

  test("cannot be changed nor emptied, by anyone; the office's role does not even write it", async () => {
    const before = (await office.knex("audit_log").count())[0]?.count;
    for (const statement of [
      "UPDATE audit_log SET username = 'x'",
      "DELETE FROM audit_log",
      "TRUNCATE audit_log",
      "TRUNCATE audit_log RESTART IDENTITY CASCADE",
    ])
      await expect(office.knex.raw(statement)).rejects.toThrow(/only added to/);
    const role = new pg.Client({ connectionString: office.database.applicationUrl });
    await role.connect();
    try {
      for (const statement of [
        "UPDATE audit_log SET username = 'x'",
        "DELETE FROM audit_log",
        "TRUNCATE audit_log",
        "INSERT INTO audit_log (action, kind) VALUES ('insert', 'users')",
        "ALTER TABLE audit_log DISABLE TRIGGER ALL",
        "DROP TRIGGER keep_as_it_is ON audit_log",
        "DROP TRIGGER audit_log ON suppliers",
        "DROP TABLE audit_log",
        "CREATE OR REPLACE FUNCTION write_audit_log() RETURNS trigger LANGUAGE sql AS ''",
        "SET session_replication_role = replica",
        "DELETE FROM knex_migrations",
        "CREATE TEMP TABLE audit_log (LIKE public.audit_log INCLUDING ALL)", // where triggers could write instead
        "SELECT grant_to_application('office_application')",
      ])
        await expect(role.query(statement), statement).rejects.toMatchObject({ code: "42501" });
      const { rows } = await role.query(
        `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls AS mighty,
           (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
         FROM pg_roles WHERE rolname = current_user`,
      );
      expect(rows).toEqual([{ mighty: false, owned: 0 }]);
    } finally {
      await role.end();
    }
    expect((await office.knex("audit_log").count())[0]?.count).toBe(before);
    await office.knex.transaction(async (trx) => {
      await trx.raw("CREATE TEMP TABLE audit_log (LIKE public.audit_log INCLUDING ALL) ON COMMIT DROP");
      await trx("cities").insert({ name: "جازان" });
      await trx.raw("DROP TABLE pg_temp.audit_log");
    });
    expect(await office.knex("audit_log").where({ record_name: "جازان" })).toHaveLength(1);
  });
});
