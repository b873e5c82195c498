import { useLoaderData } from "@remix-run/react";
import { userOffer } from "~/auth/user-offer.server";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { activityLabels } from "~/domain/status";
import { listCurrencies } from "~/features/currencies/currencies.server";
import { currency } from "~/features/currencies/currency";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, NumberField, SelectField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { type AccountKind, accountKinds, chequesInHand, kindOf } from "./account";
import { accounts, wasUsed } from "./accounts.server";
import { byKind } from "./by-kind.server";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const kind = kindOf(params);
  const form = await formOf(accounts[kind], params);
  const currencies = await listCurrencies(db);
  return {
    ...form,
    offers: await offersOf(askedByValues(form.row), kind),
    kind,
    currencies: currencies.map(({ code, name }): [string, string] => [code, `${name} (${code})`]),
    baseCode: currencies.find(({ is_default }) => is_default)?.code,
    wasUsed: form.row ? await wasUsed(db, form.row.id) : false,
  };
});

/** The users who may hold a cash box. */
const offersOf = async (asked: Asked, kind: AccountKind) => ({
  holder_user_id: kind === "cash_box" ? await userOffer(asked, "holder_user_id") : { choices: [] },
});

export const action = byKind((kind) =>
  saveAction(accountKinds[kind], accounts[kind], { offers: (asked) => offersOf(asked, kind) }),
);
export const clientAction = keepForm();

export default function AccountForm() {
  const loaded = useLoaderData<typeof loader>();
  const { kind, row, currencies, baseCode, wasUsed: currencyStays } = loaded;
  const entity = accountKinds[kind];
  const labels = { ...entity.labels, name: `اسم ${entity.noun.one}`, balance: "الرصيد الافتتاحي" };
  const form = useEntityForm({ ...entity, labels, fields: undefined }, loaded, {
    values: { currency_code: baseCode },
  });
  const { field, offer, current } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      {kind === "bank" ? (
        <>
          <TextField {...field("account_number")} dir="ltr" autoComplete="off" />
          <TextField {...field("account_name")} autoComplete="off" />
          {(!currencyStays || row?.is_cheques_in_hand) && (
            <CheckboxField
              {...field("is_cheques_in_hand")}
              text={chequesInHand}
              hint="تدخله شيكات العملاء حتى تحصل في بنك. واحد لكل عملة، ولا يتغير نوعه بعد أول حركة."
            />
          )}
        </>
      ) : (
        <TextField {...field("location")} wide />
      )}
      <SelectField
        {...field("currency_code")}
        choices={currencies}
        disabled={currencyStays}
        lacks={currency}
        hint={currencyStays && "لا تتغير عملة حساب له حركات أو جرد."}
      />
      {currencyStays && <input type="hidden" name="currency_code" value={row?.currency_code} />}
      {row ? (
        <SelectField
          {...field("status")}
          choices={activityLabels}
          hint="الحساب غير النشط لا يقبل سندات جديدة."
        />
      ) : (
        <NumberField {...field("balance")} placeholder="0" hint="المبلغ الموجود فيه الآن، ويسجل كأول حركة." />
      )}
      {kind === "cash_box" && (
        <>
          <OfferField
            {...offer("holder_user_id")}
            storedValue={current && (current.holder_user_id ? current.holder : "")}
            empty="بلا صاحب عهدة"
            hint="من في يده الصندوق. لا يعطيه ذلك صلاحية."
          />
          <TextField {...field("holder_name")} autoComplete="off" hint="لمن ليس من مستخدمي المكتب." />
        </>
      )}
    </EntityDialog>
  );
}
