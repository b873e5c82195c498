import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import createKnex from "knex";
import { expect, inject, test } from "vitest";
import { changes } from "~/framework/dead-line";
import { handOver } from "~/framework/hand-over.server";
import { partOf } from "~/framework/manifest.server";
import { projectDir } from "../scripts/prepare.js";

/* The libraries' parts that app/framework patches or replaces are unchanged: each test says what to do when it fails. */

/** Runs the server's router as remix-serve loads it, in another process, which may load a module first. */
function inServer(code: string, ...flags: string[]) {
  const counting = `
    const { matchRoutes } = require("@remix-run/router");
    let compiled = 0;
    globalThis.RegExp = new Proxy(RegExp, { construct: (target, args) => (compiled++, new target(...args)) });
    const routes = [{ id: "root", children: [
      { id: "all", path: "customers" }, { id: "new", path: "customers/new" }, { id: "one", path: "customers/:id" },
      { id: "papers", path: "customers/:id/papers" }, { id: "paper", path: "customers/new/papers/:paper" },
      { id: "any", path: ":part/list" }, { id: "deep", path: "customers/new", children: [{ id: "leaf", path: "a/b" }] },
      { id: "rest", path: "*" }, { id: "else", path: "else" }, { id: "home", index: true }] }];
    const found = (address) => matchRoutes(routes, address).map(({ route, params }) => [route.id, { ...params }]);
    console.log(JSON.stringify(${code}));`;
  return JSON.parse(
    execFileSync(process.execPath, [...flags, "--eval", counting], { cwd: projectDir, encoding: "utf8" }),
  );
}

const remembering = ["--import", join(projectDir, "app", "framework", "remember-routes.js")];
const looks = `["/customers", "/customers/", "/customers/7", "/customers/8", "/Customers/NEW", "/customersand", "/customers//7", "/else/where", "/else", "/", "/customers/7/papers", "/customers/new/papers/3/", "/customers/new/a/b", "/CUSTOMERS/New/A/b", "/else/list", "/customers/list", "//customers", "/customers/new//papers/3", "/%63ustomers/new"].map(found)`;

test("the router finds the same routes, and compiles each of them once", () => {
  expect(inServer(looks, ...remembering)).toEqual(inServer(looks));
  const twice = "[found('/customers/7'), compiled, found('/customers/8'), compiled]";
  const [, first, other, after] = inServer(twice, ...remembering);
  expect(other.at(-1)).toEqual(["one", { id: "8" }]);
  expect(first).toBeGreaterThan(0);
  expect(after).toBe(first);
});

test("Knex still names no statement; when it does, `PreparingClient` can go", async () => {
  const knex = createKnex({ client: "pg", connection: inject("postgresUrl"), pool: { min: 1, max: 1 } });
  try {
    await knex("pg_class").select("oid").where({ relname: "pg_class" });
    const { rows } = await knex.raw("SELECT count(*)::int AS kept FROM pg_prepared_statements");
    expect(rows[0].kept).toBe(0);
  } finally {
    await knex.destroy();
  }
});

const remixReact = (file: string) =>
  readFileSync(join(projectDir, "node_modules", "@remix-run", "react", "dist", file), "utf8");

test.each(Object.entries(changes))(
  "Remix's %s still gives up a page where `deadLine` changes it",
  (file, replacements) => {
    for (const [from] of replacements) expect(remixReact(join("esm", file)).split(from)).toHaveLength(2);
  },
);

test("Remix still searches all routes for the manifest of a page; when it does not, `partOf` can go", () => {
  const search = remixReact("fog-of-war.js");
  expect(search).toContain("function getPartialManifest(manifest, router$1)");
  expect(search).toContain("router.matchRoutes(router$1.routes, path, router$1.basename)");

  const route = (id: string, path?: string, parentId?: string, index?: boolean) => ({
    id,
    path,
    parentId,
    index,
  });
  const routes = [
    route("root", ""),
    route("home", undefined, "root", true),
    route("list", "customers", "root"),
    route("new", "new", "list"),
    route("other", "contracts", "root"),
  ];
  const manifest = { version: "1", routes: Object.fromEntries(routes.map((each) => [each.id, each])) };
  const matches = routes
    .filter(({ id }) => ["root", "list", "new"].includes(id))
    .map((each) => ({ route: each }));
  const part = partOf({ manifest, staticHandlerContext: { matches } } as never);
  expect(Object.keys(part.routes).sort()).toEqual(["home", "list", "new", "root"]);
});

test("the browser's part of Remix still starts with what we hand over; otherwise render `<Scripts>`, as its template does", () => {
  const theirs = remixReact("browser.js");
  const page = handOver({ serverHandoffString: "{}", staticHandlerContext: { matches: [] } } as never, {
    manifest: { routes: {}, entry: { module: "/entry.js", imports: [] } } as never,
    ...{ data: "[1]</script>", nonce: "nonce", boot: { source: "function boot() {}" }, more: {} },
  });
  for (const name of ["__remixContext.stream", "__remixManifest", "__remixRouteModules"])
    expect(theirs).toContain(`window.${name}`);
  for (const name of ["__remixContext=", "__remixContext.stream=", "__remixManifest="])
    expect(page).toContain(name);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(theirs).toContain("throw stateDecodingPromise"); // otherwise `decoding.ts` can go
});
