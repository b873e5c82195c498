import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { fixture } from "./support/app";
import { useBucket } from "./support/bucket";
import { enter } from "./support/client";
import { residentMegabytes } from "./support/memory";
import { photoStores, usePhotos } from "./support/photos";
import { noise, picture } from "./support/pictures";
import { head, sendRaw } from "./support/raw";
import { createUser, enterAs } from "./support/users";

const bucket = await useBucket();
const stores = photoStores(bucket);

describe.each(stores)("photos in $store", (where) => {
  const photos = usePhotos(where);
  const { office, nameOf, form, post, create, download, folder } = photos;

  test("are served to who may read their customer, as a picture and nothing else", async () => {
    const { image_url } = await create(await picture("png"));
    for (const permission of [
      "manage_customers",
      "manage_contracts",
      "manage_financials",
      "manage_trips",
    ] as const) {
      const reader = await enterAs(office, `reader ${permission}`, [permission]);
      expect((await download(image_url, reader)).status).toBe(200);
    }
    const stranger = await enterAs(office, "stranger", ["manage_settings", "view_reports"]);
    const refused = await stranger.get(image_url);
    expect([refused.status, refused.body]).toEqual([403, expect.stringContaining("غير مصرح")]);
    const { status, headers } = await fetch(office.url + image_url, { redirect: "manual" });
    expect([status, headers.get("Location")]).toEqual([302, `/login?to=${encodeURIComponent(image_url)}`]);

    const answer = (await download(image_url)).headers;
    expect(Object.fromEntries(answer)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringMatching(/^private\b/),
      "content-disposition": expect.stringMatching(/^inline; filename="[\w-]+\.webp"$/),
      "content-security-policy": expect.stringMatching(
        /default-src 'none'.*sandbox|sandbox.*default-src 'none'/,
      ),
      "referrer-policy": "same-origin",
    });
    const listed = await photos.client.get("/customers");
    expect(listed.body).toContain(`src="${image_url}"`);
  });

  test("are kept by no browser, and answered only to who may read them", async () => {
    const { image_url } = await create(await picture("png"));
    const { headers } = await download(image_url);
    expect([headers.get("Cache-Control"), headers.get("ETag")]).toEqual(["private, no-store", null]);
    const name = image_url.split("/").at(-1);
    const again = async (cookie = photos.client.cookie) => {
      const headers = { Cookie: cookie, "If-None-Match": `"${name}"` };
      const response = await fetch(office.url + image_url, { redirect: "manual", headers });
      return [response.status, (await response.text()).length > 0];
    };
    expect(await again()).toEqual([200, true]);

    const leaver = await createUser(office.knex, `leaver${where.suffix}`, ["manage_customers"]);
    const { cookie, send } = await enter(office, leaver);
    expect((await again(cookie))[0]).toBe(200);
    await send("POST", "/api/auth/logout");
    expect((await again(cookie))[0]).toBe(302);
    const stranger = await createUser(office.knex, `passer-by${where.suffix}`, ["manage_settings"]);
    expect((await again((await enter(office, stranger)).cookie))[0]).toBe(403);
  });

  test("have no data beside themselves, which would be them as text", async () => {
    const { image_url } = await create(await picture("png"));
    for (const path of [image_url, image_url.replace("uploads", "UPLOADS")]) {
      const { status, body } = await photos.client.get(`${path}.data`);
      expect([status, body.includes("WEBP")]).toEqual([404, false]);
    }
    expect((await fetch(`${office.url}${image_url}.data`)).status).toBe(202); // a stranger is redirected to the login
  });

  test("are left open by nobody: asked for by HEAD, by who leaves, or by who reads slowly", async () => {
    const customer = await create(await picture("png"));
    const big = noise(2000, 1700); // 10 MB, as a document may have
    writeFileSync(join(folder(), nameOf(customer) + where.suffix), big);
    const open = () => readdirSync(`/proc/${office.app.pid()}/fd`).length;
    const before = open();
    const { hostname, port } = new URL(office.url);
    const line = (method: string) => {
      const socket = connect(Number(port), hostname);
      socket.write(head(method, customer.image_url, { Cookie: photos.client.cookie }));
      return socket;
    };
    for (let round = 0; round < 10; round++) {
      const answer = await sendRaw(
        office.url,
        head("HEAD", customer.image_url, { Cookie: photos.client.cookie }),
      );
      expect([answer.status, answer.body]).toEqual([200, ""]);
      const leaving = line("GET");
      await once(leaving, "readable");
      leaving.resetAndDestroy();
    }
    await expect.poll(open).toBeLessThan(before + 8); // connections to the bucket stay open for a while

    const memory = () => residentMegabytes(office.app.pid());
    const idle = memory();
    const slow = Array.from({ length: 30 }, () => line("GET").pause());
    await pause(2000);
    expect(memory() - idle).toBeLessThan(150); // the requests ask for 300 MB
    for (const socket of slow) socket.destroy();
    const { bytes } = await download(customer.image_url);
    expect(bytes.equals(Buffer.from(big))).toBe(true);
  });

  test("are found by their own names only", async () => {
    const { image_url } = await create(await picture("png"));
    const name = image_url.split("/").at(-1);
    const paths = [
      "nothing.webp",
      ".",
      "..",
      "...webp",
      ".webp",
      "..%2f..%2fsession-secret",
      `..%2fcustomers%2f${name}`,
      `%2e%2e%2fcustomers%2f${name}`,
      `${name}%00`,
      `${name}%00.png`,
      `${name}/`.replace("/", "%2f"),
      "%5c..%5cx.webp",
      "%252e%252e%252fx.webp",
      "C:x.webp",
      `${"a".repeat(3000)}.webp`,
      "عميل.webp",
    ];
    for (const path of paths) {
      const { status, body } = await sendRaw(
        office.url,
        head("GET", `/uploads/customers/${encodeURI(path).replaceAll("%25", "%")}`, {
          Cookie: photos.client.cookie,
        }),
      );
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toMatch(/ENOENT|node_modules/);
    }
    expect((await download(image_url.replace("customers", "logo"))).status).toBe(404);
    expect((await download(image_url)).status).toBe(200);
  });

  test("keep nobody waiting who does not send one", async () => {
    const image = await sharp(Buffer.from(noise(2000, 1500)), {
      raw: { width: 2000, height: 1500, channels: 3 },
    })
      .jpeg()
      .toBuffer();
    const uploads = Array.from({ length: 8 }, () => post(form(image)));
    const reads = Array.from({ length: 24 }, () => photos.client.get("/api/customers?page=1"));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(24).fill(200));
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(8).fill(201));
  });
});

