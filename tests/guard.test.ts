import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Permission, permissionLabels } from "~/domain/permissions";
import { projectDir } from "../scripts/prepare.js";
import { fixture } from "./support/app";
import { signIn, uncompressed } from "./support/client";
import { createUser } from "./support/users";

/*
 * Who may do what, from rulings §2, for every address of the built application: a new route without an entry fails.
 * Each is asked by everyone in every way that the framework knows.
 */

/** `anyone`, any session (an empty list), or who holds one of these. */
type Door = "anyone" | readonly Permission[];
type Doors = { [method in "GET" | "POST" | "PUT" | "DELETE"]?: Door };

const financials = ["manage_financials"] as const;
const settings = ["manage_settings"] as const;
const services = ["manage_services"] as const;
const campaigns = ["manage_campaigns"] as const;
const customers = ["manage_customers"] as const;
const contracts = ["manage_contracts"] as const;
const agents = ["manage_agents"] as const;
const suppliers = ["manage_suppliers"] as const;
const agentReaders = ["manage_agents", "manage_financials", "manage_invoices"] as const;
const supplierReaders = ["manage_suppliers", "manage_financials", "manage_invoices"] as const;
const invoices = ["manage_invoices"] as const;
const importers = ["manage_customers", "manage_agents", "manage_suppliers"] as const;
const trips = ["manage_trips"] as const;
const users = ["manage_users"] as const;
const roles = ["manage_roles"] as const;
const userReaders = ["manage_users", "manage_trips"] as const;
const roleReaders = ["manage_roles", "manage_users"] as const;
const customerReaders = [
  "manage_customers",
  "manage_contracts",
  "manage_financials",
  "manage_trips",
] as const;

