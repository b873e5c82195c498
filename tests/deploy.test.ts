import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseAddress } from "../app/framework/hosts.js";
import { projectDir } from "../scripts/prepare.js";

/* deploy/ cannot be started in a test, so its files are compared with each other. */

const folder = join(projectDir, "deploy");
const text = readFileSync(join(folder, "compose.yaml"), "utf8");
const { services, volumes } = parse(text, { merge: true });

test.each(["compose.yaml", "deploy/compose.yaml"])(
  "the linter of compose files finds no fault with %s",
  (file) => {
    const order = ["service-keys-order", "services-alphabetical-order", "top-level-properties-order"];
    // Docker Compose takes the folder's name; the list of ports has quotes, which it does not see; an office is for its whole network
    const taste = ["require-project-name-field", "require-quotes-in-ports", "no-unbound-port-interfaces"];
    const off = [...order, ...taste].flatMap((rule) => ["--disable-rule", rule]);
    const dclint = join(projectDir, "node_modules", "dclint", "bin", "dclint.cjs");
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [dclint, file, "--max-warnings", "0", ...off],
      { cwd: projectDir, encoding: "utf8" },
    );
    expect([status, stdout + stderr]).toEqual([0, expect.anything()]);
  },
);

test("what the office of compose.yaml may be told, it is told", () => {
  const { app } = parse(readFileSync(join(projectDir, "compose.yaml"), "utf8"), { merge: true }).services;
  const table =
    readFileSync(join(projectDir, "README.md"), "utf8").split("## Settings")[1]?.split("\n## ")[0] ?? "";
  const settings = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(
    ([, names = ""]) => names.match(/[A-Z_]{4,}/g) ?? [],
  );
  const elsewhere = [
    "ADMIN_PASSWORD",
    "ADMIN_USERNAME",
    "BACKUPS_KEPT",
    "BACKUPS_URL",
    "DATA_DIR",
    "DEMO",
    "HOST",
    "METRICS_PORT",
    "PORT",
  ];
  expect(Object.keys(app.environment).sort()).toEqual(
    settings.filter((name) => !elsewhere.includes(name)).sort(),
  );
});

test("every volume is declared, every file that is mounted is there", () => {
  for (const { volumes: mounted = [] } of Object.values<{ volumes?: string[] }>(services)) {
    for (const [source = ""] of mounted.map((mount) => mount.split(":"))) {
      if (source.startsWith(".")) expect(existsSync(join(folder, source))).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    }
  }
});

test("every setting that it requires is named at its head", () => {
  const head = text.slice(0, text.indexOf("\nx-"));
  for (const [, name] of text.matchAll(/\$\{(\w+):\?\}/g)) expect(head).toContain(name);
});

test("the servers and the migrations know both databases, and the proxy both servers", () => {
  for (const name of ["office-1", "office-2", "migrate"]) {
    const address = services[name].environment.DATABASE_URL.replace(/\$\{\w+:\?\}/g, "secret");
    const { candidates, mustWrite } = parseAddress(address);
    expect(candidates.map(({ host }) => host)).toEqual(["postgres-1", "postgres-2"]);
    expect(mustWrite).toBe(true);
  }
  const proxy = readFileSync(join(folder, "Caddyfile"), "utf8");
  expect(proxy).toContain("reverse_proxy office-1:3000 office-2:3000");
  for (const name of ["office-1", "office-2"]) expect(services[name].environment.TRUST_PROXY).toBe("1");
});

test("the image has every file that its programs import", () => {
  const copies = readFileSync(join(projectDir, "Dockerfile"), "utf8").split("FROM ")[2] ?? "";
  const copied = [...copies.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, sources = ""]) =>
    sources.split(" "),
  );
  const isCopied = (path: string) =>
    copied.some((source) => path === source || path.startsWith(`${source}/`));
  const seen = new Set<string>();
  const look = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const code = readFileSync(join(projectDir, path), "utf8");
    for (const [, name = ""] of code.matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)) {
      const target = relative(projectDir, join(projectDir, dirname(path), name));
      const file = ["", ".ts", ".js", "/index.ts"]
        .map((end) => target + end)
        .find((one) => isFile(join(projectDir, one)));
      if (file) look(file);
    }
  };
  const programs = ["backup.js", "backup/copy.js", "migrate.js", "restore.js", "serve.js", "start.js"];
  for (const path of ["knexfile.js", ...programs.map((name) => `scripts/${name}`)]) look(path);
  for (const folder of ["seeds", "migrations"])
    for (const name of readdirSync(join(projectDir, folder), { recursive: true, encoding: "utf8" }))
      if (name.endsWith(".ts")) look(join(folder, name));
  const missing = [...seen].filter((path) => !isCopied(path));
  expect(missing).toEqual([]);
});

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
