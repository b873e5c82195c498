import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { dataOf, pages } from "./support/built-routes";
import { useOffice } from "./support/office";
import { head, sendRaw } from "./support/raw";

/* Broken and hostile request lines and headers: none gives a 500 and none hangs. */

const { office, client: manager } = useOffice({ isFaultless: true });

const everyHeader = (count: number) =>
  Array.from({ length: count }, (_, n): [string, string] => [`X-Header-${n}`, "value"]);

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
    expect((await sendRaw(office.url, "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")).status).toBe(
      200,
    );
  });

  test("that expects what nobody knows is refused, by the gate too", async () => {
    const answer = await sendRaw(office.url, head("GET", "/healthz", { Expect: "nothing" }));
    expect(answer.status).toBe(417);
    expect(answer.head).toMatch(/^X-Request-Id: /m);
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

  test("that is still being sent when it is answered does not reset its connection", async () => {
    const { hostname, port } = new URL(office.url);
    const socket = connect(Number(port), hostname);
    const faults: Error[] = [];
    socket.on("error", (fault) => faults.push(fault)).write(`GET /${"a".repeat(100_000)}`);
    await once(socket, "readable");
    for (let part = 0; part < 20; part++) {
      socket.write("a".repeat(10_000));
      await pause(5);
    }
    expect([String(socket.read()), faults]).toEqual([expect.stringContaining("HTTP/1.1 431"), []]);
    socket.destroy();
  });

  const long = (length: number) => "a".repeat(length);
  test.each([
    ["an address", head("GET", `/customers?search=${long(30_000)}`), 431],
    ["an address that is far too long", head("GET", `/${long(3_000_000)}`), 431],
    ["cookies", head("GET", "/customers", { Cookie: `a=${long(20_000)}` }), 431],
    ["many headers", head("GET", "/login", Object.fromEntries(everyHeader(2000))), 431],
    ["an address of a call", head("GET", `/api/customers?search=${long(17_000)}`), 431],
    ["cookies of a call", head("POST", "/api/customers", { Cookie: `a=${long(30_000)}` }), 431],
    ["no HTTP", "hello\r\n\r\n", 400],
    ["no HTTP, and no end", "hello".repeat(20_000), 400],
    ["a length that is none", head("POST", "/login", { "Content-Length": "ten" }), 400],
    ["a header that is none", "GET /login HTTP/1.1\r\nHost localhost\r\n\r\n", 400],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01", 400],
  ])("that Node does not read is answered in Arabic: %s", async (_, request, status) => {
    const answer = await sendRaw(office.url, request);
    expect([answer.status, answer.body]).toEqual([status, expect.stringMatching(/[\u0600-\u06FF]/)]);
    const isCall = /^\w+ \/api/.test(request);
    expect(answer.head).toMatch(isCall ? /^Content-Type: application\/json/m : /^Content-Type: text\/html/m);
    if (isCall)
      expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), message: expect.any(String) });
    for (const name of ["Content-Security-Policy", "Permissions-Policy", "Connection: close"])
      expect(answer.head).toContain(name);
    expect((await fetch(`${office.url}/healthz`)).status).toBe(200);
  });

  test.each([
    ["/a".repeat(3_000), 400],
    ["/customers/1/edit".repeat(400), 400],
    [`/login&p=${"/x".repeat(41)}`, 400],
    ["/customers/1/edit&p=/trips/groups/7/members", 200],
  ])("to learn the routes of a path: %s", async (path, status) => {
    const version = /"version":"(\w+)"/.exec(await (await fetch(`${office.url}/login`)).text())?.[1];
    expect((await fetch(`${office.url}/__manifest?version=${version}&p=${path}`)).status).toBe(status);
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
      const pages = { "/login": "GET, POST", "/": "GET", "/customers.data": "GET", "/healthz": "GET" };
      for (const [path, allowed] of Object.entries(pages)) {
        const page = await sendRaw(office.url, head(method, path, { Cookie: manager.cookie }));
        expect([path, page.status, /^Allow: (.*?)\r?$/im.exec(page.head)?.[1]]).toEqual([path, 405, allowed]);
      }
    },
  );

  test("by POST to a page without a form is refused in its own words", async () => {
    for (const path of ["/customers", "/", "/financial/receipts"]) {
      const { status, body, headers } = await manager.submit(path, { name: "x" });
      expect(headers.get("Allow")).toBe("GET");
      expect([status, body]).toEqual([405, expect.stringContaining("هذه العملية غير متاحة هنا")]);
    }
  });

  test("by HEAD is answered as GET, without a body", async () => {
    await manager.post("/api/customers", { name: "مريم صالح", phone: "0500000000" });
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
});

test("what is no page has no data beside itself", async () => {
  const others: string[] = [];
  for (const { address, isCall } of pages) {
    const path = address.replace(/:\w+\??/g, "1");
    if (isCall || path === "/logout") continue; // which leads to a page
    const { status, headers } = await manager.get(path);
    if (status !== 200 || headers.get("Content-Type")?.startsWith("text/html")) continue;
    others.push(path);
    const answer = await manager.get(dataOf(path));
    expect([path, answer.status]).toEqual([path, 404]);
  }
  expect(others).toContain("/healthz");
  expect((await manager.post("/healthz.data", {})).status).toBe(405);
});
