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
import { catering, defaultMeals } from "./catering";
import { caterings } from "./caterings.server";

const service = serviceForm(catering, caterings, async () => ({
  types: await lookupChoices(db, "catering-types"),
}));

export const loader = service.loader;
export const action = service.action;
export const clientAction = keepForm();

export default function CateringForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useServiceForm(catering, loaded, { meals_per_day: defaultMeals });
  const { field } = form;
  return (
    <ServiceDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus={!form.adding.added} />
      <LookupField
        {...field("catering_type_id")}
        kind="catering-types"
        adding={form.adding}
        choices={loaded.types}
        empty="اختر نوع الإعاشة"
      />
      <NumberField {...field("meals_per_day")} whole hint="صفر للوجبات المفتوحة." />
      <NumberField {...field("price_per_day")} placeholder="0" hint="للفرد الواحد." />
      <SelectField {...field("currency_id")} choices={loaded.currencies} lacks={currency} />
      <TextAreaField {...field("description")} rows={2} />
      <SelectField {...field("status")} choices={activityLabels} />
    </ServiceDialog>
  );
}
