import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deletePackage, findPackage } from "./packages.server";

const path = "/services/packages";

export const loader = screen(["manage_services"], async ({ params }) => {
  const { name } = await findPackage(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_services"], ({ params, url }) =>
  refusable("حدث خطأ", async () => {
    await transact((trx) => deletePackage(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف الباقة");
  }),
);

export default function DeletePackage() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف باقة"
      question={`هل أنت متأكد من حذف الباقة «${name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
