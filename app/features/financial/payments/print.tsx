import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { stateInTitle } from "~/features/money/voucher";
import { idParam, screen } from "~/http/screen.server";
import { Sentence } from "~/ui/page/sentence";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { paidFor, purposeText } from "../vouchers/purpose";
import { AmountRows, ChequeRows, DateRow, MethodRow } from "../vouchers/sheet";
import { sheetFacts } from "../vouchers/sheet.server";
import { beneficiaryTypeLabels, currencyOf, payment as entity, isOfAnother } from "./payment";
import { findPayment } from "./payments.server";
import { SettlementText, settlementOf } from "./settlement-text";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle("سند صرف", data?.payment.payment_number, data?.payment.beneficiary);

const { labels } = entity;

export const loader = screen([entity.write], async ({ params }) => {
  const payment = await findPayment(db, idParam(params.id));
  return { payment, ...(await sheetFacts(db, payment, currencyOf(payment))) };
});

export default function PrintedPayment() {
  const { payment, bank, words, hijri, company } = useLoaderData<typeof loader>();
  const { contract_number, invoice_number, description } = payment;
  const settlement = settlementOf(payment);
  return (
    <main>
      <PrintBar back={entity.path} after={50} />
      <PrintSheet
        company={company}
        title={`سند صرف${stateInTitle(payment)}`}
        number={payment.payment_number}
        signatures={["الصارف", "المستفيد", "المحاسب"]}
      >
        <table>
          <tbody>
            <DateRow date={payment.date} hijri={hijri} />
            <PrintLine label="صرفنا إلى">
              {payment.beneficiary} ({beneficiaryTypeLabels[payment.beneficiary_type]})
            </PrintLine>
            <AmountRows amount={payment.amount} currency={currencyOf(payment)} words={words} />
            <MethodRow voucher={payment} bank={bank} />
            <ChequeRows voucher={payment} />
            {settlement && (
              <PrintLine label={contract_number ? labels.contract_id : labels.agent_invoice_id}>
                <bdi dir="ltr">{contract_number ?? invoice_number}</bdi>
                {isOfAnother(payment) && `، باسم ${payment.contract_customer?.name}`}،{" "}
                {contract_number ? "رد منه" : "سدد منها"} <SettlementText of={settlement} />
              </PrintLine>
            )}
            {payment.purpose && (
              <PrintLine label={labels.purpose}>
                {purposeText(paidFor, { ...payment, purpose: payment.purpose })}
              </PrintLine>
            )}
            {payment.campaign && <PrintLine label={labels.campaign_id}>{payment.campaign.name}</PrintLine>}
            <PrintLine label={labels.description}>
              <span className="whitespace-pre-line">
                <Sentence text={description ?? "—"} />
              </span>
            </PrintLine>
            <PrintLine label={labels.paid_by}>
              <bdi>{payment.paid_by}</bdi>
            </PrintLine>
          </tbody>
        </table>
      </PrintSheet>
    </main>
  );
}
