import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { formatMoney } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { step } from "~/http/form-steps.server";
import { screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { NumberField, TextAreaField, TextField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { StepByHand } from "~/ui/form/step-by-hand";
import { AuditLogLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { linksInstead, requireChangeable } from "../vouchers/form.server";
import { listAddress } from "../vouchers/list-address";
import { firstValuesOf } from "../vouchers/voucher-form";
import { transferOffers } from "./choices.server";
import { type Transfer, transfer } from "./transfer";
import { type AccountChoice, useTerms } from "./use-terms";
import { transferForms } from "./writes.server";

const { labels } = transfer;

export const meta: MetaFunction = ({ params }) => [
  { title: params.id ? "تعديل سند التحويل" : "سند تحويل جديد" },
];

export const loader = screen([transfer.write], async ({ params, url: { searchParams } }) => {
  const form = await formOf(transferForms, params);
  const { row } = form;
  if (row) await requireChangeable(db, row, linksInstead(transfer.path, row, row.transfer_number));
  const values = {
    date: officeToday(),
    from_account_id: searchParams.get("from_account"),
  };
  return { ...form, values, offers: await transferOffers(askedByValues(values, form.row)) };
});

export const action = saveAction(transfer, transferForms, {
  sideStep: async (form) => (form.get("intent") === "lookup" ? step(valuesOf(form)) : undefined),
  offers: transferOffers,
  to: (_, { url }) => listAddress(transfer.path, url.search, "from_account"),
  message: ({ transfer_number }, usual, { params }) =>
    params.id ? usual : `تم تسجيل سند التحويل ${transfer_number}`,
  next: ({ id }) => [
    { href: `${transfer.path}/${id}/print`, label: "طباعة السند" },
    { href: `${transfer.path}/new`, label: "سند تحويل آخر" },
  ],
});

export const clientAction = keepForm();

/** Within one currency what arrives is what leaves, and stays empty. A fee of nothing stays empty too. */
const toValues = (row: Transfer) => ({
  ...row,
  from_amount: row.from_amount.toFixed(row.currency.decimals),
  to_amount:
    row.currency.code === row.to_currency.code ? "" : row.to_amount.toFixed(row.to_currency.decimals),
  fee_amount: row.fee_amount ? row.fee_amount.toFixed(row.currency.decimals) : "",
});

const toChoice = ({ id, name, balance, currency }: AccountChoice): [number, string] => [
  id,
  `${name} · الرصيد ${formatMoney(balance, currency)}`,
];

/** Moves money from one account to another, with a fee if there was one (books.md, rule 8). */
export default function TransferForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useEntityForm(transfer, loaded, { toValues, values: loaded.values });
  const { field, row } = form;
  const [from, to] = [form.offer("from_account_id"), form.offer("to_account_id")];
  const { values, set, isOneCurrency, currencies, rate } = useTerms(
    firstValuesOf(field, ["from_account_id", "to_account_id", "from_amount", "to_amount"]),
    { from: from.offer.choices, to: to.offer.choices },
  );
  const inCurrency = (label: string, currency?: { code: string }) =>
    currency ? `${label} (${currency.code})` : label;
  return (
    <Page title={row ? `تعديل سند التحويل ${row.transfer_number}` : "سند تحويل جديد"}>
      <OfficeForm
        form={form.form}
        labels={labels}
        back={transfer.path}
        page
        save={row ? "حفظ" : "تسجيل التحويل"}
        idempotencyKey={row ? undefined : form.idempotencyKey}
        updatedAt={row?.updated_at}
        present={form.present}
        buttons={row && <AuditLogLink of={transfer} id={row.id} />}
      >
        <section className="sheet-card">
          <h2>الحسابان والمبلغ</h2>
          <div className="fields">
            <OfferField
              {...from}
              offer={{ ...from.offer, choices: from.offer.choices.map(toChoice) }}
              empty="اختر الحساب الذي يخرج منه المبلغ"
              defaultValue={undefined}
              value={values.from_account_id}
              onChange={set("from_account_id")}
              autoFocus={!row}
            />
            <OfferField
              {...to}
              offer={{ ...to.offer, choices: to.offer.choices.map(toChoice) }}
              empty="اختر الحساب الذي يدخله المبلغ"
              defaultValue={undefined}
              value={values.to_account_id}
              onChange={set("to_account_id")}
            />
            <NumberField
              {...field("from_amount")}
              label={inCurrency(labels.from_amount, currencies.from)}
              defaultValue={undefined}
              value={values.from_amount}
              onChange={set("from_amount")}
            />
            <NumberField
              {...field("to_amount")}
              label={inCurrency(labels.to_amount, currencies.to)}
              hint={
                isOneCurrency
                  ? "بعملة واحدة: يساوي المبلغ الخارج."
                  : "بعملة الحساب الذي يدخله. يترك فارغًا إن كانت العملة واحدة."
              }
              defaultValue={undefined}
              value={values.to_amount}
              onChange={set("to_amount")}
            />
            {rate && (
              <div className="field wide">
                <label htmlFor="transfer-rate">السعر بين المبلغين</label>
                <output id="transfer-rate" className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5">
                  {rate.own ? <bdi dir="ltr">{rate.own}</bdi> : "—"}، والمسجل{" "}
                  <bdi dir="ltr">{rate.stored}</bdi>
                </output>
              </div>
            )}
          </div>
          <StepByHand step="lookup">عرض السعر</StepByHand>
        </section>
        <section className="sheet-card">
          <h2>الرسوم والبيان</h2>
          <div className="fields">
            <NumberField
              {...field("fee_amount")}
              label={`${inCurrency(labels.fee_amount, currencies.from)} (اختياري)`}
              hint="تخرج فوق المبلغ من الحساب نفسه وبعملته."
            />
            <OfferField {...form.offer("fee_expense_id")} empty="بلا رسوم" />
            <TextField {...field("date")} required />
            <TextAreaField {...field("description")} label={`${labels.description} (اختياري)`} rows={2} />
          </div>
        </section>
      </OfficeForm>
    </Page>
  );
}
