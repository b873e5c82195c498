import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../scripts/prepare.js";

/** What the server's router does, loaded as remix-serve loads it: in another process, which may load something first. */
function inServer(code: string, ...flags: string[]) {
  const counting = `
    const { matchRoutes } = require("@remix-run/router");
    let compiled = 0;
    globalThis.RegExp = new Proxy(RegExp, { construct: (target, args) => (compiled++, new target(...args)) });
    const routes = [{ id: "root", children: [
      { id: "all", path: "customers" }, { id: "new", path: "customers/new" }, { id: "one", path: "customers/:id" },
      { id: "rest", path: "*" }, { id: "else", path: "else" }, { id: "home", index: true }] }];
    const found = (address) => matchRoutes(routes, address).map(({ route, params }) => [route.id, { ...params }]);
    console.log(JSON.stringify(${code}));`;
  return JSON.parse(
    execFileSync(process.execPath, [...flags, "--eval", counting], { cwd: projectDir, encoding: "utf8" }),
  );
}

const remembering = ["--import", join(projectDir, "scripts", "remember-routes.js")];
const looks = `["/customers", "/customers/", "/customers/7", "/customers/8", "/Customers/NEW", "/customersand", "/customers//7", "/else/where", "/else", "/"].map(found)`;

test("the router finds the same routes, and compiles each of them once", () => {
  expect(inServer(looks, ...remembering)).toEqual(inServer(looks));
  const twice = "[found('/customers/7'), compiled, found('/customers/8'), compiled]";
  const [, first, other, after] = inServer(twice, ...remembering);
  expect(other.at(-1)).toEqual(["one", { id: "8" }]);
  expect(first).toBeGreaterThan(0);
  expect(after).toBe(first);
});
