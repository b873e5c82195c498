import type { z } from "zod";
import { paymentMethods } from "~/features/money/voucher";
import { accountField } from "./account.server";

/**
 * The schema of a voucher's form, which says that the account is missing together with whatever else is wrong.
 * @param missing what is said at the field of the method's account
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
    { when: () => true }, // also where a field is wrong
  );
}

/** What a receipt says of an account that was not chosen. */
export const intoWhich = (field: ReturnType<typeof accountField>) =>
  field === "cash_box_id" ? "اختر الصندوق الذي يدخله المبلغ" : "اختر الحساب البنكي الذي يدخله المبلغ";
