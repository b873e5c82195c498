import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll } from "vitest";
import type { fixture } from "./app";
import { type Client, enter } from "./client";
import { makeCustomer } from "./factories";

export const solid = (format: "png" | "jpeg" | "webp" | "gif") =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "#204080" } })
    .toFormat(format)
    .toBuffer();

/** One empty page, which a reader opens. */
export const pdf = Buffer.from(`%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>
endobj
trailer
<</Root 1 0 R>>
%%EOF
`);

/** The papers of visas in an office, and a clerk who sends and asks for them. */
export function useVisaFiles(office: ReturnType<typeof fixture>) {
  let client: Client;
  let customer: number;
  let made = 0;

  beforeAll(async () => {
    client = await enter(office);
    customer = await makeCustomer(office.knex, { name: "صاحبة الملف" });
  });

  async function apply() {
    const { body } = await client.post("/api/visas", {
      customer_id: customer,
      passport_number: `F${++made}`,
      submission_date: "2026-02-01",
    });
    return body.visa as { id: number; updated_at: string };
  }

  function form(bytes: Buffer | null, fields: Record<string, string> = {}, name = "جواز.pdf") {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    if (bytes) form.append("file", new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), name);
    return form;
  }

  const upload = (id: number, bytes: Buffer | null, fields = {}, name?: string) =>
    client.send("POST", `/api/visas/${id}/documents`, { body: form(bytes, fields, name) });
  const approve = (id: number, bytes: Buffer | null, fields = {}) =>
    client.send("POST", `/api/visas/${id}/approve`, {
      body: form(bytes, { visa_number: `N-${id}`, ...fields }),
    });
  const read = async (id: number) => (await client.get(`/api/visas/${id}`)).body.visa;

  const folder = () => join(office.app.dataDir, "uploads", "visas");
  const kept = () => (existsSync(folder()) ? readdirSync(folder()) : []);
  const nameOf = (path: string) => path.split("/").at(-1) ?? "";

  async function download(name: string, as = client, headers: Record<string, string> = {}) {
    const response = await fetch(`${office.url}/uploads/visas/${name}`, {
      redirect: "manual",
      headers: { Cookie: as.cookie, ...headers },
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  return {
    get client() {
      return client;
    },
    apply,
    form,
    upload,
    approve,
    read,
    folder,
    kept,
    nameOf,
    download,
  };
}
