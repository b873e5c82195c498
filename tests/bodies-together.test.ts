import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { faultsIn } from "./support/app";
import type { Client } from "./support/client";
import { makeCampaign, makeGroup } from "./support/factories";
import { useOffice } from "./support/office";
import { noise } from "./support/pictures";
import { head } from "./support/raw";
import { enterAs } from "./support/users";

/* Bodies of several senders at once: each sender has a share of the memory, small forms have room of their own, and a body moves. */

const mebi = 1024 * 1024;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const pictureOfNoise = (size: number) =>
  sharp(noise(size, size), { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();

/** The beginning of a multipart body whose end never comes. */
function openUpload(url: string, path: string, { cookie }: Client, bytes: number) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  sockets.push(socket);
  const headers = {
    Cookie: cookie,
    Connection: "keep-alive",
    "Content-Type": "multipart/form-data; boundary=b",
    "Content-Length": bytes + mebi,
  };
  socket.write(head("POST", path, headers));
  socket.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n');
  const isSent = new Promise((sent) => socket.write(Buffer.alloc(bytes, "x"), sent));
  let answer = "";
  socket.setEncoding("utf8").on("data", (part) => {
    answer += part;
  });
  return { socket, isSent, status: () => Number(answer.slice(9, 12)) || undefined, answer: () => answer };
}

describe("while large files never arrive in whole", () => {
  const { office, client: manager } = useOffice();
  let others: Client[];
  let papers: string;

  beforeAll(async () => {
    const group = await makeGroup(office.knex, await makeCampaign(office.knex, 50, []));
    papers = `/trips/groups/${group}/papers`;
    const names = ["salim", "huda", "rami"];
    others = await Promise.all(
      names.map((name) => enterAs(office, name, ["manage_customers", "manage_trips"])),
    );
  });

  let count = 0;
  const save = async (client: Client) =>
    (await client.post("/api/customers", { name: `عميل ${count}`, phone: `0501${1000 + count++}` })).status;
  const saveForm = async (client: Client, size = 0) => {
    const form = new FormData();
    form.append("name", `عميلة ${count}`);
    form.append("phone", `0502${1000 + count++}`);
    if (size) form.append("image", new Blob([await pictureOfNoise(size)]), "photo.png");
    return (await client.send("POST", "/api/customers", { body: form })).status;
  };

  test("one user's fill only that user's share, and everybody saves", async () => {
    const [other] = others as [Client];
    const uploads = Array.from({ length: 3 }, () => openUpload(office.url, papers, manager, 22 * mebi));
    const refused = () => uploads.filter(({ status }) => status() === 503);
    await expect.poll(() => refused().length).toBe(1);
    for (const { answer } of refused()) expect(answer()).toContain("بيانات أخرى ترسلها");
    for (const client of [other, manager]) {
      expect(await save(client)).toBe(201);
      expect(await saveForm(client)).toBe(201);
    }
    expect(await saveForm(other, 1200)).toBe(201); // a picture of 4 MB
  });

  test("two colleagues' with papers of 31 MB leave a third his saves and pictures", async () => {
    const [one, two, three] = others as [Client, Client, Client];
    const uploads = [one, two].map((client) => openUpload(office.url, papers, client, 31 * mebi));
    await Promise.all(uploads.map(({ isSent }) => isSent));
    expect(uploads.map(({ status }) => status())).toEqual([undefined, undefined]);
    expect([await save(three), await saveForm(three), await saveForm(three, 1000)]).toEqual([201, 201, 201]);
  });

  test("the share is free again when they are gone", async () => {
    const [one] = others as [Client];
    for (let round = 0; round < 3; round++) {
      const { socket, isSent, status } = openUpload(office.url, papers, one, 30 * mebi);
      await isSent;
      expect([round, status()]).toEqual([round, undefined]);
      socket.destroy();
      await pause(100);
    }
    expect(faultsIn(office.app.output())).toEqual([]);
  });
});

describe("a body with files", () => {
  const silence = 2000;
  const { office, client: manager } = useOffice({ env: { CONNECTION_TIMEOUT_MS: String(silence) } });

  /** Sends so many bytes now and then, until there is an answer or for twice the time in which a body must move. */
  async function send(bytes: number) {
    const { socket, status, answer } = openUpload(office.url, "/api/customers", manager, 1000);
    for (let time = 0; time < 3 * silence && !status(); time += 200) {
      socket.write("x".repeat(bytes));
      await pause(200);
    }
    return { status: status(), answer: answer() };
  }

  test("that comes a byte now and then is cut off", async () => {
    const { status, answer } = await send(1);
    expect([status, answer]).toEqual([400, expect.stringContaining("Connection: close")]);
  });

  test("that comes slowly arrives", async () => {
    expect((await send(2000)).status).toBeUndefined();
  });
});
