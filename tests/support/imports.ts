import type { fixture } from "./app";
import type { Client } from "./client";

export type Content = string | Buffer;

export const refusalIn = (html: string) =>
  textOf(html.match(/<p class="errors" role="alert">.*?<\/p>/)?.[0] ?? "");

export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .trim();

/** The figures of a page by their labels. */
export function figuresIn(html: string) {
  const pairs = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(pairs.map(([, label, value = ""]) => [label, textOf(value)]));
}

/** The cells of each line of a dry run. */
export const linesIn = (html: string) =>
  [...html.matchAll(/<tr><th scope="row".*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => textOf(cell)),
  );

/** The number of each line of a dry run, its outcome and its reasons. */
export const outcomesIn = (html: string) => linesIn(html).map(([line, outcome]) => `${line} ${outcome}`);

export const csv = (...rows: string[][]) => rows.map((row) => row.join(",")).join("\r\n");

/** Files that a clerk uploads into an office. */
export function importsOf(office: ReturnType<typeof fixture>, client: Client) {
  const upload = (kind: string, content: Content, { by = client, name = "ملف.csv" } = {}) =>
    by.submit(`/${kind}/import`, { file: new File([content as BlobPart], name) });

  /** Uploads a file that can be read. @returns the address of its dry run */
  async function uploaded(kind: string, content: Content, by = client) {
    const { status, headers, body } = await upload(kind, content, { by });
    if (status !== 302) throw new Error(`${status}: ${refusalIn(body)}`);
    return headers.get("Location") ?? "";
  }

  const count = async (table: string) => Number((await office.knex(table).count())[0]?.count);

  return { upload, uploaded, count };
}
