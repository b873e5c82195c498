import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { formatAmount } from "~/domain/money";
import { currencyChoices } from "~/features/currencies/currencies.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { stagesOf } from "../stage";
import { stages } from "../stages.server";
import { trip } from "../trip";
import { trips } from "../trips.server";

export const loader = screen([trip.write], async ({ params }) => {
  const tripRow = await trips.find(db, idParam(params.trip));
  const [form, currencies] = await Promise.all([
    formOf(
      stages(() => tripRow.id),
      params,
    ),
    currencyChoices(db),
  ]);
  return { trip: tripRow, currencies, ...form };
});

export const action = (args: ActionFunctionArgs) =>
  saveAction(
    stagesOf(args.params.trip),
    stages(() => idParam(args.params.trip)),
  )(args);

export const clientAction = keepForm();

export default function StageForm() {
  const loaded = useLoaderData<typeof loader>();
  const { id, start_date, end_date } = loaded.trip;
  const form = useEntityForm(stagesOf(id), loaded, {
    toValues: ({ cost_amount, cost_currency, ...row }) => ({
      ...row,
      cost_amount: cost_currency && formatAmount(cost_amount ?? 0, cost_currency.decimals),
    }),
    values: { date: start_date, time: "12:00", status: "pending", kind: "other", booking: "none" },
  });
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField
        {...field("date")}
        min={start_date}
        max={end_date}
        hint={
          <>
            من <bdi dir="ltr">{start_date}</bdi> إلى <bdi dir="ltr">{end_date}</bdi>
          </>
        }
      />
      <TextField {...field("time")} />
      <SelectField {...field("kind")} />
      <SelectField {...field("status")} />
      <TextField {...field("from_place")} autoComplete="off" />
      <TextField {...field("to_place")} autoComplete="off" />
      <TextField {...field("vehicle")} autoComplete="off" placeholder="حافلة 50 مقعدًا" />
      <TextField {...field("plate")} autoComplete="off" />
      <TextField {...field("driver_name")} autoComplete="off" />
      <TextField {...field("driver_phone")} autoComplete="off" />
      <TextField {...field("flight_number")} placeholder="SV 591" />
      <TextField {...field("operator_number")} />
      <SelectField {...field("booking")} wide />
      <NumberField {...field("cost_amount")} hint="خطة فقط: لا يدخل في أرباح التقارير." />
      <SelectField {...field("cost_currency_id")} choices={loaded.currencies} empty="بلا تكلفة" />
      <TextAreaField {...field("description")} rows={2} />
    </EntityDialog>
  );
}
