import { useLoaderData } from "@remix-run/react";
import { activityLabels } from "~/domain/status";
import { NumberField, SelectField, TextAreaField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { LookupField } from "../lookups/lookup-field";
import { ServiceDialog, useServiceForm } from "../service-form";
import { serviceForm } from "../service-form.server";
import { catering, defaultMeals } from "./catering";
import { caterings } from "./caterings.server";

const service = serviceForm(catering, caterings, "catering-types");

export const loader = service.loader;
export const action = service.action;
export const clientAction = keepForm();

export default function CateringForm() {
  const form = useServiceForm(catering, useLoaderData<typeof loader>(), { meals_per_day: defaultMeals });
  const { field, lookup } = form;
  return (
    <ServiceDialog form={form} example="Breakfast and dinner">
      <LookupField {...lookup("catering-types")} empty="اختر نوع الإعاشة" />
      <NumberField {...field("meals_per_day")} hint="صفر للوجبات المفتوحة." />
      <NumberField {...field("price_per_day")} placeholder="0" hint="للفرد الواحد." />
      <SelectField {...form.currency} />
      <TextAreaField {...field("description")} rows={2} />
      <SelectField {...field("status")} choices={activityLabels} />
    </ServiceDialog>
  );
}
