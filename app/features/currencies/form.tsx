import { useLoaderData } from "@remix-run/react";
import Big from "big.js";
import { db } from "~/db/knex.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { currencies, defaultCurrency } from "./currencies.server";
import { type Currency, currency } from "./currency";

export const loader = screen([currency.write], async ({ params }) => ({
  ...(await formOf(currencies, params)),
  base: await defaultCurrency(db),
}));

export const action = saveAction(currency, currencies);
export const clientAction = keepForm();

// Without it a small rate would be shown as 1e-7.
const toValues = (row: Currency) => ({ ...row, exchange_rate: Big(row.exchange_rate).toFixed() });

export default function CurrencyForm() {
  const loaded = useLoaderData<typeof loader>();
  const { base, row } = loaded;
  const isBase = row ? row.is_default : !base;
  const form = useEntityForm(currency, loaded, { toValues, values: { exchange_rate: isBase ? "1" : "" } });
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} autoComplete="off" autoFocus />
      <TextField
        {...field("code")}
        className="uppercase"
        maxLength={3}
        autoCapitalize="characters"
        hint="ثلاثة أحرف لاتينية بحسب ISO 4217، مثل SAR."
      />
      <TextField {...field("symbol")} autoComplete="off" />
      <NumberField
        {...field("exchange_rate")}
        readOnly={isBase}
        hint={
          isBase
            ? "العملة الأساسية قيمتها 1 دائمًا."
            : `قيمة الوحدة الواحدة منها بالعملة الأساسية (${base?.name ?? ""}).`
        }
      />
    </EntityDialog>
  );
}
