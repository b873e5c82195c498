import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { currency } from "~/features/currencies/currency";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { keepForm } from "~/ui/keep-form";
import { activityLabels } from "~/ui/status";
import { LookupField } from "../lookups/adding";
import { lookupChoices, ratingChoices } from "../lookups/lookups.server";
import { ServiceDialog, useServiceForm } from "../service-form";
import { serviceForm } from "../service-form.server";
import { hotel, roomPrices } from "./hotel";
import { hotels } from "./hotels.server";

const service = serviceForm(hotel, hotels, async () => ({
  cities: await lookupChoices(db, "cities"),
  ratings: await ratingChoices(db),
}));

export const loader = service.loader;
export const action = service.action;
export const clientAction = keepForm();

export default function HotelForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useServiceForm(hotel, loaded);
  const { field } = form;
  return (
    <ServiceDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus={!form.adding.added} />
      <LookupField
        {...field("city_id")}
        kind="cities"
        adding={form.adding}
        choices={loaded.cities}
        empty="اختر المدينة"
      />
      <LookupField
        {...field("rating_id")}
        kind="ratings"
        adding={form.adding}
        choices={loaded.ratings}
        empty="بدون تصنيف"
      />
      <TextField {...field("address")} wide hint="الحي والشارع، مثل: أجياد، أبراج البيت." />
      {roomPrices.map((name) => (
        <NumberField key={name} {...field(name)} label={`سعر ${hotel.labels[name]}`} placeholder="0" />
      ))}
      <SelectField
        {...field("currency_id")}
        choices={loaded.currencies}
        lacks={currency}
        hint="الأسعار لليلة والغرفة كاملة."
      />
      <SelectField {...field("status")} choices={activityLabels} />
      <TextAreaField {...field("description")} rows={2} />
    </ServiceDialog>
  );
}
