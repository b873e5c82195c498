import type { ReactNode } from "react";
import { NumberField, SelectField, TextField } from "~/ui/form/field";
import type { Common } from "~/ui/form/remarks";
import { discountKinds } from "./discount";

const names = ["discount_amount", "discount_kind", "discount_reason"] as const;

/**
 * The discount of a contract, for users who may give one.
 * @param limit how much of the price they may give, in percent
 * @param label of the amount
 */
export function DiscountFields({
  field,
  limit,
  label,
  hint,
}: {
  field: (name: (typeof names)[number]) => Common;
  limit: number;
  label?: string;
  hint?: ReactNode;
}) {
  const amount = field("discount_amount");
  return (
    <>
      <NumberField
        {...amount}
        label={label ?? amount.label}
        hint={
          <>
            {limit < 100 && (
              <>
                حتى <bdi dir="ltr">{limit}%</bdi> من السعر.{" "}
              </>
            )}
            {hint}
          </>
        }
      />
      <SelectField {...field("discount_kind")} storedValue={undefined} choices={discountKinds} />
      <TextField {...field("discount_reason")} wide />
    </>
  );
}
