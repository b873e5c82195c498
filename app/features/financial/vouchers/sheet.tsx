import type { ReactNode } from "react";
import type { ShownCurrency } from "~/domain/money";
import {
  type ChequeState,
  type PaymentMethod,
  paymentMethodLabels,
  returnText,
} from "~/features/money/voucher";
import { DayText } from "~/ui/page/day";
import { Money } from "~/ui/page/money";
import { Sentence } from "~/ui/page/sentence";
import { chequeFields } from "./fields";
import type { sheetFacts } from "./sheet.server";

/* The rows that every printed voucher has. */

type Facts = Awaited<ReturnType<typeof sheetFacts>>;

export function SheetRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{children}</td>
    </tr>
  );
}

export function DateRow({ date, hijri }: { date: string } & Pick<Facts, "hijri">) {
  return (
    <SheetRow label="تاريخ السند">
      <DayText date={date} hijri={hijri} />
    </SheetRow>
  );
}

/** What became of the cheque. */
export const ReturnRow = ({
  voucher,
}: {
  voucher: Parameters<typeof returnText>[0] & { cheque_state: ChequeState | null };
}) =>
  voucher.cheque_state && (
    <SheetRow label={chequeFields.cheque_state.label}>
      <Sentence text={returnText(voucher)} />
    </SheetRow>
  );

export function AmountRows({
  amount,
  currency,
  words,
}: { amount: number; currency: ShownCurrency } & Pick<Facts, "words">) {
  return (
    <>
      <SheetRow label="المبلغ">
        <span className="text-lg font-semibold">
          <Money amount={amount} currency={currency} by="code" />
        </span>
      </SheetRow>
      <SheetRow label="المبلغ كتابة">{words}</SheetRow>
    </>
  );
}

export function MethodRow({
  voucher: { payment_method, account, payment_reference },
  bank,
}: { voucher: { payment_method: PaymentMethod; account: string; payment_reference: string | null } } & Pick<
  Facts,
  "bank"
>) {
  return (
    <SheetRow label="طريقة الدفع">
      {paymentMethodLabels[payment_method]}: {account}
      {bank && (
        <>
          ، حساب رقم <bdi dir="ltr">{bank.account_number}</bdi> باسم {bank.account_name}
        </>
      )}
      {payment_reference && (
        <>
          ، رقم المرجع <bdi dir="ltr">{payment_reference}</bdi>
        </>
      )}
    </SheetRow>
  );
}
