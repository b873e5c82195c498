import { beforeAll, expect, test } from "vitest";
import { type Permission, permissionLabels } from "~/domain/permissions";
import type { Client } from "../support/client";
import { formsIn } from "../support/forms";
import { useOffice } from "../support/office";
import { screens } from "../support/screens";
import { enterAs } from "../support/users";

/* A form is saved in the name of the user for whom its page was drawn, or not at all (docs/decisions/authors.md). */

const { office, client } = useOffice({ demo: true });
let other: Client;

beforeAll(async () => {
  const permissions = Object.keys(permissionLabels) as Permission[];
  other = await enterAs(office, "المحاسب", permissions, { user_type: "admin" });
});

/** A print of every row, but for what reading writes too. */
async function stored() {
  const tables: string[] = await office
    .knex("information_schema.tables")
    .where({ table_schema: "public", table_type: "BASE TABLE" })
    .whereNotIn("table_name", ["sessions", "held_forms"])
    .pluck("table_name");
  const { rows } = await office.knex.raw(
    tables
      .map(
        (table) =>
          `SELECT '${table}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) FROM "${table}" t`,
      )
      .join(" UNION ALL "),
  );
  return Object.fromEntries(rows.map(({ name, md5 }: { name: string; md5: string }) => [name, md5]));
}

test("every form of every screen carries its author, and another user saves nothing by it", async () => {
  const faults: string[] = [];
  const tried = new Set<string>();
  let [forms, pressed] = [0, 0];
  const pages = new Map<string, string>();
  for (const address of screens.filter((one) => one !== "/login"))
    pages.set(address, (await client.get(address)).body);
  const before = await stored();
  for (const [address, html] of pages) {
    for (const form of formsIn(html)) {
      if (form.action === "/logout") continue;
      forms++;
      if (!form.values.author) faults.push(`${address} has a form without its author`);
      // A list has the same form in each row.
      const kind = `${(form.action ?? address).replace(/\d+/g, "N")} ${form.buttons.map(({ name }) => name)}`;
      if (tried.has(kind)) continue;
      tried.add(kind);
      for (const { name, value, action = form.action ?? address } of form.buttons) {
        pressed++;
        const body = form.enctype ? new FormData() : new URLSearchParams();
        for (const [field, text] of Object.entries(form.values)) body.append(field, text);
        if (name) body.append(name, value);
        const answer = await other.send("POST", action, { body });
        const says = answer.body.includes("«admin»") && answer.body.includes("«المحاسب»");
        if (answer.status !== 409 || !says)
          faults.push(
            `${address}, ${name} ${value}: ${answer.status} ${answer.headers.get("Location") ?? ""}`,
          );
      }
    }
  }
  expect(faults).toEqual([]);
  expect(await stored()).toEqual(before);
  expect(forms).toBeGreaterThan(80);
  expect(pressed).toBeGreaterThan(100);
});
