import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { requireOpen } from "~/features/closing/closings.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { Money } from "~/ui/page/money";
import { type Contract, contract, contractStates } from "./contract";
import { contracts } from "./writes.server";

const { labels } = contract;

export const meta = () => [{ title: "تعديل عقد" }];

export const loader = screen([contract.write], async ({ params }) => {
  const form = await formOf(contracts, params);
  if (form.row) await requireOpen(db, form.row.contract_date);
  return form;
});
export const action = saveAction(contract, contracts);
export const clientAction = keepForm();

/** The signed values (customer, campaign, package and price) are shown and cannot be changed (spec §5). */
export default function EditContract() {
  const loaded = useLoaderData<typeof loader>();
  const row = loaded.row as Contract;
  const form = useEntityForm(contract, loaded);
  const { field } = form;
  return (
    <EntityDialog form={form} title={`تعديل العقد ${row.contract_number}`}>
      <dl className="facts col-span-full mb-2 rounded-md bg-sand p-3">
        <div>
          <dt>{labels.customer_id}</dt>
          <dd>{row.customer_name}</dd>
        </div>
        <div>
          <dt>{labels.campaign_id}</dt>
          <dd>{row.campaign.name}</dd>
        </div>
        <div>
          <dt>{labels.package_id}</dt>
          <dd>{row.package.name}</dd>
        </div>
        <div>
          <dt>{labels.total_amount}</dt>
          <dd>
            <Money amount={row.total_amount} currency={row.currency} />
          </dd>
        </div>
      </dl>
      <SelectField {...field("status")} choices={contractStates.labels} wide autoFocus />
      <TextField {...field("visa_issue_date")} type="date" />
      <NumberField {...field("visa_duration_days")} whole placeholder="90" />
      <TextAreaField {...field("notes")} rows={2} />
    </EntityDialog>
  );
}
