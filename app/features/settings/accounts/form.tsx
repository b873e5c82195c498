import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { activityLabels } from "~/features/status";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog";
import { SelectField, TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import { accountKinds, accountLabels, kindOf } from "./account";
import { accountSchemas, createAccount, findAccount, hasMovements, updateAccount } from "./accounts.server";
import { listCurrencies } from "./currencies/currencies.server";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const kind = kindOf(params);
  const currencies = await listCurrencies(db);
  const account = params.id ? await findAccount(db, kind, idParam(params.id)) : null;
  return {
    kind,
    account,
    currencies: currencies.map(({ code, name }): [string, string] => [code, `${name} (${code})`]),
    currencyCode: account?.currency_code ?? currencies.find(({ is_default }) => is_default)?.code,
    currencyStays: account ? await hasMovements(db, account.id) : false,
    constraint: getZodConstraint(accountSchemas[kind]),
    oneTimeKey: randomUUID(),
  };
});

export const action = screen(["manage_financials"], ({ request, params, url, user }) => {
  const kind = kindOf(params);
  const { path, one } = accountKinds[kind];
  return submit(
    request,
    accountSchemas[kind],
    async (input, { key, readAt }) => {
      const { name } = await transact((trx) =>
        params.id
          ? updateAccount(trx, kind, idParam(params.id), input, user, { readAt })
          : once(trx, user.id, key, { [kind]: input }, () => createAccount(trx, kind, input, user)),
      );
      return redirectWithFlash(
        path + url.search,
        params.id ? `تم تحديث ${one} «${name}»` : `تمت إضافة ${one} «${name}»`,
      );
    },
    { failure: params.id ? `خطأ في تحديث ${one}` : `خطأ في إضافة ${one}` },
  );
});

export const clientAction = keepForm();

export default function AccountForm() {
  const { kind, account, currencies, currencyCode, currencyStays, constraint, oneTimeKey } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { path, one, indefinite } = accountKinds[kind];
  const back = path + useLocation().search;
  const labels = { ...accountLabels, name: `اسم ${one}`, balance: "الرصيد الافتتاحي" };
  const [form, fields] = useOfficeForm<Record<keyof typeof accountLabels, string>>(kind, {
    reply,
    constraint,
    values: { ...account, currency: undefined, currency_code: currencyCode },
  });
  const now = reply?.current as typeof account | undefined;
  return (
    <Dialog title={account ? `تعديل ${one}` : `إضافة ${indefinite}`} back={back}>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        oneTimeKey={account ? undefined : oneTimeKey}
        updatedAt={account?.updated_at}
      >
        <div className="fields">
          <TextField
            field={fields.name}
            label={labels.name}
            now={now?.name}
            wide
            autoComplete="off"
            autoFocus
          />
          {kind === "bank" ? (
            <>
              <TextField
                field={fields.account_number}
                label={labels.account_number}
                now={now?.account_number}
                dir="ltr"
                autoComplete="off"
              />
              <TextField
                field={fields.account_name}
                label={labels.account_name}
                now={now?.account_name}
                autoComplete="off"
              />
            </>
          ) : (
            <TextField
              field={fields.location}
              label={labels.location}
              now={now && (now.location ?? "")}
              wide
            />
          )}
          <SelectField
            field={fields.currency_code}
            label={labels.currency_code}
            now={now?.currency_code}
            choices={currencies}
            disabled={currencyStays}
            hint={
              currencyStays
                ? "لا تتغير عملة حساب له حركات."
                : currencies.length === 0 && "لا توجد عملات بعد: أضف عملة من تبويب العملات أولًا."
            }
          />
          {currencyStays && <input type="hidden" name="currency_code" value={account?.currency_code} />}
          {account ? (
            <SelectField
              field={fields.status}
              label={labels.status}
              now={now && activityLabels[now.status]}
              choices={activityLabels}
              hint="الحساب غير النشط لا يقبل سندات جديدة."
            />
          ) : (
            <TextField
              field={fields.balance}
              label={labels.balance}
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              hint="المبلغ الموجود فيه الآن، ويسجل كأول حركة."
            />
          )}
        </div>
      </OfficeForm>
    </Dialog>
  );
}
