import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { customer } from "../customer";
import { paperTypeLabels } from "../paper";
import { papers } from "../papers.server";

export const loader = screen([customer.write], ({ params }) =>
  papers(idParam(params.customer)).find(db, idParam(params.id)),
);

export const action = screen([customer.write], ({ params, user }) =>
  refusable("فشل حذف الورقة", async () => {
    const customerId = idParam(params.customer);
    await transact(user, (trx) => papers(customerId).remove(trx, idParam(params.id), { user }));
    return redirectWithFlash(`${customer.path}/${customerId}`, "تم حذف الورقة");
  }),
) as (args: ActionFunctionArgs) => Promise<unknown>;

export default function DeletePaper() {
  const { customer_id, type, given_name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف ورقة"
      question={`هل أنت متأكد من حذف ${paperTypeLabels[type]} ${quote(given_name)}؟`}
      back={`${customer.path}/${customer_id}`}
    />
  );
}
