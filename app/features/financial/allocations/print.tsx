import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { findContract } from "~/features/contracts/contracts.server";
import { saidRate } from "~/features/money/rate";
import { AtRate } from "~/features/money/rate-text";
import { voucherStates } from "~/features/money/voucher";
import { idParam, screen } from "~/http/screen.server";
import { Money } from "~/ui/page/money";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { AmountRows, DateRow } from "../vouchers/sheet";
import { sheetFacts } from "../vouchers/sheet.server";
import { allocation as entity } from "./allocation";
import { findAllocation } from "./allocations.server";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle("سند تخصيص", data?.allocation.allocation_number, data?.allocation.party);

const { labels } = entity;

export const loader = screen([entity.write], async ({ params }) => {
  const allocation = await findAllocation(db, idParam(params.id));
  const { contract_id, exchange_rate, currency, equivalent_currency: target } = allocation;
  return {
    allocation,
    contract: contract_id ? await findContract(db, contract_id) : null,
    rate:
      target && exchange_rate && target.code !== currency.code
        ? saidRate(exchange_rate, currency.code, target.code)
        : null,
    ...(await sheetFacts(db, { ...allocation, bank_account_id: null }, currency)),
  };
});

export default function PrintedAllocation() {
  const { allocation, contract, rate, words, hijri, company } = useLoaderData<typeof loader>();
  const { from_contract_number, contract_number, invoice_number, currency, status } = allocation;
  const { equivalent_amount, equivalent_currency, taken_amount, taken_on } = allocation;
  const state = status === "cancelled" ? ` (${voucherStates.labels.cancelled})` : "";
  return (
    <main>
      <PrintBar back={entity.path} after={50} />
      <PrintSheet
        company={company}
        title={`سند تخصيص${state}`}
        number={allocation.allocation_number}
        signatures={["المحاسب", "صاحب المبلغ"]}
      >
        <table>
          <tbody>
            <DateRow date={allocation.date} hijri={hijri} />
            <PrintLine label="صاحب المبلغ">{allocation.party}</PrintLine>
            <AmountRows amount={allocation.amount} currency={currency} words={words} />
            <PrintLine label={labels.source}>
              {from_contract_number ? <>المستحق رده من العقد {code(from_contract_number)}</> : onAccount}
            </PrintLine>
            <PrintLine label="خُصص">
              {contract_number ? (
                <>للعقد {code(contract_number)}</>
              ) : invoice_number ? (
                <>للفاتورة {code(invoice_number)}</>
              ) : (
                onAccount
              )}
              {allocation.payment_number && <>، بسند الصرف {code(allocation.payment_number)}</>}
            </PrintLine>
            {rate && equivalent_currency && (
              <PrintLine label={labels.equivalent_amount}>
                <Money amount={equivalent_amount ?? 0} currency={equivalent_currency} />{" "}
                <AtRate rate={rate} />
              </PrintLine>
            )}
            {taken_amount > 0 && (
              <PrintLine label={labels.taken_amount}>
                <Money amount={taken_amount} currency={currency} />
                {taken_on && <>، آخره في {code(taken_on)}</>}
              </PrintLine>
            )}
            {contract && (
              <PrintLine label="المتبقي في العقد حتى تاريخ الطباعة">
                <Money amount={contract.remaining_amount} currency={contract.currency} />
              </PrintLine>
            )}
            <PrintLine label="حرره">
              <bdi>{allocation.created_by ?? "—"}</bdi>
            </PrintLine>
          </tbody>
        </table>
      </PrintSheet>
    </main>
  );
}

const onAccount = "ما تحت الحساب";
const code = (text: string) => <bdi dir="ltr">{text}</bdi>;
