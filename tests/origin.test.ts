import { describe, expect, test } from "vitest";
import { fixture } from "./support/app";
import { head, sendRaw } from "./support/raw";

/* The page that a write comes from: an origin is a scheme, a host and a port. */

const host = "office.example";

async function statusOf(url: string, headers: Record<string, string>) {
  const all = { Host: host, "Content-Type": "application/json", "Content-Length": 2, ...headers };
  return (await sendRaw(url, `${head("POST", "/api/auth/logout", all)}{}`)).status;
}

describe("behind a trusted proxy", () => {
  const office = fixture({ env: { TRUST_PROXY: "1" } });

  test.each([
    ["https", `https://${host}`, 200],
    ["https", `http://${host}`, 403],
    ["HTTPS", `https://${host}`, 200],
    ["http, https", `http://${host}`, 403], // the nearest proxy's header counts
    ["https", `https://${host}:443`, 200],
    ["http", `http://${host}`, 200],
    ["http", `https://${host}`, 403],
    ["https", `wss://${host}`, 403],
    ["javascript", `javascript://${host}`, 403],
    ["wss", `wss://${host}`, 403],
    ["", `http://${host}`, 200],
    ["", `https://${host}`, 200],
    ["", `ftp://${host}`, 403],
    ["not a scheme", `https://${host}`, 403],
  ])("that says %j, a write from %s is answered %d", async (scheme, Origin, status) => {
    const proxied: Record<string, string> = scheme ? { "X-Forwarded-Proto": scheme } : {};
    expect(await statusOf(office.url, { ...proxied, Origin })).toBe(status);
  });
});

describe("without one", () => {
  const office = fixture();

  test.each([
    [`http://${host}`, 200],
    [`https://${host}`, 200],
    [`HTTPS://${host.toUpperCase()}`, 200],
    [`http://${host}:80`, 200],
    [`https://${host}:8443`, 403],
    [`ftp://${host}`, 403],
    [`blob:http://${host}/1`, 403],
    [`chrome-extension://${host}`, 403],
    ["null", 403],
    ["", 403],
  ])("a write from %j is answered %d, whatever a client says of its scheme", async (Origin, status) => {
    for (const scheme of ["http", "https"])
      expect(await statusOf(office.url, { "X-Forwarded-Proto": scheme, Origin })).toBe(status);
  });
});
