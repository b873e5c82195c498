import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { receipt } from "./receipt";
import { receipts, updateReceipt } from "./writes.server";

export const loader = screen([receipt.write], ({ params }) => receipts.find(db, idParam(params.id)));

export const action = screen([receipt.write], ({ params, url, user }) =>
  refusable(receipt.failures.save, async () => {
    const { receipt_number } = await transact(user, (trx) =>
      updateReceipt(trx, idParam(params.id), { status: "cancelled" }, { user }),
    );
    return redirectWithFlash(receipt.path + url.search, `تم إلغاء سند القبض ${receipt_number}`);
  }),
);

export default function CancelReceipt() {
  const { receipt_number } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="إلغاء سند قبض"
      question={`إلغاء سند القبض ${receipt_number}؟ يعاد المبلغ إلى ما كان عليه قبل السند.`}
      button="إلغاء السند"
      back={receipt.path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
