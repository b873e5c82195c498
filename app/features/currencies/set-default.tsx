import { useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { findCurrency, setDefaultCurrency } from "./currencies.server";
import { currency, setDefaultQuestion } from "./currency";

const { path } = currency;

export const loader = screen(["manage_financials"], async ({ params }) => {
  const { name } = await findCurrency(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_financials"], ({ params, url, user }) =>
  refusable("خطأ في تعيين العملة الافتراضية", async () => {
    await transact(user, (trx) => setDefaultCurrency(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم تعيين العملة الافتراضية وإعادة حساب أسعار الصرف");
  }),
);

export default function SetDefaultCurrency() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="تعيين العملة الافتراضية"
      question={setDefaultQuestion(name)}
      button="تعيين كافتراضية"
      tone="primary"
      back={path + useLocation().search}
    />
  );
}