const doors: Record<string, Doors> = {
  "/login": { GET: "anyone", POST: "anyone" },
  "/login/code": { GET: "anyone", POST: "anyone" },
  "/search": { GET: [] },
  ...crud("/favorites", []),
  "/account": { GET: [], POST: [] },
  "/account/second-step": { GET: [], POST: [] },
  "/settings/users/:id/access": { GET: users, POST: users },
  "/settings/users/:id/access/reset": { GET: users, POST: users },
  "/logout": { GET: "anyone", POST: "anyone" },
  "/healthz": { GET: "anyone" },
  "/refused/:status": { GET: "anyone", POST: "anyone" },
  "/uploads/customers/:name": { GET: customerReaders },
  "/uploads/visas/:name": { GET: trips },
  "/uploads/logo/:name": { GET: "anyone" }, // of the logo in use, and nothing else: see features/company.test.ts

  "/": { GET: [] },
  "/*": { GET: [], POST: [] },
  ...sheets(campaigns, "/campaigns"),
  ...sheets(customers, "/customers"),
  ...sheets(contracts, "/contracts"),
  ...sheets(agents, "/agents"),
  ...sheets(suppliers, "/suppliers"),
  ...sheets(invoices, "/invoices/:kind"),
  ...sheets(services, "/services/hotels", "/services/transportation", "/services/catering"),
  ...sheets(services, "/services/other", "/services/packages"),
  ...sheets(financials, "/financial/receipts", "/financial/payments", "/financial/statements/:kind/:id"),
  ...sheets(trips, "/trips/groups", "/trips/groups/members", "/trips/groups/:group/members", "/trips/visas"),
  ...sheets(trips, "/trips/management", "/trips/:trip/stages", "/trips/plans", "/trips/plans/:plan"),
  ...sheets(users, "/settings/users", "/settings/trail"),
  ...sheets(roles, "/settings/roles"),
  ...sheets(financials, "/settings/accounts/:kind", "/settings/accounts/cash-boxes/:id/counts"),
  ...sheets(financials, "/settings/accounts/closing", "/settings/accounts/currencies"),
  ...sheets(financials, "/settings/accounts/expenses", "/settings/accounts/expense-categories"),
  ...crud("/campaigns", campaigns),
  ...crud("/customers", customers),
  ...crud("/contracts", contracts),
  "/contracts/:id": { GET: contracts },
  "/contracts/:id/print": { GET: contracts },
  ...crud("/agents", agents),
  ...crud("/suppliers", suppliers),
  // Of customers here; that agents and suppliers have their own permissions: see features/imports.test.ts
  "/:kind/import": { GET: customers, POST: customers },
  "/:kind/import/:id": { GET: customers, POST: customers },
  "/:kind/import/template/:format": { GET: customers },
  ...crud("/invoices/:kind", invoices),
  ...crud("/trips/groups", trips),
  "/trips/groups/members": { GET: trips },
  "/trips/groups/:group/members": { GET: trips },
  "/trips/groups/:group/members/new": { GET: trips, POST: trips },
  "/trips/groups/:group/members/contracts": { GET: trips, POST: trips },
  "/trips/groups/:group/members/:id/delete": { GET: trips, POST: trips },
  "/trips/groups/:group/manifest": { GET: trips },
  "/trips/groups/:group/manifest/export/:format": { GET: trips },
  ...crud("/trips/groups/:group/rooms", trips),
  "/trips/groups/:group/rooms": { GET: trips, POST: trips },
  "/trips/groups/:group/rooms/print": { GET: trips },
  "/trips/groups/:group/rooms/export/:format": { GET: trips },
  "/trips/groups/:group/buses": { GET: trips, POST: trips },
  "/trips/groups/:group/buses/clear": { GET: trips, POST: trips },
  "/trips/groups/:group/buses/print": { GET: trips },
  "/trips/groups/:group/buses/export/:format": { GET: trips },
  "/trips/management/:trip/manifest": { GET: trips },
  "/trips/management/:trip/manifest/export/:format": { GET: trips },
  "/trips/management/:trip/buses": { GET: trips },
  "/trips/management/:trip/buses/export/:format": { GET: trips },
  ...crud("/trips/visas", trips),
  "/trips/visas/apply": { GET: trips, POST: trips },
  "/trips/visas/:id": { GET: trips, POST: trips },
  "/trips/visas/:id/status": { GET: trips, POST: trips },
  "/trips/visas/:id/documents/:document/delete": { GET: trips, POST: trips },
  ...readiness("/trips/groups/:group"),
  ...readiness("/trips/management/:trip"),
  ...readiness("/campaigns/:campaign"),
  ...reports("/reports/financial"),
  ...reports("/reports/administrative"),
  ...crud("/services/hotels", services),
  ...crud("/services/transportation", services),
  ...crud("/services/catering", services),
  ...crud("/services/other", services),
  ...crud("/services/packages", services),
  "/services/packages/:id/recompute": { GET: services, POST: services },
  ...crud("/financial/receipts", financials),
  "/financial/receipts/:id/cancel": { GET: financials, POST: financials },
  "/financial/receipts/:id/print": { GET: financials },
  ...crud("/financial/payments", financials),
  "/financial/payments/:id": { GET: financials },
  "/financial/payments/:id/cancel": { GET: financials, POST: financials },
  "/financial/payments/:id/print": { GET: financials },
  "/financial/statements/:kind/:id": { GET: financials },
  "/financial/statements/:kind/:id/print": { GET: financials },
  ...crud("/trips/management", trips),
  "/trips/management/:id": { GET: trips },
  "/trips/management/:id/groups": { GET: trips, POST: trips },
  ...crud("/trips/:trip/stages", trips),
  ...crud("/trips/plans", trips),
  "/trips/plans/:plan": { GET: trips },
  "/trips/plans/:plan/stages/new": { GET: trips, POST: trips },
  "/trips/plans/:plan/stages/:id/edit": { GET: trips, POST: trips },
  "/trips/plans/:plan/stages/:id/delete": { GET: trips, POST: trips },
  "/trips/flights": { GET: trips },
  "/settings/company": { GET: settings, POST: settings },
  "/settings/trail": { GET: users },
  ...crud("/settings/users", users),
  ...crud("/settings/roles", roles),
  "/settings/roles/:id": { GET: roles, POST: roles },
  "/settings/accounts": { GET: financials },
  ...crud("/settings/accounts/:kind", financials),
  "/settings/accounts/:kind/:id/adjust": { GET: financials, POST: financials },
  "/settings/accounts/:kind/:id/movements": { GET: financials },
  "/settings/accounts/cash-boxes/:id/counts": { GET: financials },
  "/settings/accounts/cash-boxes/:id/counts/new": { GET: financials, POST: financials },
  "/settings/accounts/cash-boxes/:id/counts/:count": { GET: financials },
  "/settings/accounts/cash-boxes/:id/counts/:count/print": { GET: financials },
  "/settings/accounts/closing": { GET: financials },
  "/settings/accounts/closing/close": { GET: financials, POST: financials }, // and user_type admin: features/closing.test.ts
  "/settings/accounts/closing/reopen": { GET: financials, POST: financials },
  ...crud("/settings/accounts/currencies", financials),
  "/settings/accounts/currencies/:id/set-default": { GET: financials, POST: financials },
  ...crud("/settings/accounts/expenses", financials),
  ...crud("/settings/accounts/expense-categories", financials),

  "/api/auth/login": { POST: "anyone" },
  "/api/auth/logout": { POST: "anyone" },
  "/api/auth/me": { GET: [] },
  "/api/search": { GET: [] },
  "/api/auth/check-session": { GET: "anyone" },
  ...resource("/api/users", users, userReaders),
  "/api/permissions": { GET: roleReaders },
  "/api/roles/:id/permissions": { GET: roleReaders, PUT: roles },
  ...resource("/api/roles", roles, roleReaders),
  "/api/customers/search": { GET: customerReaders },
  "/api/customers/passport": { POST: customers },
  ...resource("/api/customers", customers, customerReaders),
  ...resource("/api/contracts", contracts, ["manage_contracts", "manage_financials"]),
  "/api/agents/by-type/:type": { GET: agentReaders },
  "/api/agents/active": { GET: agentReaders },
  ...resource("/api/agents", agents, agentReaders),
  "/api/suppliers/search": { GET: supplierReaders },
  "/api/suppliers/by-category/:category": { GET: supplierReaders },
  ...resource("/api/suppliers", suppliers, supplierReaders),
  "/api/agent-invoices/by-agent/:agent": { GET: invoices },
  "/api/agent-invoices/by-status/:status": { GET: invoices },
  ...resource("/api/agent-invoices", invoices),
  "/api/purchase-invoices/by-supplier/:supplier": { GET: invoices },
  "/api/purchase-invoices/by-status/:status": { GET: invoices },
  ...resource("/api/purchase-invoices", invoices),
  "/api/visas/stats": { GET: trips },
  "/api/visas/apply": { POST: trips },
  "/api/visas/:id/status": { PUT: trips },
  "/api/visas/:id/approve": { POST: trips },
  "/api/visas/:id/documents": { POST: trips },
  "/api/visas/:id/documents/:document": { DELETE: trips },
  ...resource("/api/visas", trips),
  ...resource("/api/hotels", services),
  ...resource("/api/transportations", services, ["manage_services", "manage_trips"]),
  ...resource("/api/catering", services),
  ...resource("/api/other-services", services),
  ...lookups(
    "/api/cities",
    "/api/ratings",
    "/api/bus-types",
    "/api/catering-types",
    "/api/service-categories",
  ),
  ...resource("/api/campaigns", campaigns, ["manage_campaigns", "manage_contracts", "manage_trips"]),
  "/api/campaigns/:id/groups": { GET: [] },
  "/api/stats/:of": { GET: [] },
  "/api/groups/stats": { GET: [] },
  "/api/groups/available": { GET: [] },
  ...resource("/api/groups", trips, []),
  "/api/groups/:group/readiness": { GET: trips },
  "/api/trips/:trip/readiness": { GET: trips },
  "/api/campaigns/:campaign/readiness": { GET: trips },
  "/api/groups/:group/candidates": { GET: trips },
  "/api/groups/:group/members": { GET: trips, POST: trips },
  "/api/groups/:group/members/:id": { GET: trips, DELETE: trips },
  ...resource("/api/packages", services, ["manage_services", "manage_campaigns", "manage_contracts"]),
  "/api/company-info": { GET: [], POST: settings },
  "/api/company-info/upload-logo": { POST: settings },
  ...resource("/api/trips", trips),
  "/api/trips/:trip/groups": { GET: trips, POST: trips },
  "/api/trips/:trip/groups/:group": { DELETE: trips },
  "/api/trips/:trip/stages": { GET: trips, POST: trips },
  "/api/stages/:id": { GET: trips, PUT: trips, DELETE: trips },
  ...resource("/api/trip-plans", trips),
  "/api/trip-plans/:plan/stages": { GET: trips, POST: trips },
  "/api/plan-stages/:id": { GET: trips, PUT: trips, DELETE: trips },
  ...resource("/api/receipt-vouchers", financials),
  "/api/payment-vouchers/payable-invoices": { GET: financials },
  ...resource("/api/payment-vouchers", financials),
  ...resource("/api/banks", financials),
  "/api/bank-accounts": { GET: financials },
  ...resource("/api/cash-boxes", financials),
  ...resource("/api/currencies", financials, ["manage_financials", "manage_services", "manage_contracts"]),
  "/api/currencies/:id/set-default": { POST: financials },
  ...resource("/api/expenses", financials),
  ...resource("/api/expense-categories", financials),
  "/api/imports/:id/progress": { GET: importers },
  "/api/refused/:status": { GET: "anyone", POST: "anyone", PUT: "anyone", DELETE: "anyone" },
  "/api/*": { GET: "anyone", POST: "anyone", PUT: "anyone", DELETE: "anyone" },
};

