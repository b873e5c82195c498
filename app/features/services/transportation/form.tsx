import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { currency } from "~/features/currencies/currency";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { keepForm } from "~/ui/keep-form";
import { activityLabels } from "~/ui/status";
import { LookupField } from "../lookups/adding";
import { lookupChoices } from "../lookups/lookups.server";
import { ServiceDialog, useServiceForm } from "../service-form";
import { serviceForm } from "../service-form.server";
import { transportation } from "./transportation";
import { transportations } from "./transportations.server";

const service = serviceForm(transportation, transportations, async () => ({
  busTypes: await lookupChoices(db, "bus-types"),
}));

export const loader = service.loader;
export const action = service.action;
export const clientAction = keepForm();

export default function TransportationForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useServiceForm(transportation, loaded);
  const { field } = form;
  return (
    <ServiceDialog form={form}>
      <TextField {...field("company_name")} wide autoComplete="off" autoFocus={!form.adding.added} />
      <LookupField
        {...field("bus_type_id")}
        kind="bus-types"
        adding={form.adding}
        choices={loaded.busTypes}
        empty="اختر نوع الحافلة"
      />
      <NumberField {...field("capacity")} whole placeholder="45" />
      <NumberField {...field("price_per_person")} placeholder="0" />
      <SelectField {...field("currency_id")} choices={loaded.currencies} lacks={currency} />
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
