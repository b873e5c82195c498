import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { Money } from "~/ui/page/money";
import { amountReturns, currencyOf, payment } from "./payment";
import { payments } from "./writes.server";

const deletion = deletionOf(payment, payments, { message: () => "تم حذف سند الصرف" });

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeletePayment() {
  const row = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      of={payment}
      row={row}
      detail={
        <p>
          {row.beneficiary}، <Money amount={row.amount} currency={currencyOf(row)} />.{" "}
          {row.status === "confirmed" && amountReturns}
        </p>
      }
    />
  );
}
