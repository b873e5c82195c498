import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { amountReturns, payment } from "./payment";
import { findPayment } from "./payments.server";
import { updatePayment } from "./writes.server";

export const loader = screen([payment.write], ({ params }) => findPayment(db, idParam(params.id)));

export const action = screen([payment.write], ({ params, url, user }) =>
  refusable("فشل إلغاء السند", async () => {
    const { payment_number } = await transact(user, (trx) =>
      updatePayment(trx, idParam(params.id), { status: "cancelled" }, { user }),
    );
    return redirectWithFlash(payment.path + url.search, `تم إلغاء سند الصرف ${payment_number}`);
  }),
);

export default function CancelPayment() {
  const { payment_number } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="إلغاء سند صرف"
      question={`إلغاء سند الصرف ${payment_number}؟ ${amountReturns}`}
      button="إلغاء السند"
      back={payment.path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
