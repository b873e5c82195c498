import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { enter } from "../support/client";
import { screens } from "../support/screens";

const demo = fixture({ demo: true });

test("each link of a screen to a file leads to one", async () => {
  const client = await enter(demo, demoLogins[0]);
  const links = new Set<string>();
  for (const address of screens.filter((one) => one !== "/login")) {
    const { body } = await client.get(address);
    for (const [, href = ""] of body.matchAll(/href="([^"]*\/export\/[^"]*)"/g))
      links.add(href.replaceAll("&amp;", "&"));
  }
  expect(links.size).toBeGreaterThan(50);
  const wrong: unknown[] = [];
  for (const link of links) {
    const { status } = await client.send("HEAD", link);
    if (status !== 200) wrong.push([link, status]);
  }
  expect(wrong).toEqual([]);
});
