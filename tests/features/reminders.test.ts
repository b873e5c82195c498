import { beforeAll, describe, expect, test } from "vitest";
import { usualReminder } from "~/features/company/reminder-template";
import { linesOf } from "../support/audit-log";
import type { Client } from "../support/client";
import { makeCustomer } from "../support/factories";
import { day, today } from "../support/instalments";
import { useOffice } from "../support/office";
import { debtorsOf } from "../support/reminders";
import { enterAs } from "../support/users";

const { office, client } = useOffice({ isBusy: true });
const { debtor, remind, noted, waysOf: ways, settle } = debtorsOf(office, client);
let cashier: Client;
beforeAll(async () => {
  cashier = await enterAs(office, "cashier", ["manage_financials"]);
});

const debtOf = async (id: number, query = "age=all") =>
  (await client.get(`/api/debts/customers?${query}`)).body.debts.filter(
    ({ party_id }: { party_id: number }) => party_id === id,
  );

describe("a reminder by call", () => {
  test("is noted with who, when, how, and what was due in each currency", async () => {
    const id = await debtor({}, [
      ["KWD", "12.345", 3],
      ["SAR", "1500", 20],
      ["SAR", "0.50", 0],
    ]);
    const { status, body } = await remind(id, "phone", { note: "وعد  بالسداد\nغدًا" }, {}, cashier);
    expect([status, body]).toEqual([
      201,
      {
        reminder: {
          id: expect.any(Number),
          customer_id: id,
          how: "phone",
          note: "وعد  بالسداد\nغدًا",
          amounts: [
            { code: "SAR", amount: 1500.5, decimals: 2 },
            { code: "KWD", amount: 12.345, decimals: 3 },
          ],
          due_since: day(-20),
          sent_on: today,
          sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          sent_by: { id: expect.any(Number), username: "cashier" },
        },
      },
    ]);
    const debts = await debtOf(id);
    expect(debts.map(({ due_amount }: { due_amount: number }) => due_amount).sort()).toEqual([
      12.345, 1500.5,
    ]);
    for (const { last_reminder } of debts)
      expect(last_reminder).toEqual({ date: today, how: "phone", by: "cashier" });
    await remind(id, "whatsapp");
    expect(await ways(id)).toEqual(["whatsapp", "phone"]);
    const one = `/api/customers/${id}/reminders/${body.reminder.id}`;
    expect((await client.get(one)).body).toEqual(body);
    const paged = await client.get(`/api/customers/${id}/reminders?page=2&per_page=1`);
    expect(paged.body).toMatchObject({ reminders: [body.reminder], total: 2, page: 2, per_page: 1 });
    const [line] = await linesOf(office, "reminders", body.reminder.id);
    expect(line).toMatchObject({
      action: "insert",
      username: "cashier",
      record_name: today,
      changes: { customer_id: id, how: "phone" },
    });
  });

  test("names what comes next where nothing is due yet, and is refused where nothing is owed", async () => {
    const id = await debtor({}, [["USD", "300", 0]]);
    const { id: contract } = await office.knex("contracts").where({ customer_id: id }).first("id");
    const schedule = [
      { due_date: day(10), amount: 100 },
      { due_date: day(40), amount: 200 },
    ];
    expect((await client.put(`/api/contracts/${contract}`, { schedule })).status).toBe(200);
    const { body } = await remind(id, "copy");
    expect(body.reminder).toMatchObject({
      amounts: [{ code: "USD", amount: 100, decimals: 2 }],
      due_since: day(10),
    });
    await settle(id);
    const refused = await remind(id, "copy");
    expect([refused.status, refused.body.error]).toEqual([409, "لا شيء على العميل، فلا تذكير له"]);
    expect((await remind(await makeCustomer(office.knex), "copy")).status).toBe(409);
    expect(await noted(id)).toHaveLength(1);
  });

  test("takes a known way only, of a known customer", async () => {
    const id = await debtor();
    for (const how of ["sms", "", null, ["phone"], "__proto__"])
      expect([how, (await remind(id, how as string)).status]).toEqual([how, 422]);
    const long = await remind(id, "phone", { note: "ن".repeat(501) });
    expect([long.status, long.body.fields]).toEqual([422, { note: expect.stringContaining("500") }]);
    expect(await noted(id)).toEqual([]);
    for (const odd of ["999999", "0", "x", "1e3"])
      expect([odd, (await client.post(`/api/customers/${odd}/reminders`, { how: "phone" })).status]).toEqual([
        odd,
        404,
      ]);
    const other = await debtor();
    const { reminder } = (await remind(other, "phone")).body;
    expect((await client.get(`/api/customers/${id}/reminders/${reminder.id}`)).status).toBe(404);
    expect((await client.delete(`/api/customers/${id}/reminders/${reminder.id}`)).status).toBe(404);
  });

  test("is noted once when it is sent many times at once with one key", async () => {
    const [id, other] = [await debtor(), await debtor()];
    const key = { "Idempotency-Key": "one press" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => remind(id, "whatsapp", {}, key)));
    const ids = answers.map(({ status, body }) => [status, body.reminder?.id]);
    expect(new Set(ids.map(String)).size).toBe(1);
    expect(ids[0]?.[0]).toBe(201);
    expect(await noted(id)).toHaveLength(1);
    expect((await remind(other, "whatsapp", {}, key)).status).toBe(409);
    expect(await noted(other)).toEqual([]);
  });

  test("is deleted by who wrote it and by administrators, and the audit log tells", async () => {
    const id = await debtor();
    const [mine, theirs] = [
      (await remind(id, "phone", {}, {}, cashier)).body.reminder.id,
      (await remind(id, "letter")).body.reminder.id,
    ];
    const address = (one: number) => `/api/customers/${id}/reminders/${one}`;
    expect((await cashier.delete(address(theirs))).status).toBe(403);
    expect((await cashier.delete(address(mine))).body).toEqual({ success: true });
    const again = (await remind(id, "phone", {}, {}, cashier)).body.reminder.id;
    expect((await client.delete(address(again))).status).toBe(200);
    expect((await noted(id)).map((one: { id: number }) => one.id)).toEqual([theirs]);
    const lines = await linesOf(office, "reminders", again);
    expect(lines.map(({ action, username }) => [action, username])).toEqual([
      ["insert", "cashier"],
      ["delete", "manager"],
    ]);
  });

  test("is shown to who manages money", async () => {
    const id = await debtor();
    const others = await enterAs(office, "sales", ["manage_customers", "manage_contracts", "view_reports"]);
    expect((await others.get(`/api/customers/${id}/overview`)).body.reminders).toBeUndefined();
    await remind(id, "phone");
    expect((await cashier.get(`/api/customers/${id}/overview`)).body.reminders).toMatchObject({ total: 1 });
  });
});

