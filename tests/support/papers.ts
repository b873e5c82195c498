import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { fixture } from "./app";
import type { Client } from "./client";
import { pdf } from "./visa-files";

/** The papers of people in an office. */
export function papersOf(office: ReturnType<typeof fixture>, client: Client) {
  const folder = () => join(office.app.dataDir, "uploads", "papers");

  /** A form as browsers send it. */
  function form(fields: Record<string, string>, bytes: Buffer | null = pdf, name = "جواز.pdf") {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    if (bytes) form.append("file", new Blob([new Uint8Array(bytes)]), name);
    return form;
  }

  return {
    /** The store's files under `papers/`. */
    stored: () => (existsSync(folder()) ? readdirSync(folder()) : []),

    form,

    upload(
      customer: number,
      fields: Record<string, string>,
      bytes: Buffer | null = pdf,
      name = "جواز.pdf",
      headers: Record<string, string> = {},
    ) {
      const body = form(fields, bytes, name);
      return client.send("POST", `/api/customers/${customer}/papers`, { body, headers });
    },
  };
}
