import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteCustomer, findCustomer } from "./customers.server";

export const loader = screen(["manage_customers"], async ({ params }) => {
  const { name } = await findCustomer(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_customers"], ({ params, url }) =>
  refusable("فشل حذف العميل", async () => {
    await transact((trx) => deleteCustomer(trx, idParam(params.id)));
    return redirectWithFlash(`/customers${url.search}`, "تم حذف العميل");
  }),
);

export default function DeleteCustomer() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف عميل"
      question={`هل أنت متأكد من حذف العميل «${name}»؟`}
      back={`/customers${useLocation().search}`}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
