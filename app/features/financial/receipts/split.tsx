import { useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { countNoun, countPhrase } from "~/domain/count-words";
import { officeToday } from "~/domain/office-day.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { splitPath } from "~/features/links/split-address";
import { saidRate, storedRate } from "~/features/money/rate";
import { type PaymentMethod, paymentMethodLabels } from "~/features/money/voucher";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { NumberField, TextAreaField, TextField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { StepByHand } from "~/ui/form/step-by-hand";
import { Page } from "~/ui/page/page";
import { CurrencyField, MethodSection } from "../vouchers/voucher-form";
import { ChequeFields } from "./cheque-fields";
import { receiptOffers } from "./choices.server";
import { PayerFields } from "./payer-fields";
import { type PayerType, receipt } from "./receipt";
import { findReceipt } from "./receipts.server";
import { besideOf, rowsNamed, takeStep } from "./split.server";
import { SplitRows } from "./split-rows";
import { splits } from "./split-writes.server";

const { labels } = receipt;

export const meta = () => [{ title: "سند قبض لعدة عقود" }];

export const loader = screen([receipt.write], async ({ url: { searchParams } }) => {
  const [form, currencies, offers, rows] = await Promise.all([
    formOf({ find: findReceipt, ...splits }, {}),
    listCurrencies(db),
    receiptOffers(askedByValues()),
    rowsNamed(db, searchParams),
  ]);
  const [first] = rows;
  const currency_id = first?.currency.id ?? currencies.find(({ is_default }) => is_default)?.id;
  return {
    ...form,
    currencies,
    offers,
    rows,
    values: { date: officeToday(), payment_method: "cash", currency_id },
  };
});

const receiptsOfSplit = countNoun("سند قبض واحد", "سندا قبض", "سندات قبض", "سند قبض");

export const action = saveAction(receipt, splits, {
  sideStep: takeStep,
  beside: besideOf,
  offers: receiptOffers,
  to: () => receipt.path,
  message: ({ receipt_vouchers }) =>
    `تم تسجيل ${countPhrase(receipt_vouchers.length, receiptsOfSplit, "genitive")} من ${receipt_vouchers[0]?.receipt_number} إلى ${receipt_vouchers.at(-1)?.receipt_number}`,
  next: ({ split_id }) => [
    { href: `${splitPath}/${split_id}`, label: "طباعة الدفعة كاملة" },
    { href: receipt.path, label: "العودة إلى السندات" },
  ],
});

export const clientAction = keepForm();

export default function SplitForm() {
  const { currencies, values, rows, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(receipt, loaded, { values });
  const { field } = form;
  const beside = form.reply as Partial<Awaited<ReturnType<typeof besideOf>>> & { hasFound?: boolean };
  const textOf = (name: Parameters<typeof field>[0]) => String(field(name).field.initialValue ?? "");
  const [currencyId, setCurrencyId] = useState(textOf("currency_id"));
  const [method, setMethod] = useState(textOf("payment_method") as PaymentMethod);
  const [payerType, setPayerType] = useState(textOf("payer_type") as PayerType | "");
  const currency = currencies.find(({ id }) => String(id) === currencyId);
  const currentRows = beside?.rows ?? rows;
  const names = currentRows.flatMap(({ customer_name }, place) => [
    [`shares[${place}]`, `نصيب ${customer_name}`],
    [`contract_ids[${place}]`, `عقد ${customer_name}`],
  ]);
  return (
    <Page title="سند قبض لعدة عقود">
      <OfficeForm
        form={form.form}
        labels={{ ...labels, ...Object.fromEntries(names) }}
        back={receipt.path + useLocation().search.replace(/^\?contracts=[^&]*$/, "")}
        page
        save="تسجيل السندات"
        idempotencyKey={loaded.idempotencyKey}
      >
        <section className="sheet-card">
          <h2>الدافع</h2>
          <div className="fields">
            <PayerFields form={form} type={payerType} onChoose={setPayerType} empty="كل عميل يدفع عن عقده">
              <CustomerPicker
                {...field("customer_id")}
                selected={beside?.customer ?? null}
                query={beside?.customerQuery}
                matches={beside?.matches}
              />
            </PayerFields>
          </div>
          <StepByHand step="lookup">عرض حقول الدافع</StepByHand>
        </section>
        <section className="sheet-card">
          <h2>المبلغ</h2>
          <div className="fields">
            <NumberField {...field("amount")} autoFocus />
            <CurrencyField
              {...field("currency_id")}
              currencies={currencies}
              value={currencyId}
              onChoose={setCurrencyId}
            />
          </div>
        </section>
        <SplitRows
          key={JSON.stringify(currentRows)}
          rows={currentRows}
          rateOf={({ code }) => {
            const target = currencies.find((one) => one.code === code);
            return currency && target && target.id !== currency.id
              ? saidRate(storedRate(currency, target), currency.code, code)
              : undefined;
          }}
          errors={form.form.allErrors}
          query={beside?.query}
          hasFound={beside?.hasFound}
        />
        <MethodSection
          {...{ field, method, currency, offer: form.offer }}
          methods={paymentMethodLabels}
          onChoose={setMethod}
        >
          <ChequeFields field={field} method={method} />
          <TextField {...field("date")} />
          <TextAreaField {...field("description")} rows={2} />
        </MethodSection>
      </OfficeForm>
    </Page>
  );
}
