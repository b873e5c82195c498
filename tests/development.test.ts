import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../scripts/ports.js";
import { projectDir } from "../scripts/prepare.js";
import { fixture, isOpen } from "./support/app";
import { head, sendRaw } from "./support/raw";

/* The development server, which `npm run dev` starts, has the same gate as the built one. */

const office = fixture();
let url: string;
let end: () => Promise<unknown>;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const remix = join(projectDir, "node_modules", "@remix-run", "dev", "dist", "cli.js");
  const leaveWithParent = ["--import", join(projectDir, "scripts", "leave-with-parent.js")];
  const server = spawn(
    process.execPath,
    [...leaveWithParent, remix, "vite:dev", "--strictPort", "--port", String(port), "--host", "127.0.0.1"],
    {
      cwd: projectDir,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "development",
        VITEST: undefined,
        DATABASE_URL: office.database.applicationUrl,
        DATA_DIR: office.app.dataDir,
        SESSION_SECRET: "only for tests",
      },
    },
  );
  end = () => {
    server.kill("SIGKILL");
    return once(server, "exit");
  };
  while (!(await isOpen(url))) {
    if (server.exitCode !== null) throw new Error("The development server did not open.");
    await pause(50);
  }
});
afterAll(() => end());

test("the gate of the development server judges every request before the framework", async () => {
  const login = await fetch(`${url}/login`);
  expect([login.status, login.headers.get("X-Frame-Options")]).toEqual([200, "DENY"]);
  expect(login.headers.get("X-Request-Id")).toMatch(/^[\da-f]{12}$/);
  const foreign = { method: "POST", headers: { Origin: "http://evil.example" } };
  expect((await fetch(`${url}/login`, foreign)).status).toBe(403);
  expect((await fetch(`${url}/api/auth/login`, foreign)).status).toBe(403);
  expect((await sendRaw(url, head("TRACE", "/login"))).status).toBe(405);
  expect((await sendRaw(url, head("GET", "/login", { Host: "user@localhost" }))).status).toBe(400);
});

test("a file's address of the development server refuses writes in Arabic", async () => {
  const answer = await fetch(`${url}/customers/import/template/csv`, { method: "POST" });
  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET"]);
  expect(await answer.text()).toContain("غير متاحة");
});
