import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { wordsOf } from "~/domain/entity";
import { eventDayHint, eventDayLabel } from "~/features/money/event-day";
import { eventFields } from "~/features/money/event-day.server";
import { isReturnable } from "~/features/money/voucher";
import { isAt } from "~/http/address.server";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { DateInput } from "~/ui/page/date-input";
import { allocation } from "../allocations/allocation";
import { allocations, cancelAllocation } from "../allocations/writes.server";
import { amountReturns, payment } from "../payments/payment";
import { payments, updatePayment } from "../payments/writes.server";
import { receipt } from "../receipts/receipt";
import { receipts, updateReceipt } from "../receipts/writes.server";
import { transfer } from "../transfers/transfer";
import { transfers, updateTransfer } from "../transfers/writes.server";

const kinds = {
  payment: {
    entity: payment,
    find: payments.find,
    update: updatePayment,
    failure: "فشل إلغاء السند",
    effect: amountReturns,
  },
  receipt: {
    entity: receipt,
    find: receipts.find,
    update: updateReceipt,
    failure: receipt.failures.save,
    effect: "يعاد المبلغ إلى ما كان عليه قبل السند.",
  },
  allocation: {
    entity: allocation,
    find: allocations.find,
    update: cancelAllocation,
    failure: "فشل إلغاء التخصيص",
    effect: "يعود المبلغ إلى حيث كان قبل التخصيص.",
  },
  transfer: {
    entity: transfer,
    find: transfers.find,
    update: updateTransfer,
    failure: "فشل إلغاء التحويل",
    effect: "يعود المبلغ ورسومه إلى الحساب الذي خرجا منه.",
  },
};

const kindAt = (request: Request) =>
  Object.values(kinds).find(({ entity }) => isAt(request, `${entity.path}/:id/cancel`)) ?? kinds.receipt;

const numberOf = (row: object, { name }: { name: string }) => (row as Record<string, string>)[name];

export const loader = (args: LoaderFunctionArgs) => {
  const { entity, find, effect } = kindAt(args.request);
  return screen([entity.write], async ({ params }) => {
    const { one, a, name } = wordsOf(entity);
    const row = await find(db, idParam(params.id));
    const { id } = row;
    return {
      one,
      a,
      id,
      number: numberOf(row, { name }),
      effect,
      path: entity.path,
      isReturnable: "payment_method" in row && isReturnable(row),
    };
  })(args);
};

export const action = (args: ActionFunctionArgs) => {
  const { entity, update, failure } = kindAt(args.request);
  return screen([entity.write], ({ params, url, user, request }) =>
    refusable(failure, async () => {
      const form = await readForm(request);
      const { success, data: event_date, error } = eventFields.event_date.safeParse(form.get("event_date"));
      if (!success) throw invalid("event_date", `${eventDayLabel}: ${error.issues[0]?.message}`);
      const row = await transact<object>(user, (trx) =>
        update(trx, idParam(params.id), { status: "cancelled", event_date }, { user }),
      );
      const { one, name } = wordsOf(entity);
      return redirectWithFlash(entity.path + url.search, `تم إلغاء ${one} ${numberOf(row, { name })}`);
    }),
  )(args);
};

export default function CancelVoucher() {
  const { one, a, id, number, effect, path, isReturnable } = useLoaderData<typeof loader>();
  const query = useLocation().search;
  return (
    <ConfirmDialog
      title={`إلغاء ${a}`}
      question={`إلغاء ${one} ${number}؟ ${effect}`}
      button={`إلغاء ${one}`}
      back={path + query}
      detail={
        isReturnable && (
          <p className="mt-2">
            إن أرجع البنك الشيك{" "}
            <a className="underline" href={`${path}/${id}/return${query}`} data-stay="">
              فسجله شيكًا مرتجعًا
            </a>
            .
          </p>
        )
      }
      fields={
        <div className="field">
          <label htmlFor="event_date">{eventDayLabel}</label>
          <DateInput id="event_date" name="event_date" />
          <p className="hint">{eventDayHint.alone}</p>
        </div>
      }
    />
  );
}
