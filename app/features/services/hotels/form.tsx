import { useLoaderData } from "@remix-run/react";
import { activityLabels } from "~/domain/status";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { LookupField } from "../lookups/lookup-field";
import { ServiceDialog, useServiceForm } from "../service-form";
import { serviceForm } from "../service-form.server";
import { hotel, roomPrices } from "./hotel";
import { hotels } from "./hotels.server";

const service = serviceForm(hotel, hotels, "cities", "ratings");

export const loader = service.loader;
export const action = service.action;
export const clientAction = keepForm();

export default function HotelForm() {
  const form = useServiceForm(hotel, useLoaderData<typeof loader>());
  const { field, lookup } = form;
  return (
    <ServiceDialog form={form} example="Hilton Makkah">
      <LookupField {...lookup("cities")} empty="اختر المدينة" />
      <LookupField {...lookup("ratings")} empty="بدون تصنيف" />
      <TextField {...field("address")} wide hint="الحي والشارع، مثل: أجياد، أبراج البيت." />
      {roomPrices.map((name) => (
        <NumberField key={name} {...field(name)} label={`سعر ${hotel.labels[name]}`} placeholder="0" />
      ))}
      <SelectField {...form.currency} hint="الأسعار لليلة والغرفة كاملة." />
      <SelectField {...field("status")} choices={activityLabels} />
      <TextAreaField {...field("description")} rows={2} />
    </ServiceDialog>
  );
}
