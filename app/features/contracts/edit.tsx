import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog";
import { SelectField, TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import { Money } from "~/ui/money";
import { type Contract, contractStatusLabels, contractLabels as labels } from "./contract";
import { type ContractChange, contractChangeSchema, findContract, updateContract } from "./contracts.server";

const constraint = getZodConstraint(contractChangeSchema);

export const meta = () => [{ title: "تعديل عقد" }];

export const loader = screen(["manage_contracts"], async ({ params }) => ({
  contract: await findContract(db, idParam(params.id)),
  constraint,
}));

export const action = screen(["manage_contracts"], ({ request, params, url }) =>
  submit(
    request,
    contractChangeSchema,
    async (change, { readAt }) => {
      const { contract_number } = await transact((trx) =>
        updateContract(trx, idParam(params.id), change, { readAt }),
      );
      return redirectWithFlash(`/contracts${url.search}`, `تم حفظ العقد ${contract_number}`);
    },
    { failure: "فشل حفظ العقد" },
  ),
);

/** What was signed is locked (spec §5): customer, campaign, package and price are shown, not asked. */
export const clientAction = keepForm();

export default function EditContract() {
  const { contract, constraint } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { status, visa_issue_date, visa_duration_days } = contract;
  const values = { status, visa_issue_date, visa_duration_days };
  const back = `/contracts${useLocation().search}`;
  const [form, fields] = useOfficeForm<ContractChange>("contract", { reply, constraint, values });
  const now = reply?.current as Contract | undefined;
  return (
    <Dialog title={`تعديل العقد ${contract.contract_number}`} back={back}>
      <OfficeForm form={form} reply={reply} labels={labels} back={back} updatedAt={contract.updated_at}>
        <dl className="facts mb-5 rounded-md bg-sand p-3">
          <div>
            <dt>{labels.customer_id}</dt>
            <dd>{contract.customer_name}</dd>
          </div>
          <div>
            <dt>{labels.campaign_id}</dt>
            <dd>{contract.campaign.name}</dd>
          </div>
          <div>
            <dt>{labels.package_id}</dt>
            <dd>{contract.package.name}</dd>
          </div>
          <div>
            <dt>{labels.total_amount}</dt>
            <dd>
              <Money amount={contract.total_amount} currency={contract.currency} />
            </dd>
          </div>
        </dl>
        <div className="fields">
          <SelectField
            field={fields.status}
            label={labels.status}
            now={now && contractStatusLabels[now.status]}
            choices={contractStatusLabels}
            wide
            autoFocus
          />
          <TextField
            field={fields.visa_issue_date}
            label={labels.visa_issue_date}
            now={now && (now.visa_issue_date ?? "")}
            type="date"
          />
          <TextField
            field={fields.visa_duration_days}
            label={labels.visa_duration_days}
            now={now && (now.visa_duration_days ?? "")}
            inputMode="numeric"
            dir="ltr"
            placeholder="90"
          />
        </div>
      </OfficeForm>
    </Dialog>
  );
}
