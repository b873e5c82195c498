import type { Account } from "~/features/settings/accounts/account";
import type { useEntityForm } from "~/ui/entity-form";
import { SelectField } from "~/ui/field";
import { useHydrated } from "~/ui/hydrated";
import { formatMoney } from "~/ui/money";
import type { PaymentMethod } from "./voucher";

type Choice = Pick<Account, "id" | "name" | "currency_code" | "currency" | "balance">;

/** Cash asks for a cash box, the others for a bank account; without JavaScript both stand there. */
export function AccountFields({
  field,
  method,
  cashBoxes,
  banks,
  paying,
  emptied,
}: {
  /** Of the voucher's form. */
  field: ReturnType<typeof useEntityForm<never, "cash_box_id" | "bank_account_id">>["field"];
  method: PaymentMethod;
  cashBoxes: Choice[];
  banks: Choice[];
  /** Out of the account: then its balance stands beside it. */
  paying?: boolean;
  /** Whatever was chosen before no longer counts. */
  emptied?: boolean;
}) {
  const hydrated = useHydrated();
  const empty = emptied && { defaultValue: "" };
  const choices = (accounts: Choice[]) =>
    accounts.map(({ id, name, currency_code, currency, balance }): [number, string] => [
      id,
      `${name} ${paying ? `· الرصيد ${formatMoney(balance, currency, "code")}` : `(${currency_code})`}`,
    ]);
  return (
    <>
      {(method === "cash" || !hydrated) && (
        <SelectField
          {...field("cash_box_id")}
          required={hydrated}
          empty="اختر الصندوق"
          choices={choices(cashBoxes)}
          {...empty}
          hint={hydrated ? undefined : "للدفع نقدًا"}
        />
      )}
      {(method !== "cash" || !hydrated) && (
        <SelectField
          {...field("bank_account_id")}
          required={hydrated}
          empty="اختر الحساب البنكي"
          choices={choices(banks)}
          {...empty}
          hint={hydrated ? undefined : paying ? "للتحويل والشيك" : "للتحويل والشيك والبطاقة"}
        />
      )}
    </>
  );
}
