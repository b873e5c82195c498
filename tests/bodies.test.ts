import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { faultsIn, fixture } from "./support/app";
import { type Client, signIn } from "./support/client";
import { head, sendRaw } from "./support/raw";

/* What comes in from outside, however broken or hostile: refused with the right status, in the right form, quickly. */

const office = fixture();
let manager: Client;
const mega = 1024 * 1024;

beforeAll(async () => {
  manager = await signIn(office.url);
});

const count = async () => Number((await office.knex("customers").count())[0]?.count);

/** Expects an answer of a call: JSON with one sentence under both names, nothing of the machinery. */
function expectRefusal({ status, headers, body }: Awaited<ReturnType<Client["send"]>>, expected: number) {
  expect(status).toBe(expected);
  expect(headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(body.error).toMatch(/[\u0600-\u06FF]/);
  expect(body.message).toBe(body.error);
}

function expectPage({ status, headers, body }: Awaited<ReturnType<Client["send"]>>, expected: number) {
  expect(status).toBe(expected);
  expect(headers.get("Content-Type")).toMatch(/^text\/html/);
  expect(body).toMatch(/[\u0600-\u06FF]/);
  expect(body).not.toMatch(/node_modules|at \w+ \(|Error:/);
}

describe("a write from another origin", () => {
  const evil = "https://evil.example";
  const foreign: Record<string, Record<string, string>> = {
    "another origin": { Origin: evil },
    "another port": { Origin: "http://127.0.0.1:1" },
    "an opaque origin": { Origin: "null" },
    "no origin at all": { Origin: "nonsense" },
    "another site": { "Sec-Fetch-Site": "cross-site" },
    "a sister site": { "Sec-Fetch-Site": "same-site" },
    "a forwarded host": { Origin: evil, "X-Forwarded-Host": "evil.example" },
    "our origin from another site": { Origin: "", "Sec-Fetch-Site": "cross-site" },
  };
  const form = () => new URLSearchParams({ name: "دخيل", phone: "0500000000" });
  const json = () => JSON.stringify({ name: "دخيل", phone: "0500000000" });
  const writes: [method: string, path: string, type: string, body: () => string | URLSearchParams][] = [
    ["POST", "/customers/new", "application/x-www-form-urlencoded", form],
    ["POST", "/customers/new.data", "application/x-www-form-urlencoded", form],
    ["POST", "/customers/new?_data=customers%2Fnew", "application/x-www-form-urlencoded", form],
    ["POST", "/?_data=customers%2Fnew", "application/x-www-form-urlencoded", form],
    ["POST", "/logout", "application/x-www-form-urlencoded", form],
    ["POST", "/login", "application/x-www-form-urlencoded", form],
    ["POST", "/api/customers", "application/json", json],
    ["POST", "/API/customers", "application/json", json],
    ["PUT", "/api/customers/1", "application/json", json],
    ["DELETE", "/api/customers/1", "application/json", json],
    ["POST", "/api/auth/logout", "application/json", json],
  ];

  test.each(Object.entries(foreign))("by %s is refused and does nothing", async (_, headers) => {
    const before = await count();
    for (const [method, path, type, body] of writes) {
      const own = headers.Origin === "" ? { ...headers, Origin: office.url } : headers;
      const answer = await manager.send(method, path, {
        headers: { ...own, "Content-Type": type },
        body: body(),
      });
      if (path.toLowerCase().startsWith("/api/")) expectRefusal(answer, 403);
      else expectPage(answer, 403);
    }
    expect(await count()).toBe(before);
    expect((await manager.get("/api/auth/me")).status).toBe(200);
  });

  test("reading from another site is a link, and allowed", async () => {
    const { status } = await manager.send("GET", "/customers", {
      headers: { "Sec-Fetch-Site": "cross-site" },
    });
    expect(status).toBe(200);
  });

  test.each([
    ["our own page", () => ({ Origin: office.url, "Sec-Fetch-Site": "same-origin" })],
    ["an address typed again", () => ({ "Sec-Fetch-Site": "none" })],
    ["a program", () => ({})],
  ])("but one by %s is taken", async (name, headers) => {
    const before = await count();
    const created = await manager.post("/api/customers", { name, phone: "0500000001" }, headers());
    expect(created.status).toBe(201);
    const sent = await manager.send("POST", "/customers/new", { headers: headers(), body: form() });
    expect(sent.status).toBe(302);
    expect(await count()).toBe(before + 2);
  });
});

describe("a call", () => {
  const send = (
    type: string | undefined,
    body?: RequestInit["body"],
    method = "POST",
    path = "/api/customers",
  ) => manager.send(method, path, { headers: type ? { "Content-Type": type } : {}, body });

  test.each([
    ["cut off", '{"name":'],
    ["empty", ""],
    ["an array", "[]"],
    ["a list of customers", '[{"name":"a","phone":"055555"}]'],
    ["null", "null"],
    ["a number", "7"],
    ["a text", '"name"'],
    ["nested without end", "[".repeat(200_000)],
    ["no text at all", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ["two objects", "{}{}"],
  ])("whose JSON is %s is unreadable", async (_, body) => {
    expectRefusal(await send("application/json", body), 400);
    expectRefusal(await send("application/json", body, "PUT", "/api/customers/1"), 400);
  });

  test.each([
    ["text/plain", "{}"],
    ["application/x-www-form-urlencoded", "name=a"],
    ["application/xml", "<name/>"],
    ["", "{}"],
  ])("in %j is of an unsupported type", async (type, body) => {
    expectRefusal(await send(type || undefined, Buffer.from(body)), 415);
    expectRefusal(
      await manager.send("POST", "/api/auth/login", { headers: type ? { "Content-Type": type } : {}, body }),
      415,
    );
  });

  test("in multipart needs a boundary, and an end", async () => {
    expectRefusal(await send("multipart/form-data", "x"), 400);
    expectRefusal(await send("multipart/form-data; boundary=", "x"), 400);
    expectRefusal(
      await send(
        "multipart/form-data; boundary=b",
        '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx',
      ),
      400,
    );
    expectRefusal(await send("multipart/form-data; boundary=b", ""), 400);
    expectRefusal(await send(`multipart/form-data; boundary=${"b".repeat(5000)}`, "x"), 400);
  });

  test.each([
    [
      "a name that JavaScript knows",
      { __proto__: { polluted: "yes" }, constructor: { prototype: { polluted: "yes" } } },
    ],
    ["objects for texts", { name: { toString: "x" }, phone: ["0555"] }],
    ["numbers and booleans for texts", { name: true, phone: 1.5e300, email: 7, date_of_birth: 20200101 }],
    ["NUL, halves of characters and marks", { name: "\u0000\uD800\u202E", phone: "\uDFFF" }],
    ["a text without end", { name: "س".repeat(400_000), phone: "5".repeat(100_000) }],
  ])("with %s is refused at its fields", async (_, body) => {
    const text = JSON.stringify(body).replace(
      /"constructor"/,
      '"__proto__":{"polluted":"yes"},"constructor"',
    );
    const answer = await send("application/json", text);
    expectRefusal(answer, 422);
    expect(answer.body.fields.name).toBeTruthy();
    expect(answer.body.fields.phone).toBeTruthy();
  });

  test("with depth is refused at its fields", async () => {
    const deep = "[".repeat(3000) + "]".repeat(3000);
    expectRefusal(
      await send("application/json", `{"name":${deep},"phone":${deep},"${"x".repeat(9)}":${deep}}`),
      422,
    );
  });

  test("keeps what is sound of a text with NUL, halves of characters and marks", async () => {
    const text = '{"name":"أحمد\\u0000 \\ud800علي\\u202e","phone":"0555 123\\u200f"}';
    const { status, body } = await send("application/json", text);
    expect(status).toBe(201);
    expect(body.customer).toMatchObject({ name: "أحمد علي", phone: "0555 123" });
  });

  test("to an unknown address is answered in JSON, whatever the method", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/customers/1/2/3",
      "/API/Nothing",
      "/api/customers/new",
    ]) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (path.endsWith("new") && method !== "GET") continue;
        expectRefusal(await manager.send(method, path), 404);
      }
    }
  });

  test.each([
    "0",
    "-1",
    "abc",
    "1.5",
    "9999999999",
    "1e3",
    "%00",
    "%F0%9F",
    "٠",
    "1;drop",
    "99999999999999999999",
  ])("names no row by the number %s", async (id) => {
    expectRefusal(await manager.get(`/api/customers/${id}`), id === "%F0%9F" ? 400 : 404);
  });

  test.each([
    "page=0",
    "page=abc",
    "page=-1",
    "page=1.5",
    "per_page=201",
    "per_page=0",
    "page=99999999",
    "page=%00",
    "per_page=1e2",
  ])("refuses %s at its name", async (query) => {
    const answer = await manager.get(`/api/customers?${query}`);
    expectRefusal(answer, 422);
    expect(Object.keys(answer.body.fields)).toEqual([query.split("=")[0]]);
  });

  test("has a last page that is empty, and takes Arabic digits for its number", async () => {
    const { status, body } = await manager.get("/api/customers?page=9999999");
    expect([status, body.customers, body.page]).toEqual([200, [], 9_999_999]);
    expect((await manager.get(`/api/customers?page=${encodeURIComponent("١")}`)).body.page).toBe(1);
  });

  test.each([
    "%00",
    "%ED%A0%80",
    "%FF",
    "%",
    "%5C",
    "%25%25",
    "_",
    "%E2%80%AE",
    "a".repeat(7000),
    "%D8%A7+".repeat(900),
  ])("searches for %s without fault", async (search) => {
    for (const path of [`/api/customers?search=${search}`, `/api/customers/search?q=${search}`]) {
      expect((await manager.get(path)).status).toBe(200);
    }
    expect((await manager.get(`/customers?search=${search}&status=${search}`)).status).toBe(200);
  });

  test.each([
    "office_session=",
    "office_session=%00",
    "office_session=a.b",
    "office_session",
    "office_session=eyJ4IjoxfQ.x",
    "=;=;",
  ])("with the cookie %j is a stranger's", async (cookie) => {
    const response = await fetch(`${office.url}/api/auth/me`, { headers: { Cookie: cookie } });
    expect(response.status).toBe(401);
  });
});

