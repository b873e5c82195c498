import type { ReactNode } from "react";
import { agent } from "~/features/agents/agent";
import { supplier } from "~/features/suppliers/supplier";
import type { useEntityForm } from "~/ui/form/entity-form";
import { SelectField, TextField } from "~/ui/form/field";
import { OfferField } from "~/ui/form/offer-field";
import type { receiptOffers } from "./choices.server";
import { type Partner, type PayerType, payerTypeLabels, type Receipt, type receipt } from "./receipt";

/**
 * Who pays: the type, and the field that it needs. Without JavaScript a step of the form shows it.
 * @param empty the words for no type, if there may be none
 * @param children the choice of a customer
 */
export function PayerFields({
  form: { field, offer },
  type,
  onChoose,
  onPartner,
  empty,
  children,
}: {
  form: Pick<
    ReturnType<
      typeof useEntityForm<Receipt, keyof typeof receipt.labels, Awaited<ReturnType<typeof receiptOffers>>>
    >,
    "field" | "offer"
  >;
  type: PayerType | "";
  onChoose: (type: PayerType | "") => void;
  /** Gets the agent or supplier who is chosen. */
  onPartner?: (partner: Partner | null) => void;
  empty?: string;
  children: ReactNode;
}) {
  const choose = (name: Partner["field"]) => (event: { target: { value: string } }) =>
    onPartner?.(event.target.value ? { field: name, id: Number(event.target.value) } : null);
  return (
    <>
      <SelectField
        {...field("payer_type")}
        empty={empty}
        choices={payerTypeLabels}
        defaultValue={undefined}
        value={type}
        onChange={(event) => onChoose(event.target.value as PayerType | "")}
      />
      {type === "customer" && children}
      {type === "agent" && (
        <OfferField
          {...offer("agent_id")}
          required
          empty="اختر الوكيل"
          lacks={agent}
          onChange={choose("agent_id")}
        />
      )}
      {type === "supplier" && (
        <OfferField
          {...offer("supplier_id")}
          required
          empty="اختر المورد"
          lacks={supplier}
          onChange={choose("supplier_id")}
        />
      )}
      {type === "other" && <TextField {...field("payer")} required />}
    </>
  );
}