function crud(path: string, may: Door): Record<string, Doors> {
  const form = { GET: may, POST: may };
  return {
    [path]: { GET: may },
    [`${path}/new`]: form,
    [`${path}/:id/edit`]: form,
    [`${path}/:id/delete`]: form,
  };
}

/** What lists show, as files. */
function sheets(door: Door, ...paths: string[]) {
  return Object.fromEntries(paths.map((path) => [`${path}/export/:format`, { GET: door }]));
}

/** Who is ready: on the screen, printed and as a sheet. */
function readiness(of: string): Record<string, Doors> {
  return Object.fromEntries(
    ["", "/print", "/export/:format"].map((end) => [`${of}/readiness${end}`, { GET: trips }]),
  );
}

/** A family of reports: on the screen, on paper and as files. */
function reports(path: string): Record<string, Doors> {
  return Object.fromEntries(
    ["", "/print", "/export/:format"].map((end) => [path + end, { GET: ["view_reports"] as const }]),
  );
}

function lookups(...paths: string[]): Record<string, Doors> {
  return Object.fromEntries(paths.map((path) => [path, { GET: services, POST: services }]));
}

function resource(path: string, write: Door, read: Door = write): Record<string, Doors> {
  return { [path]: { GET: read, POST: write }, [`${path}/:id`]: { GET: read, PUT: write, DELETE: write } };
}

