import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { formScreen, idParam, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { PaperField, SelectField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { customer } from "../customer";
import { customers } from "../customers.server";
import { papersOf } from "../paper";
import { papers, uploadOf } from "../papers.server";

export const loader = screen([customer.write], async ({ params, url: { searchParams } }) => {
  const { id } = await customers.find(db, idParam(params.customer));
  return {
    customerId: id,
    values: { type: searchParams.get("type") ?? "" },
    ...(await formOf(papers(id), params)),
  };
});

const save = (visit: Visit) => {
  const id = idParam(visit.params.customer);
  const to = () => `${customer.path}/${id}`;
  return saveAction(papersOf(id), papers(id), { file: uploadOf, to })(visit as unknown as ActionFunctionArgs);
};

export const action = formScreen([customer.write], save, { files: true });

export const clientAction = keepForm();

export default function PaperForm() {
  const { customerId, values, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(papersOf(customerId), loaded, { values });
  const { field, row } = form;
  return (
    <EntityDialog form={{ ...form, back: `${customer.path}/${customerId}` }} multipart>
      <SelectField {...field("type")} empty="اختر النوع" wide autoFocus />
      <TextField {...field("issue_date")} />
      <TextField {...field("expiry_date")} />
      <PaperField
        {...field("file")}
        wide
        required={!row}
        hint={
          row
            ? "يبقى الملف الحالي إن لم تختر غيره."
            : "PDF أو PNG أو JPEG، حتى 10 ميغابايت. الصورة الشخصية PNG أو JPEG."
        }
      />
    </EntityDialog>
  );
}
