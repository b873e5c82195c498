import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { id } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import { useAddingCustomers } from "~/features/customers/customer-dialog";
import { searchCustomers } from "~/features/customers/customers.server";
import { addCustomer } from "~/features/customers/inline-create.server";
import { AtRate } from "~/features/money/rate-text";
import { riyal } from "~/features/money/riyal";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, NumberField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { Money } from "~/ui/page/money";
import { linksInstead, requireChangeable } from "../vouchers/form.server";
import { listAddress } from "../vouchers/list-address";
import { CurrencyField, firstValuesOf, MethodSection, VoucherForm } from "../vouchers/voucher-form";
import { BeneficiaryFields } from "./beneficiary-fields";
import { partyOf, paymentOffers, termsOfInvoice, termsOfRefund } from "./choices.server";
import { type Payment, payingMethodLabels, payment } from "./payment";
import { findPayment } from "./payments.server";
import { firstFields, useTerms } from "./use-terms";
import { paymentForms } from "./writes.server";

const { labels } = payment;

export const meta: MetaFunction = ({ params }) => [{ title: params.id ? "تعديل سند الصرف" : "سند صرف جديد" }];

export const loader = screen([payment.write], async ({ params, url: { searchParams } }) => {
  const form = await formOf(paymentForms, params);
  const { row } = form;
  if (row) await requireChangeable(db, row, linksInstead(payment.path, row, row.payment_number));
  const [invoiceParam, contractParam] = [searchParams.get("invoice"), searchParams.get("contract")];
  const settling =
    invoiceParam && !row
      ? await termsOfInvoice(db, idParam(invoiceParam))
      : contractParam && !row
        ? await termsOfRefund(db, idParam(contractParam))
        : undefined;
  const [currencies, offers, party] = await Promise.all([
    listCurrencies(db),
    paymentOffers(askedByValues(settling, row)),
    partyOf(db, row ?? settling ?? {}, row),
  ]);
  return {
    ...form,
    party,
    currencies,
    offers,
    values: {
      date: officeToday(),
      payment_method: "cash",
      ...(settling && { currency_id: currencies.find(({ code }) => code === riyal.code)?.id }),
      ...settling,
    },
  };
});

export const action = saveAction(payment, paymentForms, {
  sideStep: (form, user, visit) => addCustomer(form, user, (fields) => besideOf(fields, visit)),
  beside: besideOf,
  offers: paymentOffers,
  to: (_, { url }) => listAddress(payment.path, url.search, "invoice", "contract", "add"),
  message: ({ payment_number }, usual, { params }) =>
    params.id ? usual : `تم إصدار سند الصرف ${payment_number} بنجاح`,
  next: ({ id }) => [
    { href: `${payment.path}/${id}/print`, label: "طباعة السند" },
    { href: `${payment.path}/new`, label: "سند صرف آخر" },
    { href: payment.path, label: "العودة إلى السندات" },
  ],
});

/** The data of a form that is shown again: its customer, the results of its search, the open invoices. */
async function besideOf(form: FormData, { params }: Visit) {
  const row = params.id ? await findPayment(db, idParam(params.id)) : null;
  const typedValues = valuesOf(form);
  const idIn = (name: string) => id().safeParse(typedValues[name]).data ?? null;
  const query = String(typedValues.customer_query ?? "");
  const partnerIds = {
    customer_id: idIn("customer_id"),
    agent_id: idIn("agent_id"),
    supplier_id: idIn("supplier_id"),
  };
  const party = await partyOf(db, { beneficiary_type: typedValues.beneficiary_type, ...partnerIds }, row);
  return {
    party,
    query,
    matches: typedValues.intent === "lookup" ? await searchCustomers(query) : undefined,
  };
}

const toValues = (row: Payment) => ({ ...row, amount: row.amount.toFixed(row.currency_decimals) });

export const clientAction = keepForm();

export default function PaymentForm() {
  const { currencies, values, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(payment, loaded, { toValues, values });
  const { field, row } = form;
  const adding = useAddingCustomers(form);
  const beside = form.reply as Partial<Awaited<ReturnType<typeof besideOf>>> | undefined;
  const party = beside?.party ?? loaded.party;
  const isSettling = "amount" in values;
  const terms = useTerms({
    firstValues: firstValuesOf(field, firstFields),
    payment: row,
    currencies,
    firstChoices: party.choices,
  });
  return (
    <VoucherForm
      form={form}
      own={["invoice", "contract", "add"]}
      save="إصدار السند"
      busyLabel="جاري إصدار السند..."
      adding={adding}
      chooseCustomer={terms.chooseCustomer}
      query={beside?.query}
    >
      <BeneficiaryFields
        form={form}
        terms={terms}
        adding={adding}
        beside={{ ...beside, party }}
        autoFocus={!isSettling}
      />
      <section className="sheet-card">
        <h2>المبلغ</h2>
        <div className="fields">
          <NumberField
            {...field("amount")}
            autoFocus={isSettling}
            defaultValue={undefined}
            value={terms.amount}
            onChange={(event) => terms.setAmount(event.target.value)}
          />
          <CurrencyField
            {...field("currency_id")}
            currencies={currencies}
            value={terms.currencyId}
            onChoose={terms.chooseCurrency}
          />
          {terms.type === "customer" && !terms.settling?.id && (
            <CheckboxField
              {...field("not_refund")}
              text="ليس ردًا لما يستحقه العميل"
              hint="ما يصرف لعميل بلا عقد يحسب أولًا مما يستحق رده من عقوده بالعملة نفسها، الأقدم فالأقدم."
            />
          )}
          {terms.equivalent && (
            <Equivalent
              {...terms.equivalent}
              label={terms.type === "customer" ? labels.refunded_amount : labels.settled_amount}
            />
          )}
        </div>
      </section>
      <MethodSection
        {...{ field, offer: form.offer }}
        method={terms.method}
        methods={payingMethodLabels}
        onChoose={terms.chooseMethod}
        currency={terms.currency}
        paying
        isEmptied={terms.isOtherMethod}
      >
        <TextField {...field("date")} required />
        <TextAreaField {...field("description")} label={`${labels.description} (اختياري)`} rows={2} />
      </MethodSection>
    </VoucherForm>
  );
}

/** What the amount settles, in the currency of the invoice or contract. */
function Equivalent({
  label,
  rate,
  target,
  worth,
  isTooMuch,
}: NonNullable<ReturnType<typeof useTerms>["equivalent"]> & { label: string }) {
  return (
    <div className="field wide">
      <label htmlFor="payment-worth">{label}</label>
      <output id="payment-worth" className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5">
        {worth === null ? "—" : <Money amount={worth} currency={target} />} <AtRate rate={rate} />
      </output>
      {isTooMuch && <p className="error">أكبر مما بقي</p>}
    </div>
  );
}