type Route = {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  hasLoader: boolean;
  hasAction: boolean;
};

/** What the build knows of its routes. */
function manifest(): Record<string, Route> {
  const folder = join(projectDir, "build", "client", "assets");
  const file = readdirSync(folder).find((name) => name.startsWith("manifest-")) ?? "";
  const text = readFileSync(join(folder, file), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)).routes;
}

const routes = manifest();

function addressOf({ parentId, path }: Route): string {
  const above = parentId ? addressOf(routes[parentId] as Route) : "/";
  return path ? `${above === "/" ? "" : above}/${path}` : above;
}

const pages = Object.values(routes)
  .filter(({ path, index }) => path !== undefined || index)
  .filter(({ id }) => id !== "root")
  .map((route) => ({ ...route, address: addressOf(route), isCall: addressOf(route).startsWith("/api/") }));

/** Routes that lie around others and have no address of their own. */
const layouts = Object.values(routes).filter(
  ({ id, path, index }) => path === undefined && !index && id !== "root",
);

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE"] as const;
type Method = (typeof methods)[number];

const permissions = Object.keys(permissionLabels) as Permission[];

type Identity = { name: string; cookie: string; holds: readonly Permission[] | null };

const anonymous: Identity = { name: "anonymous", cookie: "", holds: null };
/** Nobody's permissions, and each single one. */
const holders: Identity[] = [];
const office = fixture();
/** A row that must not be told, and what addresses need to name it. */
const secret = { name: "سر مكتوم جدا", phone: "+967 777 123 321", national_id: "SECRET-4711" };
const sample: Record<string, string> = {
  type: "internal",
  category: "hotels",
  id: "1",
  kind: "banks",
  status: "400",
  "*": "nowhere/at/all",
  name: "",
};

