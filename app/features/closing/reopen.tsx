import { useLoaderData } from "@remix-run/react";
import { SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { closing, extentLabels } from "./closing";
import { ClosingDialog, useClosingForm } from "./closing-dialog";
import { reopenPeriod, reopenSchema } from "./closings.server";
import { deciding } from "./decision.server";

const { labels } = closing;

const decision = deciding(reopenSchema, reopenPeriod, "فشلت إعادة الفتح");

export const loader = decision.loader;
export const action = decision.action;
export const clientAction = keepForm();

export default function ReopenPeriod() {
  const form = useClosingForm(useLoaderData<typeof loader>());
  return (
    <ClosingDialog title="إعادة فتح فترة مقفلة" save="إعادة الفتح" form={form}>
      <SelectField
        field={form.fields.extent}
        label={labels.extent}
        choices={extentLabels}
        empty="اختر"
        wide
        required
        autoFocus
      />
      <TextField
        field={form.fields.closed_until}
        label="يبقى مقفلًا حتى"
        type="date"
        max={form.loaded.today}
        hint="يترك فارغًا لفتح كل ما أقفل."
        wide
      />
      <TextAreaField field={form.fields.reason} label={labels.reason} rows={2} />
    </ClosingDialog>
  );
}
