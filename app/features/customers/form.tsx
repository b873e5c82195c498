import { useLoaderData } from "@remix-run/react";
import { activityLabels } from "~/features/status";
import { formOf, saving } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/entity-form";
import { SelectField, TextAreaField, TextField } from "~/ui/field";
import { keepForm } from "~/ui/keep-form";
import { PictureField } from "~/ui/picture-field";
import { customer, genders } from "./customer";
import { customers, photoOf } from "./customers.server";
import { nationalities } from "./nationalities.server";

export const loader = screen([customer.write], async ({ params }) => ({
  ...(await formOf(customers, params)),
  nationalities,
}));
export const action = saving(customer, customers, { file: photoOf });
export const clientAction = keepForm();

export default function CustomerForm() {
  const { nationalities, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(customer, loaded);
  const { field, stored } = form;
  return (
    <EntityDialog form={form} multipart>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField {...field("phone")} type="tel" dir="ltr" inputMode="tel" />
      <TextField {...field("email")} type="email" dir="ltr" />
      <TextField {...field("national_id")} dir="ltr" />
      <TextField {...field("passport_number")} dir="ltr" />
      <SelectField {...field("nationality")} empty="غير محددة" choices={nationalities} />
      <TextField {...field("passport_issue_date")} type="date" />
      <TextField {...field("passport_expiry")} type="date" />
      <TextField {...field("date_of_birth")} type="date" />
      <SelectField
        {...field("gender")}
        empty="غير محدد"
        choices={genders.map((gender): [string, string] => [gender, gender])}
      />
      {stored && <SelectField {...field("status")} choices={activityLabels} />}
      <TextAreaField {...field("address")} rows={2} />
      {/* Last: of a body with too large a file what comes before it is read (docs/decisions/bounds.md). */}
      <PictureField
        {...field("image")}
        stored={stored?.image_url}
        alt={`صورة ${stored?.name ?? "العميل"}`}
        className="mb-1.5 size-20 rounded-lg object-cover"
      />
    </EntityDialog>
  );
}
