import crypto from "node:crypto";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startApp } from "./support/app";
import { useBucket } from "./support/bucket";
import { signIn } from "./support/client";
import { createDatabase, type TestDatabase } from "./support/database";
import { picture } from "./support/pictures";
import { usePlace } from "./support/place";

const bucket = await useBucket();

// s3rver encrypts page tokens of lists with a cipher that OpenSSL no longer has, so each of the three has the same.
for (const name of ["createCipheriv", "createDecipheriv"] as const) {
  const make = crypto[name] as unknown as (cipher: string, key: Buffer, iv: Buffer) => never;
  vi.spyOn(crypto, name).mockImplementation(((cipher: string, key: Buffer, iv: Buffer) =>
    cipher === "des"
      ? make("des-ede3-cbc", Buffer.concat([key, key, key]), iv)
      : make(cipher, key, iv)) as never);
}

const stores = [
  { store: "a folder", env: {}, root: (dataDir: string) => join(dataDir, "uploads"), suffix: "" },
  {
    store: "a bucket",
    env: { UPLOADS_URL: bucket.url },
    root: () => bucket.folder,
    suffix: "._S3rver_object",
  },
];

describe.each(stores)("the sweep of $store", ({ env, root, suffix }) => {
  let database: TestDatabase;
  const dataDir = usePlace("sweep");

  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database?.drop());

  const path = (name: string) => join(root(dataDir), name + suffix);
  function keep(name: string, hours: number) {
    mkdirSync(join(path(name), ".."), { recursive: true });
    writeFileSync(path(name), "x");
    if (suffix)
      writeFileSync(path(name).replace("_object", "_metadata.json"), '{"content-type":"image/webp"}');
    if (suffix)
      writeFileSync(path(name).replace("_object", "_object.md5"), "9dd4e461268c8034f5c8564e155c67a6");
    age(name, hours);
  }
  function age(name: string, hours: number) {
    const then = new Date(Date.now() - 3_600_000 * hours);
    utimesSync(path(name), then, then);
  }

  test("removes what no row has named for a day, and nothing else", async () => {
    const first = await startApp({ database, dataDir, env });
    const client = await signIn(first.url);
    const named: string[] = [];
    for (const name of ["فاطمة", "زينب"]) {
      const form = new FormData();
      for (const [field, value] of Object.entries({ name, phone: "0555123" })) form.append(field, value);
      form.append("image", new Blob([new Uint8Array(await picture("png"))]), "face.png");
      const { body } = await client.send("POST", "/api/customers", { body: form });
      named.push(body.customer.image_url.replace("/uploads/", ""));
    }
    await first.stop();
    await database.knex("company_info").update({ logo: "named.webp" });

    age(named[0] as string, 100);
    keep("logo/named.webp", 100);
    keep("logo/old.webp", 25);
    keep("customers/young.webp", 23);
    keep("others/not-ours.webp", 100);
    const old = Array.from({ length: 1100 }, (_, number) => `customers/old-${number}.webp`);
    for (const name of old) keep(name, 25);

    const second = await startApp({ database, dataDir, env });
    const left = () => old.filter((name) => existsSync(path(name))).length;
    await expect.poll(left).toBe(0);
    await expect.poll(() => existsSync(path("logo/old.webp"))).toBe(false);
    for (const name of [...named, "logo/named.webp", "customers/young.webp", "others/not-ours.webp"])
      expect([name, existsSync(path(name))]).toEqual([name, true]);
    await second.stop();
  });
});
