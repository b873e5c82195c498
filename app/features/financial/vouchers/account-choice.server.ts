import type { z } from "zod";
import { paymentMethods } from "~/features/money/voucher";
import { accountField } from "./account.server";

/**
 * A form's schema that reports a missing account together with the other faults.
 * @param missing the sentence at the field of the method's account
 */
export function withAccount<Schema extends z.ZodObject>(
  schema: Schema,
  missing: (field: ReturnType<typeof accountField>) => string,
): Schema {
  return schema.superRefine(
    (input, context) => {
      const method = paymentMethods.find((one) => one === input.payment_method);
      if (!method || input[accountField(method)]) return;
      const path = [accountField(method)];
      context.addIssue({ code: "custom", path, message: missing(accountField(method)) });
    },
    { when: () => true }, // checked even if other fields are invalid
  );
}

/** The sentence of a receipt without an account. */
export const intoWhich = (field: ReturnType<typeof accountField>) =>
  field === "cash_box_id" ? "اختر الصندوق الذي يدخله المبلغ" : "اختر الحساب البنكي الذي يدخله المبلغ";
