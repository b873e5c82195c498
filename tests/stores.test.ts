import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningApp, startApp } from "./support/app";
import { type Client, signIn } from "./support/client";
import { administrator, createDatabase, type TestDatabase } from "./support/database";
import { useOffice } from "./support/office";

/* A photo and its row lie in two stores: what happens when one of the two fails. */

const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#336699" } })
  .composite([
    { input: Buffer.from('<svg width="300" height="200"><text y="90" font-size="60">وجه</text></svg>') },
  ])
  .png()
  .toBuffer();

function form(fields: Record<string, string> = {}, image: Buffer | null = photo) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: "صاحب صورة", phone: "0555123", ...fields }))
    form.append(name, value);
  if (image) form.append("image", new Blob([new Uint8Array(image)]), "face.png");
  return form;
}

const photosIn = (dataDir: string) => {
  const folder = join(dataDir, "uploads", "customers");
  return existsSync(folder) ? readdirSync(folder) : [];
};

async function listen(server: Server) {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as { port: number }).port;
}

describe("a bucket that accepts and never answers", () => {
  const taken = new Set<Socket>();
  const silent = createServer((socket) => taken.add(socket.on("error", () => {})));
  let database: TestDatabase;
  let app: RunningApp;
  let client: Client;

  beforeAll(async () => {
    database = await createDatabase();
    const port = await listen(silent);
    app = await startApp({ database, env: { UPLOADS_URL: `s3://key:secret@127.0.0.1:${port}/uploads` } });
    client = await signIn(app.url);
  });
  afterAll(async () => {
    await app?.stop();
    for (const socket of taken) socket.destroy();
    silent.close();
    await database?.drop();
  });

  test("is given up in a sentence, and nobody else waits for it", async () => {
    let given = 0;
    const uploads = Array.from({ length: 20 }, async (_, index) => {
      const answer = await client.send("POST", index % 2 ? "/api/customers" : "/customers/new", {
        body: form(),
      });
      given++;
      return answer;
    });
    await expect.poll(() => taken.size, { interval: 20 }).toBeGreaterThan(10);
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all([
        client.get("/customers"),
        client.get("/api/customers"),
        client.get("/healthz"),
        client.post("/api/customers", { name: "بلا صورة", phone: "0555123" }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
      if (round === 0) expect(given).toBe(0);
    }
    for (const { status, body } of await Promise.all(uploads)) {
      expect([status, JSON.stringify(body)]).toEqual([503, expect.stringContaining("مخزن الملفات")]);
    }
    expect(await database.knex("customers").whereNotNull("image")).toEqual([]);
    expect(await database.knex("customers")).toHaveLength(10);
  });

  test("gives no photo either, and says so", async () => {
    const { status, body } = await client.get("/uploads/customers/0f0e.webp");
    expect([status, body]).toEqual([503, expect.stringContaining("مخزن الملفات")]);
  });
});

describe("a COMMIT whose answer is lost", () => {
  let cut = false;
  /** A proxy before PostgreSQL; when switched on, it lets a user's COMMIT through and no answer back. */
  const between = createServer((office) => {
    const { hostname, port } = new URL(database.url);
    const postgres = connect(Number(port), hostname);
    let isDeaf = false;
    let isOfUser = false; // and no chore's, which run when the office starts
    office.on("error", () => {}).on("close", () => postgres.destroy());
    postgres.on("error", () => {}).on("close", () => office.destroy());
    office.on("data", (bytes) => {
      if (bytes.includes("BEGIN")) isOfUser = false;
      if (bytes.includes(administrator.username)) isOfUser = true;
      if (cut && isOfUser && bytes.includes("COMMIT;")) {
        cut = false;
        isDeaf = true;
      }
      postgres.write(bytes);
    });
    // Statements sent with the COMMIT are answered before it.
    postgres.on("data", (bytes) => {
      if (!isDeaf) office.write(bytes);
      else if (bytes.includes("COMMIT")) office.destroy();
    });
  });
  let database: TestDatabase;
  let app: RunningApp;
  let client: Client;

  beforeAll(async () => {
    database = await createDatabase();
    const url = new URL(database.applicationUrl);
    url.port = String(await listen(between));
    app = await startApp({ database: { applicationUrl: url.href } });
    client = await signIn(app.url);
  });
  afterAll(async () => {
    await app?.stop();
    between.close();
    await database?.drop();
  });

  const photoOf = async (national_id: string) =>
    (await database.knex("customers").where({ national_id }).first("image"))?.image as string | undefined;

  test.each(["/api/customers", "/customers/new"])(
    "at %s leaves the photo that the row names, and sent again it is the same",
    async (path) => {
      for (let round = 0; round < 5; round++) {
        const national_id = `${path} ${round}`;
        const key = randomUUID();
        const send = () =>
          client.send("POST", path, {
            headers: { "Idempotency-Key": key },
            body: form({ national_id, idempotency_key: key }),
          });
        cut = true;
        expect((await send()).status).toBe(503);
        const image = await photoOf(national_id);
        expect(image).toBeDefined();
        expect((await client.get(`/uploads/customers/${image}`)).status).toBe(200);
        expect((await send()).status).toBe(path.startsWith("/api") ? 201 : 302);
        expect(await photoOf(national_id)).toBe(image);
        expect((await client.get(`/uploads/customers/${image}`)).status).toBe(200);
      }
    },
  );

  test("of a change leaves both photos, of a deletion the one", async () => {
    const { body } = await client.send("POST", "/api/customers", { body: form({ national_id: "changed" }) });
    const { id } = body.customer;
    const before = await photoOf("changed");
    cut = true;
    expect((await client.send("PUT", `/api/customers/${id}`, { body: form() })).status).toBe(503);
    const after = await photoOf("changed");
    expect(after).not.toBe(before);
    expect(photosIn(app.dataDir)).toEqual(expect.arrayContaining([before, after]));
    cut = true;
    expect((await client.delete(`/api/customers/${id}`)).status).toBe(503);
    expect(await photoOf("changed")).toBeUndefined();
    expect(photosIn(app.dataDir)).toEqual(expect.arrayContaining([after]));
  });
});

describe("a folder", () => {
  const { office, client } = useOffice();

  test("that is full keeps nothing of a photo, and says so", async () => {
    const limit = (bytes: string) =>
      execFileSync("prlimit", [`--pid=${office.app.pid()}`, `--fsize=${bytes}:unlimited`]);
    limit("100"); // as a full disk does
    try {
      for (const path of ["/api/customers", "/customers/new"]) {
        const { status, body } = await client.send("POST", path, { body: form() });
        expect([status, JSON.stringify(body)]).toEqual([503, expect.stringContaining("مخزن الملفات")]);
      }
      await expect.poll(() => photosIn(office.app.dataDir)).toEqual([]);
    } finally {
      limit("unlimited");
    }
    expect((await client.send("POST", "/api/customers", { body: form() })).status).toBe(201);
    expect(photosIn(office.app.dataDir)).toHaveLength(1);
  });

  test("keeps the photo of a transaction that is tried again, and drops it after the last try", async () => {
    const { knex } = office;
    await knex.raw(`CREATE SEQUENCE tries; GRANT USAGE ON SEQUENCE tries TO PUBLIC;
      CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('tries') % 10 NOT IN (3, 0) THEN RAISE 'deadlock' USING ERRCODE = '40P01'; END IF;
        RETURN NEW; END $$;
      CREATE TRIGGER deadlock BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION deadlock()`);
    const before = photosIn(office.app.dataDir).length;
    const third = await client.send("POST", "/api/customers", { body: form() });
    expect(third.status).toBe(201);
    expect((await client.get(third.body.customer.image_url)).status).toBe(200);
    expect(photosIn(office.app.dataDir)).toHaveLength(before + 1);
    expect((await client.send("POST", "/api/customers", { body: form() })).status).toBe(503); // five tries
    await expect.poll(() => photosIn(office.app.dataDir)).toHaveLength(before + 1);
    await knex.raw("DROP FUNCTION deadlock CASCADE");
  });

  test("holds the same photo sent twice under one key as one content, and another as another", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const send = (image: Buffer | null) =>
      client.send("POST", "/api/customers", { headers, body: form({}, image) });
    const first = await send(photo);
    expect(first.status).toBe(201);
    expect((await send(photo)).body).toEqual(first.body);
    expect((await send(null)).status).toBe(409);
    const other = await sharp(photo).negate({ alpha: false }).png().toBuffer();
    expect((await send(other)).status).toBe(409);
  });
});
