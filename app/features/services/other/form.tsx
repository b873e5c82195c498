import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { currency } from "~/features/currencies/currency";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { keepForm } from "~/ui/keep-form";
import { availabilityLabels } from "~/ui/status";
import { LookupField } from "../lookups/adding";
import { lookupChoices } from "../lookups/lookups.server";
import { ServiceDialog, useServiceForm } from "../service-form";
import { serviceForm } from "../service-form.server";
import { IconPicker } from "./icon-picker";
import { defaultIcon, otherService } from "./other-service";
import { otherServices } from "./other-services.server";

const service = serviceForm(otherService, otherServices, async () => ({
  categories: await lookupChoices(db, "service-categories"),
}));

export const loader = service.loader;
export const action = service.action;
export const clientAction = keepForm();

export default function OtherServiceForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useServiceForm(otherService, loaded, { icon: defaultIcon });
  const { field } = form;
  return (
    <ServiceDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus={!form.adding.added} />
      <LookupField
        {...field("category_id")}
        kind="service-categories"
        adding={form.adding}
        choices={loaded.categories}
        empty="اختر الفئة"
      />
      <SelectField {...field("status")} choices={availabilityLabels} />
      <NumberField {...field("price")} placeholder="0" hint="للفرد الواحد." />
      <SelectField {...field("currency_id")} choices={loaded.currencies} lacks={currency} />
      <IconPicker {...field("icon")} />
      <TextAreaField {...field("description")} rows={2} />
    </ServiceDialog>
  );
}