describe("reminders and the rest of the office", () => {
  test("«not reminded since» leaves out who was reminded in the last days", async () => {
    const { knex } = office;
    const ids = new Map<number | undefined, number>();
    for (const ago of [undefined, 0, 6, 7, 13, 14, 29, 30]) {
      const id = await debtor();
      ids.set(ago, id);
      if (ago === undefined) continue;
      await remind(id, "phone");
      await knex("reminders")
        .where({ customer_id: id })
        .update({ sent_on: day(-ago) });
    }
    for (const days of [7, 14, 30]) {
      const { debts } = (await client.get(`/api/debts/customers?unreminded=${days}`)).body;
      const listed = new Set(debts.map(({ party_id }: { party_id: number }) => party_id));
      const left = [...ids].filter(([, id]) => listed.has(id)).map(([ago]) => ago);
      expect([days, left]).toEqual([days, [...ids.keys()].filter((ago) => ago === undefined || ago >= days)]);
    }
    // The latest reminder counts, not an older one.
    const twice = ids.get(30) as number;
    await remind(twice, "phone");
    expect(await debtOf(twice, "unreminded=7")).toEqual([]);
    for (const odd of ["8", "x", "-7", "constructor"])
      expect((await client.get(`/api/debts/customers?unreminded=${odd}`)).status).toBe(422);
    expect((await client.get("/financial/debts/customers?unreminded=x")).body).toContain(
      "لم يُذكَّر منذ: قيمة غير معروفة",
    );
  });

  test("the file of debtors names the last reminder", async () => {
    const id = await debtor({ name: "مدين في ملف" });
    await remind(id, "letter", {}, {}, cashier);
    const search = encodeURIComponent("مدين في ملف");
    const { body } = await client.get(`/financial/debts/customers/export/csv?search=${search}`);
    const [head, row] = body.trim().split("\n");
    const place = head.trim().split(",").indexOf("آخر تذكير");
    expect(row.trim().split(",")[place]).toBe(today);
  });

  test("joining two customers moves the reminders", async () => {
    const [kept, gone] = [await debtor({ name: "سالم" }), await debtor({ name: "سالم" })];
    await remind(kept, "phone");
    await remind(gone, "letter");
    const joined = await client.post(`/api/customers/${kept}/join`, { customer_id: gone });
    expect([joined.status, joined.body.error]).toEqual([200, undefined]);
    expect(await ways(kept)).toEqual(["letter", "phone"]);
  });

  test("a customer with reminders is not deleted", async () => {
    const id = await debtor();
    await remind(id, "phone");
    await office.knex("contracts").where({ customer_id: id }).delete();
    const refused = await client.delete(`/api/customers/${id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `لا يمكن الحذف: العميل مستخدم في التذكير بالسداد «${today}»`,
    ]);
  });
});

describe("the words of a reminder", () => {
  const save = (reminder_template: string | null) => client.post("/api/company-info", { reminder_template });

  test("are the usual ones until the office writes its own", async () => {
    const own = "{الاسم}: {المبلغ} منذ {التاريخ}.\n{المكتب} {المكتب}";
    expect((await save(own)).body.reminder_template).toBe(own);
    expect((await client.get("/api/company-info")).body.reminder_template).toBe(own);
    expect((await save(usualReminder)).body.reminder_template).toBeNull();
    expect((await save("بلا رموز 100%")).body.reminder_template).toBe("بلا رموز 100%");
    expect((await save("")).body.reminder_template).toBeNull();
  });

  test("know four placeholders and refuse others at the field, naming the four", async () => {
    const { status, body } = await save("نص {الإسم} نص");
    expect(status).toBe(422);
    expect(body.fields.reminder_template).toContain("{الاسم}، {المبلغ}، {التاريخ}، {المكتب}");
    expect((await save("أ".repeat(1001))).body.fields.reminder_template).toContain("أطول من المسموح");
    expect((await client.get("/api/company-info")).body.reminder_template).toBeNull();
  });
});
