import { useLoaderData } from "@remix-run/react";
import { activityLabels } from "~/features/status";
import { formOf, saving } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/entity-form";
import { SelectField, TextAreaField, TextField } from "~/ui/field";
import { keepForm } from "~/ui/keep-form";
import { customer, genders } from "./customer";
import { customers, photoOf } from "./customers.server";

export const loader = screen([customer.write], ({ params }) => formOf(customers, params));
export const action = saving(customer, customers, { file: photoOf });
export const clientAction = keepForm();

export default function CustomerForm() {
  const form = useEntityForm(customer, useLoaderData<typeof loader>());
  const { field, stored } = form;
  const errors = form.form.allErrors.image;
  return (
    <EntityDialog form={form} multipart>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField {...field("phone")} type="tel" dir="ltr" inputMode="tel" />
      <TextField {...field("email")} type="email" dir="ltr" />
      <TextField {...field("national_id")} dir="ltr" />
      <TextField {...field("passport_number")} dir="ltr" />
      <TextField {...field("date_of_birth")} type="date" />
      <SelectField
        {...field("gender")}
        empty="غير محدد"
        choices={genders.map((gender): [string, string] => [gender, gender])}
      />
      {stored && <SelectField {...field("status")} choices={activityLabels} />}
      <TextAreaField {...field("address")} rows={2} />
      {/* Last: of a body with too large a file what comes before it is read (docs/decisions/bounds.md). */}
      <div className="field wide">
        <label htmlFor="customer-image">{customer.labels.image}</label>
        {stored?.image_url && (
          <img
            className="mb-1.5 size-20 rounded-lg object-cover"
            src={stored.image_url}
            alt={`صورة ${stored.name}`}
          />
        )}
        <input
          id="customer-image"
          type="file"
          name="image"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby="customer-image-hint"
          aria-invalid={errors ? true : undefined}
        />
        {errors && <p className="error">{errors.join(" ")}</p>}
        <p className="hint" id="customer-image-hint">
          PNG أو JPEG أو WebP، حتى 10 ميغابايت. {stored?.image_url && "تبقى الصورة الحالية إن لم تختر غيرها."}
        </p>
      </div>
    </EntityDialog>
  );
}
