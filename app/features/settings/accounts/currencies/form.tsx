import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import Big from "big.js";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog";
import { TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import {
  type CurrencyInput,
  createCurrency,
  currencySchema,
  defaultCurrency,
  findCurrency,
  updateCurrency,
} from "./currencies.server";
import { currencyRequired, formatRate, currencyLabels as labels } from "./currency";

const constraint = getZodConstraint(currencySchema);
const path = "/settings/accounts/currencies";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const currency = params.id ? await findCurrency(db, idParam(params.id)) : null;
  return {
    currency,
    rate: currency && Big(currency.exchange_rate).toFixed(), // a small one would read 1e-7
    base: await defaultCurrency(db),
    constraint,
    oneTimeKey: randomUUID(),
  };
});

export const action = screen(["manage_financials"], ({ request, params, url, user }) =>
  submit(
    request,
    currencySchema,
    async (input, { key, readAt }) => {
      const { name } = await transact((trx) =>
        params.id
          ? updateCurrency(trx, idParam(params.id), input, { readAt })
          : once(trx, user.id, key, { currency: input }, () => createCurrency(trx, input)),
      );
      return redirectWithFlash(
        path + url.search,
        params.id ? `تم تحديث العملة «${name}»` : `تمت إضافة العملة «${name}»`,
      );
    },
    {
      requiredSentence: currencyRequired,
      failure: params.id ? "خطأ في تحديث العملة" : "خطأ في إضافة العملة",
    },
  ),
);

export const clientAction = keepForm();

export default function CurrencyForm() {
  const { currency, rate, base, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = path + useLocation().search;
  const isBase = currency ? currency.is_default : !base;
  const [form, fields] = useOfficeForm<CurrencyInput>("currency", {
    reply,
    constraint,
    values: { ...currency, exchange_rate: rate ?? (isBase ? "1" : "") },
  });
  const now = reply?.current as typeof currency | undefined;
  return (
    <Dialog title={currency ? "تعديل العملة" : "إضافة عملة"} back={back}>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        oneTimeKey={currency ? undefined : oneTimeKey}
        updatedAt={currency?.updated_at}
      >
        <div className="fields">
          <TextField field={fields.name} label={labels.name} now={now?.name} autoComplete="off" autoFocus />
          <TextField
            field={fields.code}
            label={labels.code}
            now={now?.code}
            dir="ltr"
            className="uppercase"
            maxLength={3}
            autoComplete="off"
            autoCapitalize="characters"
            hint="ثلاثة أحرف لاتينية بحسب ISO 4217، مثل SAR."
          />
          <TextField field={fields.symbol} label={labels.symbol} now={now?.symbol} autoComplete="off" />
          <TextField
            field={fields.exchange_rate}
            label={labels.exchange_rate}
            now={now && formatRate(now.exchange_rate)}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            readOnly={isBase}
            hint={
              isBase
                ? "العملة الأساسية قيمتها 1 دائمًا."
                : `قيمة الوحدة الواحدة منها بالعملة الأساسية (${base?.name ?? ""}).`
            }
          />
        </div>
      </OfficeForm>
    </Dialog>
  );
}
