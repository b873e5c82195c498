import { useLoaderData } from "@remix-run/react";
import { categoryChoices } from "~/features/expense-categories/categories.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { expense } from "./expense";
import { expenses } from "./expenses.server";

export const loader = screen([expense.write], async ({ params }) => ({
  ...(await formOf(expenses, params)),
  categories: await categoryChoices(),
}));

export const action = saveAction(expense, expenses);
export const clientAction = keepForm();

export default function ExpenseForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useEntityForm(expense, loaded);
  const { field } = form;
  return (
    <EntityDialog form={form} narrow>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <SelectField {...field("category_id")} wide choices={loaded.categories} empty="بدون فئة" />
      <TextAreaField {...field("description")} />
    </EntityDialog>
  );
}
