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
import { type Transportation, transportation } from "./transportation";
import { transportations } from "./transportations.server";

export const loader = screen([transportation.write], async ({ params }) => ({
  ...(await formOf(transportations, params)),
  busTypes: await lookupChoices(db, "bus-types"),
  currencies: await currencyChoices(db),
}));

export const action = saving(transportation, transportations, { passing: addToLookup });
export const clientAction = keepForm();

const shown = (row: Transportation) => ({
  ...row,
  price_per_person: formatAmount(row.price_per_person, row.currency.decimals),
});

export default function TransportationForm() {
  const loaded = useLoaderData<typeof loader>();
  const { busTypes, currencies } = loaded;
  const form = useEntityForm(transportation, loaded, { shown, values: { currency_id: currencies[0]?.[0] } });
  const adding = useAdding(lookupKinds, form);
  const { field } = form;
  return (
    <>
      <EntityDialog form={form} under={adding}>
        <TextField {...field("company_name")} wide autoComplete="off" autoFocus={!adding.added} />
        <LookupField
          {...field("bus_type_id")}
          kind="bus-types"
          adding={adding}
          choices={busTypes}
          empty="اختر نوع الحافلة"
        />
        <NumberField {...field("capacity")} whole placeholder="45" />
        <NumberField {...field("price_per_person")} placeholder="0" />
        <SelectField {...field("currency_id")} choices={currencies} lacks={currency} />
        <TextField
          {...field("route")}
          wide
          autoComplete="off"
          hint="المحطات بالترتيب، مثل: مطار جدة – مكة المكرمة – المدينة المنورة."
        />
        <TextAreaField {...field("features")} rows={2} />
        <SelectField {...field("status")} choices={activityLabels} />
      </EntityDialog>
      <LookupDialog adding={adding} />
    </>
  );
}
