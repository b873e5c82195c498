import { beforeAll, expect, test } from "vitest";
import { type Permission, permissionLabels } from "~/domain/permissions";
import { fixture } from "./support/app";
import { dataOf, layouts, pages, routes, waysToCalls, waysToScreens } from "./support/built-routes";
import { enter, sessionOf, uncompressed } from "./support/client";
import { bodies, type Door, doors } from "./support/doors";
import { createUser } from "./support/users";

/*
 * Who may do what, from rulings §2, for every address of the built application: a new route without an entry fails.
 * Each kind of user requests each address in each way that the framework knows.
 */

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE"] as const;
type Method = (typeof methods)[number];

const permissions = Object.keys(permissionLabels) as Permission[];

type Identity = { name: string; cookie: string; holds: readonly Permission[] | null };

const anonymous: Identity = { name: "anonymous", cookie: "", holds: null };
/** Nobody's permissions, and each single one. */
const holders: Identity[] = [];
const office = fixture();
/** A row that must stay secret, and the parameters of addresses that name it. */
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
  const admin = await enter(office);
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
  const cookie = await sessionOf(office.knex, user.id);
  return { name: `who holds ${holds.slice(0, 3).join(", ")} (${holds.length})`, cookie, holds };
}

const withoutThese = new Map<string, Identity>();

/** A user who holds all but these is refused only where each of the others is. */
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
    : address.startsWith("/:kind") || address.includes("/debts/")
      ? "customers"
      : sample.kind;
  const values: Record<string, string | undefined> = { ...sample, kind, id };
  return address.replace(/:(\w+)|\*$/g, (part, name) => values[name ?? part] ?? "1");
}

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
 * The users from whom the others follow, since more rights allow no less: strangers, a user without rights, one with all but what
 * the door asks for; and, in the cheapest way, each single permission that opens it.
 *
 * @param gone whether the row that the address names is none
 * @param count in how many ways each is tried, of those that there are
 */
function tries(gone: boolean, count: number, isWanted: (door: Door, identity: Identity) => boolean): Try[] {
  return entries.flatMap(({ page, method, door }, number) =>
    waysOf(page, method, number, count).flatMap((way, index) => {
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

const turn = <T>(all: T[], number: number) => all[number % all.length] as T;
const allWays = ({ isCall }: Try["page"]) => Object.values(isCall ? waysToCalls : waysToScreens);

/**
 * GET and POST run a route's own two functions; HEAD runs what GET does, and is asked in one way, by turns. So are the spellings
 * of the old data address. Where a few ways are enough they are the cheapest, and the others by turns: the framework
 * knows the ways and no route does, so that a route, a method and a way are tried two by two.
 */
function waysOf(page: Try["page"], method: Method, number: number, count: number) {
  if (method === "HEAD") return [turn(allWays(page), number)];
  const ways = allWays(page).toSpliced(-1 - (number % 2), 1);
  return count < ways.length ? [...ways.slice(0, 1), turn(ways.slice(1), number)] : ways;
}

const holderOf = (door: Door) => holders.find((identity) => mayPass(door, identity));

/** A dialog over the page of a person, which more may read than may write: it tells them no more than that page. */
const readsBelow = ({ page, identity }: Try) =>
  page.address.startsWith("/customers/:customer/") &&
  mayPass(doors["/customers/:customer"]?.GET ?? [], identity);

/** Sends a few requests at a time. @returns what was wrong with the answers */
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
        const mayRead = !withBody || readsBelow(one);
        const fault = Object.values(secret).some((word) => mayRead || !answer.text.includes(word))
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

/** Every row except the sessions. */
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
  const refused = tries(false, Number.POSITIVE_INFINITY, (door, identity) => !mayPass(door, identity));
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
  expect(asked).toBeGreaterThan(entries.length * 4);
  expect(await stored()).toEqual(before);
});

test("who may pass is let in, whichever way is tried", async () => {
  const { faults } = await askAll(tries(true, 2, mayPass), false, (answer) => {
    if (answer.status >= 500) return "fails";
    if (leadsToLogin(answer)) return "leads to the login";
    return [401, 403, 405].includes(answer.status) ? "is refused" : "";
  });
  expect(faults).toEqual([]);
});

test("a method that an address does not take is answered with those it takes", async () => {
  const all = await hire(permissions);
  const others: Try[] = pages
    .flatMap((page) => methods.map((method) => ({ page, method, identity: all })))
    .filter(({ page, method }) => !entries.some((entry) => entry.page === page && entry.method === method))
    .map((one, number) => ({
      ...one,
      path: turn(allWays(one.page), number)(visit(one.page.address), one.page.id),
    }));
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

const isBelow = ({ parentId }: { parentId?: string }, id: string): boolean =>
  parentId !== undefined && (parentId === id || isBelow(routes[parentId] as { parentId?: string }, id));

test("the routes around the screens tell a stranger nothing", async () => {
  for (const { id } of layouts) {
    const address = pages.find((page) => isBelow(page, id))?.address ?? "/";
    const path = `${dataOf(visit(address))}?_routes=${encodeURIComponent(id)}`;
    const answer = await ask("GET", path, anonymous);
    expect([id, answer.text.includes("menu")]).toEqual([id, false]);
    if (routes[id]?.hasLoader) expect([id, leadsToLogin(answer)]).toEqual([id, true]);
  }
});

test("another page's address runs no route of one's choice", async () => {
  const before = await stored();
  const [nobody = anonymous] = holders;
  // They read and write in turns: the gate drops the parameter for every session.
  const all = pages.flatMap((page, number) =>
    (["GET", "POST"] as const).map((method, index): Try => {
      const identity = (number + index) % 2 ? anonymous : nobody;
      return { page, method, path: `/?_data=${page.id}&id=1`, identity };
    }),
  );
  const { faults } = await askAll(all, true, (answer, { method, identity }) => {
    if (method === "POST") return answer.status === 405 || leadsToLogin(answer) ? "" : "is taken";
    if (!identity.holds) return leadsToLogin(answer) ? "" : "is let in";
    return answer.text.includes("<h1") ? "" : "is no page";
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
