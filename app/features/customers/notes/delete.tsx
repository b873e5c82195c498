import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { customer } from "../customer";
import { note } from "../note";
import { notes } from "../notes.server";

export const loader = screen([note.write], ({ params }) =>
  notes(idParam(params.customer)).find(db, idParam(params.id)),
);

export const action = screen([note.write], ({ params, user }) =>
  refusable("فشل حذف الملاحظة", async () => {
    const customerId = idParam(params.customer);
    await transact(user, (trx) => notes(customerId).remove(trx, idParam(params.id), { user }));
    return redirectWithFlash(`${customer.path}/${customerId}`, "تم حذف الملاحظة");
  }),
) as (args: ActionFunctionArgs) => Promise<unknown>;

export default function DeleteNote() {
  const { customer_id, noted_on } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف ملاحظة"
      question={`هل أنت متأكد من حذف ملاحظة يوم ${noted_on}؟`}
      back={`${customer.path}/${customer_id}`}
    />
  );
}
