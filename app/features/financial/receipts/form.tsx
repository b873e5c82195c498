import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { id } from "~/domain/input.server";
import { formatMoney } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import { familyOf, findContract } from "~/features/contracts/contracts.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import { AddCustomerButton, useAddingCustomers } from "~/features/customers/customer-dialog";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { allocationsPath } from "~/features/links/allocation-address";
import { onAccountOf } from "~/features/money/on-account.server";
import { paymentMethodLabels } from "~/features/money/voucher";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { SearchStep } from "~/ui/form/search-step";
import { StepByHand } from "~/ui/form/step-by-hand";
import { linksInstead, requireChangeable } from "../vouchers/form.server";
import { listAddress } from "../vouchers/list-address";
import { OnAccountOffer } from "../vouchers/on-account-offer";
import { receivedFromCustomers } from "../vouchers/purpose";
import { PurposeFields } from "../vouchers/purpose-fields";
import { RateFields } from "../vouchers/rate-fields";
import { CurrencyField, firstValuesOf, MethodSection, VoucherForm } from "../vouchers/voucher-form";
import { requirePayable } from "./booking.server";
import { ChequeFields } from "./cheque-fields";
import { besideOf, firstOfPartner, partnerOf, partyOf, receiptOffers } from "./choices.server";
import { ContractFacts, FamilyOf } from "./contract-facts";
import { PartnerFields, StandsAgainst } from "./partner-fields";
import { receiptStep } from "./party-step.server";
import { PayerFields } from "./payer-fields";
import { type Partner, type Receipt, receipt } from "./receipt";
import { type Found, firstFields, onlyOwing, useTerms } from "./use-terms";
import { receiptForms } from "./writes.server";

const { labels } = receipt;

export const meta: MetaFunction = ({ params }) => [{ title: params.id ? "تعديل سند القبض" : "سند قبض جديد" }];

export const loader = screen([receipt.write], async ({ params, url: { searchParams } }) => {
  const form = await formOf(receiptForms, params);
  const { row } = form;
  if (row)
    await requireChangeable(db, row, [
      ...(row.contract_id || !row.customer_id
        ? []
        : [{ href: `${allocationsPath}/new?customer=${row.customer_id}`, label: "تخصيصه لعقد" }]),
      ...linksInstead(receipt.path, row, row.receipt_number),
    ]);
  const contractParam = searchParams.get("contract");
  const customerId = id().safeParse(searchParams.get("customer")).data;
  const partner = await partnerOf(
    (name) => row?.[name as "agent_id"] ?? searchParams.get(name.replace("_id", "")),
  );
  const credited = id().safeParse(searchParams.get("credited")).data;
  const named = contractParam && !row ? await findContract(db, idParam(contractParam)) : null;
  if (named) requirePayable(named);
  const currencies = await listCurrencies(db);
  const first = row ? {} : firstOfPartner(partner, credited, currencies);
  const [offers, party] = await Promise.all([
    receiptOffers(askedByValues(row ?? first)),
    row ? partyOf(db, row.customer_id, row.contract_id, true) : partyOf(db, named?.customer_id ?? customerId),
  ]);
  const contract = named ?? (row ? undefined : onlyOwing(party.contracts));
  return {
    ...form,
    party,
    family: await familyOf(db, contract?.id),
    onAccount: party.customer && !row ? await onAccountOf(db, "customers", party.customer.id) : [],
    partner,
    currencies,
    offers,
    values: {
      date: officeToday(),
      customer_id: party.customer?.id,
      contract_id: contract?.id,
      currency_id: contract?.currency_id,
      payment_method: "cash",
      payer_type: "customer",
      ...first,
    },
  };
});

/** The address's parameters that are for this form only. */
const own = ["contract", "customer", "agent", "supplier", "credited", "add"] as const;

export const action = saveAction(receipt, receiptForms, {
  sideStep: receiptStep,
  beside: besideOf,
  offers: receiptOffers,
  to: (_, { url }) => listAddress(receipt.path, url.search, ...own),
  message: ({ receipt_number, credit_note_number: note }, usual, { params }) =>
    params.id ? usual : `تم تسجيل سند القبض ${receipt_number}${note ? ` والإشعار الدائن ${note}` : ""}`,
  next: ({ id, customer_id, customer }) => [
    { href: `${receipt.path}/${id}/print`, label: "طباعة السند" },
    ...(customer_id
      ? [{ href: `${receipt.path}/new?customer=${customer_id}`, label: `سند آخر للعميل ${customer}` }]
      : []),
    { href: receipt.path, label: "العودة إلى السندات" },
  ],
});

