import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import Big from "big.js";
import { useState } from "react";
import { type Db, db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import type { Contract } from "~/features/contracts/contract";
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
import { useEarlyInput, useHydrated } from "~/ui/hydrated";
import { keepForm } from "~/ui/keep-form";
import { formatAmount, Money } from "~/ui/money";
import { Page } from "~/ui/page";
import { showFlash } from "~/ui/toast";
import { plain, shownEquivalent, shownRate, shownRateDecimals } from "./equivalent";
import { receiptLabels as labels, type PaymentMethod, paymentMethodLabels, type Receipt } from "./receipt";
import {
  createReceipt,
  findReceipt,
  type ReceiptInput,
  receiptSchema,
  updateReceipt,
} from "./receipts.server";

const constraint = getZodConstraint(receiptSchema);

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
  const party = await partyOf(db, id().safeParse(typed.customer_id).data);
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
      `/financial/receipts${url.search}`,
      params.id ? `تم حفظ سند القبض ${receipt_number}` : `تم تسجيل سند القبض ${receipt_number}`,
    );
  };
  const answer = await submitted(form, receiptSchema, save, { failure: "فشل حفظ السند" });
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
    exchange_rate_at_payment: plain(
      Big(receipt.exchange_rate_at_payment).round(shownRateDecimals, Big.roundHalfUp),
    ),
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
  const back = `/financial/receipts${useLocation().search}`;
  const [form, fields] = useOfficeForm<ReceiptInput>("receipt", { reply, constraint, values });
  const now = reply?.current as Receipt | undefined;
  const party = reply?.party ?? loaded.party;

  // The first drawing, with or without JavaScript, shows what the server knows; then the form follows the hand.
  const [contracts, setContracts] = useState(party.contracts);
  const [contractId, setContractId] = useState(String(fields.contract_id.initialValue ?? ""));
  const base = currencies.find(({ is_default }) => is_default) ?? currencies[0];
  const [currencyId, setCurrencyId] = useState(String(fields.currency_id.initialValue ?? base?.id ?? ""));
  const [amount, setAmount] = useState(String(fields.amount.initialValue ?? ""));
  const [method, setMethod] = useState((fields.payment_method.initialValue ?? "cash") as PaymentMethod);
  const contract = contracts.find(({ id }) => String(id) === contractId);
  const currency = currencies.find(({ id }) => String(id) === currencyId);
  const target = currencies.find(({ id }) => id === (contract ? contract.currency_id : base?.id));
  const stored = currency && target ? shownRate(currency, target) : "";
  const [rate, setRate] = useState(String(fields.exchange_rate_at_payment.initialValue ?? stored));
  const showsRate = currency && target && (currency.id !== base?.id || currency.id !== target.id);
  const equivalent = target && shownEquivalent(amount, showsRate ? rate : "1", target.decimals);
  // An edited voucher's own amount counts as not yet paid (spec §5).
  const remaining =
    contract &&
    plain(
      Big(contract.remaining_amount).plus(
        receipt && receipt.contract_id === contract.id && receipt.status === "confirmed"
          ? receipt.equivalent_amount
          : 0,
      ),
    );

  /** The rate belongs to a pair of currencies: when one changes, the stored rate of the new pair is offered. */
  const rateFor = (nextCurrency: string, nextContract: Contract | undefined) => {
    const from = currencies.find(({ id }) => String(id) === nextCurrency);
    const to = currencies.find(({ id }) => id === (nextContract ? nextContract.currency_id : base?.id));
    if (from && to) setRate(shownRate(from, to));
  };
  const chooseContract = (id: string, from = contracts) => {
    const next = from.find((one) => String(one.id) === id);
    // Most people pay in the currency of their contract.
    const nextCurrency = next ? String(next.currency_id) : currencyId;
    setContractId(id);
    setCurrencyId(nextCurrency);
    rateFor(nextCurrency, next);
  };
  const chooseCustomer = async (customer: { id: number } | null) => {
    setContracts([]);
    chooseContract("", []);
    if (!customer) return;
    const answer = await fetch(`/api/contracts?customer_id=${customer.id}&per_page=200`);
    if (!answer.ok) return showFlash({ kind: "error", text: "فشل في جلب البيانات" });
    const { contracts: theirs } = (await answer.json()) as { contracts: Contract[] };
    setContracts(theirs.filter(({ status }) => status !== "cancelled"));
  };

  useEarlyInput(form.id, (typed) => {
    const text = (name: string) => String(typed[name] ?? "");
    if (text("contract_id") !== contractId) chooseContract(text("contract_id"));
    if (text("currency_id") !== currencyId) {
      setCurrencyId(text("currency_id"));
      rateFor(
        text("currency_id"),
        contracts.find(({ id }) => String(id) === text("contract_id")),
      );
    }
    setAmount(text("amount"));
    setMethod(text("payment_method") as PaymentMethod);
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
              onChoose={chooseCustomer}
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
              onChange={(event) => chooseContract(event.target.value)}
            />
          </div>
          {contract && (
            <dl className="facts mt-4 rounded-md bg-sand p-3 sm:grid-cols-3">
              <div>
                <dt>إجمالي العقد</dt>
                <dd>
                  <Money amount={contract.total_amount} currency={contract.currency} by="code" />
                </dd>
              </div>
              <div>
                <dt>{receipt ? "المدفوع قبل هذا السند" : "المدفوع"}</dt>
                <dd>
                  <Money
                    amount={Number(Big(contract.total_amount).minus(remaining ?? 0))}
                    currency={contract.currency}
                    by="code"
                  />
                </dd>
              </div>
              <div>
                <dt>{receipt ? "المتبقي قبل هذا السند" : "المتبقي"}</dt>
                <dd>
                  <Money amount={Number(remaining)} currency={contract.currency} by="code" />
                </dd>
              </div>
            </dl>
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
              value={currencyId}
              onChange={(event) => {
                setCurrencyId(event.target.value);
                rateFor(event.target.value, contract);
              }}
            />
            <TextField
              field={fields.amount}
              label={labels.amount}
              now={now && formatAmount(now.amount, now.currency.decimals)}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
              onChange={(event) => setAmount(event.target.value)}
            />
            {showsRate && (
              <>
                <TextField
                  field={fields.exchange_rate_at_payment}
                  label={labels.exchange_rate_at_payment}
                  hint={
                    <>
                      كم يساوي <bdi dir="ltr">1 {currency.code}</bdi> بعملة <bdi>{target.code}</bdi>
                    </>
                  }
                  inputMode="decimal"
                  dir="ltr"
                  defaultValue={undefined}
                  value={rate}
                  readOnly={currency.id === target.id}
                  onChange={(event) => setRate(event.target.value)}
                />
                <div className="field">
                  <label htmlFor="receipt-equivalent">{labels.equivalent_amount}</label>
                  <output
                    id="receipt-equivalent"
                    className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5"
                  >
                    {equivalent === null || equivalent === undefined ? (
                      "—"
                    ) : (
                      <Money amount={equivalent} currency={target} by="code" />
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
              onChange={(event) => setMethod(event.target.value as PaymentMethod)}
            />
            <AccountFields {...{ fields, method, cashBoxes, banks }} />
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

type Choice = { id: number; name: string; currency_code: string };

/** Cash asks for a cash box, the others for a bank account; without JavaScript both stand there. */
function AccountFields({
  fields,
  method,
  cashBoxes,
  banks,
}: {
  fields: Pick<ReturnType<typeof useOfficeForm<ReceiptInput>>[1], "cash_box_id" | "bank_account_id">;
  method: PaymentMethod;
  cashBoxes: Choice[];
  banks: Choice[];
}) {
  const hydrated = useHydrated();
  const choices = (accounts: Choice[]) =>
    accounts.map(({ id, name, currency_code }): [number, string] => [id, `${name} (${currency_code})`]);
  return (
    <>
      {(method === "cash" || !hydrated) && (
        <SelectField
          field={fields.cash_box_id}
          label={labels.cash_box_id}
          required={hydrated}
          empty="اختر الصندوق"
          choices={choices(cashBoxes)}
          hint={hydrated ? undefined : "للدفع نقدًا"}
        />
      )}
      {(method !== "cash" || !hydrated) && (
        <SelectField
          field={fields.bank_account_id}
          label={labels.bank_account_id}
          required={hydrated}
          empty="اختر الحساب البنكي"
          choices={choices(banks)}
          hint={hydrated ? undefined : "للتحويل والشيك والبطاقة"}
        />
      )}
    </>
  );
}
