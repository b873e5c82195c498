import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { smallPicture } from "~/files/image.server";
import { hiddenField } from "../support/client";
import { makeCustomer } from "../support/factories";
import { groupVisas } from "../support/group-visas";
import { useOffice } from "../support/office";
import { plainPng } from "../support/pictures";

/* Every place that takes a picture takes it within bounds: those of a photo, or of a page that was scanned. */

const { office, client } = useOffice();
const { makeApplied, bring } = groupVisas(office, client);

type Sent = { status: number; fault: string | undefined };

let customer = 0;
let group = 0;
let passport = "";

beforeAll(async () => {
  customer = await makeCustomer(office.knex, {});
  const made = await makeApplied(1);
  group = made.group;
  passport = made.passports[0] as string;
});

/** Sends the picture, as a file of this field. */
async function send(
  method: string,
  path: string,
  field: string,
  picture: Buffer,
  more: object = {},
): Promise<Sent> {
  const body = new FormData();
  for (const [name, value] of Object.entries(more)) body.append(name, value);
  body.append(field, new Blob([new Uint8Array(picture)]), `${passport}.png`);
  const answer = await client.send(method, path, { body });
  const { left } = answer.body; // the files that were left, with their reasons
  return {
    status: answer.status,
    fault: answer.body.fields?.[field] ?? [left?.files ?? left ?? []].flat()[0]?.reason,
  };
}

async function newVisa() {
  const { body } = await client.post("/api/visas", {
    customer_id: await makeCustomer(office.knex, {}),
    passport_number: `B${Math.random().toString(36).slice(2, 9)}`,
    submission_date: "2026-02-01",
  });
  return body.visa.id as number;
}

/** A paper of the customer. @returns its id, or undefined where it was refused */
async function newPaper(type: string, picture: Buffer): Promise<number | undefined> {
  const body = new FormData();
  body.append("type", type);
  body.append("file", new Blob([new Uint8Array(picture)]), "صورة.png");
  return (await client.send("POST", papers(), { body })).body.paper?.id;
}

const papers = () => `/api/customers/${customer}/papers`;
const places: Record<string, (picture: Buffer) => Promise<Sent>> = {
  "a customer's photo": (picture) => send("PUT", `/api/customers/${customer}`, "image", picture),
  "the logo": (picture) => send("POST", "/api/company-info/upload-logo", "logo", picture),
  "a photo among papers": (picture) => send("POST", papers(), "file", picture, { type: "photo" }),
  "a photo with blanks about its type": (picture) =>
    send("POST", papers(), "file", picture, { type: " photo\u2003" }),
  "a scanned passport": (picture) => send("POST", papers(), "file", picture, { type: "passport" }),
  "a photo in place of a photo": async (picture) =>
    send("PUT", `${papers()}/${await newPaper("photo", plainPng(8, 8))}`, "file", picture),
  "a photo in place of a scan": async (picture) =>
    send("PUT", `${papers()}/${await newPaper("other", plainPng(8, 8))}`, "file", picture, { type: "photo" }),
  "photos of a group": (picture) =>
    send("POST", `/api/groups/${group}/papers`, "files", picture, { type: "photo", dry_run: "1" }),
  "visas of a group": (picture) =>
    send("POST", `/api/groups/${group}/visas`, "files", picture, { status: "approved", dry_run: "1" }),
  "a visa's paper": async (picture) =>
    send("POST", `/api/visas/${await newVisa()}/documents`, "file", picture, { document_type: "صورة" }),
  "an approval": async (picture) =>
    send("POST", `/api/visas/${await newVisa()}/approve`, "file", picture, {
      visa_number: String(Date.now()),
    }),
};

const pictures = ["a customer's photo", "the logo"];
const photos = [...pictures, ...Object.keys(places).filter((place) => /photo/.test(place))];
const beyond: [string, number, number][] = [
  ["30,000 × 9,000", 30_000, 9_000],
  ["12,000 × 12,000", 12_000, 12_000],
  ["8,001 × 5,000", 8_001, 5_000],
  ["1 × 10,001", 1, 10_001],
];

describe.each(Object.entries(places))("%s", (place, take) => {
  const isPhoto = photos.includes(place);

  test.each(beyond)("is refused with %s points", async (_, width, height) => {
    const { fault } = await take(plainPng(width, height));
    const most = pictures.includes(place)
      ? "و25 مليون نقطة في جملتها"
      : "و40 مليون نقطة في جملتها، و25 مليونًا في الصورة الشخصية";
    expect(fault).toBe(`أبعاد الصورة أكبر من المسموح: 10,000 نقطة لكل ضلع، ${most}`);
  });

  test("is taken with 10,000 × 2,500 points", async () => {
    const { status, fault } = await take(plainPng(10_000, 2_500));
    expect([status < 300, fault ?? ""]).toEqual([true, expect.not.stringContaining("أبعاد")]);
  });

  test("with a page of A4 at 600 dots an inch is taken where it is no photo", async () => {
    const { fault = "" } = await take(plainPng(4_960, 7_016));
    expect(fault.includes("25 مليون")).toBe(isPhoto);
    expect(fault.includes("أبعاد")).toBe(isPhoto);
  });
});

describe("a scan that is larger than a photo may be", () => {
  const scan = plainPng(4_960, 7_016);

  test("becomes no photo by a call or a form, and another paper with any name", async () => {
    const id = await newPaper("other", scan);
    const byCall = await client.put(`${papers()}/${id}`, { type: "photo" });
    expect([byCall.status, byCall.body.fields.file]).toEqual([422, expect.stringContaining("25 مليون")]);
    const form = await client.submit(`/customers/${customer}/papers/${id}/edit`, { type: "photo" });
    expect([form.status, form.body]).toEqual([422, expect.stringContaining("25 مليون")]);
    expect((await client.put(`${papers()}/${id}`, { type: "passport" })).status).toBe(200);
  });

  test("becomes no photo of a group's member, whichever way", async () => {
    const path = `/trips/groups/${group}/papers`;
    const file = { name: `${passport}.png`, bytes: scan };
    await bring(path, { type: "other" }, [file]);
    const [{ id }] = await office.knex("group_upload_files");
    const kept = await bring(path, { keep: "1", [`type_${id}`]: "photo" });
    expect([kept.status, kept.body]).toEqual([422, expect.stringContaining("25 مليون")]);
    const { body } = await client.get(path);
    const seal = { seen: hiddenField(body, "seen"), idempotency_key: hiddenField(body, "idempotency_key") };
    const saved = await bring(path, { ...seal, [`type_${id}`]: "photo" });
    expect([saved.status, saved.body]).toEqual([422, expect.stringContaining("25 مليون")]);
    await bring(path, { clear: "1" });
    await bring(path, { type: "photo" }, [file]);
    expect((await client.get(path)).body).toContain("25 مليون");
  });
});

test("a larger picture that an office has stored before is not drawn", async () => {
  const small = (width: number, height: number) => smallPicture(Readable.from(plainPng(width, height)), 480);
  expect(await small(30_000, 9_000)).toBeNull();
  expect(await small(1, 10_001)).toBeNull();
  expect(await small(2_500, 10_000)).toBeInstanceOf(Buffer);
});
