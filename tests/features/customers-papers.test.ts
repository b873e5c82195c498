import { describe, expect, test } from "vitest";
import { photoAddress } from "~/features/customers/papers.server";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { papersOf } from "../support/papers";
import { call, day, readinessOf } from "../support/readiness";
import { enterAs } from "../support/users";
import { pdf, solid } from "../support/visa-files";

/* The papers of people: copies of documents and photos (rulings §6). */

const { office, client } = useOffice({ isBusy: true });
const { upload, form, stored } = papersOf(office, client);
const { journey, makePilgrim, one, makeJourney, countsAt } = readinessOf(office, client);

const person = (more: object = {}) => makeCustomer(office.knex, more);
const list = async (id: number, query = "") =>
  (await client.get(`/api/customers/${id}/papers${query}`)).body.papers;

describe("a paper by call", () => {
  test("is taken with type and dates, read, changed and deleted, with its file", async () => {
    const id = await person();
    const answer = await upload(
      id,
      { type: "vaccination", issue_date: "٢٠٢٦-٠١-٠٥", expiry_date: "2028-01-05" },
      await solid("png"),
      "شهادة\u202Egpj.html",
    );
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    const { paper } = answer.body;
    expect(paper).toEqual({
      id: expect.any(Number),
      customer_id: id,
      type: "vaccination",
      file_name: expect.stringMatching(/^[0-9a-f-]{36}\.png$/),
      given_name: "شهادةgpj.html",
      media_type: "image/png",
      issue_date: "2026-01-05",
      expiry_date: "2028-01-05",
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(await list(id)).toEqual([paper]);
    const own = `/api/customers/${id}/papers/${paper.id}`;
    expect((await client.get(own)).body).toEqual({ paper });

    const changed = await client.put(own, { type: "other", expiry_date: null, updated_at: paper.updated_at });
    expect(changed.body.paper).toMatchObject({ type: "other", issue_date: "2026-01-05", expiry_date: null });
    expect((await client.put(own, { type: "photo", updated_at: paper.updated_at })).status).toBe(409);
    expect(await list(id, "?type=other")).toHaveLength(1);
    expect(await list(id, "?type=passport")).toHaveLength(0);
    expect((await client.get(`/api/customers/${id}/papers?type=zzz`)).status).toBe(422);

    const other = await person();
    for (const method of ["GET", "DELETE"])
      expect((await client.send(method, `/api/customers/${other}/papers/${paper.id}`)).status).toBe(404);
    const replaced = await client.send("PUT", own, { body: form({}) });
    expect(replaced.body.paper).toMatchObject({ given_name: "جواز.pdf", media_type: "application/pdf" });
    await expect.poll(stored).not.toContain(paper.file_name);
    expect((await client.delete(own)).body).toEqual({ success: true });
    await expect.poll(stored).not.toContain(replaced.body.paper.file_name);
    expect((await client.delete(own)).status).toBe(404);
  });

  test("sent twice with one key is one paper", async () => {
    const id = await person();
    const send = () =>
      upload(id, { type: "passport" }, pdf, "جواز.pdf", { "Idempotency-Key": `paper ${id}` });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.paper.id)).size).toBe(1);
    expect(await list(id)).toHaveLength(1);
    await expect
      .poll(async () => stored().length)
      .toBe(Number((await office.knex("customer_papers").count().first())?.count));
  });

  test.each([
    ["no type", { type: "" }, pdf, "type"],
    ["an unknown type", { type: "visa" }, pdf, "type"],
    ["no file", { type: "passport" }, null, "file"],
    ["an empty file", { type: "passport" }, Buffer.alloc(0), "file"],
    ["a page that calls itself a PDF", { type: "other" }, Buffer.from("<html>%PDF-1.4"), "file"],
    ["a PDF for a photo", { type: "photo" }, pdf, "file"],
    ["an issue in the future", { type: "passport", issue_date: day(1) }, pdf, "issue_date"],
    [
      "an end before the issue",
      { type: "passport", issue_date: "2026-01-02", expiry_date: "2026-01-02" },
      pdf,
      "expiry_date",
    ],
    ["a date that is none", { type: "passport", expiry_date: "2026-02-30" }, pdf, "expiry_date"],
  ] as const)("refuses %s and keeps nothing", async (_, fields, bytes, field) => {
    const id = await person();
    const before = stored().length;
    const { status, body } = await upload(id, fields, bytes);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    expect(body.error).toMatch(/[\u0600-\u06FF]/);
    expect(await list(id)).toEqual([]);
    await expect.poll(() => stored().length).toBe(before);
  });

  test("holds no more than fifty, however many come at once", async () => {
    const id = await person();
    const row = { customer_id: id, type: "other", given_name: "x", media_type: "application/pdf", hash: "" };
    await office
      .knex("customer_papers")
      .insert(Array.from({ length: 48 }, (_, index) => ({ ...row, file_name: `${id}-${index}.pdf` })));
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(id, { type: "other" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  });

  test("is offered to who writes customers and read by who reads them", async () => {
    const id = await person();
    const { paper } = (await upload(id, { type: "photo" }, await solid("jpeg"))).body;
    const path = `/uploads/papers/${paper.file_name}`;
    for (const permission of ["manage_contracts", "manage_financials", "manage_trips"] as const) {
      const reader = await enterAs(office, `r ${permission}`, [permission]);
      expect((await reader.get(`/api/customers/${id}/papers`)).body.papers).toHaveLength(1);
      expect((await reader.get(path)).status).toBe(200);
      expect((await reader.get(`/customers/${id}`)).body).not.toContain("رفع ورقة");
    }
  });
});

describe("on the person's page", () => {
  test("is uploaded, changed and deleted by forms without JavaScript", async () => {
    const id = await person({ name: "صاحب الأوراق" });
    const own = `/customers/${id}`;
    const refused = await client.send("POST", `${own}/papers/new`, {
      body: form({ type: "photo", issue_date: "2026-01-01" }),
    });
    expect([refused.status, refused.body.includes("الصورة الشخصية تكون PNG أو JPEG")]).toEqual([422, true]);
    expect(refused.body).toContain('value="2026-01-01"');
    const done = await client.send("POST", `${own}/papers/new`, { body: form({ type: "passport" }) });
    expect([done.status, done.headers.get("Location")]).toEqual([302, own]);
    const [paper] = await list(id);
    const page = (await client.get(own)).body;
    for (const part of ["صاحب الأوراق", `/uploads/papers/${paper.file_name}`, "جواز.pdf", "صورة الجواز"])
      expect(page).toContain(part);
    const edit = `${own}/papers/${paper.id}/edit`;
    const changed = await client.send("POST", edit, {
      body: form({ type: "passport", expiry_date: "2020-01-01" }, null),
    });
    expect(changed.headers.get("Location")).toBe(own);
    expect((await client.get(own)).body).toContain("منتهية");
    expect((await client.get(`${own}/papers/${paper.id}/delete`)).body).toContain(
      "حذف صورة الجواز «جواز.pdf»؟",
    );
    expect((await client.submit(`${own}/papers/${paper.id}/delete`, {})).headers.get("Location")).toBe(own);
    expect(await list(id)).toEqual([]);
  });
});

describe("papers", () => {
  test("go with their customer, and follow who is joined", async () => {
    const [kept, gone] = [await person({ name: "سالم" }), await person({ name: "سالم" })];
    const mine = (await upload(kept, { type: "passport" })).body.paper;
    const theirs = (await upload(gone, { type: "photo" }, await solid("png"))).body.paper;
    const joined = await client.post(`/api/customers/${kept}/join`, { customer_id: gone });
    expect([joined.status, joined.body.error]).toEqual([200, undefined]);
    expect((await list(kept)).map(({ id }: { id: number }) => id)).toEqual([theirs.id, mine.id]);
    expect((await client.get(`/customers/${kept}/delete`)).body).toContain("تحذف معه صورته وأوراقه");
    expect((await client.delete(`/api/customers/${kept}`)).status).toBe(200);
    await expect.poll(stored).not.toContain(theirs.file_name);
    await expect.poll(stored).not.toContain(mine.file_name);
  });

  test("give a person's photo: the newest of them, else the record's picture", async () => {
    const id = await person({ image: "face.webp" });
    const address = async () =>
      (
        await office
          .knex("customers")
          .where({ id })
          .first(office.knex.raw(`${photoAddress} AS photo`))
      ).photo;
    expect(await address()).toBe("/uploads/customers/face.webp");
    await upload(id, { type: "photo" }, await solid("png"));
    const { paper } = (await upload(id, { type: "photo" }, await solid("jpeg"))).body;
    expect(await address()).toBe(`/uploads/papers/${paper.file_name}`);
    await upload(id, { type: "passport" });
    expect(await address()).toBe(`/uploads/papers/${paper.file_name}`);
  });
});

describe("a campaign that asks for papers", () => {
  test("is made by its form and call, and says so", async () => {
    const { body } = await client.get(`/api/campaigns/${journey.campaign}`);
    expect(body.campaign).toMatchObject({ needs_passport_copy: false, needs_vaccination: false });
    expect((await client.get(`/campaigns/${journey.campaign}/edit`)).body).toContain("شهادة التطعيم لازمة");
  });

  test("has pilgrims who are ready only with them", async () => {
    const own = await makeJourney();
    await client.put(`/api/campaigns/${own.campaign}`, {
      needs_passport_copy: true,
      needs_vaccination: true,
    });
    const id = await makePilgrim(own);
    const found = async () => {
      const { state, passport_copy, vaccination } = await one("group", own, id);
      return [state, passport_copy.finding, vaccination.finding];
    };
    expect(await found()).toEqual(["red", "none", "none"]);
    expect((await client.get(call("group", own, "?check=vaccination"))).body.readiness).toHaveLength(1);
    await upload(id, { type: "passport", expiry_date: day(-1) });
    await upload(id, { type: "vaccination", expiry_date: day(-1) });
    expect(await found()).toEqual(["red", "expired", "expired"]);
    await upload(id, { type: "passport" });
    await upload(id, { type: "vaccination", expiry_date: day(43) });
    expect(await found()).toEqual(["red", "there", "ends_before_return"]);
    const counts = new Map(await countsAt(`/trips/groups/${own.group}/readiness`));
    expect([counts.get("?check=vaccination"), counts.get("?check=passport_copy")]).toEqual([1, 0]);
    await upload(id, { type: "vaccination", expiry_date: day(44) });
    expect(await found()).toEqual(["green", "there", "valid"]);
  });

  test("shows their columns, and another campaign does not", async () => {
    const id = await makePilgrim(journey);
    expect(await one("group", journey, id)).toMatchObject({
      state: "green",
      passport_copy: { state: "green", finding: "not_needed" },
      vaccination: { state: "green", finding: "not_needed" },
    });
    const page = async ({ group }: { group: number }) =>
      (await client.get(`/trips/groups/${group}/readiness`)).body;
    expect(await page(journey)).not.toContain("شهادة التطعيم");
    const other = await makeJourney();
    await makePilgrim(other);
    await client.put(`/api/campaigns/${other.campaign}`, { needs_vaccination: true });
    expect(await page(other)).toContain("شهادة التطعيم");
    expect(await page(other)).not.toContain("صورة الجواز");
  });

  test("takes a photo among the papers for the photo", async () => {
    const id = await makePilgrim(journey, { customer: { image: null } });
    expect((await one("group", journey, id)).photo.finding).toBe("none");
    await upload(id, { type: "photo" }, await solid("png"));
    expect((await one("group", journey, id)).photo.finding).toBe("there");
  });
});

describe("a file", () => {
  test.each([
    ["a newline", "\n"],
    ["a byte order mark and blanks", "\uFEFF \r\n"],
  ])("that begins with %s before %%PDF is a PDF", async (_, before) => {
    const answer = await upload(
      await person(),
      { type: "passport" },
      Buffer.concat([Buffer.from(before), pdf]),
    );
    expect([answer.status, answer.body.paper?.media_type]).toEqual([201, "application/pdf"]);
    const far = Buffer.concat([Buffer.from("<html>"), pdf]);
    expect((await upload(await person(), { type: "passport" }, far)).status).toBe(422);
  });

  test.each([
    ["جواز أحمد.PDF", "جواز أحمد.pdf"],
    ["scan.final.html", "scan final.pdf"],
    ['تقرير "طبي"; 1/2.pdf', "تقرير طبي 1 2.pdf"],
  ])("given as %s is saved as %s", async (given, name) => {
    const { body } = await upload(await person(), { type: "passport" }, pdf, given);
    const { headers } = await client.get(`/uploads/papers/${body.paper.file_name}`);
    expect(headers.get("Content-Disposition")).toBe(
      `inline; filename="${body.paper.file_name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    );
  });
});

test("no field cuts what is pasted into it: what is too long is refused at its field", async () => {
  const { body } = await client.get("/settings/accounts/currencies/new");
  expect(body.split("<dialog")[1]).not.toContain("maxLength");
  const long = await client.submit("/settings/accounts/currencies/new", {
    name: "ريال",
    code: "OMRX",
    symbol: "ر",
  });
  expect([long.status, long.body.includes('value="OMRX"')]).toEqual([422, true]);
  const marked = await client.post("/api/currencies", {
    name: "ريال عماني",
    code: "\u200eOMR",
    symbol: "ر",
    exchange_rate: 1,
  });
  expect(marked.body.currency?.code).toBe("OMR");
});
