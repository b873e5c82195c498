import type { useEntityForm } from "~/ui/entity-form";
import { SelectField } from "~/ui/field";
import { useHydrated } from "~/ui/hydrated";
import type { PaymentMethod } from "./voucher";

type Choice = { id: number; name: string; currency_code: string };

/** Cash asks for a cash box, the others for a bank account; without JavaScript both stand there. */
export function AccountFields({
  field,
  method,
  cashBoxes,
  banks,
}: {
  /** Of the voucher's form. */
  field: ReturnType<typeof useEntityForm<never, "cash_box_id" | "bank_account_id">>["field"];
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
          {...field("cash_box_id")}
          required={hydrated}
          empty="اختر الصندوق"
          choices={choices(cashBoxes)}
          hint={hydrated ? undefined : "للدفع نقدًا"}
        />
      )}
      {(method !== "cash" || !hydrated) && (
        <SelectField
          {...field("bank_account_id")}
          required={hydrated}
          empty="اختر الحساب البنكي"
          choices={choices(banks)}
          hint={hydrated ? undefined : "للتحويل والشيك والبطاقة"}
        />
      )}
    </>
  );
}
