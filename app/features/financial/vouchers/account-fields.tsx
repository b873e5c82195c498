import { type ComponentProps, type ReactNode, useState } from "react";
import { formatMoney } from "~/domain/money";
import type { Offer } from "~/domain/offer";
import { type Account, accountKinds, accountName } from "~/features/accounts/account";
import type { PaymentMethod } from "~/features/money/voucher";
import { OfferField } from "~/ui/form/offer-field";
import { useReady } from "~/ui/page/hydration";

type Choice = Pick<
  Account,
  "id" | "name" | "holder" | "currency_code" | "currency" | "balance" | "is_cheques_in_hand"
>;

type Shared = {
  /** The `offer` of the voucher's form. */
  offer: (
    name: "cash_box_id" | "bank_account_id",
  ) => Omit<ComponentProps<typeof OfferField>, "offer"> & { offer: Offer<Choice> };
  /** The currency of the voucher's amount. */
  currency?: { code: string };
  /** Whether the money leaves the account: then its balance is shown. */
  paying?: boolean;
  /** Whether an earlier choice no longer counts. */
  isEmptied?: boolean;
};

/**
 * Shows the cash box for cash and the bank account for other methods. Without JavaScript the style sheet does (styles/forms.css); an older
 * browser shows both.
 */
export function AccountFields({ method, ...shared }: Shared & { method: PaymentMethod }) {
  const isReady = useReady();
  const forMethods = (methods: string) =>
    isReady ? undefined : <span className="of-method">{methods}</span>;
  return (
    <>
      {(method === "cash" || !isReady) && (
        <AccountField {...shared} name="cash_box_id" hint={forMethods("للدفع نقدًا")} />
      )}
      {(method !== "cash" || !isReady) && (
        <AccountField
          {...shared}
          cheque={isReady ? method === "cheque" : undefined}
          name="bank_account_id"
          hint={forMethods(shared.paying ? "للتحويل والشيك" : "للتحويل والشيك والبطاقة")}
        />
      )}
    </>
  );
}

const fields = {
  cash_box_id: { empty: "اختر الصندوق", lacks: accountKinds.cash_box },
  bank_account_id: { empty: "اختر الحساب البنكي", lacks: accountKinds.bank },
};

/**
 * The choice of an account. Accounts in the amount's currency come first. If there is only one, it is chosen by itself. A choice
 * stays until the currency changes to one that is not the account's.
 * @param cheque whether it is for a cheque, which goes to the cheques in hand if they have its currency and to which nothing else goes;
 *   undefined where the method may be another one by now
 */
function AccountField({
  offer: offerOf,
  name,
  currency,
  paying,
  isEmptied,
  cheque,
  hint,
}: Shared & {
  name: keyof typeof fields;
  cheque?: boolean;
  hint?: ReactNode;
}) {
  const isReady = useReady();
  const { offer, ...control } = offerOf(name);
  const accounts = offer.choices.filter((account) => cheque !== false || !account.is_cheques_in_hand);
  const firstId = control.field.initialValue as string | undefined;
  const [choice, setChoice] = useState(
    isEmptied || firstId ? { id: (!isEmptied && firstId) || "", under: currency?.code } : undefined,
  );
  const own = accounts.filter(({ currency_code }) => currency_code === currency?.code);
  const others = accounts.filter((account) => !own.includes(account));
  const isKept =
    choice &&
    (!choice.id || accounts.some(({ id }) => String(id) === choice.id)) &&
    (choice.under === currency?.code || own.some(({ id }) => String(id) === choice.id));
  const inHand = cheque && own.find(({ is_cheques_in_hand }) => is_cheques_in_hand);
  const only = String((inHand || (own.length === 1 && own[0]) || { id: "" }).id);
  const toChoice = ({ id, currency_code, currency, balance, ...account }: Choice): [number, string] => [
    id,
    `${accountName(account)} ${paying ? `· الرصيد ${formatMoney(balance, currency)}` : `(${currency_code})`}`,
  ];
  return (
    <OfferField
      {...control}
      required={isReady}
      {...fields[name]}
      offer={{ ...offer, choices: (own.length ? own : others).map(toChoice) }}
      others={
        own.length && others.length ? { label: "بعملة أخرى", choices: others.map(toChoice) } : undefined
      }
      defaultValue={undefined}
      value={isKept ? choice.id : only}
      onChange={(event) => setChoice({ id: event.target.value, under: currency?.code })}
      hint={hint}
    />
  );
}
