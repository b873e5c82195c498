import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import Big from "big.js";
import { db } from "~/db/knex.server";
import { notFound } from "~/domain/domain-error";
import { formatMoney } from "~/domain/money";
import { AtRate } from "~/features/money/rate-text";
import { stateInTitle } from "~/features/money/voucher";
import { screen } from "~/http/screen.server";
import { Sentence } from "~/ui/page/sentence";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { AmountRows, DateRow, MethodRow } from "../vouchers/sheet";
import { sheetFacts } from "../vouchers/sheet.server";
import { PayerText } from "./payer-text";
import { rateOf } from "./rate-on-paper.server";
import { receipt as entity, type Receipt } from "./receipt";
import { receiptsOf } from "./receipts.server";

const { labels } = entity;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle("سند قبض لعدة عقود", data?.first.receipt_number, data?.first.customer);

/** The printed sheet of one payment with its vouchers. A cancelled voucher is named but not counted. */
export const loader = screen([entity.write], async ({ params: { split = "" } }) => {
  const isKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(split);
  const receipts = (isKey ? await receiptsOf(db, { split_id: split }) : []).map((one) => ({
    ...one,
    rate: rateOf(one),
  }));
  const standing = receipts.filter(({ status }) => status === "confirmed");
  const [first = receipts[0]] = standing;
  if (!first) throw notFound("السند غير موجود");
  const ofOneKind = standing.filter(({ currency_id }) => currency_id === first.currency_id);
  const amount = ofOneKind.reduce((sum, one) => sum.plus(one.amount), Big(0)).toNumber();
  return { receipts, first, amount, ...(await sheetFacts(db, { ...first, amount }, first.currency)) };
});

export default function PrintedSplit() {
  const { receipts, first, amount, bank, words, hijri, company } = useLoaderData<typeof loader>();
  const isPaidByOne = receipts.every(({ customer_id }) => customer_id === first.customer_id);
  return (
    <main>
      <PrintBar back={entity.path} after={50} />
      <PrintSheet
        company={company}
        title="سند قبض لعدة عقود"
        number={numbersOf(receipts)}
        signatures={["توقيع المستلم", "توقيع الدافع"]}
      >
        <table>
          <tbody>
            <DateRow date={first.date} hijri={hijri} />
            {isPaidByOne && (
              <PrintLine label="استلمنا من">
                <PayerText of={first} />
              </PrintLine>
            )}
            <AmountRows amount={amount} currency={first.currency} words={words} />
            <MethodRow voucher={first} bank={bank} />
            <PrintLine label={labels.description}>
              <span className="whitespace-pre-line">
                <Sentence text={first.description} />
              </span>
            </PrintLine>
            <PrintLine label="حرره">
              <bdi>{first.received_by}</bdi>
            </PrintLine>
          </tbody>
        </table>
        <table className="print-lines">
          <thead>
            <tr>
              {[labels.receipt_number, "صاحب العقد", labels.contract_id, "المبلغ", "المتبقي من العقد"].map(
                (label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {receipts.map(({ id, receipt_number, contract, amount, currency, rate, ...one }) => (
              <tr key={id}>
                <td>
                  <bdi dir="ltr">{receipt_number}</bdi>
                </td>
                <td>
                  {contract?.customer.name}
                  {stateInTitle(one)}
                </td>
                <td>
                  <bdi dir="ltr">{contract?.contract_number}</bdi>
                </td>
                <td>
                  <span className="money">{formatMoney(amount, currency)}</span>
                  {rate && (
                    <small>
                      {labels.equivalent_amount}{" "}
                      <span className="money">
                        {formatMoney(one.equivalent_amount, one.equivalent_currency)}
                      </span>{" "}
                      <AtRate rate={rate} />
                    </small>
                  )}
                </td>
                <td className="money">
                  {contract && formatMoney(contract.remaining_amount, contract.currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </PrintSheet>
    </main>
  );
}

/** `RV-2026-00007 – RV-2026-00010` */
function numbersOf(receipts: Pick<Receipt, "receipt_number">[]) {
  const [first, last] = [receipts[0], receipts.at(-1)].map((one) => one?.receipt_number ?? "");
  return first === last ? String(first) : `${first} – ${last}`;
}
