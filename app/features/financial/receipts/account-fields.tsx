import { SelectField } from "~/ui/field";
import type { useOfficeForm } from "~/ui/form";
import { useHydrated } from "~/ui/hydrated";
import { receiptLabels as labels, type PaymentMethod } from "./receipt";
import type { ReceiptInput } from "./receipts.server";

type Choice = { id: number; name: string; currency_code: string };

/** Cash asks for a cash box, the others for a bank account; without JavaScript both stand there. */
export function AccountFields({
  fields,
  method,
  cashBoxes,
  banks,
}: {
  fields: Pick<ReturnType<typeof useOfficeForm<ReceiptInput>>[1], "cash_box_id" | "bank_account_id">;
  method: PaymentMethod;
  cashBoxes: Choice[];
  banks: Choice[];
}) {
  const hydrated = useHydrated();
  const choices = (accounts: Choice[]) =>
    accounts.map(({ id, name, currency_code }): [number, string] => [id, `${name} (${currency_code})`]);
  return (
    <>
      {(method === "cash" || !hydrated) && (
        <SelectField
          field={fields.cash_box_id}
          label={labels.cash_box_id}
          required={hydrated}
          empty="اختر الصندوق"
          choices={choices(cashBoxes)}
          hint={hydrated ? undefined : "للدفع نقدًا"}
        />
      )}
      {(method !== "cash" || !hydrated) && (
        <SelectField
          field={fields.bank_account_id}
          label={labels.bank_account_id}
          required={hydrated}
          empty="اختر الحساب البنكي"
          choices={choices(banks)}
          hint={hydrated ? undefined : "للتحويل والشيك والبطاقة"}
        />
      )}
    </>
  );
}
