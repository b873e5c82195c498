import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectDir } from "../scripts/prepare.js";
import { pages } from "./support/built-routes";
import { useOffice } from "./support/office";
import { head, sendRaw } from "./support/raw";

/* Every spelling of an address means the same, and every address gets an answer in the office's own words. */

const { office, client: manager } = useOffice({ isFaultless: true });

/** Sends the address unchanged; fetch would normalise it. */
async function ask(path: string, { cookie = "", method = "GET", ...headers }: Record<string, string> = {}) {
  const answer = await sendRaw(
    office.url,
    head(method, path, { ...(cookie && { Cookie: cookie }), ...headers }),
  );
  const field = (name: string) => answer.head.match(new RegExp(`^${name}: (.*)\\r?$`, "im"))?.[1]?.trim();
  return { ...answer, field };
}

const lookups = {
  cities: "cities",
  ratings: "ratings",
  "bus-types": "bus_types",
  "catering-types": "catering_types",
  "service-categories": "service_categories",
};

describe.each(Object.entries(lookups))("the lookup %s", (name, key) => {
  const written = [
    `/api/${name}`,
    `/api/${name}/`,
    `/API/${name.toUpperCase()}`,
    `/api/${name[0]?.toUpperCase()}${name.slice(1)}`,
    `/%61pi/${name}`,
    `/api/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    `/api/x/../${name}`,
  ];

  test.each(written)("at %s refuses a stranger, and is told to who may", async (path) => {
    const stranger = await ask(path);
    expect([stranger.status, stranger.field("Content-Type")]).toEqual([401, expect.stringMatching(/json/)]);
    const { status, body } = await ask(path, { cookie: manager.cookie });
    expect(status).toBe(200);
    expect(body).toContain(`{"${key}":`);
  });

  test("takes what it takes under each of them", async () => {
    for (const [index, path] of written.slice(0, 4).entries()) {
      const { status } = await manager.post(path, { name: `قيمة ${index}`, value: index + 1 });
      expect([path, status]).toEqual([path, 201]);
    }
    expect(await office.knex(key)).toHaveLength(4);
    expect((await manager.delete(`/api/${name}`)).status).toBe(405);
    expect((await manager.get(`/api/${name}/1`)).status).toBe(404);
    expect((await manager.get(`/api/${name}x`)).status).toBe(404);
  });
});

test("every address answers alike in capitals and encoded, to strangers and to who may", async () => {
  const addresses = pages
    .filter(({ path }) => path)
    .map(({ address }) => address.replace(/:status/, "403").replace(/:\w+|\*/g, "1"));
  expect(addresses.length).toBeGreaterThan(80);

  const alike = async (path: string, cookie: string) => {
    const { status, field } = await ask(path, { cookie });
    return [status, field("Content-Type"), field("Location")?.replace(/\?.*/, "")];
  };
  const cookies = ["", manager.cookie];
  for (const [index, address] of addresses.entries()) {
    const [, first = "", ...rest] = address.split("/");
    const written = [
      `/${[first.toUpperCase(), ...rest.map((part) => part.toUpperCase())].join("/")}`,
      `/${[`%${first.charCodeAt(0).toString(16)}${first.slice(1)}`, ...rest].join("/")}`,
      `/x/..${address}/`,
    ];
    const plain = await Promise.all(cookies.map((cookie) => alike(address, cookie)));
    expect(plain.map(([status]) => status)).not.toContain(500);
    // By turns as one and as the other: the spelling is read before the session.
    const who = <T>(both: T[], number: number) => both[(index + number) % 2] as T;
    const others = await Promise.all(written.map((path, number) => alike(path, who(cookies, number))));
    expect(others, address).toEqual(written.map((_, number) => who(plain, number)));
  }
});

describe("a name that every object has", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

  test.each(names)("is no status of a refusal: %s", async (name) => {
    const page = await ask(`/refused/${name}`);
    expect([page.status, page.field("Content-Type"), page.body]).toEqual([
      404,
      expect.stringMatching(/html/),
      expect.stringContaining("لا توجد صفحة"),
    ]);
    for (const path of [`/api/refused/${name}`, `/API/refused/${name}`, `/%61pi/refused/${name}`]) {
      const call = await ask(path);
      expect([call.status, call.field("Content-Type")]).toEqual([404, expect.stringMatching(/json/)]);
    }
  });

  const addresses = [
    "/api/customers/NAME",
    "/api/NAME",
    "/customers/NAME/edit",
    "/uploads/customers/NAME",
    "/uploads/customers/NAME.webp",
    "/NAME",
    "/customers?status=NAME&page=NAME",
    "/contracts?status=NAME&campaign_id=NAME",
    "/campaigns?type=NAME&status=NAME&from=NAME",
    "/financial/receipts?status=NAME&customer_id=NAME",
    "/financial/receipts/new?contract=NAME",
    "/financial/receipts/new?customer=NAME",
    "/financial/receipts/split?contracts=NAME",
    "/financial/statements/NAME/1?from=NAME&page=NAME",
    "/contracts/new?customer_id=NAME&campaign_id=NAME",
    "/trips/groups?campaign_id=NAME&status=NAME",
    "/trips/groups/NAME/members/new",
    "/api/groups/NAME/members/NAME",
    "/invoices/agents?payment_status=NAME&agent_id=NAME&overdue=NAME&from=NAME",
    "/invoices/NAME/new",
    "/services/hotels?city_id=NAME&rating_id=NAME",
    "/services/hotels/new?add=NAME",
    "/services/other?category_id=NAME",
    "/services/packages?type=NAME&status=NAME",
    "/settings/accounts/banks?status=NAME&currency_code=NAME",
    "/settings/accounts/expenses?category_id=NAME",
    "/api/banks?currency_code=NAME",
    "/api/expenses?category_id=NAME",
    "/customers.data?_routes=NAME",
  ];

  test.each(addresses)("is nothing at %s", async (address) => {
    for (const name of names) {
      const { status } = await ask(address.replaceAll("NAME", name), { cookie: manager.cookie });
      expect([name, status < 500]).toEqual([name, true]);
    }
  });

  test("is no field of a form", async () => {
    const pairs = names.flatMap((name) => [
      [name, "x"],
      [`${name}[0]`, "y"],
    ]);
    for (const path of [
      "/customers/new",
      "/services/hotels/new",
      "/contracts/new",
      "/financial/receipts/new",
    ]) {
      const { status } = await manager.send("POST", path, { body: new URLSearchParams(pairs) });
      expect([path, status < 500]).toEqual([path, true]);
      const adding = new URLSearchParams([
        ["lookup", "constructor"],
        ["lookup_value", "x"],
        ["typed", '{"__proto__":"x"}'],
      ]);
      expect((await manager.send("POST", path, { body: adding })).status).toBeLessThan(500);
    }
  });
});

test("what does not decode is refused in the form of what was asked, also where its dots lead elsewhere", async () => {
  for (const path of ["/%ff/..", "/%E0%A4%A/../customers", "/x/%ff/../../login", "/%ff/%2e%2e"]) {
    const { status, field, body } = await ask(path);
    expect([path, status, field("Content-Type")]).toEqual([path, 400, expect.stringMatching(/html/)]);
    expect(body).toContain('lang="ar"');
  }
  for (const path of ["/api/%ff/..", "/API/%ff", "/%61pi/%ff"]) {
    const { status, field } = await ask(path);
    expect([path, status, field("Content-Type")]).toEqual([path, 400, expect.stringMatching(/json/)]);
  }
});

describe("the static files", () => {
  const folders = [
    "/assets",
    "/assets/",
    "/assets?x",
    "//assets",
    "/assets/.",
    "/x/../assets",
    "/%61ssets",
    "/assets%2f",
    "/x%2f..%2fassets",
    "/x%2f..",
    "/assets%2f..",
    "/build",
    "/.vite",
    "/favicon.svg/",
    "/assets/nothing.js",
  ];

  test.each(folders)("tell nothing of the folder %s", async (path) => {
    const stranger = await ask(path);
    expect([stranger.status, stranger.field("Location")]).toEqual([
      302,
      expect.stringMatching(/^\/login\?to=/),
    ]);
    const { status, body } = await ask(path, { cookie: manager.cookie });
    expect([status, body]).toEqual([404, expect.stringContaining("لا توجد صفحة بهذا العنوان")]);
  });

  test("lie where the gate knows them", () => {
    const folders = ["public", "build/client"].flatMap((root) =>
      readdirSync(join(projectDir, root), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    );
    expect(folders).toEqual(["assets"]);
  });

  test("are given whole, whatever part or age is asked for", async () => {
    for (const [name, value] of [
      ["Range", "bytes=99999-"],
      ["If-Match", '"x"'],
      ["If-Unmodified-Since", "Mon, 01 Jan 2001 00:00:00 GMT"],
    ]) {
      const { status, body } = await ask("/favicon.svg", { [name as string]: value as string });
      expect([name, status, body.startsWith("<svg")]).toEqual([name, 200, true]);
    }
  });
});

test("every page of a refusal has the headers that a page has", async () => {
  const names = [
    "Content-Type",
    "X-Content-Type-Options",
    "Permissions-Policy",
    "Referrer-Policy",
    "X-Frame-Options",
    "Content-Security-Policy",
    "Cache-Control",
  ];
  const page = await ask("/login");
  for (const name of names) expect(page.field(name), name).toBeDefined();
  const refusals = [
    await ask("/refused/403"),
    await ask("/%ff"),
    await ask("/login", { method: "PROPFIND" }),
    await ask("/login", { method: "POST", Origin: "https://evil.example" }),
    await ask("/uploads/customers/nothing.webp", { cookie: manager.cookie }),
    await ask("/uploads/customers/nothing.webp", { cookie: manager.cookie, method: "POST" }),
  ];
  for (const { status, field } of refusals) {
    expect(status).toBeGreaterThanOrEqual(400);
    for (const name of names.filter((name) => name !== "Content-Security-Policy"))
      expect([status, name, field(name)]).toEqual([status, name, page.field(name)]);
    expect(field("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  }
});

test("no answer may be framed or run anything, whatever it is", async () => {
  const answers = [
    await ask("/favicon.svg"),
    await ask("/healthz"),
    await ask("/customers"),
    await ask("/login.data"),
    await ask("/api/nothing"),
    await ask("/api/customers", { cookie: manager.cookie }),
    await ask("/customers/export/csv", { cookie: manager.cookie }),
    await ask("/__manifest?version=of-before&p=/customers"),
  ];
  for (const { status, field } of answers)
    expect([status, field("Content-Security-Policy")]).toEqual([
      status,
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ]);
});

test("a page of the version before is told to load anew", async () => {
  const { status, field } = await ask("/__manifest?version=of-before&p=/customers");
  expect([status, field("X-Remix-Reload-Document")]).toEqual([204, "true"]);
});

test("a sentence to show is taken from nobody but the office", async () => {
  const sent = Buffer.from(JSON.stringify({ kind: "success", text: "حوّل المبلغ إلى حساب آخر" }));
  const forged = `office_flash=${encodeURIComponent(sent.toString("base64"))}`;
  const { status, body } = await ask("/customers", { cookie: `${manager.cookie}; ${forged}` });
  expect([status, body.includes("حوّل المبلغ")]).toEqual([200, false]);

  const added = await manager.submit("/customers/new", { name: "زيد", phone: "0555123" });
  const own = added.headers.getSetCookie().find((cookie) => cookie.startsWith("office_flash"));
  const { body: list } = await ask("/customers", { cookie: `${manager.cookie}; ${own?.split(";")[0]}` });
  expect(list).toContain("تمت إضافة العميل");
});