describe("a bucket by Amazon's own variables", () => {
  const office = fixture({
    env: {
      UPLOADS_URL: "s3://uploads",
      AWS_ENDPOINT_URL: bucket.origin,
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
      AWS_REGION: "me-south-1",
    },
  });

  test("keeps and gives a photo", async () => {
    const client = await enter(office);
    const form = new FormData();
    form.append("name", "في السحابة");
    form.append("phone", "0555123");
    form.append("image", new Blob([new Uint8Array(await picture("jpeg"))]), "a.jpg");
    const { body } = await client.send("POST", "/api/customers", { body: form });
    expect((await client.get(body.customer.image_url)).status).toBe(200);
  });
});

describe("a bucket that is away", () => {
  const office = fixture({ env: { UPLOADS_URL: "s3://key:secret@127.0.0.1:1/uploads" } });

  test("is told in a sentence, and nothing is stored", async () => {
    const client = await enter(office);
    const form = new FormData();
    form.append("name", "بلا مخزن");
    form.append("phone", "0555123");
    form.append("image", new Blob([new Uint8Array(await picture("png"))]), "a.png");
    const byCall = await client.send("POST", "/api/customers", { body: form });
    expect([byCall.status, byCall.body.message]).toEqual([503, expect.stringContaining("مخزن الملفات")]);
    const byForm = await client.send("POST", "/customers/new", { body: form });
    expect([byForm.status, byForm.body]).toEqual([503, expect.stringContaining('value="بلا مخزن"')]);
    expect((await client.get("/uploads/customers/0f0e.webp")).status).toBe(503);
    expect(await office.knex("customers")).toEqual([]);
  });
});
