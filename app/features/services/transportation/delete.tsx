import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteTransportation, findTransportation } from "./transportations.server";

const path = "/services/transportation";

export const loader = screen(["manage_services"], async ({ params }) => {
  const { company_name } = await findTransportation(db, idParam(params.id));
  return { company_name };
});

export const action = screen(["manage_services"], ({ params, url }) =>
  refusable("فشل الحذف", async () => {
    await transact((trx) => deleteTransportation(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف وسيلة النقل");
  }),
);

export default function DeleteTransportation() {
  const { company_name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف وسيلة نقل"
      question={`هل أنت متأكد من حذف وسيلة النقل «${company_name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
