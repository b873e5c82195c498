import { expect, test } from "vitest";
import type { Client } from "../support/client";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client } = useOffice();

/** The headings of the menu's groups on a page, and which of them are open. */
async function foldsOf(by: Client, path: string, menu = "") {
  const headers = { Cookie: `${by.cookie}; office_menu=${menu}` };
  const body = await (await fetch(office.url + path, { headers })).text();
  const [nav = ""] = body.match(/<nav id="menu".*?<\/nav>/s) ?? [];
  const folds = [...nav.matchAll(/<details( open="")?><summary>(.*?)<\/summary>/g)];
  return {
    all: folds.map(([, , label]) => label),
    open: folds.filter(([, open]) => open).map(([, , label]) => label),
  };
}

test("the menu opens the group of the present screen, and what the user has opened", async () => {
  expect((await foldsOf(client, "/")).open).toEqual([]);
  expect((await foldsOf(client, "/trips/visas")).open).toEqual(["الرحلات"]);
  expect((await foldsOf(client, "/trips/visas", "money.reports")).open).toEqual([
    "العمليات المالية",
    "الرحلات",
    "التقارير",
  ]);
  expect((await foldsOf(client, "/trips/visas", "trips")).open).toEqual(["الرحلات"]);
});

test.each(["%E0%A4", "__proto__.<script>", "money".repeat(500), "..."])(
  "a cookie «%s» opens nothing",
  async (cookie) => {
    expect((await foldsOf(client, "/agents", cookie)).open).toEqual(["الوكلاء والموردون"]);
  },
);

test("saved views are open until the user folds them, and while one of them is on the screen", async () => {
  await client.submit(`/favorites/new?to=${encodeURIComponent("/agents?search=x")}`, { name: "وكلاء" });
  expect((await foldsOf(client, "/suppliers")).open).toEqual(["المفضلة", "الوكلاء والموردون"]);
  expect((await foldsOf(client, "/suppliers", "favorites")).open).toEqual(["الوكلاء والموردون"]);
  expect((await foldsOf(client, "/agents?search=x", "favorites")).open).toEqual(["المفضلة"]);
});

test("a menu of few screens is open; a group of one screen is a link", async () => {
  const clerk = await enterAs(office, "few", ["manage_contracts", "view_reports"]);
  expect(await foldsOf(clerk, "/")).toEqual({ all: ["التقارير"], open: ["التقارير"] });
  expect((await foldsOf(clerk, "/", "reports")).open).toEqual([]);
  expect((await clerk.get("/")).body).toContain('href="/contracts"');
});

test.each([
  ["/trips/groups/7", "/trips/groups/7/members"],
  ["/trips/groups/7/", "/trips/groups/7/members"],
  ["/agents/7", "/agents/7/edit"],
  ["/services/packages/7", "/services/packages/7/edit"],
  ["/financial/receipts/7", "/financial/receipts/7/edit"],
  ["/settings/accounts/cash-boxes/7", "/settings/accounts/cash-boxes/7/edit"],
])("%s, which is no screen, leads to %s", async (address, below) => {
  const { status, headers } = await client.get(address);
  expect([status, headers.get("Location")]).toEqual([302, below]);
});

test.each(["/agents/x", "/nowhere/7", "/trips/groups/7/nowhere"])("%s leads nowhere", async (address) => {
  expect((await client.get(address)).status).toBe(404);
});
