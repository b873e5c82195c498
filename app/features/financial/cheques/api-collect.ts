import type { ActionFunctionArgs } from "@remix-run/node";
import { parse } from "~/domain/input.server";
import { isAt } from "~/http/address.server";
import { readJsonIfAny } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, readAtOf, writeOnce } from "~/http/writes.server";
import { receipt } from "../receipts/receipt";
import { receipts } from "../receipts/writes.server";
import { collectCheques, collectSchema, uncollectCheques, uncollectSchema } from "./collecting.server";

/** POST /receipt-vouchers/:id/collect and …/uncollect: the bank has the money of a cheque in hand, or has it no more. Answers the voucher. */
export const action = (args: ActionFunctionArgs) =>
  (isTakenBack(args) ? calls.uncollect : calls.collect).action(args);
export const loader = (args: ActionFunctionArgs) =>
  (isTakenBack(args) ? calls.uncollect : calls.collect).loader(args);

const isTakenBack = ({ request }: { request: Request }) =>
  isAt(request, "/api/receipt-vouchers/:id/uncollect");

const callOf = <Sent extends object>(
  deed: "collect" | "uncollect",
  read: (body: object) => Sent,
  write: (
    trx: Parameters<typeof collectCheques>[0],
    ids: [number],
    sent: Sent,
    by: Parameters<typeof collectCheques>[3],
  ) => Promise<object>,
) =>
  call({
    POST: allow([receipt.write], async ({ request, params, user }) => {
      const body = await readJsonIfAny(request);
      const sent = read(body);
      const id = idParam(params.id);
      const voucher = await writeOnce<object>(
        { user, key: keyOf(request) },
        { [deed]: [id, sent] },
        (trx) => write(trx, [id], sent, { user, readAt: readAtOf(body) }),
        receipts.shown as (row: unknown) => object,
      );
      return json(request, { [receipt.item]: voucher });
    }),
  });

const calls = {
  collect: callOf("collect", (body) => parse(collectSchema, body, receipt.labels), collectCheques),
  uncollect: callOf("uncollect", (body) => parse(uncollectSchema, body, receipt.labels), uncollectCheques),
};
