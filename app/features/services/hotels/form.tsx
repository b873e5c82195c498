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
import { lookupChoices, ratingChoices } from "../lookups/lookups.server";
import { type Hotel, hotel, roomPrices } from "./hotel";
import { hotels } from "./hotels.server";

export const loader = screen([hotel.write], async ({ params }) => ({
  ...(await formOf(hotels, params)),
  cities: await lookupChoices(db, "cities"),
  ratings: await ratingChoices(db),
  currencies: await currencyChoices(db),
}));

export const action = saving(hotel, hotels, { passing: addToLookup });
export const clientAction = keepForm();

const shown = (row: Hotel) => ({
  ...row,
  ...Object.fromEntries(roomPrices.map((field) => [field, formatAmount(row[field], row.currency.decimals)])),
});

export default function HotelForm() {
  const loaded = useLoaderData<typeof loader>();
  const { cities, ratings, currencies } = loaded;
  const form = useEntityForm(hotel, loaded, { shown, values: { currency_id: currencies[0]?.[0] } });
  const adding = useAdding(lookupKinds, form);
  const { field } = form;
  return (
    <>
      <EntityDialog form={form} under={adding}>
        <TextField {...field("name")} wide autoComplete="off" autoFocus={!adding.added} />
        <LookupField
          {...field("city_id")}
          kind="cities"
          adding={adding}
          choices={cities}
          empty="اختر المدينة"
        />
        <LookupField
          {...field("rating_id")}
          kind="ratings"
          adding={adding}
          choices={ratings}
          empty="بدون تصنيف"
        />
        <TextField {...field("address")} wide hint="الحي والشارع، مثل: أجياد، أبراج البيت." />
        {roomPrices.map((name) => (
          <NumberField key={name} {...field(name)} label={`سعر ${hotel.labels[name]}`} placeholder="0" />
        ))}
        <SelectField
          {...field("currency_id")}
          choices={currencies}
          lacks={currency}
          hint="الأسعار لليلة والغرفة كاملة."
        />
        <SelectField {...field("status")} choices={activityLabels} />
        <TextAreaField {...field("description")} rows={2} />
      </EntityDialog>
      <LookupDialog adding={adding} />
    </>
  );
}
