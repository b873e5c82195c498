import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteCurrency, findCurrency } from "./currencies.server";

const path = "/settings/accounts/currencies";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const { name } = await findCurrency(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_financials"], ({ params, url }) =>
  refusable("خطأ في حذف العملة", async () => {
    await transact((trx) => deleteCurrency(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف العملة");
  }),
);

export default function DeleteCurrency() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف عملة"
      question={`هل أنت متأكد من حذف العملة «${name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
