import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { Money } from "~/ui/money";
import { accountKinds, kindOf } from "./account";
import { deleteAccount, findAccount, hasMovements } from "./accounts.server";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const kind = kindOf(params);
  const account = await findAccount(db, kind, idParam(params.id));
  return { kind, account, isUsed: await hasMovements(db, account.id) };
});

export const action = screen(["manage_financials"], ({ params, url }) => {
  const kind = kindOf(params);
  const { path, one } = accountKinds[kind];
  return refusable(`خطأ في حذف ${one}`, async () => {
    await transact((trx) => deleteAccount(trx, kind, idParam(params.id)));
    return redirectWithFlash(path + url.search, `تم حذف ${one}`);
  });
});

export default function DeleteAccount() {
  const { kind, account, isUsed } = useLoaderData<typeof loader>();
  const { path, one, indefinite } = accountKinds[kind];
  return (
    <ConfirmDialog
      title={`حذف ${indefinite}`}
      question={`هل أنت متأكد من حذف ${one} «${account.name}»؟`}
      detail={
        <p className="text-muted">
          رصيده الحالي <Money amount={account.balance} currency={account.currency} />.{" "}
          {isUsed ? "تبقى حركاته محفوظة." : "لم تسجل فيه حركة، فيحذف نهائيًا."}
        </p>
      }
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
