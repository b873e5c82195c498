import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { receipt } from "./receipt";
import { serviceMarks } from "./service-marks.server";

/** POST /receipt-vouchers/services: marks receipts on account as the price of a service. Answers its `receipt_vouchers`. */
const calls = call({
  POST: allow([receipt.write], async ({ request, user }) => {
    const input = parse(serviceMarks.schema, await readJson(request), receipt.labels);
    const marks = await writeOnce({ user, key: keyOf(request) }, { services: input }, (trx) =>
      serviceMarks.create(trx, input, { user }),
    );
    return json(request, marks);
  }),
});

export const loader = calls.loader;
export const action = calls.action;
