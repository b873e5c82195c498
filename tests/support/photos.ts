import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { useBucket } from "./bucket";
import { useOffice } from "./office";

/** Where an office keeps photos: in a folder, or in a bucket. */
export const photoStores = (bucket: Awaited<ReturnType<typeof useBucket>>) => [
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

/** An office that keeps its photos in one of them, and a clerk who sends and asks for them. */
export function usePhotos({ env, folderOf, suffix }: ReturnType<typeof photoStores>[number]) {
  const { office, client } = useOffice({ env });

  /** The names of the stored files. */
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
  return {
    office,
    client,
    folder: () => folderOf(office.app.dataDir),
    kept,
    nameOf,
    form,
    post,
    create,
    download,
    storedNames,
  };
}