describe("a form", () => {
  const send = (type: string | undefined, body: RequestInit["body"], path = "/customers/new") =>
    manager.send("POST", path, { headers: type ? { "Content-Type": type } : {}, body });
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  test("takes forms only", async () => {
    expectPage(await send("application/json", '{"name":"a"}'), 415);
    expectPage(await send("text/plain", "name=a"), 415);
    expectPage(await send(undefined, Buffer.from("name=a")), 415);
    expectPage(await send("multipart/form-data", "name=a"), 400);
    expectPage(await send("multipart/form-data; boundary=b", field("name", "a")), 400);
    expectPage(await send("application/json", "{}", "/login"), 415);
  });

  test.each([
    "items[1000000]",
    "a.b",
    "a[b]",
    "a[0][1]",
    "[0]",
    "",
    "x".repeat(200),
    "اسم",
    "a b",
    "a\u0000",
  ])("with a field named %j is unreadable", async (name) => {
    const started = performance.now();
    expectPage(
      await send(
        undefined,
        new URLSearchParams([
          [name, "x"],
          ["name", "أحمد"],
        ]),
      ),
      400,
    );
    const form = new FormData();
    form.append(name, "x");
    expectPage(await send(undefined, form), 400);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test.each([
    "__intent__",
    "__proto__",
    "__state__",
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "prototype",
    "toString[0]",
    "constructor[0]",
    "name[0]",
    "name[]",
  ])("with a field named %j is read as any other", async (name) => {
    for (const value of [
      "x",
      "{}",
      '{"type":"update"}',
      '{"type":"insert","payload":{"name":"a.b[9999999]"}}',
    ]) {
      const answer = await send(
        undefined,
        new URLSearchParams([
          [name, value],
          ["address", "شارع الحج"],
        ]),
      );
      expectPage(answer, 422);
      expect(answer.body).toContain("شارع الحج");
    }
    expect((await manager.get("/customers/new")).status).toBe(200);
  });

  test("whose text is none is unreadable, and nothing of it is stored", async () => {
    const type = "application/x-www-form-urlencoded";
    for (const body of ["name=%ff%fe&phone=0555123", "name=%&phone=0555123", "name=a%ED%A0%80&phone=0555123"])
      expectPage(await send(type, body), 400);
    const charset = `--b\r\nContent-Disposition: form-data; name="name"; filename*=bogus''x\r\n\r\nx\r\n--b--`;
    expectPage(await send("multipart/form-data; boundary=b", charset), 400);
    expect(office.app.output()).not.toContain("bogus");
  });

  test("with a field sent twice is refused or taken, never a fault", async () => {
    const twice = [
      ["name", "أحمد"],
      ["name", "علي"],
      ["phone", "0555123"],
      ["phone", "0555124"],
    ];
    expectPage(await send(undefined, new URLSearchParams(twice)), 422);
  });

  test("with a file for a text, or a text for a file, is refused at the field", async () => {
    const form = new FormData();
    form.append("name", new Blob(["أحمد"]), "name.txt");
    form.append("phone", "0555123");
    expectPage(await send(undefined, form), 422);
    const created = await send(
      undefined,
      new URLSearchParams({ name: "بلا صورة", phone: "0555123", image: "face.png" }),
    );
    expect(created.status).toBe(302);
  });

  test("of 200,000 tiny parts is refused at once", async () => {
    const started = performance.now();
    const parts = `${Array.from({ length: 200_000 }, (_, index) => field(`f${index}`, "")).join("")}--b--`;
    expectPage(await send("multipart/form-data; boundary=b", parts), 413);
    expectRefusal(
      await manager.send("POST", "/api/customers", {
        headers: { "Content-Type": "multipart/form-data; boundary=b" },
        body: parts,
      }),
      413,
    );
    const files = Array.from({ length: 20_000 }, (_, index) =>
      field(`f${index}`, "").replace("\r\n\r\n", '; filename="x"\r\n\r\n'),
    );
    expectPage(await send("multipart/form-data; boundary=b", `${files.join("")}--b--`), 413);
    expectPage(await send("application/x-www-form-urlencoded", "a=1&".repeat(200_000)), 413);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test("with a field of a megabyte is refused", async () => {
    expectPage(await send("multipart/form-data; boundary=b", `${field("name", "x".repeat(mega))}--b--`), 413);
    expectPage(await send(undefined, new URLSearchParams({ name: "x".repeat(mega) })), 413);
  });

  test.each([
    '{"kind":"success","text":{"a":1}}',
    '{"kind":"constructor","text":"x"}',
    '{"text":null}',
    "[]",
    "7",
    '"x"',
    "{",
  ])("leaves a forged notice %s unshown", async (notice) => {
    const cookie = `${manager.cookie}; office_flash=${encodeURIComponent(Buffer.from(notice).toString("base64"))}`;
    const response = await fetch(`${office.url}/customers`, { headers: { Cookie: cookie } });
    expect(response.status).toBe(200);
  });
});

describe("a body of 60 MB", () => {
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${office.app.pid()}/status`, "utf8"))?.[1]) / 1024;
  const part =
    '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const form = "multipart/form-data; boundary=b";
  const bodies: [path: string, type: string, first: string, status: number][] = [
    ["/api/customers", "application/json", '{"name":"', 413],
    ["/api/customers", form, part, 413],
    ["/customers/new", form, part, 413],
    ["/customers/new", "application/x-www-form-urlencoded", "name=", 413],
    ["/login", "application/x-www-form-urlencoded", "username=", 413],
    ["/login", form, part, 413],
    ["/api/auth/login", "application/json", '{"username":"', 413],
    ["/customers/new", "text/plain", "x", 415],
    ["/api/nothing", "application/json", '{"name":"', 404],
    ["/api/customers/search", form, part, 405],
  ];

  test.each(bodies)(
    "to %s as %s is refused, with and without its length, and not kept",
    async (path, type, first, status) => {
      await manager.get("/customers");
      const before = memory();
      for (const chunked of [true, false]) {
        const tries = Array.from({ length: 4 }, () => upload(path, type, first, chunked));
        expect(await Promise.all(tries)).toEqual(Array(4).fill([status, true]));
      }
      expect(memory() - before).toBeLessThan(100);
      expect((await manager.get("/customers")).status).toBe(200);
    },
  );

  test("is kept by no stranger, also below what a form with a picture may have", async () => {
    const body = `${part}${"x".repeat(5 * mega)}\r\n--b--`;
    const answer = await fetch(`${office.url}/login`, {
      method: "POST",
      headers: { "Content-Type": form },
      body,
    });
    expect(answer.status).toBe(413);
  });

  test("that never comes is refused by its length alone", async () => {
    const declared = head("POST", "/api/customers", {
      Cookie: manager.cookie,
      "Content-Type": "application/json",
      "Content-Length": 100_000_000_000,
    });
    expect((await sendRaw(office.url, declared)).status).toBe(413);
  });

  /** Sends all of it before looking at the answer, as simple clients do, and then asks for something else. */
  async function upload(path: string, type: string, first: string, chunked: boolean) {
    const chunk = Buffer.alloc(mega, "x");
    const length: Record<string, string | number> = chunked
      ? { "Transfer-Encoding": "chunked" }
      : { "Content-Length": first.length + 60 * mega };
    async function* request() {
      const headers = { Cookie: manager.cookie, "Content-Type": type, Connection: "keep-alive", ...length };
      yield head("POST", path, headers);
      for (const part of [Buffer.from(first), ...Array<Buffer>(60).fill(chunk)]) {
        if (chunked) yield `${part.length.toString(16)}\r\n`;
        yield part;
        if (chunked) yield "\r\n";
      }
      if (chunked) yield "0\r\n\r\n";
      yield head("GET", "/healthz");
    }
    const answers = await sendRaw(office.url, request());
    return [answers.status, /HTTP\/1.1 200/.test(answers.body)];
  }
});

describe("a request line or head", () => {
  test.each([
    "user@localhost",
    "localhost/api",
    "x/?_data=root&",
    "local host",
    "a:b",
    "a:99999",
    "%00",
    "[::1",
    "evil.example#",
    "\\\\evil",
    "localhost\\api",
  ])("with the host %j is refused", async (host) => {
    for (const path of ["/login", "/api/auth/me", "/healthz"]) {
      const { status, body } = await sendRaw(office.url, head("GET", path, { Host: host }));
      expect([path, status]).toEqual([path, 400]);
      expect(body).not.toMatch(/node_modules|Error/);
    }
  });

  test.each(["[::1]:3000", "xn--mgbh0fb.example", "10.0.0.7:3000", "office"])(
    "with the host %j is answered",
    async (host) => {
      expect((await sendRaw(office.url, head("GET", "/healthz", { Host: host }))).status).toBe(200);
    },
  );

  test("without a host is answered as in the days of HTTP/1.0", async () => {
    expect((await sendRaw(office.url, "GET /healthz HTTP/1.0\r\n\r\n")).status).toBe(200);
  });

  test.each([
    "/%E0%A4%A",
    "/%",
    "/api/%E0%A4%A",
    "/customers/%FF",
    "/%c0%ae%c0%ae/etc/passwd",
    "http://evil.example/customers",
    "*",
  ])("for the path %s is refused in its form", async (path) => {
    const {
      status,
      head: answer,
      body,
    } = await sendRaw(office.url, head("GET", path, { Cookie: manager.cookie }));
    expect(status).toBe(400);
    expect(answer).toMatch(path.startsWith("/api") ? /application\/json/ : /text\/html/);
    expect(body).toMatch(/[\u0600-\u06FF]/);
  });

  test.each([
    "/%00",
    "/..%2f..%2fetc/passwd",
    "/../../package.json",
    "//evil.example",
    "/\\evil.example",
    "/.env",
    "/assets/../../index.js",
    "/assets/%2e%2e/%2e%2e/server/index.js",
    "/a".repeat(2000),
    "/customers/%D8%A7",
  ])("for the path %s finds nothing", async (path) => {
    const { status } = await sendRaw(office.url, head("GET", path, { Cookie: manager.cookie }));
    expect(status).toBe(404);
  });

  test("that is too long is refused without a trace", async () => {
    const { status, body } = await sendRaw(
      office.url,
      head("GET", `/customers?search=${"a".repeat(30_000)}`),
    );
    expect([status, body]).toEqual([431, ""]);
  });

  test("that is very long leads a stranger to a login that works", async () => {
    const search = "%D8%A7".repeat(2300);
    const to = await fetch(`${office.url}/customers?search=${search}`);
    expect(to.status).toBe(200);
    expect(to.url).toMatch(/\/login/);
  });

  test.each(["OPTIONS", "TRACE", "PROPFIND", "PATCH", "SEARCH"])(
    "by %s is a method that nothing takes",
    async (method) => {
      const call = await sendRaw(office.url, head(method, "/api/customers", { Cookie: manager.cookie }));
      expect(call.status).toBe(405);
      expect(call.head).toMatch(/^Allow: GET, POST\r?$/im);
      expect(call.body).toContain("message");
      for (const path of ["/customers", "/login", "/", "/customers.data", "/healthz"]) {
        const page = await sendRaw(office.url, head(method, path, { Cookie: manager.cookie }));
        expect([path, page.status]).toEqual([path, 405]);
        expect(page.head).toMatch(/^Allow: GET, POST\r?$/im);
      }
    },
  );

  test("by POST to a page without a form is refused in its own words", async () => {
    for (const path of ["/customers", "/", "/financial/receipts"]) {
      const { status, body, headers } = await manager.submit(path, { name: "x" });
      expect([status, body]).toEqual([405, expect.stringContaining("هذه العملية غير متاحة هنا")]);
      expect(headers.get("Allow")).toBe("GET");
    }
  });

  test("by HEAD is answered as GET, without a body", async () => {
    for (const path of [
      "/customers",
      "/api/customers",
      "/api/customers?page=1",
      "/api/customers/1",
      "/healthz",
    ]) {
      const { status, body } = await sendRaw(office.url, head("HEAD", path, { Cookie: manager.cookie }));
      expect([path, status, body]).toEqual([path, 200, ""]);
    }
  });

  test("that is no HTTP is refused", async () => {
    expect((await sendRaw(office.url, "hello\r\n\r\n")).status).toBe(400);
    expect((await fetch(`${office.url}/healthz`)).status).toBe(200);
  });
});

test("no answer was a fault of the server", () => {
  expect(faultsIn(office.app.output())).toEqual([]);
});
