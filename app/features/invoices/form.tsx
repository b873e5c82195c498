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
import { idParam, screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { StepByHand } from "~/ui/form/step-by-hand";
import { useReady } from "~/ui/page/hydration";
import { useHolds } from "~/ui/page/links";
import { byKind } from "./by-kind.server";
import {
  documentTypes,
  type InvoiceKind,
  invoiceKinds,
  isCreditNote,
  kindOf,
  partnerOf,
  paymentStates,
} from "./invoice";
import { creditedOffer, invoices, noteOf, partnerOffer } from "./invoices.server";
import { freeNumber } from "./numbers.server";

export const loader = screen(["manage_invoices"], async ({ params, url: { searchParams } }) => {
  const kind = kindOf(params);
  const form = await formOf(invoices[kind], params);
  const today = officeToday();
  const credited = searchParams.get("credit");
  const note = credited && !form.row ? await noteOf(db, kind, idParam(credited)) : {};
  return {
    ...form,
    kind,
    values: { invoice_date: today, tax_amount: 0, document_type: "invoice", ...note },
    offers: await offersOf(kind)(askedByValues(form.row ?? note)),
    isCommission: Boolean(
      form.row && (await db("commission_parts").where({ invoice_id: form.row.id }).first("invoice_id")),
    ),
    nextNumber: form.row ? null : await freeNumber(db, kind, today),
  };
});

const offersOf = (kind: InvoiceKind) => async (asked: Asked) => {
  const [partners, campaign_id, credited_invoice_id] = await Promise.all([
    partnerOffer(asked, kind, { isForm: true }),
    spentOnOffer(asked),
    creditedOffer(asked, kind),
  ]);
  return { ...partners, campaign_id, credited_invoice_id };
};

export const action = byKind((kind) =>
  saveAction(invoiceKinds[kind], invoices[kind], {
    offers: offersOf(kind),
    to(_, { url }) {
      const params = new URLSearchParams(url.search);
      params.delete("credit");
      return `${invoiceKinds[kind].path}${params.size ? `?${params}` : ""}`;
    },
    message: (row, usual) => (isCreditNote(row) ? `تم حفظ الإشعار الدائن «${row.invoice_number}»` : usual),
  }),
);
export const clientAction = keepForm();

export default function InvoiceForm() {
  const loaded = useLoaderData<typeof loader>();
  const { kind, row, values, isCommission, nextNumber } = loaded;
  const entity = invoiceKinds[kind];
  const { labels } = entity;
  const { column, table } = partnerOf[kind];
  const { some, many } = nouns[table];
  const form = useEntityForm(entity as typeof invoiceKinds.agent, loaded, {
    values,
  });
  const { field, offer, current } = form;
  const partner = offer(column);
  // The first render, with or without JavaScript, shows the server's total. The browser updates it at each change.
  const [fieldValues, setFieldValues] = useState<FieldValues>({
    amount: field("amount").field.initialValue,
    tax_amount: field("tax_amount").field.initialValue,
    payment_status: field("payment_status").field.initialValue,
    document_type: field("document_type").field.initialValue,
  });
  const mayDecide = useHolds("manage_financials");
  const isReady = useReady();
  const isNote = fieldValues.document_type === "credit_note";
  const isPaidByVouchers = row && row.paid_amount + row.credited_amount >= row.total_amount;
  const follow = ({ target }: SyntheticEvent) => {
    const { form } = target as HTMLInputElement;
    if (form) setFieldValues(valuesOf(new FormData(form)));
  };

  return (
    <EntityDialog
      form={form}
      title={isNote ? (row ? "تعديل إشعار دائن" : "إشعار دائن جديد") : undefined}
      onChange={follow}
      below={<Total amount={totalOf(fieldValues)} />}
    >
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
        {...field("document_type")}
        choices={Object.entries(documentTypes).filter(([type]) => !row || type === row.document_type)}
      />
      {row && isNote && (
        <SelectField {...field("payment_status")} label="حالة الإشعار" choices={noteStates} />
      )}
      {!(row && isNote) && (!isReady || !isNote) && (
        <SelectField
          {...field("payment_status")}
          choices={Object.entries(paymentStates.labels).filter(
            ([status]) => status !== "paid" || mayDecide || row?.payment_status === "paid",
          )}
        />
      )}
      <TextField {...field("invoice_date")} label={isNote ? "تاريخ الإشعار" : labels.invoice_date} />
      {(isReady || row ? !isNote : true) && <TextField {...field("due_date")} />}
      {(isReady || row ? isNote : true) && (
        <OfferField
          {...offer("credited_invoice_id")}
          wide
          storedValue={current && (current.credited_invoice_number ?? "")}
          label={`${labels.credited_invoice_id} (للإشعار الدائن، اختياري)`}
          empty="لا يخص فاتورة: كله تحت الحساب"
          hint="يخصم الإشعار مما بقي منها، وما زاد يبقى على صاحبه تحت الحساب."
        />
      )}
      {mayDecide && !isNote && !isPaidByVouchers && (!isReady || fieldValues.payment_status === "paid") && (
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

/** A credit note is paid at once, so it stands or is cancelled. */
const noteStates = { paid: "قائم", cancelled: "ملغى" };

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
