import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { hijri } from "~/domain/dates";
import { companyHead } from "~/features/settings/company/company.server";
import { idParam, screen } from "~/http/screen.server";
import { Money } from "~/ui/money";
import { PrintBar, PrintSheet } from "~/ui/print-sheet";
import { receiptWords } from "~/ui/words";
import { shownRate } from "../vouchers/rate-shown";
import { paymentMethodLabels } from "../vouchers/voucher";
import { receipt as entity } from "./receipt";
import { findReceipt } from "./receipts.server";

export const meta = () => [{ title: "سند قبض" }];

const { labels } = entity;

export const loader = screen(["manage_financials"], async ({ params }) => {
  const receipt = await findReceipt(db, idParam(params.id));
  const { amount, currency } = receipt;
  const names = await db("currencies").where({ id: receipt.currency_id }).first("name");
  const bank = receipt.bank_account_id
    ? await db("accounts").where({ id: receipt.bank_account_id }).first("account_number", "account_name")
    : null;
  return {
    receipt,
    bank: bank as { account_number: string; account_name: string } | null,
    rate: shownRate(receipt.exchange_rate_at_payment),
    hijri: hijri(receipt.date),
    words: receiptWords(
      amount.toFixed(currency.decimals),
      { code: currency.code, name: names.name },
      currency.decimals,
    ),
    company: await companyHead(db),
  };
});

export default function PrintedReceipt() {
  const { receipt, rate, bank, words, hijri, company } = useLoaderData<typeof loader>();
  const { contract, currency, equivalent_currency } = receipt;
  return (
    <main>
      <PrintBar back="/financial/receipts" after={50} />
      <PrintSheet
        company={company}
        title={receipt.status === "cancelled" ? "سند قبض (ملغي)" : "سند قبض"}
        number={receipt.receipt_number}
        signatures={["توقيع المستلم", "توقيع الدافع"]}
      >
        <table>
          <tbody>
            <tr>
              <th scope="row">{labels.date}</th>
              <td>
                <bdi>{receipt.date}</bdi>
                {hijri && ` (${hijri})`}
              </td>
            </tr>
            <tr>
              <th scope="row">استلمنا من</th>
              <td>
                {receipt.customer}، <bdi dir="ltr">{receipt.customer_details.phone}</bdi>
              </td>
            </tr>
            <tr>
              <th scope="row">المبلغ</th>
              <td className="text-lg font-semibold">
                <Money amount={receipt.amount} currency={currency} by="code" />
              </td>
            </tr>
            <tr>
              <th scope="row">المبلغ كتابة</th>
              <td>{words}</td>
            </tr>
            <tr>
              <th scope="row">{labels.payment_method}</th>
              <td>
                {paymentMethodLabels[receipt.payment_method]}: {receipt.account}
                {bank && (
                  <>
                    ، حساب رقم <bdi dir="ltr">{bank.account_number}</bdi> باسم {bank.account_name}
                  </>
                )}
                {receipt.payment_reference && (
                  <>
                    ، رقم المرجع <bdi dir="ltr">{receipt.payment_reference}</bdi>
                  </>
                )}
              </td>
            </tr>
            <tr>
              <th scope="row">{labels.description}</th>
              <td className="whitespace-pre-line">{receipt.description}</td>
            </tr>
            {equivalent_currency.id !== receipt.currency_id && (
              <tr>
                <th scope="row">{labels.equivalent_amount}</th>
                <td>
                  <Money amount={receipt.equivalent_amount} currency={equivalent_currency} by="code" /> بسعر
                  صرف <bdi dir="ltr">{rate}</bdi>
                </td>
              </tr>
            )}
            {contract && (
              <>
                <tr>
                  <th scope="row">{labels.contract_id}</th>
                  <td>
                    <bdi dir="ltr">{contract.contract_number}</bdi>، قيمته{" "}
                    <Money amount={contract.total_amount} currency={contract.currency} by="code" />
                  </td>
                </tr>
                <tr>
                  <th scope="row">المتبقي حتى تاريخ الطباعة</th>
                  <td>
                    <Money amount={contract.remaining_amount} currency={contract.currency} by="code" />
                  </td>
                </tr>
              </>
            )}
            <tr>
              <th scope="row">حرره</th>
              <td>
                <bdi>{receipt.received_by}</bdi>
              </td>
            </tr>
          </tbody>
        </table>
      </PrintSheet>
    </main>
  );
}
