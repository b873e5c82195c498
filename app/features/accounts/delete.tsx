import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { deletionOf } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { Money } from "~/ui/page/money";
import { accountKinds, kindOf } from "./account";
import { accounts, findAccount, wasUsed } from "./accounts.server";
import { byKind } from "./by-kind.server";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const kind = kindOf(params);
  const account = await findAccount(db, kind, idParam(params.id));
  return { kind, account, isUsed: await wasUsed(db, account.id) };
});

export const action = byKind((kind) => deletionOf(accountKinds[kind], accounts[kind]).action);

export default function DeleteAccount() {
  const { kind, account, isUsed } = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      of={accountKinds[kind]}
      row={account}
      detail={
        <p className="text-muted">
          رصيده الحالي <Money amount={account.balance} currency={account.currency} />.{" "}
          {isUsed ? "تبقى حركاته محفوظة." : "لم تسجل فيه حركة، فيحذف نهائيًا."}
        </p>
      }
    />
  );
}
