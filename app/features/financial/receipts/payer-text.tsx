import { payerTypeLabels, type Receipt } from "./receipt";

/** Who paid a receipt, with the telephone, on its paper. */
export const PayerText = ({
  of: { customer, payer_type, customer_details },
}: {
  of: Pick<Receipt, "customer" | "payer_type" | "customer_details">;
}) => (
  <>
    {customer}
    {payer_type !== "customer" && ` (${payerTypeLabels[payer_type]})`}
    {customer_details.phone && (
      <>
        ، <bdi dir="ltr">{customer_details.phone}</bdi>
      </>
    )}
  </>
);
