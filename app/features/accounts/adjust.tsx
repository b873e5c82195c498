import { useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { NumberField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { Money } from "~/ui/page/money";
import { accountKinds, kindOf } from "./account";
import { adjustmentSchema, findAccount, updateAccount } from "./accounts.server";

const constraint = constraintOf(adjustmentSchema);

export const loader = screen(["manage_financials"], async ({ params }) => {
  const kind = kindOf(params);
  return { kind, account: await findAccount(db, kind, idParam(params.id)), constraint };
});

export const action = formScreen(["manage_financials"], ({ request, params, url, user }) => {
  const kind = kindOf(params);
  return submit(
    request,
    adjustmentSchema,
    async (input, { readAt }) => {
      const { name } = await transact(user, (trx) =>
        updateAccount(trx, kind, idParam(params.id), input, { user, readAt }),
      );
      return redirectWithFlash(accountKinds[kind].path + url.search, `تمت تسوية رصيد «${name}»`);
    },
    { failure: "خطأ في تسوية الرصيد" },
  );
});

const labels = { balance: "الرصيد الجديد" };

export const clientAction = keepForm();

export default function Adjust() {
  const { kind, account, constraint } = useLoaderData<typeof loader>();
  const back = accountKinds[kind].path + useLocation().search;
  const { form, field } = usePlainForm("adjustment", labels, { constraint });
  const { name, balance, currency, updated_at } = account;
  return (
    <Dialog title={`تسوية رصيد «${name}»`} back={back} narrow>
      <OfficeForm form={form} labels={labels} back={back} updatedAt={updated_at} save="تسجيل التسوية">
        <dl className="facts mb-3">
          <div>
            <dt>الرصيد الحالي</dt>
            <dd>
              <Money amount={balance} currency={currency} />
            </dd>
          </div>
        </dl>
        <NumberField
          {...field("balance")}
          autoFocus
          hint={`بعملة الحساب (${currency.code}). يسجل الفرق حركةَ تسوية باسمك.`}
        />
      </OfficeForm>
    </Dialog>
  );
}
