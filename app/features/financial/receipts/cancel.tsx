import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { findReceipt } from "./receipts.server";
import { updateReceipt } from "./recording.server";

export const loader = screen(["manage_financials"], async ({ params }) =>
  findReceipt(db, idParam(params.id)),
);

export const action = screen(["manage_financials"], ({ params, url, user }) =>
  refusable("فشل حفظ السند", async () => {
    const { receipt_number } = await transact((trx) =>
      updateReceipt(trx, idParam(params.id), { status: "cancelled" }, user),
    );
    return redirectWithFlash(`/financial/receipts${url.search}`, `تم إلغاء سند القبض ${receipt_number}`);
  }),
);

export default function CancelReceipt() {
  const { receipt_number } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="إلغاء سند قبض"
      question={`إلغاء سند القبض ${receipt_number}؟ يعاد المبلغ إلى ما كان عليه قبل السند.`}
      button="إلغاء السند"
      back={`/financial/receipts${useLocation().search}`}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
