import { randomUUID } from "node:crypto";
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { pageOf, rowsOrRefusal } from "~/db/list.server";
import { valuesOf } from "~/domain/form-values";
import { formatMoney } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import { agent as entity } from "~/features/agents/agent";
import { agents } from "~/features/agents/agents.server";
import { spentOnOffer } from "~/features/campaigns/campaigns.server";
import { CommissionFigures } from "~/features/commissions/commission-figures";
import { commissionOf } from "~/features/commissions/commissions.server";
import { contract, contractStates, stands } from "~/features/contracts/contract";
import { commissionPath } from "~/features/links/commission-link";
import { statementPath } from "~/features/links/statement-link";
import { riyal } from "~/features/money/riyal";
import { readForm } from "~/http/body.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { heldStep, step } from "~/http/form-steps.server";
import { formScreen, idParam, screen, submitForm } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import { useOffers } from "~/ui/form/entity-form";
import { TextAreaField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { Badge, Empty, Page, RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { StateBadge } from "~/ui/page/status-badge";
import { type Column, Table } from "~/ui/page/table";
import { type DocumentType, invoiceKinds, isCreditNote, type paymentStates, stateOf } from "../invoice";
import {
  balanced,
  commissionInvoices,
  commissionSchema,
  commonCampaign,
  issueCommission,
} from "./issue.server";
import { type CommissionRow, commissionRows } from "./rows.server";

const { labels, path, write } = invoiceKinds.agent;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `عمولة الوكيل «${data.agent.name}»` : "عمولة وكيل" },
];

export const loader = screen([write], async ({ params, url: { searchParams } }) => {
  const agent = await agents.find(db, idParam(params.id));
  const [sums, page, invoices, campaign_id] = await Promise.all([
    commissionOf(db, agent.id),
    rowsOrRefusal(async () => commissionRows(db, agent.id, pageOf(searchParams))),
    commissionInvoices(db, agent.id)
      .orderBy("id", "desc")
      .limit(12)
      .select("id", "invoice_number", "invoice_date", "amount", "payment_status", "document_type"),
    commonCampaign(db, agent.id),
  ]);
  return {
    agent: { id: agent.id, name: agent.name, rate: agent.commission_rate, is_active: agent.is_active },
    sums,
    refused: sums?.due === 0 && page.rows[0]?.due ? balanced : null,
    page,
    invoices: invoices as IssuedInvoice[],
    values: { invoice_date: officeToday(), campaign_id: campaign_id ?? "" },
    offers: await offersOf(askedByValues({ campaign_id })),
    constraint: constraintOf(commissionSchema),
    idempotencyKey: randomUUID(),
  };
});

const offersOf = async (asked: Asked) => ({ campaign_id: await spentOnOffer(asked) });

type IssuedInvoice = {
  id: number;
  invoice_number: string;
  invoice_date: string;
  amount: string;
  payment_status: (typeof paymentStates.names)[number];
  document_type: DocumentType;
};

export const action = formScreen([write], async ({ request, params, user }) => {
  const id = idParam(params.id);
  const form = await readForm(request);
  const typed = valuesOf(form);
  const offers = typed.intent ? await offersOf(askedByValues(typed)) : undefined;
  if (typed.intent) return typed.intent === "held" ? heldStep(form, { offers }) : step(typed, { offers });
  return submitForm(
    form,
    commissionSchema,
    async (input, { key }) => {
      const invoice = await writeOnce({ user, key }, { commission: id, ...input }, (trx) =>
        issueCommission(trx, id, input, { user }),
      );
      const { invoice_number: number, total_amount } = invoice;
      const [issued, shown] = isCreditNote(invoice)
        ? ["صدر الإشعار الدائن", "عرض الإشعار"]
        : ["صدرت الفاتورة", "عرض الفاتورة"];
      const sentence = `${issued} ${number} بمبلغ ${formatMoney(total_amount, riyal)}`;
      return redirectWithFlash(commissionPath(id), sentence, "success", [
        { href: foundBy(number), label: shown },
      ]);
    },
    { failure: "لم تصدر فاتورة عمولة" },
  );
});

export const clientAction = keepForm();

const foundBy = (number: string) => `${path}?search=${encodeURIComponent(number)}`;

const inCurrency = (name: "paid_amount" | "earned" | "invoiced") => (row: CommissionRow) =>
  formatMoney(row[name], row.currency);

const columns = (mayOpen: boolean): Column<CommissionRow>[] => [
  {
    label: contract.labels.contract_number,
    cell: ({ id, contract_number, customer }) => (
      <span>
        {mayOpen ? (
          <a className="name-link" href={`${contract.path}/${id}`}>
            <bdi dir="ltr">{contract_number}</bdi>
          </a>
        ) : (
          <bdi dir="ltr">{contract_number}</bdi>
        )}
        <small className="one-line">{customer}</small>
      </span>
    ),
  },
  {
    label: contract.labels.campaign_id,
    later: true,
    cell: ({ campaign, status }) => (
      <span>
        <span className="one-line">{campaign}</span>
        {!stands({ status }) && <StateBadge of={contractStates} state={status} />}
      </span>
    ),
  },
  { label: contract.labels.paid_amount, kind: "n", later: true, cell: inCurrency("paid_amount") },
  {
    label: "النسبة",
    kind: "n",
    cell: ({ commission_rate }) => (commission_rate === null ? "لوكيل آخر" : `${commission_rate}%`),
  },
  { label: "المستحق", kind: "n", cell: inCurrency("earned") },
  { label: "المفوتر", kind: "n", later: true, cell: inCurrency("invoiced") },
  {
    label: "لم يفوتر",
    kind: "n",
    cell: ({ due, due_riyals, currency }) => (
      <span>
        {formatMoney(due, currency)}
        {due !== 0 && currency.code !== riyal.code && <small>{formatMoney(due_riyals, riyal)}</small>}
      </span>
    ),
  },
];

