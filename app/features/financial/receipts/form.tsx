import { useLoaderData } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { type Db, db } from "~/db/knex.server";
import { id } from "~/domain/input.server";
import { formatAmount } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import { findContract, openContractsOf } from "~/features/contracts/contracts.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import { AddCustomerButton, useAddingCustomers } from "~/features/customers/customer-dialog";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { searchCustomers } from "~/features/customers/customers.server";
import { addCustomer } from "~/features/customers/inline-create.server";
import { RateHint } from "~/features/money/rate-text";
import { paymentMethodLabels } from "~/features/money/voucher";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { StepByHand } from "~/ui/form/step-by-hand";
import { Money } from "~/ui/page/money";
import { accountOffers, requireChangeable } from "../vouchers/form.server";
import { listAddress } from "../vouchers/list-address";
import { CurrencyField, firstValuesOf, MethodSection, VoucherForm } from "../vouchers/voucher-form";
import { requirePayable } from "./booking.server";
import { ContractFacts } from "./contract-facts";
import { type Receipt, receipt } from "./receipt";
import { firstFields, onlyOwing, useTerms } from "./use-terms";
import { receiptForms } from "./writes.server";

const { labels } = receipt;

export const meta = () => [{ title: "سند قبض" }];

export const loader = screen([receipt.write], async ({ params, url: { searchParams } }) => {
  const form = await formOf(receiptForms, params);
  const { row } = form;
  await requireChangeable(db, row);
  const contractParam = searchParams.get("contract");
  const customerId = id().safeParse(searchParams.get("customer")).data;
  const named = contractParam && !row ? await findContract(db, idParam(contractParam)) : null;
  if (named) requirePayable(named);
  const [currencies, offers, party] = await Promise.all([
    listCurrencies(db),
    accountOffers(askedByValues(row)),
    partyOf(db, row?.customer_id ?? named?.customer_id ?? customerId, row?.contract_id),
  ]);
  const contract = named ?? (row ? undefined : onlyOwing(party.contracts));
  return {
    ...form,
    party,
    currencies,
    offers,
    values: {
      date: officeToday(),
      contract_id: contract?.id,
      currency_id: contract?.currency_id,
      payment_method: "cash",
    },
  };
});

export const action = saveAction(receipt, receiptForms, {
  sideStep: (form, user, visit) => addCustomer(form, user, (fields) => besideOf(fields, visit)),
  beside: besideOf,
  offers: accountOffers,
  to: (_, { url }) => listAddress(receipt.path, url.search, "contract", "customer", "add"),
  message: ({ receipt_number }, usual, { params }) =>
    params.id ? usual : `تم تسجيل سند القبض ${receipt_number}`,
  next: ({ id, customer_id, customer }) => [
    { href: `${receipt.path}/${id}/print`, label: "طباعة السند" },
    { href: `${receipt.path}/new?customer=${customer_id}`, label: `سند آخر للعميل ${customer}` },
    { href: receipt.path, label: "العودة إلى السندات" },
  ],
});

/** The data of a form that is shown again: its customer, and the results of a search for another one. */
async function besideOf(form: FormData, { params }: Visit) {
  const row = params.id ? await receiptForms.find(db, idParam(params.id)) : null;
  const customerId = id().safeParse(form.get("customer_id")).data;
  const query = String(form.get("customer_query") ?? "");
  return {
    party: await partyOf(db, customerId, customerId === row?.customer_id ? row?.contract_id : null),
    query,
    matches: form.get("intent") === "lookup" ? await searchCustomers(query) : undefined,
  };
}

/** The customer and the contracts that they can pay, including the one that an edited voucher has paid. */
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

const toValues = (row: Receipt) => ({
  ...row,
  amount: row.amount.toFixed(row.currency.decimals),
  exchange_rate_at_payment: undefined, // useTerms decides it
});

export const clientAction = keepForm();

export default function ReceiptForm() {
  const { currencies, values, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(receipt, loaded, { toValues, values });
  const { field, row } = form;
  const adding = useAddingCustomers(form);
  const beside = form.reply as Partial<Awaited<ReturnType<typeof besideOf>>> | undefined;
  const party = beside?.party ?? loaded.party;
  const isOfContract = values.contract_id !== undefined;

  const { contracts, contract, remaining, exchange, ...terms } = useTerms({
    firstValues: firstValuesOf(field, firstFields),
    receipt: row,
    currencies,
    firstContracts: party.contracts,
  });
  return (
    <VoucherForm
      form={form}
      own={["contract", "customer", "add"]}
      save="تسجيل السند"
      adding={adding}
      chooseCustomer={terms.chooseCustomer}
      query={beside?.query}
    >
      <section className="sheet-card">
        <h2>العميل والعقد</h2>
        <div className="fields">
          <CustomerPicker
            key={adding.added?.id}
            after={<AddCustomerButton adding={adding} />}
            {...field("customer_id")}
            selected={party.customer}
            query={beside?.query}
            matches={beside?.matches}
            onChoose={terms.chooseCustomer}
            autoFocus={!isOfContract}
          />
          <SelectField
            {...field("contract_id")}
            label={`${labels.contract_id} (اختياري)`}
            storedValue={form.current && (form.current.contract_number ?? "")}
            empty="بدون عقد"
            choices={contracts.map((one): [number, string] => [
              one.id,
              `${one.contract_number} · المتبقي ${formatAmount(one.remaining_amount, one.currency.decimals)} ${one.currency.code}`,
            ])}
            defaultValue={undefined}
            value={terms.contractId}
            onChange={(event) => terms.chooseContract(event.target.value)}
          />
        </div>
        {contract && <ContractFacts contract={contract} remaining={remaining} isEdited={row !== null} />}
      </section>
      <section className="sheet-card">
        <h2>المبلغ</h2>
        <div className="fields">
          <CurrencyField
            {...field("currency_id")}
            currencies={currencies}
            value={terms.currencyId}
            onChoose={terms.setCurrencyId}
          />
          <NumberField
            {...field("amount")}
            autoFocus={isOfContract}
            onChange={(event) => terms.setAmount(event.target.value)}
          />
          {exchange && (
            <>
              <input type="hidden" name="rate_shown" value={exchange.rateShown} />
              <TextField
                {...field("exchange_rate_at_payment")}
                storedValue={undefined}
                hint={<RateHint {...exchange} />}
                inputMode="decimal"
                dir="ltr"
                defaultValue={undefined}
                value={exchange.rate}
                readOnly={exchange.isFixed}
                onChange={(event) => exchange.setRate(event.target.value)}
              />
              <div className="field">
                <label htmlFor="receipt-equivalent">{labels.equivalent_amount}</label>
                <output id="receipt-equivalent" className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5">
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
        <StepByHand step="lookup">عرض العقود والمعادل</StepByHand>
      </section>
      <MethodSection
        {...{ field, offer: form.offer }}
        method={terms.method}
        methods={paymentMethodLabels}
        onChoose={terms.setMethod}
        currency={terms.currency}
      >
        <TextField {...field("date")} />
        <TextAreaField {...field("description")} rows={2} />
      </MethodSection>
    </VoucherForm>
  );
}
