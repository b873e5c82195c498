import type { LoaderFunctionArgs } from "@remix-run/node";
import { transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { parse } from "~/domain/input.server";
import { readJson } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { receipt } from "./receipt";
import { splits } from "./splitting.server";

/** POST /receipt-vouchers/split: one payment for several contracts; answers its `receipt_vouchers` and their `split_id`. */
export const action = call([receipt.write], async ({ request, user }) => {
  if (request.method !== "POST") return notAllowed(request, ["POST"]);
  const input = parse(splits.schema, await readJson(request), receipt.labels);
  const split = await transact(user, (trx) =>
    once(trx, user.id, request.headers.get("Idempotency-Key"), { split: input }, () =>
      splits.create(trx, input, { user }),
    ),
  );
  return json(request, split, { status: 201 });
});

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["POST"]);
