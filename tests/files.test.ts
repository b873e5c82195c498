import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { faultsIn, fixture } from "./support/app";
import { useBucket } from "./support/bucket";
import { type Client, signIn } from "./support/client";
import { head, sendRaw } from "./support/raw";
import { createUser } from "./support/users";

const mega = 1024 * 1024;
const colours = { png: "#d02020", jpeg: "#20d020", webp: "#2020d0" } as const;
type Format = keyof typeof colours;
const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const picture = (format: Format, width = 60, height = 40) =>
  solid(width, height, colours[format]).toFormat(format).toBuffer();

const bucket = await useBucket();

const stores = [
  {
    store: "a folder",
    env: {},
    folderOf: (dataDir: string) => join(dataDir, "uploads", "customers"),
    suffix: "",
  },
  {
    store: "a bucket",
    env: { UPLOADS_URL: bucket.url },
    folderOf: () => join(bucket.folder, "customers"),
    suffix: "._S3rver_object",
  },
];

describe.each(stores)("photos in $store", ({ env, folderOf, suffix }) => {
  const office = fixture({ env });
  let client: Client;

  beforeAll(async () => {
    client = await signIn(office.url);
  });

  /** What is kept, by name. */
  const kept = () => {
    const folder = folderOf(office.app.dataDir);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, name.length - suffix.length));
  };
  const nameOf = (customer: { image_url: string }) => customer.image_url.split("/").at(-1) ?? "";

  let number = 0;
  function form(image?: Buffer, fields: Record<string, string> = {}, fileName = "face.png") {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      name: `صاحب صورة ${++number}`,
      phone: "0555123",
      ...fields,
    }))
      form.append(name, value);
    if (image) form.append("image", new Blob([new Uint8Array(image)]), fileName);
    return form;
  }
  const post = (body: FormData, path = "/api/customers") => client.send("POST", path, { body });
  async function create(image: Buffer, fields: Record<string, string> = {}, fileName?: string) {
    const { status, body } = await post(form(image, fields, fileName));
    expect(status, JSON.stringify(body)).toBe(201);
    return body.customer;
  }
  async function download(path: string, as = client) {
    const response = await fetch(office.url + path, { redirect: "manual", headers: { Cookie: as.cookie } });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }
  const storedNames = () => office.knex("customers").whereNotNull("image").pluck("image");

  test.each(Object.keys(colours) as Format[])(
    "are taken as %s, by call and by form, and kept as WebP under a random name",
    async (format) => {
      const customer = await create(await picture(format), {}, "أي اسم.txt");
      expect(customer.image_url).toMatch(/^\/uploads\/customers\/[0-9a-f-]{36}\.webp$/);
      const { status, headers, bytes } = await download(customer.image_url);
      expect([status, headers.get("Content-Type")]).toEqual([200, "image/webp"]);
      const { format: as, width, height } = await sharp(bytes).metadata();
      expect([as, width, height]).toEqual(["webp", 60, 40]);
      const { dominant } = await sharp(bytes).stats();
      const wanted = { png: "r", jpeg: "g", webp: "b" }[format] as "r" | "g" | "b";
      expect(dominant[wanted]).toBeGreaterThan(150);

      const byForm = await post(
        form(await picture(format), { national_id: `by-form-${format}` }),
        "/customers/new",
      );
      expect(byForm.status).toBe(302);
      const [image] = await office
        .knex("customers")
        .where({ national_id: `by-form-${format}` })
        .pluck("image");
      expect(kept()).toContain(image);
      expect(await storedNames()).toHaveLength(kept().length);
    },
  );

  test("lose where and with what they were taken, and stand upright", async () => {
    const upper = await solid(400, 100, "#ff0000").png().toBuffer();
    const taken = await solid(400, 200, "#0000ff")
      .composite([{ input: upper, top: 0, left: 0 }])
      .withExif({
        IFD0: { Make: "SecretCamera", Copyright: "SecretOwner" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "21/1 25/1 21/1",
          GPSLongitudeRef: "E",
          GPSLongitude: "39/1 49/1 34/1",
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const before = await sharp(taken).metadata();
    expect([before.orientation, before.exif?.includes("SecretCamera")]).toEqual([6, true]);
    const { image_url } = await create(taken);
    const { bytes } = await download(image_url);
    const after = await sharp(bytes).metadata();
    expect([after.width, after.height, after.orientation, after.exif, after.xmp, after.icc]).toEqual([
      200,
      400,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes("Secret")).toBe(false);
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3)];
    expect(at(150, 200)[0]).toBeGreaterThan(200); // what was on top is on the right
    expect(at(50, 200)[2]).toBeGreaterThan(200);
  });

  test("are made no larger than they are shown", async () => {
    const { image_url } = await create(await picture("jpeg", 3000, 1000));
    const { width, height } = await sharp((await download(image_url)).bytes).metadata();
    expect([width, height]).toEqual([800, 267]);
  });

  const refused: [what: string, make: () => Promise<Buffer> | Buffer][] = [
    [
      "SVG",
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
        ),
    ],
    ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["GIF", () => solid(9, 9, "red").gif().toBuffer()],
    ["TIFF", () => solid(9, 9, "red").tiff().toBuffer()],
    ["PDF", () => Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")],
    ["text", () => Buffer.from("hello")],
    [
      "a PNG that is cut off",
      async () =>
        (
          await sharp(Buffer.from(noise(300, 300)), { raw: { width: 300, height: 300, channels: 3 } })
            .png()
            .toBuffer()
        ).subarray(0, 9000),
    ],
    ["a PNG's head alone", async () => (await picture("png")).subarray(0, 30)],
    ["144 million pixels", () => hugePng(12_000)],
    ["a head that claims four thousand million pixels", () => hugePng(12_000, 65_000)],
    ["one pixel wide and 25 million high", () => strip(25_000_000)],
    ["one pixel wide and 10,001 high", () => strip(10_001)],
    ["nothing at all", () => Buffer.alloc(0)],
  ];

  test.each(refused)("are refused as %s, at the field, with all that was typed", async (_, make) => {
    const image = await make();
    const before = kept().length;
    const started = performance.now();
    const byCall = await post(form(image));
    expect([byCall.status, Object.keys(byCall.body.fields ?? {})]).toEqual([422, ["image"]]);
    expect(byCall.body.message).toMatch(/[\u0600-\u06FF]/);
    const byForm = await post(
      form(image, { name: "ما كتبته", email: "typed@example.com" }),
      "/customers/new",
    );
    expect(byForm.status).toBe(422);
    for (const part of [
      byCall.body.fields.image,
      'value="ما كتبته"',
      'value="typed@example.com"',
      'href="#customer-image"',
    ]) {
      expect(byForm.body).toContain(part);
    }
    expect(performance.now() - started).toBeLessThan(4000);
    expect(kept()).toHaveLength(before);
  });

  test("are taken up to 10 MiB, and refused beyond, at the field, with all that was typed", async () => {
    const small = await picture("png");
    const padded = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)]);
    expect((await post(form(padded(10 * mega)))).status).toBe(201);
    const byCall = await post(form(padded(10 * mega + 1)));
    expect([byCall.status, Object.keys(byCall.body.fields)]).toEqual([413, ["image"]]);
    const byForm = await post(form(padded(12 * mega), { name: "ما كتبته" }), "/customers/new");
    expect(byForm.status).toBe(413);
    expect(byForm.body).toContain('value="ما كتبته"');
    expect(byForm.body).toContain(byCall.body.fields.image);
  });

  test("may be 10,000 pixels high, and say of no pixel that there is nothing", async () => {
    expect((await post(form(strip(10_000)))).status).toBe(201);
    const { body } = await post(form(Buffer.alloc(0)));
    expect(body.fields).toEqual({ image: expect.stringContaining("فارغ") });
  });

  test("may be left out, and are no text", async () => {
    const empty = form();
    empty.append("image", new Blob([]), "");
    expect((await post(empty)).body.customer.image_url).toBeNull();
    const text = form();
    text.append("image", "../../etc/passwd");
    expect((await post(text)).body.customer.image_url).toBeNull();
  });

  test("stay while nothing replaces them, and go when they are replaced or their customer goes", async () => {
    const customer = await create(await picture("png"));
    const first = nameOf(customer);
    const unchanged = await client.send("PUT", `/api/customers/${customer.id}`, { body: form() });
    expect(nameOf(unchanged.body.customer)).toBe(first);
    expect((await post(form(undefined, { status: "active" }), `/customers/${customer.id}/edit`)).status).toBe(
      302,
    );
    expect(kept()).toContain(first);

    const replaced = await client.send("PUT", `/api/customers/${customer.id}`, {
      body: form(await picture("jpeg")),
    });
    const second = nameOf(replaced.body.customer);
    expect(second).not.toBe(first);
    await expect.poll(kept).not.toContain(first);
    const gone = await client.get(customer.image_url);
    expect([gone.status, gone.body]).toEqual([404, expect.stringContaining("الملف غير موجود")]);
    expect(
      (await post(form(await picture("webp"), { status: "active" }), `/customers/${customer.id}/edit`))
        .status,
    ).toBe(302);
    await expect.poll(kept).not.toContain(second);
    expect((await client.delete(`/api/customers/${customer.id}`)).status).toBe(200);
    await expect.poll(async () => kept().length).toBe((await storedNames()).length);
  });

  test("go with a row that is not stored, and the one before stays", async () => {
    await create(await picture("png"), { national_id: "taken" });
    const second = await create(await picture("png"), { national_id: "free" });
    const before = kept().toSorted();
    const image = await picture("jpeg");
    for (const answer of [
      await post(form(image, { national_id: "taken" })),
      await post(form(image, { national_id: "taken" }), "/customers/new"),
      await client.send("PUT", `/api/customers/${second.id}`, {
        body: form(image, { national_id: "taken" }),
      }),
      await client.send("PUT", `/api/customers/${second.id}`, {
        body: form(image, { updated_at: "2020-01-01" }),
      }),
    ]) {
      expect(answer.status).toBe(409);
    }
    expect((await client.send("PUT", "/api/customers/2147483647", { body: form(image) })).status).toBe(404);
    await expect.poll(() => kept().toSorted()).toEqual(before);
    expect((await download(second.image_url)).status).toBe(200);
  });

  test("of an upload that breaks off leave nothing", async () => {
    const before = kept().length;
    const rows = await office.knex("customers").count();
    const part = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nمقطوع\r\n--b\r\nContent-Disposition: form-data; name="phone"\r\n\r\n0555\r\n--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n`;
    const { hostname, port } = new URL(office.url);
    for (const path of ["/api/customers", "/customers/new"]) {
      const socket = connect(Number(port), hostname);
      const headers = {
        Cookie: client.cookie,
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": 5 * mega,
      };
      socket.write(head("POST", path, headers) + part);
      socket.write(await picture("png"), () => socket.resetAndDestroy());
      await once(socket, "close");
    }
    expect((await client.get("/api/customers?page=1")).status).toBe(200);
    expect(kept()).toHaveLength(before);
    expect(await office.knex("customers").count()).toEqual(rows);
    expect(faultsIn(office.app.output())).toEqual([]);
  });

  test("are served to who may read their customer, as a picture and nothing else", async () => {
    const { image_url } = await create(await picture("png"));
    for (const permission of [
      "manage_customers",
      "manage_contracts",
      "manage_financials",
      "manage_trips",
    ] as const) {
      const reader = await signIn(
        office.url,
        await createUser(office.knex, `reader ${permission}`, [permission]),
      );
      expect((await download(image_url, reader)).status).toBe(200);
    }
    const stranger = await signIn(
      office.url,
      await createUser(office.knex, "stranger", ["manage_settings", "view_reports"]),
    );
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
    const listed = await client.get("/customers");
    expect(listed.body).toContain(`src="${image_url}"`);
  });

  test("are kept by a browser that asks each time, and answered only to who may read them", async () => {
    const { image_url } = await create(await picture("png"));
    const { headers } = await download(image_url);
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    const etag = headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = async (tag: string, cookie = client.cookie) => {
      const response = await fetch(office.url + image_url, {
        redirect: "manual",
        headers: { Cookie: cookie, "If-None-Match": tag },
      });
      return [response.status, (await response.text()).length > 0, response.headers.get("Cache-Control")];
    };
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`])
      expect(await again(tag)).toEqual([304, false, "private, no-cache"]);
    expect(await again('"other"')).toEqual([200, true, "private, no-cache"]);

    const leaver = await createUser(office.knex, `leaver${suffix}`, ["manage_customers"]);
    const { cookie, send } = await signIn(office.url, leaver);
    expect((await again(etag, cookie))[0]).toBe(304);
    await send("POST", "/api/auth/logout");
    expect((await again(etag, cookie))[0]).toBe(302);
    const stranger = await createUser(office.knex, `passer-by${suffix}`, ["manage_settings"]);
    expect((await again(etag, (await signIn(office.url, stranger)).cookie))[0]).toBe(403);
  });

  test("are left open by nobody: asked for by HEAD, by who leaves, or by who reads slowly", async () => {
    const customer = await create(await picture("png"));
    const big = noise(2000, 1700); // 10 MB, as a document may have
    const folder = folderOf(office.app.dataDir);
    writeFileSync(join(folder, nameOf(customer) + suffix), big);
    const open = () => readdirSync(`/proc/${office.app.pid()}/fd`).length;
    const before = open();
    const { hostname, port } = new URL(office.url);
    const line = (method: string) => {
      const socket = connect(Number(port), hostname);
      socket.write(head(method, customer.image_url, { Cookie: client.cookie }));
      return socket;
    };
    for (let round = 0; round < 10; round++) {
      const answer = await sendRaw(office.url, head("HEAD", customer.image_url, { Cookie: client.cookie }));
      expect([answer.status, answer.body]).toEqual([200, ""]);
      const leaving = line("GET");
      await once(leaving, "readable");
      leaving.resetAndDestroy();
    }
    await expect.poll(open, { timeout: 10_000 }).toBeLessThan(before + 8); // lines to the bucket are kept for a while

    const memory = () =>
      Number(readFileSync(`/proc/${office.app.pid()}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]) / 1024;
    const idle = memory();
    const slow = Array.from({ length: 30 }, () => line("GET").pause());
    await pause(2000);
    expect(memory() - idle).toBeLessThan(150); // 300 MB are asked for
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
          Cookie: client.cookie,
        }),
      );
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toMatch(/ENOENT|node_modules/);
    }
    expect((await download(image_url.replace("customers", "logo"))).status).toBe(404);
    for (const write of ["POST", "PUT", "DELETE"])
      expect((await client.send(write, image_url)).status).toBe(405);
    expect((await download(image_url)).status).toBe(200);
  });

  test("keep nobody waiting who does not send one", async () => {
    const image = await sharp(Buffer.from(noise(2000, 1500)), {
      raw: { width: 2000, height: 1500, channels: 3 },
    })
      .jpeg()
      .toBuffer();
    const uploads = Array.from({ length: 8 }, () => post(form(image)));
    const reads = Array.from({ length: 24 }, () => client.get("/api/customers?page=1"));
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
    const client = await signIn(office.url);
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
    const client = await signIn(office.url);
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

/** What does not compress. */
function noise(width: number, height: number) {
  const bytes = new Uint8Array(width * height * 3);
  for (let index = 0, state = 1; index < bytes.length; index++) {
    state = (state * 48_271) % 2_147_483_647;
    bytes[index] = state;
  }
  return bytes;
}

/** A square of one bit a pixel: a few kilobytes that are `side` × `side` pixels, or claim to be more. */
const hugePng = (side: number, claimed = side) => png(side, side, claimed, claimed);

/** One pixel wide. */
const strip = (height: number) => png(1, height);

function png(width: number, height: number, claimedWidth = width, claimedHeight = height) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimedWidth, 0);
  header.writeUInt32BE(claimedHeight, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
