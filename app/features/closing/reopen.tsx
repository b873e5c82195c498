import { useLoaderData } from "@remix-run/react";
import { SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { extentLabels } from "./closing";
import { ClosingDialog, useClosingForm } from "./closing-dialog";
import { reopenPeriod, reopenSchema } from "./closings.server";
import { deciding } from "./decision.server";

const decision = deciding(reopenSchema, reopenPeriod, "فشلت إعادة الفتح");

export const loader = decision.loader;
export const action = decision.action;
export const clientAction = keepForm();

export default function ReopenPeriod() {
  const form = useClosingForm(useLoaderData<typeof loader>());
  return (
    <ClosingDialog title="إعادة فتح فترة مقفلة" save="إعادة الفتح" form={form}>
      <SelectField {...form.field("extent")} choices={extentLabels} empty="اختر" wide required autoFocus />
      <TextField
        {...form.field("closed_until")}
        label="يبقى مقفلًا حتى"
        type="date"
        max={form.loaded.today}
        hint="يترك فارغًا لفتح كل ما أقفل."
        wide
      />
      <TextAreaField {...form.field("reason")} rows={2} />
    </ClosingDialog>
  );
}
