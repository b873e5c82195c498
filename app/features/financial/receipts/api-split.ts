import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { receipt } from "./receipt";
import { splits } from "./split-writes.server";

/** POST /receipt-vouchers/split: one payment for several contracts. Answers its `receipt_vouchers` and their `split_id`. */
const calls = call({
  POST: allow([receipt.write], async ({ request, user }) => {
    const input = parse(splits.schema, await readJson(request), receipt.labels);
    const split = await writeOnce({ user, key: keyOf(request) }, { split: input }, (trx) =>
      splits.create(trx, input, { user }),
    );
    return json(request, split, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;
