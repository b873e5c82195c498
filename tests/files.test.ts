import { once } from "node:events";
import { connect } from "node:net";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { cpuTimeOf } from "../scripts/bench/processes.js";
import { faultsIn } from "./support/app";
import { useBucket } from "./support/bucket";
import { costOf, repeat } from "./support/cpu";
import { photoStores, usePhotos } from "./support/photos";
import { colours, type Format, hugePng, noise, picture, solid, strip } from "./support/pictures";
import { head } from "./support/raw";

const mega = 1024 * 1024;

const bucket = await useBucket();
const stores = photoStores(bucket);

describe.each(stores)("photos in $store", (where) => {
  const photos = usePhotos(where);
  const { office, kept, nameOf, form, post, create, download, storedNames } = photos;

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
        form(await picture(format), {
          national_id: `by-form-${format}`,
          phone: `0555-${Object.keys(colours).indexOf(format)}`,
        }),
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

  let largest: number;
  beforeAll(async () => {
    const picture = await solid(5_000, 5_000, "#0000ff").png().toBuffer();
    largest = await costOf(office.app, () => repeat(3, () => create(picture)));
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
    const before = kept();
    const spent = cpuTimeOf(office.app.pid());
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
    expect(cpuTimeOf(office.app.pid()) - spent).toBeLessThan(largest);
    expect(kept().filter((name) => !before.includes(name))).toEqual([]);
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
    const unchanged = await photos.client.send("PUT", `/api/customers/${customer.id}`, { body: form() });
    expect(nameOf(unchanged.body.customer)).toBe(first);
    expect((await post(form(undefined, { status: "active" }), `/customers/${customer.id}/edit`)).status).toBe(
      302,
    );
    expect(kept()).toContain(first);

    const replaced = await photos.client.send("PUT", `/api/customers/${customer.id}`, {
      body: form(await picture("jpeg")),
    });
    const second = nameOf(replaced.body.customer);
    expect(second).not.toBe(first);
    await expect.poll(kept).not.toContain(first);
    const gone = await photos.client.get(customer.image_url);
    expect([gone.status, gone.body]).toEqual([404, expect.stringContaining("الملف غير موجود")]);
    expect(
      (await post(form(await picture("webp"), { status: "active" }), `/customers/${customer.id}/edit`))
        .status,
    ).toBe(302);
    await expect.poll(kept).not.toContain(second);
    expect((await photos.client.delete(`/api/customers/${customer.id}`)).status).toBe(200);
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
      await photos.client.send("PUT", `/api/customers/${second.id}`, {
        body: form(image, { national_id: "taken" }),
      }),
      await photos.client.send("PUT", `/api/customers/${second.id}`, {
        body: form(image, { updated_at: "2020-01-01" }),
      }),
    ]) {
      expect(answer.status).toBe(409);
    }
    expect((await photos.client.send("PUT", "/api/customers/2147483647", { body: form(image) })).status).toBe(
      404,
    );
    await expect.poll(() => kept().toSorted()).toEqual(before);
    expect((await download(second.image_url)).status).toBe(200);
  });

  test("of an upload that breaks off leave nothing", async () => {
    const before = kept();
    const rows = await office.knex("customers").count();
    const part = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nمقطوع\r\n--b\r\nContent-Disposition: form-data; name="phone"\r\n\r\n0555\r\n--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n`;
    const { hostname, port } = new URL(office.url);
    for (const path of ["/api/customers", "/customers/new"]) {
      const socket = connect(Number(port), hostname);
      const headers = {
        Cookie: photos.client.cookie,
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": 5 * mega,
      };
      socket.write(head("POST", path, headers) + part);
      socket.write(await picture("png"), () => socket.resetAndDestroy());
      await once(socket, "close");
    }
    expect((await photos.client.get("/api/customers?page=1")).status).toBe(200);
    expect(kept().filter((name) => !before.includes(name))).toEqual([]);
    expect(await office.knex("customers").count()).toEqual(rows);
    expect(faultsIn(office.app.output())).toEqual([]);
  });
});