type Beside = Partial<Awaited<ReturnType<typeof besideOf>>> & { found?: Found };

const foundNote = ({ contract_id, count }: Found) =>
  contract_id
    ? "اختير العقد الذي وجد"
    : count
      ? "اختر العقد من القائمة أعلاه"
      : "لا عقود عليها مبلغ متبقٍ تطابق البحث";

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
  const beside = form.reply as Beside | undefined;
  const party = beside?.party ?? loaded.party;
  const found = beside?.found;
  const isOfContract = values.contract_id !== undefined;

  const { contracts, contract, remaining, exchange, ...terms } = useTerms({
    firstValues: firstValuesOf(field, firstFields),
    receipt: row,
    currencies,
    firstContracts: party.contracts,
    found,
  });
  const first = firstValuesOf(field, ["purpose", "other_service_id"]);
  const isOfCustomer = terms.payerType === "customer";
  const isOfPartner = terms.payerType === "agent" || terms.payerType === "supplier";
  const known = beside?.partner ?? loaded.partner;
  const [payer, setPayer] = useState<Partner | null>(known.payer);
  const [purpose, setPurpose] = useState(first.purpose === "returned" ? "returned" : "on_account");
  return (
    <VoucherForm
      form={form}
      own={[...own]}
      save="تسجيل السند"
      adding={adding}
      chooseCustomer={terms.chooseCustomer}
      query={beside?.query}
    >
      <section className="sheet-card">
        <h2>الدافع والعقد</h2>
        <div className="fields">
          <PayerFields
            form={form}
            type={terms.payerType}
            onChoose={(type) => {
              setPayer(null);
              terms.setPayerType(type);
            }}
            onPartner={setPayer}
          >
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
          </PayerFields>
          <SelectField
            {...field("contract_id")}
            label={`${labels.contract_id} (اختياري)`}
            storedValue={form.current && (form.current.contract_number ?? "")}
            empty="بدون عقد"
            choices={contracts.map((one): [number, string] => [
              one.id,
              [
                one.contract_number,
                one.customer_id !== terms.customerId && one.customer_name,
                `المتبقي ${formatMoney(one.remaining_amount, one.currency)}`,
              ]
                .filter(Boolean)
                .join(" · "),
            ])}
            defaultValue={undefined}
            value={terms.contractId}
            onChange={(event) => terms.chooseContract(event.target.value)}
          />
          {isOfPartner && !terms.contractId ? (
            <PartnerFields form={form} purpose={purpose} onChoose={setPurpose} />
          ) : (
            <PurposeFields
              {...{ field, first: first.purpose, firstService: first.other_service_id }}
              offer={form.offer}
              choices={receivedFromCustomers}
              isAsked={isOfCustomer && !terms.contractId}
            />
          )}
          <div className="field wide">
            <SearchStep
              id="contract-query"
              name="contract_query"
              label="عقد شخص آخر: ابحث برقم العقد أو اسم صاحبه"
              query={beside?.contractQuery}
              intent="contracts"
              note={found && foundNote(found)}
            />
          </div>
        </div>
        <input type="hidden" name="customer_shown" value={party.customer?.id ?? ""} />
        {isOfCustomer && !row && (
          <OnAccountOffer
            customerId={terms.customerId}
            firstId={party.customer?.id}
            first={beside?.onAccount ?? loaded.onAccount}
            contractId={terms.contractId}
          />
        )}
        {isOfPartner && !row && !terms.contractId && (
          <StandsAgainst payer={payer} firstPayer={known.payer} first={known.onAccount} />
        )}
        {contract && <ContractFacts contract={contract} remaining={remaining} isEdited={row !== null} />}
        {contract && !row && <FamilyOf contract={contract} first={beside?.family ?? loaded.family} />}
        <StepByHand step="lookup">عرض حقول الدافع والعقد</StepByHand>
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
            <RateFields
              {...field("exchange_rate_at_payment")}
              exchange={exchange}
              id="receipt-equivalent"
              equivalent={labels.equivalent_amount}
            />
          )}
        </div>
        <StepByHand step="lookup">عرض المعادل</StepByHand>
      </section>
      <MethodSection
        {...{ field, offer: form.offer }}
        method={terms.method}
        methods={paymentMethodLabels}
        onChoose={terms.setMethod}
        currency={terms.currency}
      >
        <ChequeFields field={field} method={terms.method} />
        <TextField {...field("date")} />
        <TextAreaField {...field("description")} rows={2} />
      </MethodSection>
    </VoucherForm>
  );
}
