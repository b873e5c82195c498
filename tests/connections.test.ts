import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { isPrivate, networkOf, plainAddress } from "~/domain/networks.server";
import { boundConnections, mostConnections, openConnections } from "~/http/connections.server";
import type { Client } from "./support/client";
import { residentMegabytes } from "./support/memory";
import { useOffice } from "./support/office";
import { head } from "./support/raw";

/* Where requests begin: a connection has one at a time, and an address so many connections. */

const { office, client: manager } = useOffice({ env: { TRUST_PROXY: "1" } });

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function openSocket(sent: string) {
  const { hostname, port } = new URL(office.url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  socket.write(sent);
  sockets.push(socket);
  return socket;
}

/** An address of a file that every page needs. */
const script = async () =>
  /\/assets\/[\w-]+\.js/.exec(await (await fetch(`${office.url}/login`)).text())?.[0] ?? "";

const keepAlive = { Connection: "keep-alive" };
const statusesOf = (paths: string[], as: Client = manager) =>
  Promise.all(paths.map(async (path) => (await as.get(path)).status));

describe("a client that sends without waiting for its answers", () => {
  test.each([
    ["GET /login", 450, head("GET", "/login", keepAlive)],
    ["HEAD /login", 300, head("HEAD", "/login", keepAlive)],
    ["GET /healthz", 900, head("GET", "/healthz", keepAlive)],
    ["a call", 700, head("GET", "/api/customers", keepAlive)],
    ["a refused address", 500, head("GET", "/%ff", keepAlive)],
    ["a post", 500, `${head("POST", "/api/auth/login", { ...keepAlive, "Content-Length": 2 })}{}`],
  ])("shuts nobody out by leaving: %s, %i times", async (_, times, request) => {
    for (let round = 0; round < 3; round++) {
      const socket = openSocket(request.repeat(times));
      await pause(100 * round);
      socket.destroy();
    }
    await expect.poll(() => statusesOf(["/customers", "/login", "/healthz"])).toEqual([200, 302, 200]);
  });

  test.each(["/login", "/healthz", "/customers", "/robots.txt"])(
    "has its connection closed, with one answer at most: %s",
    async (path) => {
      const answer = await text(openSocket(head("GET", path, keepAlive).repeat(3)));
      expect(answer.match(/HTTP\/1\.1 \d+/g)?.length ?? 0).toBeLessThanOrEqual(1);
    },
  );

  test("holds no memory and takes nobody's place, however many there are", async () => {
    const before = residentMegabytes(office.app.pid());
    const request = head("GET", await script(), keepAlive);
    for (let count = 0; count < 260; count++) openSocket(request.repeat(30)).pause();
    const seen: number[] = [];
    for (let round = 0; round < 5; round++) {
      seen.push(...(await statusesOf(["/customers", "/api/customers?page=1", "/healthz"])));
      await pause(100);
    }
    expect(new Set(seen)).toEqual(new Set([200]));
    expect(residentMegabytes(office.app.pid()) - before).toBeLessThan(100);
  });
});

test("a connection that waits for each answer serves as many requests as one likes", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const paths = ["/login", await script(), "/healthz", "/robots.txt", "/customers", "/api/nothing"];
  const ports = new Set<number | undefined>();
  const ask = (path: string) =>
    new Promise<number | undefined>((answered, failed) =>
      get(office.url + path, { agent }, (answer) => {
        ports.add(answer.socket.localPort);
        answer.resume().once("end", () => answered(answer.statusCode));
      }).once("error", failed),
    );
  const statuses = await Promise.all(Array.from({ length: 50 }, () => paths.map(ask)).flat());
  agent.destroy();
  expect(new Set(statuses)).toEqual(new Set([200, 302, 404]));
  expect(ports.size).toBe(1);
});

test("lets sixty people work with six connections each", async () => {
  const file = await script();
  const paths = Array.from({ length: 60 }, () => ["/customers", ...Array(5).fill(file)]).flat();
  const headers = { "X-Forwarded-For": "203.0.113.9" };
  const answers = await Promise.all(paths.map((path) => manager.send("GET", path, { headers })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

describe("connections", () => {
  /** A server whose connections the test makes, from addresses that a test has not. */
  function listen() {
    const server = Object.assign(new EventEmitter(), { maxConnections: 0 });
    boundConnections(server as unknown as Server);
    return {
      server,
      open(remoteAddress: string) {
        const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy });
        server.emit("connection", socket);
        return socket;
      },
    };
    function destroy(this: EventEmitter & { destroyed: boolean }) {
      this.destroyed = true;
      this.emit("close");
    }
  }

  const { ofAddress } = mostConnections;
  test.each([
    ["198.51.100.1", ofAddress],
    ["::ffff:198.51.100.2", ofAddress],
    ["2001:db8::1", ofAddress],
    ["127.0.0.1", ofAddress + 50],
    ["::1", ofAddress + 50],
    ["::ffff:10.1.2.3", ofAddress + 50],
    ["172.31.0.9", ofAddress + 50],
  ])("from %s: %i stay open, and room comes back", (address, most) => {
    const { open, server } = listen();
    expect(server.maxConnections).toBe(mostConnections.all);
    const before = openConnections();
    const all = Array.from({ length: ofAddress + 50 }, () => open(address));
    expect(all.filter(({ destroyed }) => !destroyed)).toHaveLength(most);
    expect(openConnections() - before).toBe(most);
    for (const one of all) if (!one.destroyed) one.destroy();
    expect(openConnections()).toBe(before);
    const again = open(address);
    expect(again.destroyed).toBe(false);
    again.destroy();
  });

  test.each([
    ["2001:db8:0:1::5", "2001:DB8:0:1:ffff::", true],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1:9::", true],
    ["2001:db8:0:1::5", "2001:db8:0:2::5", false],
    ["203.0.113.1", "203.0.113.2", false],
    ["unknown", "unknown", true],
  ])("%s and %s are of one sender: %s", (one, other, isSame) => {
    expect(networkOf(one) === networkOf(other)).toBe(isSame);
  });

  test.each([
    ["203.0.113.7:51234", "203.0.113.7"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["::ffff:10.1.2.3", "10.1.2.3"],
    ["2001:db8::1", "2001:db8::1"],
    ["unknown:1", "unknown:1"],
  ])("the address %s is %s", (written, plain) => {
    expect(plainAddress(written)).toBe(plain);
  });

  test.each([
    ["127.9.9.9", true],
    ["fd00::7", true],
    ["fe80::1%eth0", true],
    ["172.32.0.1", false],
    ["100.64.0.1", false],
    ["2001:db8::1", false],
    ["unknown", false],
    ["", false],
  ])("the address %j is private: %s", (address, expected) => {
    expect(isPrivate(address)).toBe(expected);
  });
});

afterAll(() => expect(openConnections()).toBe(0));
