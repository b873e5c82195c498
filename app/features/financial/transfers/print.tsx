import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { holderSignature } from "~/features/accounts/account";
import { AtRate } from "~/features/money/rate-text";
import { stateInTitle } from "~/features/money/voucher";
import { idParam, screen } from "~/http/screen.server";
import { Money } from "~/ui/page/money";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { AmountRows, DateRow } from "../vouchers/sheet";
import { sheetFacts } from "../vouchers/sheet.server";
import { rateText } from "./rate";
import { transfer as entity } from "./transfer";
import { findTransfer } from "./transfers.server";

const { labels } = entity;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle(
    "سند تحويل",
    data?.transfer.transfer_number,
    data && `${data.transfer.from} إلى ${data.transfer.to}`,
  );

export const loader = screen([entity.write], async ({ params }) => {
  const transfer = await findTransfer(db, idParam(params.id));
  const { from_amount: amount, currency, currency_id, date } = transfer;
  const voucher = { amount, currency_id, bank_account_id: null, date };
  return { transfer, rate: rateText(transfer), ...(await sheetFacts(db, voucher, currency)) };
});

/** A transfer on paper, signed by who gave and who got. */
export default function PrintedTransfer() {
  const { transfer, rate, words, hijri, company } = useLoaderData<typeof loader>();
  const { status, currency, to_currency, fee_amount, fee_expense, cancelled_on } = transfer;
  const sides = [
    ["المسلِّم", transfer.from_holder],
    ["المستلِم", transfer.to_holder],
  ] as const;
  return (
    <main>
      <PrintBar back={entity.path} after={50} />
      <PrintSheet
        company={company}
        title={`سند تحويل${stateInTitle({ status, cheque_state: null })}`}
        number={transfer.transfer_number}
        signatures={[
          ...sides.map(([word, holder]) => (holder ? `${word}: ${holderSignature(holder)}` : word)),
          "المحاسب",
        ]}
      >
        <table>
          <tbody>
            <DateRow date={transfer.date} hijri={hijri} />
            <PrintLine label={labels.from_account_id}>{transfer.from}</PrintLine>
            <PrintLine label={labels.to_account_id}>{transfer.to}</PrintLine>
            <AmountRows amount={transfer.from_amount} currency={currency} words={words} />
            {rate && (
              <PrintLine label={labels.to_amount}>
                <Money amount={transfer.to_amount} currency={to_currency} /> <AtRate rate={rate} />
              </PrintLine>
            )}
            {fee_amount > 0 && (
              <PrintLine label={labels.fee_amount}>
                <Money amount={fee_amount} currency={currency} />، {fee_expense}
              </PrintLine>
            )}
            {transfer.description && <PrintLine label={labels.description}>{transfer.description}</PrintLine>}
            {cancelled_on && (
              <PrintLine label="تاريخ الإلغاء">
                <bdi dir="ltr">{cancelled_on}</bdi>
              </PrintLine>
            )}
            <PrintLine label="حرره">
              <bdi>{transfer.created_by ?? "—"}</bdi>
            </PrintLine>
          </tbody>
        </table>
      </PrintSheet>
    </main>
  );
}
