import { once } from "node:events";
import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture, startApp } from "../support/app";
import { useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { makeCustomer } from "../support/factories";
import { head } from "../support/raw";
import { createUser } from "../support/users";

/* The papers of visas (rulings §2, §4): what is taken, where it goes, and who is given it. */

const office = fixture();
const browser = useBrowser();
const mega = 1024 * 1024;
let client: Client;
let customer: number;
let made = 0;

beforeAll(async () => {
  client = await signIn(office.url);
  customer = await makeCustomer(office.knex, { name: "صاحبة الملف" });
});

const solid = (format: "png" | "jpeg" | "webp" | "gif") =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "#204080" } })
    .toFormat(format)
    .toBuffer();

/** One empty page, which a reader opens. */
const pdf = Buffer.from(`%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>
endobj
trailer
<</Root 1 0 R>>
%%EOF
`);

async function apply() {
  const { body } = await client.post("/api/visas", {
    customer_id: customer,
    passport_number: `F${++made}`,
    submission_date: "2026-02-01",
  });
  return body.visa as { id: number; updated_at: string };
}

function form(bytes: Buffer | null, fields: Record<string, string> = {}, name = "جواز.pdf") {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (bytes) form.append("file", new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), name);
  return form;
}

const upload = (id: number, bytes: Buffer | null, fields = {}, name?: string) =>
  client.send("POST", `/api/visas/${id}/documents`, { body: form(bytes, fields, name) });
const approve = (id: number, bytes: Buffer | null, fields = {}) =>
  client.send("POST", `/api/visas/${id}/approve`, { body: form(bytes, { visa_number: "V-1", ...fields }) });
const read = async (id: number) => (await client.get(`/api/visas/${id}`)).body.visa;

const folder = () => join(office.app.dataDir, "uploads", "visas");
const kept = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const nameOf = (path: string) => path.split("/").at(-1) ?? "";

