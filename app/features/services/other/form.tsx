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
import { availabilityLabels } from "~/ui/status";
import { LookupDialog, LookupField } from "../lookups/adding";
import { addToLookup } from "../lookups/inline-create.server";
import { lookupKinds } from "../lookups/lookup";
import { lookupChoices } from "../lookups/lookups.server";
import { IconPicker } from "./icon-picker";
import { defaultIcon, type OtherService, otherService } from "./other-service";
import { otherServices } from "./other-services.server";

export const loader = screen([otherService.write], async ({ params }) => ({
  ...(await formOf(otherServices, params)),
  categories: await lookupChoices(db, "service-categories"),
  currencies: await currencyChoices(db),
}));

export const action = saving(otherService, otherServices, { passing: addToLookup });
export const clientAction = keepForm();

const shown = (row: OtherService) => ({
  ...row,
  price: formatAmount(row.price, row.currency.decimals),
});

export default function OtherServiceForm() {
  const loaded = useLoaderData<typeof loader>();
  const { categories, currencies } = loaded;
  const form = useEntityForm(otherService, loaded, {
    shown,
    values: { currency_id: currencies[0]?.[0], icon: defaultIcon },
  });
  const adding = useAdding(lookupKinds, form);
  const { field } = form;
  return (
    <>
      <EntityDialog form={form} under={adding}>
        <TextField {...field("name")} wide autoComplete="off" autoFocus={!adding.added} />
        <LookupField
          {...field("category_id")}
          kind="service-categories"
          adding={adding}
          choices={categories}
          empty="اختر الفئة"
        />
        <SelectField {...field("status")} choices={availabilityLabels} />
        <NumberField {...field("price")} placeholder="0" hint="للفرد الواحد." />
        <SelectField {...field("currency_id")} choices={currencies} lacks={currency} />
        <IconPicker {...field("icon")} />
        <TextAreaField {...field("description")} rows={2} />
      </EntityDialog>
      <LookupDialog adding={adding} />
    </>
  );
}
