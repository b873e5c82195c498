import readQr from "jsqr";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { tripListsOf } from "../support/trip-lists";

/* The code and the photo of a badge. */

const { office, client } = useOffice();
const { groupOf } = tripListsOf(office, client);

describe("badges", () => {
  let path: string;
  let ids: number[];

  beforeAll(async () => {
    await office.knex("company_info").update({ name: "ركب الحجاز", emergency_phone: "+967 777 000 111" });
    const members = [{ name: "عبدالرحمن الشامي", name_latin: "AL-SHAMI ABDULRAHMAN MOHAMMED ABDULLAH" }, {}];
    ({ path, ids } = await groupOf(members, { supervisor_phone: "+966 55 410 2211" }));
  });

  test("carry a code that another library reads: a contact with the supervisor's and the office's telephones", async () => {
    const [svg = ""] =
      (await client.get(`${path}/badges/print`)).body.match(/<svg class="qr".*?<\/svg>/s) ?? [];
    const drawing = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"');
    const { data, info } = await sharp(Buffer.from(drawing))
      .flatten({ background: "white" })
      .extend({ top: 40, bottom: 40, left: 40, right: 40, background: "white" })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const read = readQr(new Uint8ClampedArray(data), info.width, info.height);
    expect(read?.data).toMatch(/^MECARD:N:AL-SHAMI ABDULRAHMAN MOHAMMED ABDULLAH;/);
    for (const phone of ["966554102211", "967777000111"])
      expect(read?.data.replace(/[^\d;:]/g, "")).toContain(phone);
  });

  test("have small copies of the photos that were uploaded", async () => {
    const photo = await sharp({
      create: {
        width: 1800,
        height: 2400,
        channels: 3,
        background: "#a86",
        noise: { type: "gaussian", mean: 120, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    const form = new FormData();
    form.append("type", "photo");
    form.append("file", new Blob([new Uint8Array(photo)]), "face.jpg");
    const sent = await client.send("POST", `/api/customers/${ids[1]}/papers`, { body: form });
    expect(sent.status).toBe(201);
    const [, address = ""] =
      (await client.get(`${path}/badges/print`)).body.match(
        /<img class="face" src="(\/uploads\/papers\/[^"]+)"/,
      ) ?? [];
    const answer = await fetch(office.url + address, { headers: { Cookie: client.cookie } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect((await sharp(bytes).metadata()).height).toBe(480);
    expect([photo.length > 2_000_000, bytes.length < 200_000]).toEqual([true, true]);
  });
});
