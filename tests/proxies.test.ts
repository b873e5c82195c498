import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freePort } from "../scripts/ports.js";
import { projectDir } from "../scripts/prepare.js";
import { fixture } from "./support/app";
import { administrator } from "./support/database";
import { usePlace } from "./support/place";
import { until } from "./support/until";

/* The files of deploy/one-machine, with the programs that they are for. */

const place = usePlace("proxies");
const folder = join(projectDir, "deploy", "one-machine");
const certificates = join(projectDir, "tests", "support", "certificates");
const isInstalled = (program: string) => {
  if (!existsSync(program)) console.warn(`No ${program} here: what it does before an office is left out.`);
  return existsSync(program);
};

/** Sends a login to a proxy by TLS, as a browser does. */
function logIn(port: number, headers: Record<string, string>) {
  return new Promise<{ status?: number; cookie: string; hsts?: string }>((done, fail) => {
    const body = JSON.stringify(administrator);
    const sent = request({
      ...{ host: "127.0.0.1", port, method: "POST", path: "/api/auth/login", rejectUnauthorized: false },
      servername: "office.example",
      headers: {
        Host: "office.example",
        "Content-Type": "application/json",
        "Content-Length": body.length,
        ...headers,
      },
    });
    sent.once("error", fail).once("response", (answer) => {
      answer.resume();
      const { statusCode: status, headers } = answer;
      done({ status, cookie: `${headers["set-cookie"]}`, hsts: headers["strict-transport-security"] });
    });
    sent.end(body);
  });
}

/** Starts a program that serves a port. @returns a function that ends it */
async function start(program: string, args: string[], port: number, env = {}) {
  const child = spawn(program, args, { stdio: "ignore", env: { ...process.env, ...env } });
  const isUp = () => logIn(port, { "X-Nothing": "" }).then(({ status }) => expect(status).toBeDefined());
  await until(isUp);
  return async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
}

/** nginx's main file around server blocks. */
function mainFile(name: string, servers: string[]) {
  mkdirSync(place, { recursive: true });
  chmodSync(place, 0o755);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${place}/${kind};`,
  );
  const file = join(place, name);
  writeFileSync(
    file,
    `daemon off; pid ${place}/${name}.pid; error_log ${place}/${name}.log; events {}
     http { access_log off; ${temporary.join(" ")} ${servers.join("\n")} }`,
  );
  return file;
}

const read = (name: string, changes: Record<string, string | number>) =>
  Object.entries(changes).reduce(
    (text, [from, to]) => {
      expect(text).toContain(from);
      return text.replaceAll(from, String(to));
    },
    readFileSync(join(folder, name), "utf8"),
  );

const outer = (port: number, to: number) =>
  read("nginx.conf", {
    "listen 443": `listen 127.0.0.1:${port}`,
    "/etc/ssl/office.pem": join(certificates, "server.pem"),
    "/etc/ssl/office.key": join(certificates, "server.key"),
    "127.0.0.1:3000": `127.0.0.1:${to}`,
  });

const forged = {
  "X-Forwarded-For": "203.0.113.9",
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "http",
};

describe.runIf(isInstalled("/usr/sbin/nginx"))("behind nginx", () => {
  const one = fixture({ env: { TRUST_PROXY: "1" } });
  const two = fixture({ env: { TRUST_PROXY: "2" } });

  test.each([
    [1, "one", () => one, []],
    [2, "two", () => two, ["inner"]],
  ] as const)(
    "%i of it, a login is of the client's address and scheme, whatever the client says of them",
    async (_, name, office, inner) => {
      const { port: officePort } = new URL(office().url);
      const port = await freePort();
      const middle = await freePort();
      const servers = [outer(port, inner.length ? middle : Number(officePort))];
      if (inner.length)
        servers.push(
          read("nginx-inner.conf", {
            "listen 8080": `listen 127.0.0.1:${middle}`,
            "127.0.0.1:3000": `127.0.0.1:${officePort}`,
          }),
        );
      const stop = await start("/usr/sbin/nginx", ["-c", mainFile(name, servers)], port);
      const answer = await logIn(port, { ...forged, Origin: "https://office.example" });
      expect(answer).toEqual({
        status: 200,
        cookie: expect.stringMatching(/^__Host-.*; Secure/),
        hsts: expect.anything(),
      });
      const sessions = await office().knex("sessions").distinct("address").pluck("address");
      expect(sessions).toEqual(["127.0.0.1"]);
      expect((await logIn(port, { ...forged, Origin: "https://evil.example" })).status).toBe(403);
      await stop();
    },
  );

  test("that does not pass the host, a save is refused, and the log says why", async () => {
    const port = await freePort();
    const text = outer(port, Number(new URL(one.url).port)).replace(
      /proxy_set_header (X-Forwarded-)?Host .*/g,
      "",
    );
    const stop = await start("/usr/sbin/nginx", ["-c", mainFile("bare", [text])], port);
    expect((await logIn(port, { Origin: "https://office.example" })).status).toBe(403);
    await until(() =>
      expect(one.app.output()).toMatch(
        /Origin https:\/\/office\.example is not https:\/\/127\.0\.0\.1:\d+: does the proxy pass Host and X-Forwarded-Proto\?/,
      ),
    );
    await stop();
  });
});

describe.runIf(isInstalled("/usr/bin/caddy"))("behind Caddy", () => {
  const office = fixture({ env: { TRUST_PROXY: "1" } });

  test("a login is of the client's address and scheme, whatever the client says of them", async () => {
    const port = await freePort();
    mkdirSync(place, { recursive: true });
    const file = join(place, "Caddyfile");
    const tls = `tls ${join(certificates, "server.pem")} ${join(certificates, "server.key")}\n\treverse_proxy`;
    const text = read("Caddyfile", {
      "office.example {": `office.example:${port} {`,
      reverse_proxy: tls,
      "127.0.0.1:3000": new URL(office.url).host,
    });
    writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${text}`);
    const env = { XDG_DATA_HOME: place, XDG_CONFIG_HOME: place };
    const stop = await start(
      "/usr/bin/caddy",
      ["run", "--config", file, "--adapter", "caddyfile"],
      port,
      env,
    );
    const answer = await logIn(port, {
      ...forged,
      Host: `office.example:${port}`,
      Origin: `https://office.example:${port}`,
    });
    expect(answer).toEqual({
      status: 200,
      cookie: expect.stringMatching(/^__Host-.*; Secure/),
      hsts: expect.anything(),
    });
    expect(await office.knex("sessions").distinct("address").pluck("address")).toEqual(["127.0.0.1"]);
    await stop();
  });
});

test.runIf(isInstalled("/usr/bin/systemd-analyze"))("systemd finds no fault with the unit", () => {
  const text = read("office.service", {
    "WorkingDirectory=/opt/office": "WorkingDirectory=/",
    "User=office": "User=nobody",
  });
  const file = join(place, "office.service");
  mkdirSync(place, { recursive: true });
  writeFileSync(file, text);
  expect(execFileSync("systemd-analyze", ["verify", file], { encoding: "utf8", stdio: "pipe" })).toBe("");
});
