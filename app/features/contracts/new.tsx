import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { db } from "~/db/knex.server";
import { openCampaigns } from "~/features/campaigns/campaigns.server";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { customerOf, pickedOf } from "~/features/customers/picked.server";
import { formOf, saving } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/entity-form";
import { NumberField, SelectField, TextField } from "~/ui/field";
import { useEarlyInput, useHydrated } from "~/ui/hydrated";
import { keepForm } from "~/ui/keep-form";
import { formatMoney } from "~/ui/money";
import { contract } from "./contract";
import { contracts } from "./contracts.server";

const { labels } = contract;

export const meta = () => [{ title: "عقد جديد" }];

export const loader = screen([contract.write], async ({ params, url: { searchParams } }) => {
  const campaigns = await openCampaigns(db);
  return {
    ...(await formOf(contracts, params)),
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
    values: { campaign_id: searchParams.get("campaign_id") },
  };
});

export const action = saving(contract, contracts, {
  beside: pickedOf,
  to: ({ id }, { url }) => `${contract.path}/${id}${url.search}`,
  told: ({ contract_number }) => `تم توقيع العقد ${contract_number}`,
});

export const clientAction = keepForm();

export default function NewContract() {
  const { campaigns, customer, values, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(contract, loaded, { values });
  const { field } = form;
  const picked = form.reply as Partial<Awaited<ReturnType<typeof pickedOf>>> | undefined;
  const live = useHydrated();

  // The first drawing, with or without JavaScript, shows what the server knows; then what is chosen.
  const [campaignId, setCampaignId] = useState(String(field("campaign_id").field.initialValue ?? ""));
  const [packageId, setPackageId] = useState(String(field("package_id").field.initialValue ?? ""));
  useEarlyInput(form.form.id, (typed) => {
    setCampaignId(String(typed.campaign_id ?? ""));
    setPackageId(String(typed.package_id ?? ""));
  });
  const campaign = campaigns.find(({ id }) => String(id) === campaignId);
  const offered = campaign?.packages ?? [];
  const chosen = offered.find(({ id }) => String(id) === packageId);

  return (
    <EntityDialog form={form} title="عقد جديد" save="توقيع العقد">
      <CustomerPicker
        {...field("customer_id")}
        selected={picked ? (picked.customer ?? null) : customer}
        query={picked?.query}
        matches={picked?.matches}
        autoFocus={picked?.step !== "packages"}
      />
      <SelectField
        {...field("campaign_id")}
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
        {...field("package_id")}
        wide
        empty={
          campaign ? (offered.length ? "اختر الباقة" : "لا باقات متاحة في هذه الحملة") : "اختر الحملة أولًا"
        }
        choices={offered.map(({ id, name, price }): [number, string] => [id, `${name} · ${price}`])}
        autoFocus={picked?.step === "packages"}
        onChange={(event) => setPackageId(event.target.value)}
      />
      <div className="field wide">
        <label htmlFor="contract-total">{labels.total_amount}</label>
        <output id="contract-total" className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5">
          {chosen ? <span className="money">{chosen.price}</span> : "يحدد من سعر الباقة"}
        </output>
      </div>
      <TextField {...field("visa_issue_date")} type="date" />
      <NumberField {...field("visa_duration_days")} whole placeholder="90" />
    </EntityDialog>
  );
}
