import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { projectDir } from "../scripts/prepare.js";
import { fixture } from "./support/app";
import { enter } from "./support/client";

const office = fixture();

/** The bytes of an answer; fetch would decompress them. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((done, fail) => {
    get(office.url + path, { headers }, async (answer) =>
      done({ headers: answer.headers, body: Buffer.concat(await answer.toArray()) }),
    ).on("error", fail);
  });
}

async function scripts(path = "/login", cookie = "") {
  const html = await (await fetch(office.url + path, { headers: { Cookie: cookie } })).text();
  return [...new Set(html.match(/\/assets\/(?!manifest)[\w.-]+\.js/g))];
}

test("scripts travel as they were compressed at the build, and are the same for whoever takes them plain", async () => {
  const paths = await scripts();
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) {
    const plain = await raw(path, {});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const small = await raw(path, { "Accept-Encoding": "gzip, deflate, br" });
    expect(small.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(small.body.length),
      vary: "Accept-Encoding",
    });
    expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true);
    const gzipped = await raw(path, { "Accept-Encoding": "gzip, br;q=0" });
    expect(gzipped.headers["content-encoding"]).not.toBe("br");
  }
});

test("pages travel in the best form that the browser takes", async () => {
  const { cookie } = await enter(office);
  const withoutNonce = (html: Buffer) => html.toString().replace(/nonce="[^"]*"/g, "");
  const page = (encodings: string) => raw("/customers", { Cookie: cookie, "Accept-Encoding": encodings });
  const [plain, gzip, brotli] = await Promise.all([
    page("identity"),
    page("gzip, deflate"),
    page("gzip, br"),
  ]);
  expect(plain?.headers["content-encoding"]).toBeUndefined();
  expect(gzip?.headers["content-encoding"]).toBe("gzip");
  expect(brotli?.headers["content-encoding"]).toBe("br");
  expect(withoutNonce(gunzipSync(gzip.body))).toBe(withoutNonce(plain.body));
  expect(withoutNonce(brotliDecompressSync(brotli.body))).toBe(withoutNonce(plain.body));
  for (const { headers } of [plain, gzip, brotli]) expect(headers.vary).toMatch(/Accept-Encoding/);
});

const lists = [
  "/customers",
  "/contracts",
  "/financial/receipts",
  "/financial/payments",
  "/agents",
  "/trips/visas",
];

test.each(["/", ...lists])("%s has no script of forms before one is opened", async (path) => {
  const { cookie } = await enter(office);
  const paths = await scripts(path, cookie);
  expect(paths).toContainEqual(expect.stringMatching(/page-/));
  expect(paths).not.toContainEqual(expect.stringMatching(/(forms|dialogs|vouchers)-/));
});

test("a placeholder has a colour that each browser knows, or it looks as if it were typed", async () => {
  const page = await (await fetch(`${office.url}/login`)).text();
  const css = await (await fetch(office.url + page.match(/\/assets\/[\w.-]+\.css/)?.[0])).text();
  const colours = [...css.matchAll(/::placeholder\{color:([^}]*)\}/g)].map(([, colour]) => colour);
  expect(colours.at(-1)).toBe("var(--muted)");
  for (const [, value] of css.matchAll(/--muted:([^;}]*)/g))
    expect(value).toMatch(/^(#[0-9a-f]{6}|var\(--color-ink\))$/);
});

test("no files of scripts import each other in a circle, of which one would begin before the other is there", () => {
  const folder = join(projectDir, "build", "client", "assets");
  const files = readdirSync(folder).filter((file) => file.endsWith(".js"));
  const left = new Map(
    files.map((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      return [file, [...text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, other]) => other)];
    }),
  );
  expect(left.size).toBeGreaterThan(100);
  for (let before = 0; before !== left.size; ) {
    before = left.size;
    for (const [file, others] of left) if (!others.some((other) => left.has(other ?? ""))) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});