beforeAll(async () => {
  const admin = await signIn(office.url);
  const form = new FormData();
  for (const [name, value] of Object.entries(secret)) form.append(name, value);
  form.append("image", new Blob([pixel]), "face.png");
  const { body } = await admin.send("POST", "/api/customers", { body: form });
  sample.name = body.customer.image_url.split("/").at(-1);

  holders.push(await hire([]));
  for (const permission of permissions) holders.push(await hire([permission]));
  for (const { door } of entries) if (door !== "anyone") await everythingBut(door);
});

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let hired = 0;

async function hire(holds: readonly Permission[]): Promise<Identity> {
  const user = await createUser(office.knex, `user${++hired}`, holds, { user_type: "admin" }); // who alone deletes agents
  const { cookie } = await signIn(office.url, user);
  return { name: `who holds ${holds.slice(0, 3).join(", ")} (${holds.length})`, cookie, holds };
}

const withoutThese = new Map<string, Identity>();

/** Who holds all but these is refused only where each of the others is. */
async function everythingBut(door: readonly Permission[]) {
  const key = door.join();
  const holds = permissions.filter((permission) => !door.includes(permission));
  if (!withoutThese.has(key)) withoutThese.set(key, await hire(holds));
}

/** Every address with each method that it takes. */
const entries = pages.flatMap((page) =>
  methods.flatMap((method) => {
    const door = doors[page.address]?.[method === "HEAD" ? "GET" : method];
    return door ? [{ page, method, door }] : [];
  }),
);

/** An address with its parameters filled in; `id` is that of a row which is there, or of none. */
function visit(address: string, id: string = sample.id ?? "") {
  const kind = address.startsWith("/invoices")
    ? "agents"
    : address.startsWith("/:kind")
      ? "customers"
      : sample.kind;
  const values: Record<string, string | undefined> = { ...sample, kind, id };
  return address.replace(/:(\w+)|\*$/g, (part, name) => values[name ?? part] ?? "1");
}

const dataOf = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

/** The ways to ask for the same thing, the cheapest first; the last two are the same to the gate, in two spellings. */
const waysToScreens: Record<string, (path: string, routeId: string) => string> = {
  "as data of this route only": (path, id) => `${dataOf(path)}?_routes=${encodeURIComponent(id)}`,
  "as data": (path) => dataOf(path),
  plainly: (path) => path,
  "by the old data address": (path, id) => `${path}?_data=${encodeURIComponent(id)}`,
  "by the old data address, encoded": (path, id) => `${path}?%5fdat%61=${encodeURIComponent(id)}`,
};
const waysToCalls = Object.fromEntries(
  Object.entries(waysToScreens).filter(([way]) => !way.startsWith("as data")),
);

/** What a write needs to be refused for its sender and not for its body. */
const bodies: Record<string, object> = {
  "/api/customers": { name: "دخيل", phone: "0500000000" },
  "/api/customers/:id": { name: "دخيل" },
  "/api/company-info": { name: "دخيل" },
  "/settings/company": { name: "دخيل" },
  "/customers/new": { name: "دخيل", phone: "0500000000" },
  "/customers/:id/edit": { name: "دخيل", phone: "0500000000" },
};

