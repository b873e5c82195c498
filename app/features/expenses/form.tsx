import { useLoaderData } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { categoryOffer } from "~/features/expense-categories/categories.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { expense } from "./expense";
import { expenses } from "./expenses.server";

export const loader = screen([expense.write], async ({ params }) => {
  const form = await formOf(expenses, params);
  return { ...form, offers: await categoryOffer(askedByValues(form.row)) };
});

export const action = saveAction(expense, expenses, { offers: categoryOffer });
export const clientAction = keepForm();

export default function ExpenseForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useEntityForm(expense, loaded);
  const { field, offer } = form;
  return (
    <EntityDialog form={form} narrow>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <OfferField {...offer("category_id")} wide empty="بدون فئة" />
      <TextAreaField {...field("description")} />
    </EntityDialog>
  );
}
