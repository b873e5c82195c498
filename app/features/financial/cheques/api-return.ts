import type { ActionFunctionArgs } from "@remix-run/node";
import { parse } from "~/domain/input.server";
import { isAt } from "~/http/address.server";
import { readJsonIfAny } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, readAtOf, writeOnce } from "~/http/writes.server";
import { kinds } from "./kinds.server";

/** POST /receipt-vouchers/:id/return and /payment-vouchers/:id/return: the bank has returned the cheque. Answers the voucher. */
const callsOf = ({ entity, schema, giveBack, shown }: (typeof kinds)["receipt" | "payment"]) =>
  call({
    POST: allow([entity.write], async ({ request, params, user }) => {
      const body = await readJsonIfAny(request);
      const sent = parse(schema, body, entity.labels);
      const id = idParam(params.id);
      const voucher = await writeOnce<object>(
        { user, key: keyOf(request) },
        { return: [id, sent] },
        (trx) => giveBack(trx, id, sent, { user, readAt: readAtOf(body) }),
        shown as (row: unknown) => object,
      );
      return json(request, { [entity.item]: voucher });
    }),
  });

const calls = { receipt: callsOf(kinds.receipt), payment: callsOf(kinds.payment) };

const callsAt = ({ request }: { request: Request }) =>
  isAt(request, "/api/payment-vouchers/:id/return") ? calls.payment : calls.receipt;

export const loader = (args: ActionFunctionArgs) => callsAt(args).loader(args);
export const action = (args: ActionFunctionArgs) => callsAt(args).action(args);
