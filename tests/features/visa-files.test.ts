import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { enter } from "../support/client";
import { createUser, enterAs } from "../support/users";
import { pdf, solid, useVisaFiles } from "../support/visa-files";

/* The papers of visas (rulings §2, §4): which files are accepted, where they are stored, and who may download them. */

const office = fixture();
const browser = useBrowser(office);
const mega = 1024 * 1024;
const files = useVisaFiles(office);
const { apply, form, upload, approve, read, kept, nameOf, download } = files;

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
      const page = (await files.client.get(`/trips/visas/${id}?tab=documents`)).body;
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
    const send = () =>
      files.client.send("POST", path, { body: form(pdf, { idempotency_key: `upload ${id}` }) });
    for (const answer of [await send(), await send()])
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
    const { documents } = await read(id);
    expect(documents).toHaveLength(1);
    const none = await files.client.send("POST", path, { body: form(null, { document_type: "general" }) });
    expect([none.status, none.body.includes("اختر ملفًا لرفعه")]).toEqual([422, true]);
    const [document] = documents;
    const question = `/trips/visas/${id}/documents/${document.id}/delete?tab=documents`;
    expect((await files.client.get(question)).body).toContain("هل أنت متأكد من حذف المستند «جواز.pdf»؟");
    expect((await files.client.submit(question, {})).headers.get("Location")).toBe(path);
    await expect.poll(kept).not.toContain(document.file_name);
    expect((await read(id)).history[0].change_reason).toBe("حذف المستند «جواز.pdf»");
    expect((await files.client.get(question)).status).toBe(404);
  });

  test("is deleted by call only under its own visa", async () => {
    const [mine, other] = [await apply(), await apply()];
    const { document } = (await upload(mine.id, pdf)).body;
    expect((await files.client.delete(`/api/visas/${other.id}/documents/${document.id}`)).status).toBe(404);
    expect((await files.client.delete(`/api/visas/${mine.id}/documents/${document.id}`)).body).toEqual({
      success: true,
    });
    expect((await files.client.delete(`/api/visas/${mine.id}/documents/${document.id}`)).status).toBe(404);
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
    const before = kept();
    for (const answer of [await upload(id, bytes), await approve(id, bytes)]) {
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([status, ["file"]]);
      expect(answer.body.error).toMatch(/[\u0600-\u06FF]/);
    }
    const byForm = await files.client.send("POST", `/trips/visas/${id}/status`, {
      body: form(bytes, { status: "approved", visa_number: "V-9", change_reason: "ما كتبته" }),
    });
    expect(byForm.status).toBe(status);
    for (const part of ['value="V-9"', "ما كتبته", 'href="#decision-file"'])
      expect(byForm.body).toContain(part);
    expect(await read(id)).toMatchObject({ status: "pending", documents: [], document_path: null });
    expect(kept().filter((name) => !before.includes(name))).toEqual([]);
  });

  test("of 10 MiB exactly is taken", async () => {
    const { id } = await apply();
    expect((await upload(id, Buffer.concat([pdf, Buffer.alloc(10 * mega - pdf.length)]))).status).toBe(201);
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
    expect((await download(name, await enter(office, others))).status).toBe(403);
    const reader = await enterAs(office, "reader", ["manage_trips"]);
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
    expect((await download(name)).status).toBe(200);
  });

  test("opens in a new tab", async () => {
    const page = await browser.signedIn("/trips/visas?status=approved");
    const link = page.getByRole("link", { name: "ملف التأشيرة" }).first();
    const asked = page
      .context()
      .waitForEvent("request", (request) => request.url().includes("/uploads/visas/"));
    await link.click();
    expect((await (await asked).response())?.status()).toBe(200);
    expect(new URL(page.url()).pathname).toBe("/trips/visas");
  });
});