async function ask(method: Method, path: string, { cookie }: Identity, body?: object) {
  const isForm = !path.startsWith("/api/");
  const response = await fetch(office.url + path, {
    method,
    redirect: "manual",
    headers: {
      ...uncompressed,
      Cookie: cookie,
      ...(body && { "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
    },
    body: body && (isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body)),
  });
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

type Answer = Awaited<ReturnType<typeof ask>>;
type Try = { page: (typeof pages)[number]; method: Method; path: string; identity: Identity };

const mayPass = (door: Door, { holds }: Identity) =>
  door === "anyone" || (holds !== null && (door.length === 0 || door.some((one) => holds.includes(one))));

/**
 * From whom the rest follows, since who holds more may do no less: strangers, who holds nothing, who holds all but what
 * the door asks for; and, in the cheapest way, each single permission that opens it.
 */
function tries(gone: boolean, isWanted: (door: Door, identity: Identity) => boolean): Try[] {
  return entries.flatMap(({ page, method, door }, number) =>
    waysOf(page, number).flatMap((way, index) => {
      const few =
        door === "anyone" ? [anonymous] : [anonymous, withoutThese.get(door.join()), holderOf(door)];
      const isEach = index === 0 && method !== "HEAD" && door !== "anyone";
      const each = holders.filter(
        (one) => one.holds?.length === 0 || (door.length > 0 && mayPass(door, one)),
      );
      return [...few, ...(isEach ? each : [])]
        .filter((identity): identity is Identity => identity !== undefined && isWanted(door, identity))
        .map((identity) => ({
          page,
          method,
          path: way(visit(page.address, gone ? "2147483647" : undefined), page.id),
          identity,
        }));
    }),
  );
}

/** The spellings of the old data address by turns. */
function waysOf({ isCall }: Try["page"], number: number) {
  const ways = Object.values(isCall ? waysToCalls : waysToScreens);
  return ways.toSpliced(ways.length - 1 - (number % 2), 1);
}

const holderOf = (door: Door) => holders.find((identity) => mayPass(door, identity));

/** Asks a few at a time. @returns what was wrong with the answers */
async function askAll(all: Try[], withBody: boolean, faultOf: (answer: Answer, one: Try) => string) {
  const faults: string[] = [];
  const rest = all.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of rest) {
        const { page, method, path, identity } = one;
        const isWrite = method !== "GET" && method !== "HEAD";
        const answer = await ask(
          method,
          path,
          identity,
          withBody && isWrite ? (bodies[page.address] ?? {}) : undefined,
        );
        const fault = Object.values(secret).some((word) => !withBody || !answer.text.includes(word))
          ? faultOf(answer, one)
          : "tells the secret";
        if (fault)
          faults.push(
            `${method} ${path} by ${identity.name} ${fault}: ${answer.status} ${answer.text.slice(0, 60)}`,
          );
      }
    }),
  );
  return { asked: all.length, faults: faults.slice(0, 30) };
}

const leadsToLogin = ({ status, headers, text }: Answer) =>
  (status === 302 && headers.get("Location")?.startsWith("/login?to=")) ||
  (status === 202 && /^\/login\?to=/.test(headers.get("Location") ?? text));

/** Everything stored, but for the sessions. */
async function stored() {
  const tables: string[] = await office
    .knex("information_schema.tables")
    .where({ table_schema: "public", table_type: "BASE TABLE" })
    .whereNotIn("table_name", ["sessions", "failed_logins"])
    .pluck("table_name");
  const prints = tables.map(async (table) => {
    const { rows } = await office.knex.raw(
      "SELECT md5(string_agg(row::text, '|' ORDER BY row::text)) FROM ?? AS row",
      [table],
    );
    return [table, rows[0].md5];
  });
  return Object.fromEntries(await Promise.all(prints));
}

test("every route has an entry, and every entry a route", () => {
  const addresses = pages.map(({ address }) => address);
  expect(addresses.filter((address) => !doors[address])).toEqual([]);
  expect(Object.keys(doors).filter((address) => !addresses.includes(address))).toEqual([]);
});

