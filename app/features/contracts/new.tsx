import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { type Db, db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { openCampaigns } from "~/features/campaigns/campaigns.server";
import type { Customer } from "~/features/customers/customer";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { searchCustomers } from "~/features/customers/customers.server";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { id } from "~/http/input.server";
import { screen, submitted } from "~/http/screen.server";
import { typedIn } from "~/http/typed-in";
import { Dialog } from "~/ui/dialog";
import { SelectField, TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { useEarlyInput, useHydrated } from "~/ui/hydrated";
import { keepForm } from "~/ui/keep-form";
import { formatMoney } from "~/ui/money";
import { contractRequired, contractLabels as labels } from "./contract";
import { type ContractInput, contractSchema, createContract } from "./contracts.server";

const constraint = getZodConstraint(contractSchema);

export const meta = () => [{ title: "عقد جديد" }];

export const loader = screen(["manage_contracts"], async ({ url: { searchParams } }) => {
  const campaigns = await openCampaigns(db);
  return {
    campaigns: campaigns.map(({ id, name, available_seats, packages }) => ({
      id,
      name: `${name} · ${available_seats > 0 ? `المقاعد المتاحة ${available_seats}` : "لا مقاعد متاحة"}`,
      packages: packages.map(({ id, name, total_price, currency }) => ({
        id,
        name,
        price: formatMoney(total_price, currency),
      })),
    })),
    customer: await customerOf(db, searchParams.get("customer_id")),
    constraint,
    oneTimeKey: randomUUID(),
  };
});

export const action = screen(["manage_contracts"], async ({ request, url, user }) => {
  const form = await readForm(request);
  const typed = typedIn(form);
  if (typed.intent) {
    // A step of the form without JavaScript: nothing is judged yet, what was typed stays.
    return data({ result: { initialValue: typed }, current: undefined, ...(await pickedOf(db, typed)) });
  }
  const answer = await submitted(
    form,
    contractSchema,
    async (input, { key }) => {
      const { id, contract_number } = await transact((trx) =>
        once(trx, user.id, key, { contract: input }, () => createContract(trx, input, user.id)),
      );
      return redirectWithFlash(`/contracts/${id}${url.search}`, `تم توقيع العقد ${contract_number}`);
    },
    { requiredSentence: contractRequired, failure: "فشل حفظ العقد" },
  );
  if (answer instanceof Response) throw answer;
  return data({ ...answer.data, ...(await pickedOf(db, typed)) }, answer.init ?? {});
});

/** What a form that comes back shows of its steps: the customer chosen, and what a search for another one found. */
async function pickedOf(db: Db, { intent, customer_id, customer_query }: Record<string, string | string[]>) {
  const query = String(customer_query ?? "");
  return {
    step: intent,
    customer: await customerOf(db, customer_id),
    query,
    matches: intent === "lookup" ? await searchCustomers(query) : undefined,
  };
}

async function customerOf(db: Db, chosen: unknown) {
  const { data: customerId } = id().safeParse(chosen);
  if (!customerId) return null;
  const customers = db<Customer>("customers").where({ id: customerId });
  return (await customers.first("id", "name", "phone", "national_id")) ?? null;
}

export const clientAction = keepForm();

export default function NewContract() {
  const { campaigns, constraint, oneTimeKey, ...loaded } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = `/contracts${useLocation().search}`;
  const [form, fields] = useOfficeForm<ContractInput>("contract", { reply, constraint, values: {} });
  const live = useHydrated();

  // The first drawing, with or without JavaScript, shows what the server knows; then the form follows the hand.
  const [campaignId, setCampaignId] = useState(String(fields.campaign_id.initialValue ?? ""));
  const [packageId, setPackageId] = useState(String(fields.package_id.initialValue ?? ""));
  useEarlyInput(form.id, (typed) => {
    setCampaignId(String(typed.campaign_id ?? ""));
    setPackageId(String(typed.package_id ?? ""));
  });
  const campaign = campaigns.find(({ id }) => String(id) === campaignId);
  const offered = campaign?.packages ?? [];
  const chosen = offered.find(({ id }) => String(id) === packageId);

  return (
    <Dialog title="عقد جديد" back={back}>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        oneTimeKey={oneTimeKey}
        save="توقيع العقد"
      >
        <div className="fields">
          <CustomerPicker
            field={fields.customer_id}
            label={labels.customer_id}
            selected={reply ? reply.customer : loaded.customer}
            query={reply?.query}
            matches={reply?.matches}
            autoFocus={reply?.step !== "packages"}
          />
          <SelectField
            field={fields.campaign_id}
            label={labels.campaign_id}
            wide
            empty={campaigns.length ? "اختر الحملة" : "لا توجد حملات نشطة"}
            choices={campaigns.map(({ id, name }): [number, string] => [id, name])}
            onChange={(event) => {
              setCampaignId(event.target.value);
              setPackageId("");
            }}
          />
          {!live && (
            <p className="field wide">
              <button className="button" type="submit" name="intent" value="packages" formNoValidate>
                عرض باقات الحملة
              </button>
            </p>
          )}
          <SelectField
            key={campaignId}
            field={fields.package_id}
            label={labels.package_id}
            wide
            empty={
              campaign
                ? offered.length
                  ? "اختر الباقة"
                  : "لا باقات متاحة في هذه الحملة"
                : "اختر الحملة أولًا"
            }
            choices={offered.map(({ id, name, price }): [number, string] => [id, `${name} · ${price}`])}
            autoFocus={reply?.step === "packages"}
            onChange={(event) => setPackageId(event.target.value)}
          />
          <div className="field wide">
            <label htmlFor="contract-total">{labels.total_amount}</label>
            <output id="contract-total" className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5">
              {chosen ? <span className="money">{chosen.price}</span> : "يحدد من سعر الباقة"}
            </output>
          </div>
          <TextField field={fields.visa_issue_date} label={labels.visa_issue_date} type="date" />
          <TextField
            field={fields.visa_duration_days}
            label={labels.visa_duration_days}
            inputMode="numeric"
            dir="ltr"
            placeholder="90"
          />
        </div>
      </OfficeForm>
    </Dialog>
  );
}
