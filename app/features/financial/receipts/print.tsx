import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { FamilyLine } from "~/features/contracts/contract-sums";
import { familyOf } from "~/features/contracts/contracts.server";
import { documentTypes } from "~/features/invoices/invoice";
import { splitPath } from "~/features/links/split-address";
import { AtRate } from "~/features/money/rate-text";
import { stateInTitle } from "~/features/money/voucher";
import { idParam, screen } from "~/http/screen.server";
import { ButtonLink } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import { Sentence } from "~/ui/page/sentence";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { receivedText } from "../vouchers/purpose";
import { AmountRows, ChequeRows, DateRow, MethodRow } from "../vouchers/sheet";
import { sheetFacts } from "../vouchers/sheet.server";
import { PayerText } from "./payer-text";
import { rateOf } from "./rate-on-paper.server";
import { receipt as entity } from "./receipt";
import { findReceipt } from "./receipts.server";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle("سند قبض", data?.receipt.receipt_number, data?.receipt.customer);

const { labels } = entity;

export const loader = screen([entity.write], async ({ params }) => {
  const receipt = await findReceipt(db, idParam(params.id));
  return {
    receipt,
    rate: rateOf(receipt),
    family: await familyOf(db, receipt.contract_id),
    ...(await sheetFacts(db, receipt, receipt.currency)),
  };
});

export default function PrintedReceipt() {
  const { receipt, rate, family, bank, words, hijri, company } = useLoaderData<typeof loader>();
  const { contract, currency, equivalent_currency } = receipt;
  return (
    <main>
      <PrintBar back={entity.path} after={50}>
        {receipt.split_id && (
          <ButtonLink href={`${splitPath}/${receipt.split_id}`}>طباعة الدفعة كاملة</ButtonLink>
        )}
      </PrintBar>
      <PrintSheet
        company={company}
        title={`سند قبض${stateInTitle(receipt)}`}
        number={receipt.receipt_number}
        signatures={["توقيع المستلم", "توقيع الدافع"]}
      >
        <table>
          <tbody>
            <DateRow date={receipt.date} hijri={hijri} />
            <PrintLine label="استلمنا من">
              <PayerText of={receipt} />
            </PrintLine>
            {receipt.purpose && (
              <PrintLine label={labels.purpose}>
                {receivedText({ ...receipt, purpose: receipt.purpose })}
              </PrintLine>
            )}
            {receipt.credited_invoice_number && (
              <PrintLine label={labels.credited_invoice_id}>
                <bdi dir="ltr">{receipt.credited_invoice_number}</bdi>
              </PrintLine>
            )}
            {receipt.credit_note_number && (
              <PrintLine label={documentTypes.credit_note}>
                <bdi dir="ltr">{receipt.credit_note_number}</bdi>
              </PrintLine>
            )}
            <AmountRows amount={receipt.amount} currency={currency} words={words} />
            <MethodRow voucher={receipt} bank={bank} />
            <ChequeRows voucher={receipt} />
            {receipt.charge_amount > 0 && (
              <PrintLine label={labels.charge_amount}>
                <Money amount={receipt.charge_amount} currency={currency} />
              </PrintLine>
            )}
            <PrintLine label={labels.description}>
              <span className="whitespace-pre-line">
                <Sentence text={receipt.description} />
              </span>
            </PrintLine>
            {rate && (
              <PrintLine label={labels.equivalent_amount}>
                <Money amount={receipt.equivalent_amount} currency={equivalent_currency} />{" "}
                <AtRate rate={rate} />
              </PrintLine>
            )}
            {contract && (
              <>
                <PrintLine label={labels.contract_id}>
                  <bdi dir="ltr">{contract.contract_number}</bdi>
                  {contract.customer.id !== receipt.customer_id && `، باسم ${contract.customer.name}`}، قيمته{" "}
                  <Money amount={contract.total_amount} currency={contract.currency} />
                </PrintLine>
                <PrintLine label="المتبقي حتى تاريخ الطباعة">
                  <Money amount={contract.remaining_amount} currency={contract.currency} />
                </PrintLine>
                <FamilyLine contracts={family} />
              </>
            )}
            <PrintLine label="حرره">
              <bdi>{receipt.received_by}</bdi>
            </PrintLine>
          </tbody>
        </table>
      </PrintSheet>
    </main>
  );
}
