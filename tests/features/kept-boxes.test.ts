import { expect, test } from "vitest";
import { formsIn } from "../support/forms";
import { useOffice } from "../support/office";
import { screens } from "../support/screens";

/* A box of a form that is refused stands as it was sent, without scripts too. */

const { client } = useOffice({ demo: true });

const own = ["author", "idempotency_key", "updated_at"];
const boxesIn = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="(\w+)" value=""\/><label class="tick">(<input[^>]*>)/g)].map(
    ([, name = "", box = ""]) => ({ name, isTicked: box.includes(" checked") }),
  );

test("every box of every form stays ticked, or not, when the form is refused", async () => {
  const tried = new Set<string>();
  const faults: string[] = [];
  for (const address of screens.filter((one) => one !== "/login")) {
    const { body: html } = await client.get(address);
    const names = boxesIn(html).map(({ name }) => name);
    const form = formsIn(html).find(({ values }) => names.some((name) => name in values));
    if (!form) continue;
    for (const isTicked of [true, false]) {
      const body = form.enctype ? new FormData() : new URLSearchParams();
      for (const [name, value] of Object.entries(form.values))
        if (!names.includes(name)) body.append(name, own.includes(name) ? value : "");
      for (const name of names) for (const value of isTicked ? ["", "true"] : [""]) body.append(name, value);
      const answer = await client.send("POST", form.action ?? address, { body });
      expect([address, answer.status]).toEqual([address, 422]);
      for (const box of boxesIn(answer.body)) {
        tried.add(box.name);
        if (box.isTicked !== isTicked) faults.push(`${address}: ${box.name} ${box.isTicked}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect([...tried].sort()).toEqual([
    "end_rest",
    "is_active",
    "is_cheques_in_hand",
    "move_stages",
    "needs_passport_copy",
    "needs_vaccination",
  ]);
});
