import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { splitPath } from "~/features/links/split-address";
import { AtRate } from "~/features/money/rate-text";
import { stateInTitle } from "~/features/money/voucher";
import { idParam, screen } from "~/http/screen.server";
import { ButtonLink } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import { PrintBar, PrintSheet } from "~/ui/print-sheet";
import { purposeText, receivedFor } from "../vouchers/purpose";
import { AmountRows, DateRow, MethodRow, ReturnRow, SheetRow } from "../vouchers/sheet";
import { sheetFacts } from "../vouchers/sheet.server";
import { PayerText } from "./payer-text";
import { rateOf } from "./rate-on-paper.server";
import { receipt as entity } from "./receipt";
import { findReceipt } from "./receipts.server";

export const meta = () => [{ title: "سند قبض" }];

const { labels } = entity;

export const loader = screen([entity.write], async ({ params }) => {
  const receipt = await findReceipt(db, idParam(params.id));
  return {
    receipt,
    rate: rateOf(receipt),
    ...(await sheetFacts(db, receipt, receipt.currency)),
  };
});

export default function PrintedReceipt() {
  const { receipt, rate, bank, words, hijri, company } = useLoaderData<typeof loader>();
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
            <SheetRow label="استلمنا من">
              <PayerText of={receipt} />
            </SheetRow>
            {receipt.purpose && (
              <SheetRow label={labels.purpose}>
                {purposeText(receivedFor, { ...receipt, purpose: receipt.purpose })}
              </SheetRow>
            )}
            <AmountRows amount={receipt.amount} currency={currency} words={words} />
            <MethodRow voucher={receipt} bank={bank} />
            <ReturnRow voucher={receipt} />
            {receipt.charge_amount > 0 && (
              <SheetRow label={labels.charge_amount}>
                <Money amount={receipt.charge_amount} currency={currency} by="code" />
              </SheetRow>
            )}
            <SheetRow label={labels.description}>
              <span className="whitespace-pre-line">{receipt.description}</span>
            </SheetRow>
            {rate && (
              <SheetRow label={labels.equivalent_amount}>
                <Money amount={receipt.equivalent_amount} currency={equivalent_currency} by="code" />{" "}
                <AtRate rate={rate} />
              </SheetRow>
            )}
            {contract && (
              <>
                <SheetRow label={labels.contract_id}>
                  <bdi dir="ltr">{contract.contract_number}</bdi>
                  {contract.customer.id !== receipt.customer_id && `، باسم ${contract.customer.name}`}، قيمته{" "}
                  <Money amount={contract.total_amount} currency={contract.currency} by="code" />
                </SheetRow>
                <SheetRow label="المتبقي حتى تاريخ الطباعة">
                  <Money amount={contract.remaining_amount} currency={contract.currency} by="code" />
                </SheetRow>
              </>
            )}
            <SheetRow label="حرره">
              <bdi>{receipt.received_by}</bdi>
            </SheetRow>
          </tbody>
        </table>
      </PrintSheet>
    </main>
  );
}