async function download(name: string, as = client, headers: Record<string, string> = {}) {
  const response = await fetch(`${office.url}/uploads/visas/${name}`, {
    redirect: "manual",
    headers: { Cookie: as.cookie, ...headers },
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe("a document", () => {
  test.each([
    ["pdf", "application/pdf", async () => pdf],
    ["png", "image/png", () => solid("png")],
    ["jpg", "image/jpeg", () => solid("jpeg")],
  ] as const)(
    "is taken as %s by its content, kept as it is, and shown under its given name",
    async (extension, type, make) => {
      const { id, updated_at } = await apply();
      const bytes = await make();
      const { status, body } = await upload(
        id,
        bytes,
        { document_type: "general" },
        "صورة الجواز\u202Egpj.html",
      );
      expect(status, body.error).toBe(201);
      expect(body.document).toEqual({
        id: expect.any(Number),
        file_name: expect.stringMatching(new RegExp(`^[0-9a-f-]{36}\\.${extension}$`)),
        given_name: "صورة الجوازgpj.html",
        media_type: type,
        document_type: "general",
        uploaded_at: expect.stringMatching(/^20.*Z$/),
      });
      const visa = await read(id);
      expect(visa.documents).toEqual([body.document]);
      expect(visa.history[0].change_reason).toBe("إضافة المستند «صورة الجوازgpj.html»");
      expect(visa.updated_at).toBe(updated_at);
      const file = await download(body.document.file_name);
      expect([file.status, file.headers["content-type"], file.bytes.equals(bytes)]).toEqual([
        200,
        type,
        true,
      ]);
      const page = (await client.get(`/trips/visas/${id}?tab=documents`)).body;
      for (const part of [
        `/uploads/visas/${body.document.file_name}`,
        "صورة الجوازgpj.html",
        'target="_blank"',
      ])
        expect(page).toContain(part);
    },
  );

  test("is uploaded by the form as it stands, once, and deleted after a question", async () => {
    const { id } = await apply();
    const path = `/trips/visas/${id}?tab=documents`;
    const send = () => client.send("POST", path, { body: form(pdf, { one_time_key: `upload ${id}` }) });
    for (const answer of [await send(), await send()])
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
    const { documents } = await read(id);
    expect(documents).toHaveLength(1);
    const none = await client.send("POST", path, { body: form(null, { document_type: "general" }) });
    expect([none.status, none.body.includes("اختر ملفًا لرفعه")]).toEqual([422, true]);
    const [document] = documents;
    const question = `/trips/visas/${id}/documents/${document.id}/delete?tab=documents`;
    expect((await client.get(question)).body).toContain("هل أنت متأكد من حذف المستند «جواز.pdf»؟");
    expect((await client.submit(question, {})).headers.get("Location")).toBe(path);
    await expect.poll(kept).not.toContain(document.file_name);
    expect((await read(id)).history[0].change_reason).toBe("حذف المستند «جواز.pdf»");
    expect((await client.get(question)).status).toBe(404);
  });

  test("is deleted by call only under its own visa", async () => {
    const [mine, other] = [await apply(), await apply()];
    const { document } = (await upload(mine.id, pdf)).body;
    expect((await client.delete(`/api/visas/${other.id}/documents/${document.id}`)).status).toBe(404);
    expect((await client.delete(`/api/visas/${mine.id}/documents/${document.id}`)).body).toEqual({
      success: true,
    });
    expect((await client.delete(`/api/visas/${mine.id}/documents/${document.id}`)).status).toBe(404);
  });
});

const lies: [what: string, make: () => Promise<Buffer> | Buffer, status?: number][] = [
  ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["HTML behind which a PDF begins", () => Buffer.from("<html><script>alert(1)</script>%PDF-1.4\n%%EOF")],
  ["SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["a GIF", () => solid("gif")],
  ["a WebP", () => solid("webp")],
  ["a program", () => Buffer.concat([Buffer.from("MZ"), Buffer.alloc(500)])],
  ["an archive", () => Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(100)])],
  ["text", () => Buffer.from("hello")],
  [
    "a page with a picture's first bytes",
    () => Buffer.from("\xff\xd8\xff\xe0<html><script>1</script>", "latin1"),
  ],
  ["a PNG's head alone", async () => (await solid("png")).subarray(0, 20)],
  ["nothing at all", () => Buffer.alloc(0)],
  ["more than 10 MiB", () => Buffer.concat([pdf, Buffer.alloc(10 * mega)]), 413],
];

describe("a file that lies about what it is", () => {
  test.each(lies)("is refused: %s", async (_, make, status = 422) => {
    const bytes = await make();
    const { id } = await apply();
    const before = kept().length;
    for (const answer of [await upload(id, bytes), await approve(id, bytes)]) {
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([status, ["file"]]);
      expect(answer.body.error).toMatch(/[\u0600-\u06FF]/);
    }
    const byForm = await client.send("POST", `/trips/visas/${id}/status`, {
      body: form(bytes, { status: "approved", visa_number: "V-9", change_reason: "ما كتبته" }),
    });
    expect(byForm.status).toBe(status);
    for (const part of ['value="V-9"', "ما كتبته", 'href="#decision-file"'])
      expect(byForm.body).toContain(part);
    expect(await read(id)).toMatchObject({ status: "pending", documents: [], document_path: null });
    expect(kept()).toHaveLength(before);
  });

  test("of 10 MiB exactly is taken", async () => {
    const { id } = await apply();
    expect((await upload(id, Buffer.concat([pdf, Buffer.alloc(10 * mega - pdf.length)]))).status).toBe(201);
  });
});

describe("a file in the store", () => {
  test("goes again when what it was for is refused, and stays when it is not", async () => {
    const { id, updated_at } = await apply();
    const before = kept().toSorted();
    expect((await upload(2_147_483_647, pdf)).status).toBe(404);
    expect((await approve(2_147_483_647, pdf)).status).toBe(404);
    expect((await approve(id, pdf, { visa_number: "" })).status).toBe(422);
    await client.put(`/api/visas/${id}`, { notes: "غيّرها آخر" });
    const stale = await client.send("POST", `/trips/visas/${id}/status`, {
      body: form(pdf, { status: "approved", visa_number: "V-1", updated_at }),
    });
    expect(stale.status).toBe(409);
    const rejected = await client.send("POST", `/trips/visas/${id}/status`, {
      body: form(pdf, { status: "rejected" }),
    });
    expect(rejected.status).toBe(302);
    expect((await approve(id, pdf)).status).toBe(409);
    await expect.poll(() => kept().toSorted()).toEqual(before);
  });

  test("of what is sent twice with one key only the first one's stays", async () => {
    const before = new Set(readdirSync(folder()));
    const { id } = await apply();
    const key = { "Idempotency-Key": `papers ${id}` };
    const send = () => client.send("POST", `/api/visas/${id}/documents`, { body: form(pdf), headers: key });
    const answers = [await send(), await send(), ...(await Promise.all([send(), send()]))];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.document.file_name)).size).toBe(1);
    await expect
      .poll(() => readdirSync(folder()).filter((name) => !before.has(name)))
      .toEqual([answers[0]?.body.document.file_name]);

    const decision = { body: form(pdf, { visa_number: "V-7" }), headers: { "Idempotency-Key": `yes ${id}` } };
    const approvals = [];
    for (let time = 0; time < 2; time++)
      approvals.push(await client.send("POST", `/api/visas/${id}/approve`, decision));
    expect(approvals.map(({ status }) => status)).toEqual([200, 200]);
    expect(approvals[1]?.body).toEqual(approvals[0]?.body);
    expect((await read(id)).history).toHaveLength(3);
    await expect.poll(() => readdirSync(folder()).filter((name) => !before.has(name))).toHaveLength(2);
  });

  test("of many approvals at once only the one that was made stays; all go with their visa", async () => {
    const { id } = await apply();
    const before = kept().length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => approve(id, pdf)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    await upload(id, await solid("png"));
    await expect.poll(() => kept().length).toBe(before + 2);
    const { document_path } = await read(id);
    expect(kept()).toContain(nameOf(document_path));
    expect((await client.delete(`/api/visas/${id}`)).status).toBe(200);
    await expect.poll(() => kept().length).toBe(before);
    expect((await download(nameOf(document_path))).status).toBe(404);
  });

  test("is not left behind by an upload that breaks off", async () => {
    const { id } = await apply();
    const before = kept().length;
    const { hostname, port } = new URL(office.url);
    for (const path of [`/api/visas/${id}/documents`, `/api/visas/${id}/approve`, `/trips/visas/${id}`]) {
      const socket = connect(Number(port), hostname);
      const headers = {
        Cookie: client.cookie,
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": 5 * mega,
      };
      socket.write(
        `${head("POST", path, headers)}--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`,
      );
      socket.write(pdf, () => socket.resetAndDestroy());
      await once(socket, "close");
    }
    expect((await read(id)).documents).toEqual([]);
    expect(kept()).toHaveLength(before);
  });

  test("that no row names is swept after a day; those of visas and documents stay", async () => {
    const { id } = await apply();
    const { document } = (await upload(id, pdf)).body;
    const { document_path } = (await approve(id, pdf)).body.visa;
    writeFileSync(join(folder(), "lost.pdf"), pdf);
    const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    for (const name of kept()) utimesSync(join(folder(), name), longAgo, longAgo);
    const sweeper = await startApp({ database: office.database, dataDir: office.app.dataDir });
    try {
      await expect.poll(kept).not.toContain("lost.pdf");
    } finally {
      await sweeper.stop();
    }
    for (const name of [document.file_name, nameOf(document_path)]) expect(kept()).toContain(name);
  });
});

