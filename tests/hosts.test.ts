import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, inject, test } from "vitest";
import { connectTo, parseAddress } from "../app/framework/hosts.js";

/* DATABASE_URL as libpq reads it: several hosts, who writes, options for TLS. */

describe("an address", () => {
  const hostsOf = (address: string) =>
    parseAddress(address).candidates.map(({ host, port, user, password, database }) => [
      host,
      port,
      user,
      password,
      database,
    ]);

  test("names its hosts in order, each with its port", () => {
    const address = "postgres://u:p%2Cw@a:5433,b,[::1]:5434/office?target_session_attrs=read-write";
    expect(hostsOf(address)).toEqual([
      ["a", 5433, "u", "p,w", "office"],
      ["b", undefined, "u", "p,w", "office"],
      ["::1", 5434, "u", "p,w", "office"],
    ]);
    expect(parseAddress(address).mustWrite).toBe(true);
  });

  test.each([
    ["postgres://a/office", false],
    ["postgres://a/office?target_session_attrs=any", false],
    ["postgres://a/office?target_session_attrs=primary", true],
    ["postgres://a,b/office", true],
    ["postgres://a,b/office?target_session_attrs=any", false],
  ])("%s: asks whether it writes: %s", (address, mustWrite) => {
    expect(parseAddress(address).mustWrite).toBe(mustWrite);
  });

  test("that asks for a server which only reads is refused", () => {
    expect(() => parseAddress("postgres://a/office?target_session_attrs=standby")).toThrow(/writes/);
  });

  const sslOf = (query: string) =>
    parseAddress(`postgres://a/office?${query}`).candidates.map(({ ssl }) => ssl ?? false);

  test("has libpq's meanings of sslmode", () => {
    expect(sslOf("")).toEqual([false]);
    expect(sslOf("sslmode=disable")).toEqual([false]);
    expect(sslOf("sslmode=require")).toEqual([{ rejectUnauthorized: false }]);
    expect(sslOf("sslmode=prefer")).toEqual([{ rejectUnauthorized: false }, false]);
    expect(sslOf("sslmode=allow")).toEqual([false, { rejectUnauthorized: false }]);
    expect(sslOf("sslmode=verify-full")).toEqual([{}]);
    expect(sslOf("sslrootcert=system")).toEqual([{}]);
    expect(() => sslOf("sslmode=verify-ca")).toThrow(/sslrootcert/);
    expect(() => sslOf("sslmode=verify_full")).toThrow("there is no sslmode=verify_full");
  });
});

describe("connecting", () => {
  const live = new URL(inject("postgresUrl"));
  const { username, password, host } = live;
  const dead = "127.0.0.1:1";
  const among = (hosts: string, query = "") =>
    `postgres://${username}:${password}@${hosts}/postgres?${query}`;
  const portOf = async (address: string, patience?: number) => {
    const client = await connectTo({ connectionString: address, connectionTimeoutMillis: patience });
    await client.end();
    return client.port;
  };

  test("passes over a host that is dead", async () => {
    expect(await portOf(among(`${dead},${host}`))).toBe(Number(live.port));
  });

  test("passes over a host that is silent, in its share of the time, and asks it last from then on", async () => {
    let asked = 0;
    const silent = createServer(() => asked++).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const address = among(`127.0.0.1:${port},${host}`);
    for (let turn = 0; turn < 2; turn++) expect(await portOf(address, 3000)).toBe(Number(live.port));
    silent.close();
    expect(asked).toBe(1);
  });

  test("tells what each host said when none will do", async () => {
    const readsOnly = among(`${dead},${host}`, "options=-c%20default_transaction_read_only%3Don");
    await expect(portOf(readsOnly)).rejects.toThrow(/127\.0\.0\.1:1: .*ECONNREFUSED.*; .*it only reads/);
  });
});
