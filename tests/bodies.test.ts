import { describe, expect, test } from "vitest";
import { useOffice } from "./support/office";
import { expectPage, expectRefusal } from "./support/refusals";

/* Broken or hostile bodies are refused quickly, with the right status and in the right format. */

const { office, client: manager } = useOffice({ isFaultless: true });

const count = async () => Number((await office.knex("customers").count())[0]?.count);

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
    const other = new URLSearchParams({ name: `عميل ${name}`, phone: `05500${before}` }); // the form would ask about a known telephone
    const sent = await manager.send("POST", "/customers/new", { headers: headers(), body: other });
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

  test("with a list or an object for a text is told that it is none, and a limit in its own plural", async () => {
    const refused = async (path: string, body: object) => {
      const answer = await manager.post(path, body);
      expect(answer.status).toBe(422);
      return [answer.body.error, answer.body.fields];
    };
    expect(await refused("/api/roles", { name: "دور", description: {} })).toEqual([
      "القيمة ليست نصًا",
      { description: "القيمة ليست نصًا" },
    ]);
    const customer = { name: "عميل", phone: "0500" };
    expect((await refused("/api/customers", { ...customer, date_of_birth: [] }))[0]).toMatch(/^التاريخ/);
    const currency = { name: "عملة", code: "XXX", exchange_rate: 1 };
    const long = async (symbol: string, code = "XXX") =>
      (await refused("/api/currencies", { ...currency, symbol, code }))[0];
    expect(await long("x".repeat(11))).toBe("النص أطول من المسموح (10 أحرف)");
    expect(await long("x", "XXXX")).toBe("النص أطول من المسموح (3 أحرف)");
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
