import { once } from "node:events";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fixture, startApp } from "../support/app";
import { head } from "../support/raw";
import { pdf, solid, useVisaFiles } from "../support/visa-files";

/* The files of visas in the file store: which stay and which are deleted. */

const office = fixture();
const mega = 1024 * 1024;
const files = useVisaFiles(office);
const { apply, form, upload, approve, read, folder, kept, nameOf, download } = files;

describe("a file in the store", () => {
  test("goes again when what it was for is refused, and stays when it is not", async () => {
    const { id, updated_at } = await apply();
    const before = kept().toSorted();
    expect((await upload(2_147_483_647, pdf)).status).toBe(404);
    expect((await approve(2_147_483_647, pdf)).status).toBe(404);
    expect((await approve(id, pdf, { visa_number: "" })).status).toBe(422);
    await files.client.put(`/api/visas/${id}`, { notes: "غيّرها آخر" });
    const stale = await files.client.send("POST", `/trips/visas/${id}/status`, {
      body: form(pdf, { status: "approved", visa_number: "V-1", updated_at }),
    });
    expect(stale.status).toBe(409);
    const rejected = await files.client.send("POST", `/trips/visas/${id}/status`, {
      body: form(pdf, { status: "rejected" }),
    });
    expect(rejected.status).toBe(302);
    expect((await approve(id, pdf)).status).toBe(409);
    await expect.poll(() => kept().toSorted()).toEqual(before);
  });

  test("of what is sent twice with one key only the first one's stays", async () => {
    const before = new Set(readdirSync(folder()));
    const { id } = await apply();
    const key = { "Idempotency-Key": `papers ${id}` };
    const send = () =>
      files.client.send("POST", `/api/visas/${id}/documents`, { body: form(pdf), headers: key });
    const answers = [await send(), await send(), ...(await Promise.all([send(), send()]))];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.document.file_name)).size).toBe(1);
    await expect
      .poll(() => readdirSync(folder()).filter((name) => !before.has(name)))
      .toEqual([answers[0]?.body.document.file_name]);

    const decision = { body: form(pdf, { visa_number: "V-7" }), headers: { "Idempotency-Key": `yes ${id}` } };
    const approvals = [];
    for (let time = 0; time < 2; time++)
      approvals.push(await files.client.send("POST", `/api/visas/${id}/approve`, decision));
    expect(approvals.map(({ status }) => status)).toEqual([200, 200]);
    expect(approvals[1]?.body).toEqual(approvals[0]?.body);
    expect((await read(id)).history).toHaveLength(3);
    await expect.poll(() => readdirSync(folder()).filter((name) => !before.has(name))).toHaveLength(2);
  });

  test("of many approvals at once only the one that was made stays; all go with their visa", async () => {
    const { id } = await apply();
    const before = kept().length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => approve(id, pdf)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    await upload(id, await solid("png"));
    await expect.poll(() => kept().length).toBe(before + 2);
    const { document_path } = await read(id);
    expect(kept()).toContain(nameOf(document_path));
    expect((await files.client.delete(`/api/visas/${id}`)).status).toBe(200);
    await expect.poll(() => kept().length).toBe(before);
    expect((await download(nameOf(document_path))).status).toBe(404);
  });

  test("is not left behind by an upload that breaks off", async () => {
    const { id } = await apply();
    const before = kept();
    const { hostname, port } = new URL(office.url);
    for (const path of [`/api/visas/${id}/documents`, `/api/visas/${id}/approve`, `/trips/visas/${id}`]) {
      const socket = connect(Number(port), hostname);
      const headers = {
        Cookie: files.client.cookie,
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": 5 * mega,
      };
      socket.write(
        `${head("POST", path, headers)}--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`,
      );
      socket.write(pdf, () => socket.resetAndDestroy());
      await once(socket, "close");
    }
    expect((await read(id)).documents).toEqual([]);
    expect(kept().filter((name) => !before.includes(name))).toEqual([]);
  });

  test("that no row names is swept after a day; those of visas and documents stay", async () => {
    const { id } = await apply();
    const { document } = (await upload(id, pdf)).body;
    const { document_path } = (await approve(id, pdf)).body.visa;
    writeFileSync(join(folder(), "lost.pdf"), pdf);
    const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    for (const name of kept()) utimesSync(join(folder(), name), longAgo, longAgo);
    const sweeper = await startApp({ database: office.database, dataDir: office.app.dataDir });
    try {
      await expect.poll(kept).not.toContain("lost.pdf");
    } finally {
      await sweeper.stop();
    }
    for (const name of [document.file_name, nameOf(document_path)]) expect(kept()).toContain(name);
  });
});
