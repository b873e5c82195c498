import { agent } from "~/features/agents/agent";
import { AddCustomerButton, type useAddingCustomers } from "~/features/customers/customer-dialog";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { expense } from "~/features/expenses/expense";
import { supplier } from "~/features/suppliers/supplier";
import type { useEntityForm } from "~/ui/form/entity-form";
import { SelectField, TextField } from "~/ui/form/field";
import { OfferField } from "~/ui/form/offer-field";
import { StepByHand } from "~/ui/form/step-by-hand";
import { paidFor } from "../vouchers/purpose";
import { PurposeFields } from "../vouchers/purpose-fields";
import { firstValuesOf } from "../vouchers/voucher-form";
import type { partyOf, paymentOffers } from "./choices.server";
import {
  type BeneficiaryType,
  beneficiaryTypeLabels,
  mayNameCampaign,
  type Payment,
  payment,
} from "./payment";
import type { useTerms } from "./use-terms";

const { labels } = payment;

const listedEntities = { agent_id: agent, supplier_id: supplier, expense_id: expense };

/** The first choice where there is something to settle, and where there is nothing. */
const emptyOf = {
  invoices: ["بدون فاتورة", "لا فواتير غير مسددة"],
  contracts: ["بدون عقد", "لا عقد يستحق الرد"],
};

/**
 * The beneficiary's fields; the beneficiary's type decides which field is shown (spec §4). Without JavaScript a button shows it.
 */
export function BeneficiaryFields({
  form: { field, offer, current },
  terms,
  adding,
  beside: { party, query, matches },
  autoFocus,
}: {
  form: ReturnType<
    typeof useEntityForm<Payment, keyof typeof labels, Awaited<ReturnType<typeof paymentOffers>>>
  >;
  terms: ReturnType<typeof useTerms>;
  adding: ReturnType<typeof useAddingCustomers>;
  beside: {
    party: Awaited<ReturnType<typeof partyOf>>;
    query?: string;
    matches?: React.ComponentProps<typeof CustomerPicker>["matches"];
  };
  autoFocus: boolean;
}) {
  const { type, isOther, listed, settling } = terms;
  const first = firstValuesOf(field, ["purpose", "other_service_id"]);
  return (
    <section className="sheet-card">
      <h2>المستفيد</h2>
      <div className="fields">
        <SelectField
          {...field("beneficiary_type")}
          autoFocus={autoFocus}
          required
          empty="اختر النوع"
          choices={beneficiaryTypeLabels}
          defaultValue={undefined}
          value={type}
          onChange={(event) => terms.chooseType(event.target.value as BeneficiaryType | "")}
        />
        {listed && (
          <OfferField
            {...offer(listed.field)}
            required
            empty={`اختر ${labels[listed.field]}`}
            lacks={listedEntities[listed.field]}
            defaultValue={undefined}
            value={listed.id}
            onChange={(event) => terms.chooseListed(event.target.value)}
          />
        )}
        {type === "customer" && (
          <CustomerPicker
            key={adding.addedTo("customers")}
            after={<AddCustomerButton adding={adding} />}
            {...field("customer_id")}
            selected={isOther ? null : party.customer}
            query={query}
            matches={matches}
            onChoose={terms.chooseCustomer}
          />
        )}
        {type === "other" && (
          <TextField {...field("beneficiary")} required {...(isOther && { defaultValue: "" })} />
        )}
        {mayNameCampaign(type) && (
          <OfferField
            {...offer("campaign_id")}
            label={`${labels.campaign_id} (اختياري)`}
            storedValue={current && (current.campaign?.name ?? "")}
            empty="مصروف عام"
            {...(isOther && { defaultValue: "" })}
          />
        )}
        {settling && (type === "customer" || listed?.id) && (
          <SelectField
            {...field(settling.field)}
            label={`${labels[settling.field]} (اختياري)`}
            storedValue={current && (current.invoice_number ?? current.contract_number ?? "")}
            empty={
              emptyOf[settling.field === "contract_id" ? "contracts" : "invoices"][
                settling.choices.length ? 0 : 1
              ]
            }
            choices={settling.choices.map(({ id, label }): [number, string] => [id, label])}
            defaultValue={undefined}
            value={settling.id}
            onChange={(event) => terms.chooseSettled(event.target.value)}
          />
        )}
        {type === "customer" && (
          <PurposeFields
            {...{ field, offer, first: first.purpose, firstService: first.other_service_id }}
            choices={paidFor}
            isAsked={!settling?.id}
          />
        )}
      </div>
      <StepByHand step="beneficiary">عرض حقول المستفيد وما يسدد له</StepByHand>
    </section>
  );
}
