import { beforeAll, describe, expect, test } from "vitest";
import { linesOf } from "../support/audit-log";
import type { Client } from "../support/client";
import { makeCustomer } from "../support/factories";
import { day, today } from "../support/instalments";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* The notes of a customer: dated lines, and whom to call again (docs/decisions/notes.md). */

const { office, client } = useOffice({ isBusy: true });
let clerk: Client;
beforeAll(async () => {
  clerk = await enterAs(office, "clerk", ["manage_customers"]);
});

const person = (more: object = {}) => makeCustomer(office.knex, more);
const note = async (id: number, text: string, more: object = {}, as = clerk) =>
  (await as.post(`/api/customers/${id}/notes`, { text, ...more })).body.note;
const listed = async (query: string) =>
  (await client.get(`/api/customers?${query}`)).body.customers.map(({ id }: { id: number }) => id);
const duty = async (as = clerk) => (await as.get("/")).body.match(/call=today"[^>]*><bdi>(\d+)/)?.[1];

describe("a note by call", () => {
  test("is kept with who and when, read, changed and deleted", async () => {
    const id = await person();
    const call_on = day(3);
    const { status, body } = await clerk.post(`/api/customers/${id}/notes`, {
      text: "سأل عن رباعية\nوسيعود",
      call_on,
    });
    expect([status, body]).toEqual([
      201,
      {
        note: {
          id: expect.any(Number),
          customer_id: id,
          text: "سأل عن رباعية\nوسيعود",
          call_on,
          done: false,
          noted_on: today,
          noted_by: { id: expect.any(Number), username: "clerk" },
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
        },
      },
    ]);
    const later = await note(id, "وافق");
    expect((await clerk.get(`/api/customers/${id}/notes`)).body).toEqual({ notes: [later, body.note] });
    expect((await clerk.get(`/api/customers/${id}/notes?per_page=1&page=2`)).body).toMatchObject({
      notes: [body.note],
      total: 2,
    });
    const own = `/api/customers/${id}/notes/${body.note.id}`;
    expect((await clerk.get(own)).body).toEqual(body);
    const seen = body.note.updated_at;
    const changed = await clerk.put(own, { text: "غيّر رأيه", updated_at: seen });
    expect(changed.body.note).toMatchObject({ text: "غيّر رأيه", call_on, done: false });
    expect((await clerk.put(own, { text: "قديم", updated_at: seen })).status).toBe(409);
    const other = await person();
    for (const method of ["GET", "DELETE"])
      expect((await clerk.send(method, `/api/customers/${other}/notes/${body.note.id}`)).status).toBe(404);
    expect((await clerk.delete(own)).body).toEqual({ success: true });
    expect((await clerk.delete(own)).status).toBe(404);
    const lines = await linesOf(office, "customer_notes", body.note.id);
    expect(lines.map(({ action }) => action)).toEqual(["insert", "update", "delete"]);
  });

  test("sent twice with one key is one note", async () => {
    const id = await person();
    const send = () =>
      clerk.post(`/api/customers/${id}/notes`, { text: "مرة" }, { "Idempotency-Key": `note ${id}` });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body.note.id)).size).toBe(1);
    expect((await clerk.get(`/api/customers/${id}/notes`)).body.notes).toHaveLength(1);
  });

  test.each([
    ["no text", { text: " " }, "text"],
    ["a long text", { text: "ن".repeat(1001) }, "text"],
    ["a day that is none", { text: "نعم", call_on: "2026-02-30" }, "call_on"],
    ["a state that is none", { text: "نعم", done: "ربما" }, "done"],
  ])("with %s is refused at its field", async (_, body, field) => {
    const answer = await clerk.post(`/api/customers/${await person()}/notes`, body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
  });

  test("needs a customer, and manage_customers for reading too", async () => {
    expect((await clerk.get("/api/customers/999999/notes")).status).toBe(404);
    const id = await person();
    await note(id, "سرّ بيننا");
    const seller = await enterAs(office, "seller", ["manage_contracts"]);
    expect((await seller.get(`/api/customers/${id}/notes`)).status).toBe(403);
    expect((await seller.get(`/api/customers/${id}/overview`)).body).not.toHaveProperty("notes");
    expect((await seller.get(`/customers/${id}`)).body).not.toContain("سرّ بيننا");
    expect((await clerk.get(`/api/customers/${id}/overview`)).body.notes).toMatchObject({ total: 1 });
  });

  test("is one of at most 200 of a person", async () => {
    const id = await person();
    const row = { customer_id: id, text: "سطر", noted_on: today, noted_by: 1 };
    await office.knex("customer_notes").insert(Array.from({ length: 198 }, () => row));
    const answers = await Promise.all(
      ["أ", "ب", "ت", "ث"].map((text) => clerk.post(`/api/customers/${id}/notes`, { text })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const all = (await clerk.get(`/customers/${id}?notes=all`)).body;
    expect(all.match(/href="[^"]*\/notes\/\d+\/edit"/g)).toHaveLength(200);
    const newest = (await clerk.get(`/customers/${id}`)).body;
    expect(newest.match(/href="[^"]*\/notes\/\d+\/edit"/g)).toHaveLength(10);
    expect(newest).toContain(`/customers/${id}?notes=all#notes`);
  });
});

describe("whom to call", () => {
  test("stands among the tasks of today from the day on until it is done", async () => {
    const before = Number((await duty()) ?? 0);
    const [late, now, later] = [
      await person({ name: "فات موعده" }),
      await person({ name: "موعده اليوم" }),
      await person({ name: "موعده غدًا" }),
    ];
    const first = await note(late, "وعد", { call_on: day(-2) });
    await note(late, "ووعد ثانية", { call_on: day(-1) });
    await note(now, "يتصل به", { call_on: today });
    await note(later, "غدًا", { call_on: day(1) });
    await note(later, "بلا موعد");
    expect(await listed("call=today")).toEqual([now, late]);
    expect(await listed("call=later")).toEqual([later]);
    expect(Number(await duty())).toBe(before + 2);
    const page = (await clerk.get("/")).body;
    expect(page).toContain(`/customers/${late}/notes/${first.id}/done?from=today`);
    expect(page).not.toContain("موعده غدًا");

    const done = await clerk.submit(`/customers/${late}/notes/${first.id}/done?from=today`, {});
    expect([done.status, done.headers.get("Location")]).toEqual([302, "/"]);
    expect(await listed("call=today")).toEqual([now, late]); // for the second note
    const second = (await clerk.get(`/api/customers/${late}/notes`)).body.notes[0];
    await clerk.put(`/api/customers/${late}/notes/${second.id}`, { done: true });
    expect(await listed("call=today")).toEqual([now]);
    expect(Number(await duty())).toBe(before + 1);

    const back = await clerk.submit(`/customers/${late}/notes/${first.id}/done?undo=true`, {});
    expect(back.headers.get("Location")).toBe(`/customers/${late}`);
    expect(await listed("call=today")).toEqual([now, late]);
  });

  test("is open again with another day, unless the change says that it is done", async () => {
    const id = await person();
    const { id: own } = await note(id, "يتصل به", { call_on: day(-1), done: true });
    const change = async (body: object) =>
      (await clerk.put(`/api/customers/${id}/notes/${own}`, body)).body.note;
    expect(await change({ call_on: day(-1) })).toMatchObject({ done: true });
    expect(await change({ call_on: day(2) })).toMatchObject({ done: false, call_on: day(2) });
    expect(await change({ call_on: day(1), done: true })).toMatchObject({ done: true });
    expect(await change({ call_on: null })).toMatchObject({ done: true, call_on: null });
  });

  test("is no task of who may not write notes, and a wrong filter is refused", async () => {
    const cashier = await enterAs(office, "cashier", ["manage_financials"]);
    expect((await cashier.get("/")).body).not.toContain("call=today");
    expect((await client.get("/api/customers?call=zzz")).status).toBe(422);
  });
});

test("the form on the person's page writes, changes and deletes a note without scripts", async () => {
  const id = await person({ name: "صاحب الملاحظة" });
  const refused = await clerk.submit(`/customers/${id}/notes/new`, { text: "" });
  expect([refused.status, refused.body.includes("هذا الحقل مطلوب")]).toEqual([422, true]);
  const saved = await clerk.submit(`/customers/${id}/notes/new`, { text: "كرسي متحرك", call_on: day(-1) });
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, `/customers/${id}`]);
  const [{ id: own }] = (await clerk.get(`/api/customers/${id}/notes`)).body.notes;
  const page = (await clerk.get(`/customers/${id}`)).body;
  for (const text of ["كرسي متحرك", today, day(-1), "فات", "clerk"]) expect(page).toContain(text);
  await clerk.submit(`/customers/${id}/notes/${own}/edit`, { text: "كرسيان" });
  expect((await clerk.get(`/customers/${id}`)).body).toContain("كرسيان");
  await clerk.submit(`/customers/${id}/notes/${own}/delete`, {});
  expect((await clerk.get(`/customers/${id}`)).body).toContain("لا ملاحظات بعد");
});

test("customers are found by what notes say about them, in any spelling", async () => {
  const id = await person();
  await note(id, "يحتاج إلى كُرسيّ متحرّك");
  expect(await listed(`note=${encodeURIComponent("كرسي متحرك")}`)).toEqual([id]);
  expect(await listed(`note=${encodeURIComponent("طائرة خاصة")}`)).toEqual([]);
  expect((await clerk.get(`/customers?note=${encodeURIComponent("كرسي")}`)).body).toContain(
    `/customers/${id}"`,
  );
});

test("notes go with their customer, and move with a join", async () => {
  const [kept, gone, deleted] = [await person(), await person(), await person()];
  const moved = await note(gone, "قاله قبل الدمج");
  expect((await client.post(`/api/customers/${kept}/join`, { customer_id: gone })).status).toBe(200);
  expect((await clerk.get(`/api/customers/${kept}/notes`)).body.notes[0].id).toBe(moved.id);
  await note(deleted, "يحذف معه");
  expect((await client.delete(`/api/customers/${deleted}`)).status).toBe(200);
  expect(await office.knex("customer_notes").where({ customer_id: deleted })).toEqual([]);
});
