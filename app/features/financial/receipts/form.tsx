import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { type Db, db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { findContract, openContractsOf } from "~/features/contracts/contracts.server";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { searchCustomers } from "~/features/customers/customers.server";
import { listAccounts } from "~/features/settings/accounts/accounts.server";
import { listCurrencies } from "~/features/settings/accounts/currencies/currencies.server";
import { readForm } from "~/http/body.server";
import { DomainError } from "~/http/domain-error";
import { redirectWithFlash } from "~/http/flash.server";
import { id } from "~/http/input.server";
import { officeToday } from "~/http/office-day.server";
import { idParam, screen, submitted } from "~/http/screen.server";
import { SelectField, TextAreaField, TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import { formatAmount, Money } from "~/ui/money";
import { Page } from "~/ui/page";
import { AccountFields } from "./account-fields";
import { ContractFacts } from "./contract-facts";
import {
  receiptLabels as labels,
  listAddress,
  type PaymentMethod,
  paymentMethodLabels,
  type Receipt,
} from "./receipt";
import { findReceipt, type ReceiptInput, receiptFormSchema } from "./receipts.server";
import { createReceipt, updateReceipt } from "./recording.server";
import { useTerms } from "./use-terms";

const constraint = getZodConstraint(receiptFormSchema);

export const meta = () => [{ title: "سند قبض" }];

export const loader = screen(["manage_financials"], async ({ params, url: { searchParams } }) => {
  const receipt = params.id ? await findReceipt(db, idParam(params.id)) : null;
  if (receipt?.status === "cancelled") throw new DomainError("conflict", "السند ملغي ولا يمكن تعديله");
  const asked = searchParams.get("contract");
  const contract = asked && !receipt ? await findContract(db, idParam(asked)) : null;
  const [currencies, cashBoxes, banks, party] = await Promise.all([
    listCurrencies(db),
    listAccounts(db, "cash_box"),
    listAccounts(db, "bank"),
    partyOf(db, receipt?.customer_id ?? contract?.customer_id, receipt?.contract_id),
  ]);
  const active = ({ id, status }: { id: number; status: string }) =>
    status === "active" || id === receipt?.cash_box_id || id === receipt?.bank_account_id;
  return {
    receipt,
    party,
    currencies,
    cashBoxes: cashBoxes.filter(active),
    banks: banks.filter(active),
    values: receipt
      ? valuesOf(receipt)
      : {
          date: officeToday(),
          contract_id: contract?.id,
          currency_id: contract?.currency_id,
          payment_method: "cash",
        },
    constraint,
    oneTimeKey: randomUUID(),
  };
});

export const action = screen(["manage_financials"], async ({ request, params, url, user }) => {
  const form = await readForm(request);
  const typed = Object.fromEntries(form) as Record<string, string>; // this form has no files
  const stored = params.id ? await findReceipt(db, idParam(params.id)) : null;
  const customerId = id().safeParse(typed.customer_id).data;
  const party = await partyOf(
    db,
    customerId,
    customerId === stored?.customer_id ? stored?.contract_id : null,
  );
  const query = typed.customer_query ?? "";
  if (typed.intent === "lookup") {
    // A step of the form without JavaScript: nothing is judged yet, what was typed stays.
    return data({
      result: { initialValue: typed },
      party,
      query,
      matches: await searchCustomers(query),
      current: undefined,
    });
  }
  const save = async (input: ReceiptInput, { key, readAt }: { key: string | null; readAt?: string }) => {
    const { receipt_number } = await transact((trx) =>
      params.id
        ? updateReceipt(trx, idParam(params.id), input, user, { readAt })
        : once(trx, user.id, key, { receipt_voucher: input }, () => createReceipt(trx, input, user)),
    );
    return redirectWithFlash(
      listAddress(url.search),
      params.id ? `تم حفظ سند القبض ${receipt_number}` : `تم تسجيل سند القبض ${receipt_number}`,
    );
  };
  const answer = await submitted(form, receiptFormSchema, save, { failure: "فشل حفظ السند" });
  if (answer instanceof Response) throw answer;
  return data({ ...answer.data, party, query, matches: undefined }, answer.init ?? {});
});

/** Whom the voucher is for, and the contracts they can pay, with the one that an edited voucher has paid. */
async function partyOf(db: Db, customerId: number | undefined, contractId?: number | null) {
  const customer = customerId
    ? await db("customers").where({ id: customerId }).first("id", "name")
    : undefined;
  const open = customer ? await openContractsOf(db, customerId as number) : [];
  const missing = contractId && !open.some(({ id }) => id === contractId);
  return {
    customer: (customer ?? null) as { id: number; name: string } | null,
    contracts: missing ? [await findContract(db, contractId), ...open] : open,
  };
}

function valuesOf(receipt: Receipt) {
  return {
    customer_id: receipt.customer_id,
    contract_id: receipt.contract_id,
    currency_id: receipt.currency_id,
    amount: receipt.amount.toFixed(receipt.currency.decimals),
    payment_method: receipt.payment_method,
    payment_reference: receipt.payment_reference,
    cash_box_id: receipt.cash_box_id,
    bank_account_id: receipt.bank_account_id,
    date: receipt.date,
    description: receipt.description,
  };
}

export const clientAction = keepForm();

export default function ReceiptForm() {
  const { receipt, currencies, cashBoxes, banks, values, constraint, oneTimeKey, ...loaded } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = listAddress(useLocation().search);
  const [form, fields] = useOfficeForm<ReceiptInput>("receipt", { reply, constraint, values });
  const now = reply?.current as Receipt | undefined;
  const party = reply?.party ?? loaded.party;

  const textOf = (name: keyof ReceiptInput) => fields[name].initialValue as string | undefined;
  const { contracts, contract, remaining, exchange, ...terms } = useTerms(form.id, {
    drawn: {
      contract_id: textOf("contract_id"),
      currency_id: textOf("currency_id"),
      amount: textOf("amount"),
      payment_method: textOf("payment_method"),
      exchange_rate_at_payment: textOf("exchange_rate_at_payment"),
      rate_shown: textOf("rate_shown"),
    },
    receipt,
    currencies,
    offered: party.contracts,
  });

  return (
    <Page title={receipt ? `تعديل سند القبض ${receipt.receipt_number}` : "سند قبض جديد"}>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        page
        save={receipt ? "حفظ" : "تسجيل السند"}
        oneTimeKey={receipt ? undefined : oneTimeKey}
        updatedAt={receipt?.updated_at}
      >
        <section className="sheet-card">
          <h2>العميل والعقد</h2>
          <div className="fields">
            <CustomerPicker
              field={fields.customer_id}
              label={labels.customer_id}
              selected={party.customer}
              query={reply?.query}
              matches={reply?.matches}
              onChoose={terms.chooseCustomer}
            />
            <SelectField
              field={fields.contract_id}
              label={`${labels.contract_id} (اختياري)`}
              now={now && (now.contract_number ?? "")}
              empty="بدون عقد"
              choices={contracts.map((one): [number, string] => [
                one.id,
                `${one.contract_number} · المتبقي ${formatAmount(one.remaining_amount, one.currency.decimals)} ${one.currency.code}`,
              ])}
              key={`contract-${contracts.map(({ id }) => id)}`}
              onChange={(event) => terms.chooseContract(event.target.value)}
            />
          </div>
          {contract && (
            <ContractFacts contract={contract} remaining={remaining} isEdited={receipt !== null} />
          )}
        </section>
        <section className="sheet-card">
          <h2>المبلغ</h2>
          <div className="fields">
            <SelectField
              field={fields.currency_id}
              label={labels.currency_id}
              now={now?.currency_id}
              choices={currencies.map(({ id, name, code }): [number, string] => [id, `${name} (${code})`])}
              defaultValue={undefined}
              value={terms.currencyId}
              onChange={(event) => terms.setCurrencyId(event.target.value)}
            />
            <TextField
              field={fields.amount}
              label={labels.amount}
              now={now && formatAmount(now.amount, now.currency.decimals)}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
              onChange={(event) => terms.setAmount(event.target.value)}
            />
            {exchange && (
              <>
                <input type="hidden" name="rate_shown" value={exchange.rateShown} />
                <TextField
                  field={fields.exchange_rate_at_payment}
                  label={labels.exchange_rate_at_payment}
                  hint={
                    <>
                      كم يساوي <bdi dir="ltr">1 {exchange.currency.code}</bdi> بعملة{" "}
                      <bdi>{exchange.target.code}</bdi>
                    </>
                  }
                  inputMode="decimal"
                  dir="ltr"
                  defaultValue={undefined}
                  value={exchange.rate}
                  readOnly={exchange.isFixed}
                  onChange={(event) => exchange.setRate(event.target.value)}
                />
                <div className="field">
                  <label htmlFor="receipt-equivalent">{labels.equivalent_amount}</label>
                  <output
                    id="receipt-equivalent"
                    className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5"
                  >
                    {exchange.equivalent === null ? (
                      "—"
                    ) : (
                      <Money amount={exchange.equivalent} currency={exchange.target} by="code" />
                    )}
                  </output>
                </div>
              </>
            )}
          </div>
          <noscript>
            <p className="mt-3">
              <button className="button" type="submit" name="intent" value="lookup" formNoValidate>
                عرض العقود والمعادل
              </button>
            </p>
          </noscript>
        </section>
        <section className="sheet-card">
          <h2>طريقة الدفع</h2>
          <div className="fields">
            <SelectField
              field={fields.payment_method}
              label={labels.payment_method}
              now={now && paymentMethodLabels[now.payment_method]}
              choices={paymentMethodLabels}
              onChange={(event) => terms.setMethod(event.target.value as PaymentMethod)}
            />
            <AccountFields {...{ fields, method: terms.method, cashBoxes, banks }} />
            <TextField
              field={fields.payment_reference}
              label={`${labels.payment_reference} (اختياري)`}
              now={now?.payment_reference}
              dir="ltr"
            />
            <TextField field={fields.date} label={labels.date} now={now?.date} type="date" />
            <TextAreaField
              field={fields.description}
              label={labels.description}
              now={now?.description}
              rows={2}
            />
          </div>
        </section>
      </OfficeForm>
    </Page>
  );
}
