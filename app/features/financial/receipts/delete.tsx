import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { Money } from "~/ui/page/money";
import { receipt } from "./receipt";
import { receipts } from "./writes.server";

const deletion = deletionOf(receipt, receipts, { message: () => "تم حذف سند القبض وأعيد المبلغ" });

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteReceipt() {
  const row = useLoaderData<typeof loader>();
  const detail = (
    <p>
      {row.customer}، <Money amount={row.amount} currency={row.currency} />
    </p>
  );
  return <DeleteDialog of={receipt} row={row} detail={detail} />;
}
