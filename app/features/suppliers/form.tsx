import { useLoaderData } from "@remix-run/react";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

export const loader = screen([supplier.write], ({ params }) => formOf(suppliers, params));
export const action = saveAction(supplier, suppliers);
export const clientAction = keepForm();

export default function SupplierForm() {
  const form = useEntityForm(supplier, useLoaderData<typeof loader>());
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField {...field("phone")} />
      <TextField {...field("email")} />
      <TextField {...field("contact_person")} autoComplete="off" />
      <SelectField {...field("service_type")} empty="غير محدد" />
      <TextAreaField {...field("payment_terms")} rows={2} />
      <TextAreaField {...field("address")} rows={2} />
      <TextAreaField {...field("notes")} rows={2} />
      {form.row && <CheckboxField {...field("is_active")} text="نشط" />}
    </EntityDialog>
  );
}
