import { useLoaderData } from "@remix-run/react";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { categories } from "./categories.server";
import { category } from "./category";

export const loader = screen([category.write], ({ params }) => formOf(categories, params));
export const action = saveAction(category, categories);
export const clientAction = keepForm();

export default function CategoryForm() {
  const form = useEntityForm(category, useLoaderData<typeof loader>());
  return (
    <EntityDialog form={form} narrow>
      <TextField {...form.field("name")} wide autoComplete="off" autoFocus />
      <TextAreaField {...form.field("description")} />
    </EntityDialog>
  );
}
