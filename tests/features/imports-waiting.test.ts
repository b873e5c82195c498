import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { fixture } from "../support/app";
import { enter } from "../support/client";
import { importsOf } from "../support/imports";

/** How long a connection may be idle here, in milliseconds. */
const silence = 2000;
const office = fixture({ env: { CONNECTION_TIMEOUT_MS: String(silence) } });

test("who waits for another import longer than a line may stand still is answered", async () => {
  const client = await enter(office);
  const { uploaded } = importsOf(office, client);
  const trial = await uploaded("suppliers", "name,phone\nمورد صبور,0877");
  const other = await office.knex.transaction();
  await other.raw("SELECT pg_advisory_xact_lock(hashtext('import suppliers'))");
  const posted = client.submit(trial, {});
  await pause(3 * silence);
  await other.commit();
  expect((await posted).status).toBe(302);
  expect(await office.knex("suppliers").where({ phone: "0877" })).toHaveLength(1);
});