const invoiceColumns = (agent: number): Column<IssuedInvoice>[] => [
  {
    label: labels.invoice_number,
    cell: ({ invoice_number }) => (
      <a className="name-link" href={foundBy(invoice_number)}>
        <bdi dir="ltr">{invoice_number}</bdi>
      </a>
    ),
  },
  { label: labels.invoice_date, kind: "code", cell: ({ invoice_date }) => invoice_date },
  { label: labels.amount, kind: "n", cell: ({ amount }) => formatMoney(Number(amount), riyal) },
  {
    label: "عقودها",
    cell: ({ id }) => <a href={`${commissionPath(agent)}/${id}`}>عرض العقود</a>,
  },
  {
    label: labels.payment_status,
    cell: (row) => {
      const { state, tone } = stateOf({ ...row, is_overdue: false });
      return <Badge tone={tone}>{state}</Badge>;
    },
  },
];

/** What an agent has earned, and the invoice of what is not invoiced yet (docs/decisions/shares.md). */
export default function Commission() {
  const { agent, sums, page, invoices } = useLoaderData<typeof loader>();
  const mayOpen = useHolds(contract.write);
  const maySeeStatement = useHolds("manage_financials");
  const mayOpenAgents = useHolds(entity.write);
  const title = `عمولة الوكيل «${agent.name}»`;
  return (
    <Page
      title={title}
      lead={
        <>
          نسبته الآن <bdi dir="ltr">{agent.rate}%</bdi> مما يدفعه عملاء عقوده
        </>
      }
      actions={
        <>
          {maySeeStatement && <ButtonLink href={statementPath("agents", agent.id)}>كشف حساب</ButtonLink>}
          {mayOpenAgents && <ButtonLink href={entity.path}>الوكلاء</ButtonLink>}
        </>
      }
    >
      {sums && <CommissionFigures sums={sums} />}
      {sums && <IssueForm />}
      {page.refusal ? (
        <RefusedFilter refusal={page.refusal} />
      ) : page.total === 0 ? (
        <Empty title="لا عقود لهذا الوكيل بعد">
          <p>اختر الوكيل في نموذج العقد ليظهر العقد هنا، وتستحق عمولته بما يدفعه العميل.</p>
        </Empty>
      ) : (
        <Table caption="عقود الوكيل" rows={page.rows} columns={columns(mayOpen)} />
      )}
      <Pagination page={page.page} perPage={page.perPage} total={page.total} />
      {invoices.length > 0 && (
        <>
          <h2 className="mt-5 mb-2 font-semibold text-green">فواتير العمولة</h2>
          <Table caption="فواتير العمولة" rows={invoices} columns={invoiceColumns(agent.id)} />
        </>
      )}
    </Page>
  );
}

function IssueForm() {
  const { sums, refused, agent, values, constraint, idempotencyKey, ...loaded } =
    useLoaderData<typeof loader>();
  const { form, field } = usePlainForm("commission", labels, { constraint, values });
  const { offers, onOffers } = useOffers(loaded.offers, useActionData<{ offers?: typeof loaded.offers }>());
  const due = sums?.due ?? 0;
  const isNote = due < 0;
  const isFree = isNote || agent.is_active;
  const reason = isFree ? refused : "الوكيل غير نشط: فعّله قبل إصدار فاتورة له";
  if ((due === 0 || !isFree) && !form.errors?.length)
    return reason ? (
      <p className="notice info mb-4" role="note">
        {reason}.
      </p>
    ) : null;
  return (
    <section className="sheet-card mb-4">
      <h2>{isNote ? "إصدار إشعار دائن بالعمولة" : "إصدار فاتورة عمولة"}</h2>
      <OfficeForm
        form={form}
        labels={labels}
        idempotencyKey={idempotencyKey}
        save={isNote ? "إصدار إشعار دائن" : "إصدار فاتورة عمولة"}
        page
      >
        <p className="mb-3">
          {isNote
            ? "فُوتر للوكيل أكثر مما استحقه، فيصدر بالفرق إشعار دائن يبقى عليه تحت الحساب، بأسعار الصرف المسجلة الآن:"
            : "تصدر بكل ما استحق ولم يفوتر، بأسعار الصرف المسجلة الآن:"}{" "}
          <strong className="money">{formatMoney(Math.abs(due), riyal)}</strong>
        </p>
        <div className="fields">
          <TextField
            {...field("invoice_date")}
            label={isNote ? "تاريخ الإشعار" : labels.invoice_date}
            type="date"
          />
          {!isNote && <TextField {...field("due_date")} label={`${labels.due_date} (اختياري)`} type="date" />}
          <OfferField
            {...field("campaign_id")}
            label={`${labels.campaign_id} (اختياري)`}
            empty="بلا حملة: تكلفة عامة"
            offer={offers.campaign_id}
            onOffers={onOffers}
          />
          <TextAreaField
            {...field("description")}
            label={`${labels.description} (اختياري)`}
            rows={1}
            hint="إن ترك فارغًا كتب عدد العقود."
          />
        </div>
      </OfficeForm>
    </section>
  );
}