describe("a download", () => {
  let name: string;
  beforeAll(async () => {
    const { id } = await apply();
    name = nameOf((await approve(id, pdf)).body.visa.document_path);
  });

  test("is for who may read the visa, and kept by nobody past a logout", async () => {
    expect((await fetch(`${office.url}/uploads/visas/${name}`, { redirect: "manual" })).status).toBe(302);
    const others = await createUser(office.knex, "others", [
      "manage_customers",
      "manage_contracts",
      "manage_users",
    ]);
    expect((await download(name, await signIn(office.url, others))).status).toBe(403);
    const reader = await signIn(office.url, await createUser(office.knex, "reader", ["manage_trips"]));
    const { status, headers } = await download(name, reader);
    expect([status, headers]).toEqual([
      200,
      expect.objectContaining({
        "content-type": "application/pdf",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
        "content-disposition": `inline; filename="${name}"`,
        "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
      }),
    ]);
    expect(headers.etag).toBeUndefined();
    expect((await download(name, reader, { "If-None-Match": `"${name}"` })).status).toBe(200);
    await reader.send("POST", "/api/auth/logout");
    expect((await download(name, reader)).status).toBe(302);
  });

  test("is by the names of the store alone", async () => {
    for (const path of [
      "nothing.pdf",
      "..%2fcustomers%2fx.webp",
      "%2e%2e%2fsession-secret",
      `${name}%00`,
      "x.html",
    ])
      expect([path, (await download(path)).status]).toEqual([path, 404]);
    for (const method of ["POST", "PUT", "DELETE"])
      expect((await client.send(method, `/uploads/visas/${name}`)).status).toBe(405);
    expect((await download(name)).status).toBe(200);
  });

  test("opens in a new tab", async () => {
    const page = await browser.signedIn("/trips/visas?status=approved", { baseURL: office.url });
    const link = page.getByRole("link", { name: "ملف التأشيرة" }).first();
    const asked = page
      .context()
      .waitForEvent("request", (request) => request.url().includes("/uploads/visas/"));
    await link.click();
    expect((await (await asked).response())?.status()).toBe(200);
    expect(new URL(page.url()).pathname).toBe("/trips/visas");
  });
});
