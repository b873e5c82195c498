import { useLoaderData } from "@remix-run/react";
import { officeToday } from "~/domain/office-day.server";
import { typedIn } from "~/domain/typed-in";
import { activityLabels } from "~/features/status";
import { formOf, saving } from "~/http/entity-screens.server";
import { screen, step } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/entity-form";
import { SelectField, TextAreaField, TextField } from "~/ui/field";
import { SaveByEnter } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import { PictureField } from "~/ui/picture-field";
import { customer, genders } from "./customer";
import { customers, photoOf } from "./customers.server";
import { readPassport } from "./passport.server";
import { PassportFields, type PassportRead } from "./passport-fields";

export const loader = screen([customer.write], ({ params }) => formOf(customers, params));
export const action = saving(customer, customers, { file: photoOf, passing: fillFromPassport });
export const clientAction = keepForm();

/** The step «قراءة الجواز»: the form again, filled with what the two lines say. A name that was typed stays. */
async function fillFromPassport(form: FormData) {
  if (form.get("intent") !== "passport") return undefined;
  const typed = typedIn(form);
  const { passport, fault, unknownState } = readPassport(typed.mrz);
  const hasName = String(typed.name ?? "").trim() !== "";
  const filled = Object.fromEntries(
    Object.entries(passport).filter(([field, text]) => text && !(field === "name" && hasName)),
  ) as Record<string, string>;
  const { name, passport_expiry: expiry } = passport;
  const expired = expiry && expiry < officeToday() ? expiry : null;
  const read: PassportRead = { filled, name, unknownState, expired };
  return step({ ...typed, ...filled }, read, fault ? 422 : 200, fault ? { mrz: [fault] } : undefined);
}

export default function CustomerForm() {
  const form = useEntityForm(customer, useLoaderData<typeof loader>());
  const { field, stored, reply } = form;
  return (
    <EntityDialog form={form} multipart>
      <SaveByEnter />
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField {...field("phone")} type="tel" dir="ltr" inputMode="tel" />
      <TextField {...field("email")} type="email" dir="ltr" />
      <PassportFields field={field} reply={reply as PassportRead | undefined} />
      <TextField {...field("date_of_birth")} type="date" />
      <SelectField
        {...field("gender")}
        empty="غير محدد"
        choices={genders.map((gender): [string, string] => [gender, gender])}
      />
      <TextField {...field("national_id")} dir="ltr" />
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
