import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteOtherService, findOtherService } from "./other-services.server";

const path = "/services/other";

export const loader = screen(["manage_services"], async ({ params }) => {
  const { name } = await findOtherService(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_services"], ({ params, url }) =>
  refusable("فشل حذف الخدمة", async () => {
    await transact((trx) => deleteOtherService(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف الخدمة");
  }),
);

export default function DeleteOtherService() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف خدمة"
      question={`هل أنت متأكد من حذف الخدمة «${name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
