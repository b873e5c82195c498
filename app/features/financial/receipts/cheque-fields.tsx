import type { ComponentProps } from "react";
import type { PaymentMethod } from "~/features/money/voucher";
import { TextField } from "~/ui/form/field";
import { useReady } from "~/ui/page/hydration";

/**
 * The bank on which a cheque is drawn and its due date, for receipts by cheque. Without JavaScript the style sheet hides them beside another
 * method (styles/forms.css).
 */
export function ChequeFields({
  field,
  method,
}: {
  field: (name: "cheque_bank" | "cheque_due_date") => ComponentProps<typeof TextField>;
  method: PaymentMethod;
}) {
  const isReady = useReady();
  if (isReady && method !== "cheque") return null;
  const [bank, due] = [field("cheque_bank"), field("cheque_due_date")];
  return (
    <>
      <TextField {...bank} label={`${bank.label} (اختياري)`} autoComplete="off" />
      <TextField
        {...due}
        label={`${due.label} (اختياري)`}
        hint="لشيك برسم التحصيل: تاريخ السند إن ترك فارغًا."
      />
    </>
  );
}
