import { useLoaderData } from "@remix-run/react";
import { activityLabels } from "~/domain/status";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { LookupField } from "../lookups/lookup-field";
import { ServiceDialog, useServiceForm } from "../service-form";
import { serviceForm } from "../service-form.server";
import { transportation } from "./transportation";
import { transportations } from "./transportations.server";

const service = serviceForm(transportation, transportations, "bus-types");

export const loader = service.loader;
export const action = service.action;
export const clientAction = keepForm();

export default function TransportationForm() {
  const form = useServiceForm(transportation, useLoaderData<typeof loader>());
  const { field, lookup } = form;
  return (
    <ServiceDialog form={form} example="Al-Buraq Transport">
      <LookupField {...lookup("bus-types")} empty="اختر نوع الحافلة" />
      <NumberField {...field("capacity")} placeholder="45" />
      <NumberField {...field("price_per_person")} placeholder="0" />
      <SelectField {...form.currency} />
      <TextField
        {...field("route")}
        wide
        autoComplete="off"
        hint="المحطات بالترتيب، مثل: مطار جدة – مكة المكرمة – المدينة المنورة."
      />
      <TextAreaField {...field("features")} rows={2} />
      <SelectField {...field("status")} choices={activityLabels} />
    </ServiceDialog>
  );
}
