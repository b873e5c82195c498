import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { currencyChoices } from "~/features/currencies/currencies.server";
import { currency } from "~/features/currencies/currency";
import { formOf, saving } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { useAdding } from "~/ui/inline-create";
import { keepForm } from "~/ui/keep-form";
import { formatAmount } from "~/ui/money";
import { activityLabels } from "~/ui/status";
import { LookupDialog, LookupField } from "../lookups/adding";
import { addToLookup } from "../lookups/inline-create.server";
import { lookupKinds } from "../lookups/lookup";
import { lookupChoices } from "../lookups/lookups.server";
import { type Catering, catering, defaultMeals } from "./catering";
import { caterings } from "./caterings.server";

export const loader = screen([catering.write], async ({ params }) => ({
  ...(await formOf(caterings, params)),
  types: await lookupChoices(db, "catering-types"),
  currencies: await currencyChoices(db),
}));

export const action = saving(catering, caterings, { passing: addToLookup });
export const clientAction = keepForm();

const shown = (row: Catering) => ({
  ...row,
  price_per_day: formatAmount(row.price_per_day, row.currency.decimals),
});

export default function CateringForm() {
  const loaded = useLoaderData<typeof loader>();
  const { types, currencies } = loaded;
  const form = useEntityForm(catering, loaded, {
    shown,
    values: { currency_id: currencies[0]?.[0], meals_per_day: defaultMeals },
  });
  const adding = useAdding(lookupKinds, form);
  const { field } = form;
  return (
    <>
      <EntityDialog form={form} under={adding}>
        <TextField {...field("name")} wide autoComplete="off" autoFocus={!adding.added} />
        <LookupField
          {...field("catering_type_id")}
          kind="catering-types"
          adding={adding}
          choices={types}
          empty="اختر نوع الإعاشة"
        />
        <NumberField {...field("meals_per_day")} whole hint="صفر للوجبات المفتوحة." />
        <NumberField {...field("price_per_day")} placeholder="0" hint="للفرد الواحد." />
        <SelectField {...field("currency_id")} choices={currencies} lacks={currency} />
        <TextAreaField {...field("description")} rows={2} />
        <SelectField {...field("status")} choices={activityLabels} />
      </EntityDialog>
      <LookupDialog adding={adding} />
    </>
  );
}
