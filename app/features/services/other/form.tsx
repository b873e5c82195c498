import { useLoaderData } from "@remix-run/react";
import { availabilityLabels } from "~/domain/status";
import { NumberField, SelectField, TextAreaField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { LookupField } from "../lookups/lookup-field";
import { ServiceDialog, useServiceForm } from "../service-form";
import { serviceForm } from "../service-form.server";
import { IconPicker } from "./icon-picker";
import { defaultIcon, otherService } from "./other-service";
import { otherServices } from "./other-services.server";

const service = serviceForm(otherService, otherServices, "service-categories");

export const loader = service.loader;
export const action = service.action;
export const clientAction = keepForm();

export default function OtherServiceForm() {
  const form = useServiceForm(otherService, useLoaderData<typeof loader>(), { icon: defaultIcon });
  const { field, lookup } = form;
  return (
    <ServiceDialog form={form} example="Madinah tour">
      <LookupField {...lookup("service-categories")} empty="اختر الفئة" />
      <SelectField {...field("status")} choices={availabilityLabels} />
      <NumberField {...field("price")} placeholder="0" hint="للفرد الواحد." />
      <SelectField {...form.currency} />
      <IconPicker {...field("icon")} />
      <TextAreaField {...field("description")} rows={2} />
    </ServiceDialog>
  );
}
