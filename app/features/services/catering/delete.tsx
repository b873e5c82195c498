import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteCatering, findCatering } from "./caterings.server";

const path = "/services/catering";

export const loader = screen(["manage_services"], async ({ params }) => {
  const { name } = await findCatering(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_services"], ({ params, url }) =>
  refusable("فشل الحذف", async () => {
    await transact((trx) => deleteCatering(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف خدمة الإعاشة");
  }),
);

export default function DeleteCatering() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف خدمة إعاشة"
      question={`هل أنت متأكد من حذف خدمة الإعاشة «${name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
