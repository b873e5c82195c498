import type { ShownCurrency } from "~/domain/money";
import {
  type ChequeState,
  chequeText,
  type PaymentMethod,
  paymentMethodLabels,
} from "~/features/money/voucher";
import { DayText } from "~/ui/page/day";
import { Money } from "~/ui/page/money";
import { Sentence } from "~/ui/page/sentence";
import { PrintLine } from "~/ui/print-sheet";
import { chequeFields } from "./fields";
import type { sheetFacts } from "./sheet.server";

/* The rows that every printed voucher has. */

type Facts = Awaited<ReturnType<typeof sheetFacts>>;

export function DateRow({ date, hijri }: { date: string } & Pick<Facts, "hijri">) {
  return (
    <PrintLine label="تاريخ السند">
      <DayText date={date} hijri={hijri} />
    </PrintLine>
  );
}

/** Where the cheque is, or what became of it. */
export const ChequeRow = ({
  voucher,
}: {
  voucher: Omit<Parameters<typeof chequeText>[0], "cheque_state"> & { cheque_state: ChequeState | null };
}) =>
  voucher.cheque_state && (
    <PrintLine label={chequeFields.cheque_state.label}>
      <Sentence text={chequeText({ ...voucher, cheque_state: voucher.cheque_state })} />
    </PrintLine>
  );

export function AmountRows({
  amount,
  currency,
  words,
}: { amount: number; currency: ShownCurrency } & Pick<Facts, "words">) {
  return (
    <>
      <PrintLine label="المبلغ">
        <span className="text-lg font-semibold">
          <Money amount={amount} currency={currency} />
        </span>
      </PrintLine>
      <PrintLine label="المبلغ كتابة">{words}</PrintLine>
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
    <PrintLine label="طريقة الدفع">
      {paymentMethodLabels[payment_method]}: {account}
      {bank && (
        <>
          ، حساب رقم <bdi dir="ltr">{bank.account_number}</bdi> باسم {bank.account_name}
        </>
      )}
      {payment_reference && (
        <>
          ، رقم المرجع{" "}
          <bdi dir="ltr" className="wraps">
            {payment_reference}
          </bdi>
        </>
      )}
    </PrintLine>
  );
}
