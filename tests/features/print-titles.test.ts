import { beforeAll, expect, test } from "vitest";
import { groupScreens } from "~/features/groups/group-page";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { type Client, signIn } from "../support/client";
import { screens } from "../support/screens";

/* A browser names a PDF by the page's title: papers that are sent together have different names. */

const demo = fixture({ demo: true });
let client: Client;

beforeAll(async () => {
  client = await signIn(demo.url, demoLogins[0]);
});

const titleAt = async (path: string) => {
  const { status, body } = await client.get(path);
  expect([path, status]).toEqual([path, 200]);
  return String(body).match(/<title>([^<]*)<\/title>/)?.[1] ?? "";
};

test.each([
  ["contracts", "contract_number", "/contracts/:id/print"],
  ["receipt_vouchers", "receipt_number", "/financial/receipts/:id/print"],
  ["payment_vouchers", "payment_number", "/financial/payments/:id/print"],
  ["allocations", "allocation_number", "/financial/allocations/:id/print"],
  ["contracts", "contract_number", "/contracts/voucher?contracts=:id"],
  ["groups", "name", "/trips/groups/:id/readiness/print"],
  ["groups", "name", "/trips/groups/:id/manifest"],
  ["groups", "name", "/trips/groups/:id/rooms/print"],
  ["groups", "name", "/trips/groups/:id/buses/print"],
  ["groups", "name", "/trips/groups/:id/badges/print"],
  ...Object.keys(groupScreens).map((screen) => ["groups", "name", `/trips/groups/:id/${screen}`]),
  ["trips", "name", "/trips/management/:id/badges"],
  ["customers", "name", "/financial/statements/customers/:id/print"],
])("of %s have its %s in the title of %s", async (table, column, path) => {
  const rows = await demo.knex(table).orderBy("id").limit(3).select("id", column);
  for (const row of rows) expect(await titleAt(path.replace(":id", row.id))).toContain(row[column]);
});

test("of lists have their day", async () => {
  for (const path of ["/financial/debts/customers/print", "/trips/movements/print"])
    expect(await titleAt(path)).toMatch(/\d{4}-\d{2}-\d{2}/);
});

test("the title of a form says what kind of work is open: its heading is in it", async () => {
  const others: string[] = [];
  let dialogs = 0;
  for (const path of screens) {
    const body = String((await client.get(encodeURI(path))).body);
    const title = body.match(/<title>([^<]*)</)?.[1] ?? "";
    const heading = [...body.matchAll(/<div class="dialog-head"><h2[^>]*>([^<]*)</g)].pop()?.[1] ?? "";
    if (heading) dialogs++;
    if (!title.includes(heading)) others.push(`${path}: ${title}`);
  }
  expect(others).toEqual([]);
  expect(dialogs).toBeGreaterThan(60);
});

test.each([
  ["/financial/receipts/new", "/financial/receipts/1/edit"],
  ["/financial/payments/new", "/financial/payments/88/edit"],
])("%s has another title than %s", async (add, edit) => {
  expect(await titleAt(add)).toContain("جديد");
  expect(await titleAt(edit)).toContain("تعديل");
});
