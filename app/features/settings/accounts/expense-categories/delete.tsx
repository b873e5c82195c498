import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteCategory, findCategory } from "./categories.server";

const path = "/settings/accounts/expense-categories";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const { name } = await findCategory(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_financials"], ({ params, url }) =>
  refusable("خطأ في حذف الفئة", async () => {
    await transact((trx) => deleteCategory(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف الفئة");
  }),
);

export default function DeleteCategory() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف فئة"
      question={`هل أنت متأكد من حذف الفئة «${name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
