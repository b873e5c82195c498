import { parse } from "csv-parse/sync";
import excel from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { accountsOf, banks, boxes, statement, tab } from "../support/accounts";
import { linesOf } from "../support/audit-log";
import { cashCountsOf } from "../support/cash-counts";
import { hiddenField } from "../support/client";
import { useOffice } from "../support/office";
import { createUser } from "../support/users";

/* Who holds a cash box, and what becomes of the money in his hand (books.md, rule 8). */

const { office, client } = useOffice({ isFaultless: true });
const { make } = accountsOf(office, client);
const { count } = cashCountsOf(office, client);

const full_name = "خالد علي السقاف";
let guide: number;
let idle: number;
let sar: number;

beforeAll(async () => {
  guide = (await createUser(office.knex, "khaled", [], { full_name })).id;
  idle = (await createUser(office.knex, "idle", [], { is_active: false })).id;
  sar = (await office.knex("currencies").where({ code: "SAR" }).first("id")).id;
});

const boxAt = async (id: number) => (await client.get(`/api/cash-boxes/${id}`)).body.cash_box;
const nobody = { holder_user_id: null, holder_name: null, holder: null };

/** A page's text. */
const text = (html: string) =>
  html
    .replace(/<!--.*?-->|<\/?(a|bdi|span)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("by call", () => {
  test("a box has a user, a name or nobody, and a change without them keeps who has it", async () => {
    const box = await make(boxes);
    expect(box).toMatchObject(nobody);
    const change = async (body: object) => {
      const { status, body: answer } = await client.put(`/api/cash-boxes/${box.id}`, body);
      expect([status, await boxAt(box.id)]).toEqual([200, answer.cash_box]);
      return answer.cash_box;
    };
    const byUser = { holder_user_id: guide, holder_name: null, holder: full_name };
    expect(await change({ holder_user_id: guide })).toMatchObject(byUser);
    expect(await change({ location: "منى" })).toMatchObject(byUser);
    const byName = { holder_user_id: null, holder_name: "سائق الحافلة", holder: "سائق الحافلة" };
    expect(await change({ holder_name: "  سائق  الحافلة " })).toMatchObject(byName);
    expect(await change({ holder_user_id: guide })).toMatchObject(byUser);
    expect(await change({ holder_name: null })).toMatchObject(byUser);
    const { currency: _, ...whole } = await boxAt(box.id);
    expect(await change({ ...whole, name: "كما قرئ" })).toMatchObject(byUser);
    expect(await change({ holder_user_id: null })).toMatchObject(nobody);
    expect(await make(boxes, { holder_name: "سائق" })).toMatchObject({ holder: "سائق" });
  });

  test("both at once, a user who is not there or not active, and a bank's holder are refused at the field", async () => {
    const box = await make(boxes, { holder_user_id: guide });
    const bank = await make(banks);
    const refusals: [string, object, string][] = [
      [`/api/cash-boxes/${box.id}`, { holder_user_id: guide, holder_name: "سائق" }, "holder_name"],
      [`/api/cash-boxes/${box.id}`, { holder_user_id: 999_999 }, "holder_user_id"],
      [`/api/cash-boxes/${box.id}`, { holder_user_id: idle }, "holder_user_id"],
      [`/api/cash-boxes/${box.id}`, { holder_user_id: "خالد" }, "holder_user_id"],
      [`/api/cash-boxes/${box.id}`, { holder_name: "س".repeat(151) }, "holder_name"],
      [`/api/banks/${bank.id}`, { holder_user_id: guide }, "holder_user_id"],
      [`/api/banks/${bank.id}`, { holder_name: "سائق" }, "holder_name"],
    ];
    for (const [path, body, field] of refusals) {
      const put = await client.put(path, body);
      expect([path, body, put.status, Object.keys(put.body.fields)]).toEqual([path, body, 422, [field]]);
    }
    const whole = { name: "بنك بعهدة", currency_code: "SAR", ...banks.own };
    const post = await client.post("/api/banks", { ...whole, holder_name: "سائق" });
    expect([post.status, post.body.fields]).toEqual([422, { holder_name: "العهدة لصندوق، ولا تكون لبنك" }]);
    expect(
      (await client.put(`/api/banks/${bank.id}`, { holder_name: "", holder_user_id: null })).status,
    ).toBe(200);
    expect(bank).not.toHaveProperty("holder");
    expect(await boxAt(box.id)).toMatchObject({ holder_user_id: guide, holder_name: null });
  });

  test("who left the office meanwhile keeps the box until it is handed over", async () => {
    const { id } = await createUser(office.knex, "leaver", []);
    const box = await make(boxes, { holder_user_id: id });
    await client.put(`/api/users/${id}`, { is_active: false });
    const { currency: _, ...whole } = await boxAt(box.id);
    expect((await client.put(`/api/cash-boxes/${box.id}`, whole)).status).toBe(200);
    expect(await boxAt(box.id)).toMatchObject({ holder_user_id: id, holder: "leaver" });
    const form = (await client.get(tab(`cash-boxes/${box.id}/edit`))).body;
    expect(form).toMatch(new RegExp(`<option[^>]*value="${id}"[^>]*>leaver`));
  });

  test("a user who holds a box is not deleted, and the box is named", async () => {
    const { id } = await createUser(office.knex, "keeper", []);
    const box = await make(boxes, { name: "عهدة الحارس", holder_user_id: id });
    const refused = await client.delete(`/api/users/${id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "لا يمكن الحذف: المستخدم «keeper» مذكور في الحساب «عهدة الحارس». يمكن إيقاف حسابه بدل حذفه",
    ]);
    await client.put(`/api/cash-boxes/${box.id}`, { holder_name: "حارس" });
    expect((await client.delete(`/api/users/${id}`)).status).toBe(200);
  });

  test("the audit log says who had it and who has it", async () => {
    const box = await make(boxes, { holder_name: "سائق الحافلة" });
    await client.put(`/api/cash-boxes/${box.id}`, { holder_user_id: guide });
    const [, change] = await linesOf(office, "accounts", box.id);
    expect(change?.changes).toEqual({
      holder_name: ["سائق الحافلة", null],
      holder_user_id: [null, guide],
    });
    const trail = text((await client.get(`/settings/trail?kind=accounts&record=${box.id}`)).body);
    expect(trail).toContain("صاحب العهدة (اسم)");
    expect(trail).toMatch(/صاحب العهدة \(مستخدم\).{0,20}khaled/);
  });
});

describe("on the screens", () => {
  test("the form takes one of both, and keeps what was typed", async () => {
    const form = (await client.get(tab("cash-boxes/new"))).body;
    expect(form).toContain(`${full_name} · khaled`);
    expect(form).not.toContain("idle");
    const fields = {
      name: "عهدة النموذج",
      currency_code: "SAR",
      location: "",
      balance: "",
      holder_user_id: String(guide),
      holder_name: "سائق الحافلة",
      idempotency_key: hiddenField(form, "idempotency_key"),
    };
    const both = await client.submit(tab("cash-boxes/new"), fields);
    expect(both.status).toBe(422);
    expect(both.body).toContain("صاحب العهدة واحد: اختر مستخدمًا أو اكتب اسمًا");
    expect(both.body).toContain('value="سائق الحافلة"');
    expect(both.body).toMatch(new RegExp(`<option[^>]*value="${guide}"[^>]*selected`));
    const added = await client.submit(tab("cash-boxes/new"), { ...fields, holder_user_id: "" });
    expect(added.status).toBe(302);
    const [box] = (await client.get(`/api/cash-boxes?search=${encodeURIComponent("سائق الحافله")}`)).body
      .cash_boxes;
    expect(box).toMatchObject({ name: "عهدة النموذج", holder: "سائق الحافلة" });
    const edit = (await client.get(tab(`cash-boxes/${box.id}/edit`))).body;
    const changed = await client.submit(tab(`cash-boxes/${box.id}/edit`), {
      ...fields,
      holder_name: "",
      status: "active",
      updated_at: hiddenField(edit, "updated_at"),
    });
    expect(changed.status).toBe(302);
    expect(await boxAt(box.id)).toMatchObject({ holder_user_id: guide, holder_name: null });
    expect((await client.get(tab("banks/new"))).body).not.toContain('name="holder_user_id"');
  });

  test("the list shows and filters by holders, and files have them in the last column", async () => {
    const mine = await make(boxes, { name: "صندوق السقاف", holder_user_id: guide });
    const plain = await make(boxes, { name: "صندوق الاستقبال" });
    const names = async (query: string) =>
      (await client.get(`/api/cash-boxes?${query}`)).body.cash_boxes.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names("has_holder=true")).toContain(mine.name);
    expect(await names("has_holder=true")).not.toContain(plain.name);
    expect(await names("has_holder=false")).toContain(plain.name);
    expect(await names("has_holder=false")).not.toContain(mine.name);
    expect(await names("search=khaled")).toContain(mine.name);
    expect((await client.get("/api/cash-boxes?has_holder=x")).status).toBe(422);
    expect((await client.get("/api/banks?has_holder=true")).body.banks).toEqual([]);
    const page = (await client.get(tab("cash-boxes?has_holder=true"))).body;
    expect(page).toContain(`عهدة ${full_name}`);
    expect(page).not.toContain(plain.name);

    const lineOf = (name: string, rows: unknown[][]) => rows.find(([first]) => first === name)?.at(-1);
    const csv: string[][] = parse((await client.get(tab("cash-boxes/export/csv"))).body, { bom: true });
    expect(csv[0]?.at(-1)).toBe("صاحب العهدة");
    expect([lineOf(mine.name, csv), lineOf(plain.name, csv)]).toEqual([full_name, ""]);
    const file = await fetch(office.url + tab("cash-boxes/export/xlsx"), {
      headers: { Cookie: client.cookie },
    });
    const book = new excel.Workbook();
    await book.xlsx.load(await file.arrayBuffer());
    const [, heads, ...lines] = (book.worksheets[0]?.getSheetValues() ?? []) as unknown[][];
    expect(heads?.at(-1)).toBe("صاحب العهدة");
    expect(lines.find((line) => line[1] === mine.name)?.at(-1)).toBe(full_name);
  });

  test("vouchers name the holder beside a box whose name does not", async () => {
    await make(boxes, { name: "مصروف منى", holder_user_id: guide, balance: 5 });
    await make(boxes, { name: "عهدة سائق منى", holder_name: "سائق منى", balance: 5 });
    const form = (await client.get("/financial/payments/new")).body;
    expect(form).toContain(`مصروف منى · عهدة ${full_name} · الرصيد`);
    expect(form).toContain("عهدة سائق منى · الرصيد");
  });

  test("a count names the holder, who signs it", async () => {
    const box = await make(boxes, { name: "عهدة الجرد", holder_user_id: guide });
    await count(box.id, { counted: "0" });
    const counts = tab(`cash-boxes/${box.id}/counts`);
    const [{ id }] = await office.knex("cash_counts").where({ account_id: box.id });
    for (const address of [counts, `${counts}/new`, `${counts}/${id}`, `${counts}/${id}/print`])
      expect([address, (await client.get(address)).body.includes(full_name)]).toEqual([address, true]);
    const print = text((await client.get(`${counts}/${id}/print`)).body);
    expect(print).toContain(`صاحب العهدة ${full_name}`);
    expect(print).not.toContain("أمين الصندوق");
  });
});

describe("the statement of what he holds", () => {
  const spend = async (cash_box_id: number, amount: number, date?: string) => {
    const { status, body } = await client.post("/api/payment-vouchers", {
      beneficiary_type: "other",
      beneficiary: "مطعم",
      currency_id: sar,
      payment_method: "cash",
      cash_box_id,
      amount,
      description: "وجبات",
      date,
    });
    expect([status, body.message]).toEqual([201, undefined]);
    return body.payment_voucher.id as number;
  };

  /** Given 1,000 and 500, spent 300 of 520, returned 100, 5 short at a count. */
  async function makeCustody() {
    const box = await make(boxes, { name: "عهدة الكشف", balance: 1000, holder_user_id: guide });
    await client.put(`/api/cash-boxes/${box.id}`, { balance: 1500 });
    await spend(box.id, 300);
    const gone = await spend(box.id, 200);
    expect((await client.delete(`/api/payment-vouchers/${gone}`)).status).toBe(200);
    const cancelled = await spend(box.id, 20);
    await client.put(`/api/payment-vouchers/${cancelled}`, { status: "cancelled" });
    await client.put(`/api/cash-boxes/${box.id}`, { balance: 1100 });
    await count(box.id, { counted: "1095", reason: "عجز" });
    return box.id as number;
  }

  const figures =
    "المسلَّم له 1,500.00 ر.س المصروف منها 300.00 ر.س المردود منه 100.00 ر.س فروق الجرد -5.00 ر.س";

  test("has what he was given, has spent and returned, and the balance, on screen and on paper", async () => {
    const id = await makeCustody();
    const shown = (await client.get(statement(`cash-boxes/${id}`))).body;
    expect(shown).toContain(`<title>كشف عهدة «${full_name}» في الصندوق «عهدة الكشف»`);
    const plain = (html: string) => text(html).replaceAll(/[\u200e\u2066\u2069]/g, "");
    expect(plain(shown)).toContain(`${figures} الرصيد الحالي 1,095.00 ر.س`);
    const print = (await client.get(statement(`cash-boxes/${id}/print`))).body;
    expect(plain(print)).toContain(`${figures} الرصيد الحالي 1,095.00 ر.س`);
    expect(plain(print)).toContain("كشف عهدة");
    expect(plain(print)).toContain(`صاحب العهدة ${full_name}`);
    expect(plain(print)).not.toContain("توقيع أمين الصندوق");
    const file = await client.get(statement(`cash-boxes/${id}/export/csv`));
    expect(decodeURIComponent(file.headers.get("Content-Disposition") ?? "")).toContain("كشف عهدة");
  });

  test("of a period has what was given and spent in it, after the balance before", async () => {
    const id = await makeCustody();
    const later = text((await client.get(statement(`cash-boxes/${id}?from=2199-01-01`))).body);
    expect(later).toContain(
      "الرصيد أول المدة 1,095.00 ر.س المسلَّم له 0.00 ر.س المصروف منها 0.00 ر.س المردود منه 0.00 ر.س الرصيد الحالي 1,095.00 ر.س",
    );
    const before = text((await client.get(statement(`cash-boxes/${id}?to=2020-01-01`))).body);
    expect(before).toContain("المسلَّم له 0.00 ر.س");
  });

  test("of a box that nobody holds is as it was", async () => {
    const { id } = await make(boxes, { balance: 10 });
    const shown = text((await client.get(statement(`cash-boxes/${id}`))).body);
    expect(shown).toContain("كشف حساب الصندوق");
    expect(shown).toContain("الوارد 10.00 ر.س الصادر 0.00 ر.س");
    expect(text((await client.get(statement(`cash-boxes/${id}/print`))).body)).toContain(
      "توقيع أمين الصندوق",
    );
  });
});

test("the database refuses a second holder and a bank's", async () => {
  const [box, bank] = [await make(boxes), await make(banks)];
  for (const [id, change] of [
    [box.id, { holder_user_id: guide, holder_name: "سائق" }],
    [bank.id, { holder_name: "سائق" }],
    [bank.id, { holder_user_id: guide }],
  ])
    await expect(office.knex("accounts").where({ id }).update(change)).rejects.toThrow(
      "accounts_holder_check",
    );
});
