import { afterAll, beforeAll, expect } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { faultsIn, fixture } from "./app";
import { useBrowser } from "./browser";
import { type Client, enter } from "./client";
import { administrator } from "./database";

type Settings = Parameters<typeof fixture>[0] & {
  /** Whether many use it at once: its client then comes again when told that it is busy. */
  isBusy?: boolean;
  /** Whether the file proves that no answer was a fault of the server, whatever it sent. */
  isFaultless?: boolean;
  /** Whether each page has a new browser, whose cache is empty. */
  isFirstVisit?: boolean;
};

/**
 * What most test files start with: an office of their own, a client who is its administrator from the first test on, and a browser.
 *
 *     const { office, client, browser } = useOffice();
 *     test("…", async () => { await client.get("/customers"); await office.knex("customers"); });
 */
export function useOffice({ isBusy, isFaultless, isFirstVisit, ...settings }: Settings = {}) {
  const office = fixture(settings);
  const client = {} as Client;
  beforeAll(async () => {
    Object.assign(client, await enter(office, settings.demo ? demoLogins[0] : administrator, !isBusy));
  });
  afterAll(() => {
    if (isFaultless) expect(faultsIn(office.app.output())).toEqual([]);
  });
  return { office, client, browser: useBrowser(office, { isFirstVisit }) };
}
