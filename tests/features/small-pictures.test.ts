import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client";
import { makeCustomer } from "../support/factories";
import { residentMegabytes } from "../support/memory";
import { useOffice } from "../support/office";
import { papersOf } from "../support/papers";
import { picture, plainPng, solid } from "../support/pictures";
import { enterAs } from "../support/users";

/* Small copies of pictures, of which one user's many hold up nobody else. */

const { office, client } = useOffice({ isBusy: true });
const { upload } = papersOf(office, client);
let other: Client;
let customer = 0;

beforeAll(async () => {
  customer = await makeCustomer(office.knex, {});
  other = await enterAs(office, "other", ["manage_customers"]);
});

async function newPicture(bytes: Buffer) {
  const { body } = await upload(customer, { type: "other" }, bytes, "صورة.png");
  const name: string = body.paper.file_name;
  return {
    small: `/uploads/papers/${name}?small`,
    file: join(office.app.dataDir, "uploads", "papers", name),
  };
}

/** @returns the status and the number of bytes */
async function ask(path: string, { cookie } = client) {
  const answer = await fetch(office.url + path, { headers: { Cookie: cookie } });
  return [answer.status, (await answer.arrayBuffer()).byteLength];
}

test("are made once, and not shown once the file is removed", async () => {
  const { small, file } = await newPicture(await picture("png", 900, 900));
  const first = await ask(small);
  expect(first[0]).toBe(200);
  writeFileSync(file, "no picture any more");
  expect(await ask(small)).toEqual(first);
  rmSync(file);
  expect((await ask(small))[0]).toBe(404);
});

test("of one user are made one after the other, while another user saves a photo", async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, index) => newPicture(plainPng(5_000 + index, 7_000))),
  );
  const order: string[] = [];
  const drawn = all.map(async ({ small }) => {
    const [status] = await ask(small);
    order.push(`small ${status}`);
  });
  await Promise.race(drawn);
  const body = new FormData();
  body.append("image", new Blob([new Uint8Array(await picture("png", 300, 300))]), "face.png");
  const { status } = await other.send("PUT", `/api/customers/${customer}`, { body });
  order.push(`photo ${status}`);
  await Promise.all(drawn);
  expect(new Set(order)).toEqual(new Set(["small 200", "photo 200"]));
  expect(order.indexOf("photo 200")).toBeLessThan(8);
});

test("take the memory of one large picture, however many are asked for at once, and give it back", async () => {
  const memory = () => residentMegabytes(office.app.pid());
  const large = await solid(8_000, 5_000, "#d02020").jpeg({ progressive: true }).toBuffer();
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, n) => newPicture(Buffer.concat([large, Buffer.from(`${n}`)]))),
  );
  const before = memory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memory());
  }, 20);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(all[n % 10]?.small ?? "")));
  clearInterval(timer);
  await pause(1000);
  expect(answers.every(([status]) => status === 200)).toBe(true);
  expect(most - before).toBeLessThan(350);
  expect(memory() - before).toBeLessThan(200);
});