test("who may not pass gets nothing and changes nothing, whichever way is tried", async () => {
  const before = await stored();
  const refused = tries(false, (door, identity) => !mayPass(door, identity));
  const { asked, faults } = await askAll(refused, true, (answer, { page, method, identity }) => {
    const { status, headers, text } = answer;
    if (page.isCall) {
      if (status !== (identity.holds ? 403 : 401)) return "has the wrong status";
      if (method === "HEAD") return text && "has a body";
      const { error, message } = JSON.parse(text);
      return error && error === message ? "" : "has no sentence";
    }
    if (!identity.holds) return leadsToLogin(answer) ? "" : "does not lead to the login";
    if (status !== 403) return "is not 403";
    const isPage = headers.get("Content-Type")?.startsWith("text/html") && method !== "HEAD";
    return isPage && !text.includes("غير مصرح") ? "does not say so" : "";
  });
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(entries.length * 5);
  expect(await stored()).toEqual(before);
}, 120_000);

test("who may pass is let in, whichever way is tried", async () => {
  const { faults } = await askAll(tries(true, mayPass), false, (answer) => {
    if (answer.status >= 500) return "fails";
    if (leadsToLogin(answer)) return "leads to the login";
    return [401, 403, 405].includes(answer.status) ? "is refused" : "";
  });
  expect(faults).toEqual([]);
}, 120_000);

test("a method that an address does not take is answered with those it takes", async () => {
  const all = await hire(permissions);
  const others: Try[] = pages.flatMap((page) =>
    methods
      .filter((method) => !entries.some((entry) => entry.page === page && entry.method === method))
      .flatMap((method) =>
        Object.values(page.isCall ? waysToCalls : waysToScreens).map((way) => ({
          page,
          method,
          path: way(visit(page.address), page.id),
          identity: all,
        })),
      ),
  );
  const before = await stored();
  const { faults } = await askAll(others, true, ({ status, headers, text }, { page, method }) => {
    if (status !== 405) return "is not 405";
    if (!page.isCall) return "";
    const taken = Object.keys(doors[page.address] ?? {}).join(", ");
    if (headers.get("Allow") !== taken) return `allows ${headers.get("Allow")}`;
    return method === "HEAD" || JSON.parse(text).message ? "" : "has no sentence";
  });
  expect(faults).toEqual([]);
  expect(await stored()).toEqual(before);
});

test("the routes around the screens tell a stranger nothing", async () => {
  for (const { id } of layouts) {
    const answer = await ask("GET", `/_root.data?_routes=${encodeURIComponent(id)}`, anonymous);
    expect([id, answer.text.includes("menu")]).toEqual([id, false]);
    if (routes[id]?.hasLoader) expect([id, leadsToLogin(answer)]).toEqual([id, true]);
  }
});

test("another page's address runs no route of one's choice", async () => {
  const before = await stored();
  const [nobody = anonymous] = holders;
  const all = pages.flatMap((page) =>
    [anonymous, nobody].flatMap((identity) =>
      (["GET", "POST"] as const).map(
        (method): Try => ({ page, method, path: `/?_data=${page.id}&id=1`, identity }),
      ),
    ),
  );
  const { faults } = await askAll(all, true, (answer, { method, identity }) => {
    if (method === "POST") return answer.status === 405 || leadsToLogin(answer) ? "" : "is taken";
    return identity.holds
      ? answer.text.includes("<h1")
        ? ""
        : "is no page"
      : leadsToLogin(answer)
        ? ""
        : "is let in";
  });
  expect(faults).toEqual([]);
  expect(await stored()).toEqual(before);
});

test("a call has no data beside itself", async () => {
  for (const { address, id } of pages.filter(({ isCall }) => isCall)) {
    for (const method of ["GET", "POST"] as const) {
      const { status, text } = await ask(method, `${dataOf(visit(address))}?_routes=${id}`, anonymous);
      expect([address, status, Boolean(JSON.parse(text).message)]).toEqual([address, 404, true]);
    }
  }
});
