import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { Money } from "~/ui/money";
import { findReceipt } from "./receipts.server";
import { deleteReceipt } from "./recording.server";

export const loader = screen(["manage_financials"], async ({ params }) =>
  findReceipt(db, idParam(params.id)),
);

export const action = screen(["manage_financials"], ({ params, url, user }) =>
  refusable("فشل حذف السند", async () => {
    await transact((trx) => deleteReceipt(trx, idParam(params.id), user));
    return redirectWithFlash(`/financial/receipts${url.search}`, "تم حذف سند القبض وأعيد المبلغ");
  }),
);

export default function DeleteReceipt() {
  const { receipt_number, customer, amount, currency } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف سند قبض"
      question={`هل أنت متأكد من حذف سند القبض ${receipt_number}؟`}
      detail={
        <p>
          {customer}، <Money amount={amount} currency={currency} />
        </p>
      }
      back={`/financial/receipts${useLocation().search}`}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
