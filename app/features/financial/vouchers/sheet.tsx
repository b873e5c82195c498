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
import { chequeFields, receivedChequeFields } from "./fields";
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

/** On which bank a cheque is drawn, when it is due, and where it is or what became of it. */
export const ChequeRows = ({
  voucher: { cheque_state, cheque_bank, cheque_due_date, ...voucher },
}: {
  voucher: Omit<Parameters<typeof chequeText>[0], "cheque_state"> & {
    cheque_state: ChequeState | null;
    cheque_bank?: string | null;
    cheque_due_date?: string | null;
  };
}) => (
  <>
    {cheque_bank && <PrintLine label={receivedChequeFields.cheque_bank.label}>{cheque_bank}</PrintLine>}
    {cheque_due_date && (
      <PrintLine label={receivedChequeFields.cheque_due_date.label}>
        <bdi dir="ltr">{cheque_due_date}</bdi>
      </PrintLine>
    )}
    {cheque_state && (
      <PrintLine label={chequeFields.cheque_state.label}>
        <Sentence text={chequeText({ ...voucher, cheque_state })} />
      </PrintLine>
    )}
  </>
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
      {bank && !bank.is_cheques_in_hand && (
        <>
          ، حساب رقم <bdi dir="ltr">{bank.account_number}</bdi> باسم {bank.account_name}
        </>
      )}
      {payment_reference && (
        <>
          ، {payment_method === "cheque" ? "رقم الشيك" : "رقم المرجع"}{" "}
          <bdi dir="ltr" className="wraps">
            {payment_reference}
          </bdi>
        </>
      )}
    </PrintLine>
  );
}
