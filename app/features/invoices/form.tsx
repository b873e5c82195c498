import { useLoaderData } from "@remix-run/react";
import Big from "big.js";
import { type SyntheticEvent, useState } from "react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { formatMoney } from "~/domain/money";
import { nouns } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { spentOnOffer } from "~/features/campaigns/campaigns.server";
import { commissionPath } from "~/features/links/commission-link";
import { EventDayField } from "~/features/money/event-day-field";
import { amountOf } from "~/features/money/rate";
import { riyal } from "~/features/money/riyal";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { StepByHand } from "~/ui/form/step-by-hand";
import { useReady } from "~/ui/page/hydration";
import { useHolds } from "~/ui/page/links";
import { byKind } from "./by-kind.server";
import { type InvoiceKind, invoiceKinds, kindOf, partnerOf, paymentStates } from "./invoice";
import { invoices, partnerOffer } from "./invoices.server";
import { freeNumber } from "./numbers.server";

export const loader = screen(["manage_invoices"], async ({ params }) => {
  const kind = kindOf(params);
  const form = await formOf(invoices[kind], params);
  const today = officeToday();
  return {
    ...form,
    kind,
    today,
    offers: await offersOf(kind)(askedByValues(form.row)),
    isCommission: Boolean(
      form.row && (await db("commission_parts").where({ invoice_id: form.row.id }).first("invoice_id")),
    ),
    nextNumber: form.row ? null : await freeNumber(db, kind, today),
  };
});

const offersOf = (kind: InvoiceKind) => async (asked: Asked) => {
  const [partners, campaign_id] = await Promise.all([
    partnerOffer(asked, kind, { isForm: true }),
    spentOnOffer(asked),
  ]);
  return { ...partners, campaign_id };
};

export const action = byKind((kind) =>
  saveAction(invoiceKinds[kind], invoices[kind], { offers: offersOf(kind) }),
);
export const clientAction = keepForm();

export default function InvoiceForm() {
  const loaded = useLoaderData<typeof loader>();
  const { kind, row, today, isCommission, nextNumber } = loaded;
  const entity = invoiceKinds[kind];
  const { labels } = entity;
  const { column, table } = partnerOf[kind];
  const { some, many } = nouns[table];
  const form = useEntityForm(entity as typeof invoiceKinds.agent, loaded, {
    values: { invoice_date: today, tax_amount: 0 },
  });
  const { field, offer, current } = form;
  const partner = offer(column);
  // The first render, with or without JavaScript, shows the server's total. The browser updates it at each change.
  const [fieldValues, setFieldValues] = useState<FieldValues>({
    amount: field("amount").field.initialValue,
    tax_amount: field("tax_amount").field.initialValue,
    payment_status: field("payment_status").field.initialValue,
  });
  const mayDecide = useHolds("manage_financials");
  const isReady = useReady();
  const isPaidByVouchers = row && row.paid_amount >= row.total_amount;
  const follow = ({ target }: SyntheticEvent) => {
    const { form } = target as HTMLInputElement;
    if (form) setFieldValues(valuesOf(new FormData(form)));
  };

  return (
    <EntityDialog form={form} onChange={follow} below={<Total amount={totalOf(fieldValues)} />}>
      <OfferField
        {...partner}
        wide
        empty={`اختر ${labels[column]}`}
        hint={
          !partner.offer.choices.length &&
          !partner.offer.search &&
          `لا يوجد ${some} نشطون: يضافون ويفعّلون من شاشة «${many}».`
        }
        autoFocus
      />
      <TextField
        {...field("invoice_number")}
        hint={
          nextNumber && (
            <>
              إن ترك فارغًا أعطي الرقم التالي: <bdi dir="ltr">{nextNumber}</bdi>
            </>
          )
        }
      />
      <SelectField
        {...field("payment_status")}
        choices={Object.entries(paymentStates.labels).filter(
          ([status]) => status !== "paid" || mayDecide || row?.payment_status === "paid",
        )}
      />
      <TextField {...field("invoice_date")} />
      <TextField {...field("due_date")} />
      {mayDecide && !isPaidByVouchers && (!isReady || fieldValues.payment_status === "paid") && (
        <TextField
          {...field("payment_reason")}
          wide
          hint="يكتب للفاتورة التي تسدد دون سند صرف، ويظهر في كشف الحساب بتاريخ القرار."
        />
      )}
      {row && <EventDayField {...field("event_date")} />}
      <TextAreaField {...field("description")} rows={2} />
      <NumberField
        {...field("amount")}
        label={inRiyals(labels.amount)}
        hint={
          isCommission &&
          row && (
            <>
              مجموع <a href={`${commissionPath(row.agent_id ?? 0)}/${row.id}`}>عمولات عقودها</a>، فلا يتغير.
            </>
          )
        }
      />
      <NumberField {...field("tax_amount")} label={inRiyals(labels.tax_amount)} />
      <OfferField
        {...offer("campaign_id")}
        wide
        storedValue={current && (current.campaign?.name ?? "")}
        empty="بلا حملة: تكلفة عامة"
      />
      <TextAreaField {...field("notes")} rows={2} />
    </EntityDialog>
  );
}

const inRiyals = (label: string) => `${label} (${riyal.symbol})`;

/** The values of the form's fields, by their names. */
type FieldValues = Record<string, unknown>;

/** Amount plus tax, formatted; null if one of them is not a valid amount. */
function totalOf({ amount, tax_amount }: FieldValues) {
  const parts = [amount, tax_amount || "0"].map((typed) => amountOf(String(typed ?? "")));
  if (!parts.every((part) => /^\d{1,12}(\.\d{1,2})?$/.test(part))) return null;
  return formatMoney(parts.reduce((sum, part) => sum.plus(part), Big(0)).toNumber(), riyal);
}

/** The total of the form, and without JavaScript a button to compute it. */
function Total({ amount }: { amount: string | null }) {
  return (
    <div className="reckoning">
      <p>
        {invoiceKinds.agent.labels.total_amount} <output className="money">{amount ?? "—"}</output>
      </p>
      <StepByHand step="compute">احسب الإجمالي</StepByHand>
    </div>
  );
}
