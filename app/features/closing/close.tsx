import { useLoaderData } from "@remix-run/react";
import { later } from "~/domain/dates";
import { TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { closing } from "./closing";
import { ClosingDialog, useClosingForm } from "./closing-dialog";
import { closePeriod, closeSchema } from "./closings.server";
import { deciding } from "./decision.server";

const decision = deciding(closeSchema, closePeriod, "فشل إقفال الفترة");

export const loader = decision.loader;
export const action = decision.action;
export const clientAction = keepForm();

export default function ClosePeriod() {
  const form = useClosingForm(useLoaderData<typeof loader>());
  return (
    <ClosingDialog title="إقفال فترة" save="إقفال" form={form}>
      <TextField
        {...form.field("closed_until")}
        type="date"
        autoFocus
        max={later(form.loaded.today, -1)}
        hint="يقفل هذا اليوم وكل ما قبله، وأمس على الأكثر."
        wide
      />
      <TextAreaField {...form.field("reason")} label={`${closing.labels.reason} (اختياري)`} rows={2} />
    </ClosingDialog>
  );
}
