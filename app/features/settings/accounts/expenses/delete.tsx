import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteExpense, findExpense } from "./expenses.server";

const path = "/settings/accounts/expenses";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const { name } = await findExpense(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_financials"], ({ params, url }) =>
  refusable("خطأ في حذف المصروف", async () => {
    await transact((trx) => deleteExpense(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف المصروف");
  }),
);

export default function DeleteExpense() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف مصروف"
      question={`هل أنت متأكد من حذف المصروف «${name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
