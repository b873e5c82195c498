import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { PersonLink } from "~/features/links/person-link";
import { statementPath } from "~/features/links/statement-link";
import { chequeText, shownState, shownStates } from "~/features/money/voucher";
import { idParam, screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { CodeFact, MoneyFact } from "~/ui/page/facts";
import { AuditLogLink, ButtonLink } from "~/ui/page/links";
import { Fact, useListSearch } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import { paidFor, purposeText } from "../vouchers/purpose";
import { ReturnLink } from "../vouchers/return-link";
import {
  beneficiaryTypeLabels,
  currencyOf,
  isOfAnother,
  type Payment,
  payingMethodLabels,
  payment,
} from "./payment";
import { findPayment } from "./payments.server";
import { SettlementText, settlementOf } from "./settlement-text";

const { labels, path } = payment;

export const loader = screen([payment.write], ({ params }) => findPayment(db, idParam(params.id)));

/** The address of the beneficiary's statement; a typed name has no statement. */
function statementOf({ customer_id, agent_id, supplier_id, expense_id }: Payment) {
  if (customer_id) return statementPath("customers", customer_id);
  if (agent_id) return statementPath("agents", agent_id);
  if (supplier_id) return statementPath("suppliers", supplier_id);
  return expense_id ? statementPath("expenses", expense_id) : null;
}

export default function ShowPayment() {
  const row = useLoaderData<typeof loader>();
  const { id, payment_number, status, invoice_number, contract_id, contract_number } = row;
  const query = useListSearch();
  const statement = statementOf(row);
  const settlement = settlementOf(row);
  return (
    <Dialog title={`سند الصرف ${payment_number}`} back={path + query}>
      <dl className="facts grid-cols-2 sm:grid-cols-3">
        <Fact label={`المستفيد (${beneficiaryTypeLabels[row.beneficiary_type]})`}>
          {row.beneficiary}
          {statement && (
            <>
              {" "}
              <a className="underline" href={statement}>
                كشف حساب
              </a>
            </>
          )}
        </Fact>
        <MoneyFact label={labels.amount} amount={row.amount} currency={currencyOf(row)} />
        <Fact label={labels.status}>
          <StateBadge of={shownStates} state={shownState(row)} />
        </Fact>
        <Fact label="الحساب وطريقة الدفع">
          {row.account}، {payingMethodLabels[row.payment_method]}
          {row.payment_reference && (
            <>
              {" "}
              <bdi dir="ltr" className="wraps">
                {row.payment_reference}
              </bdi>
            </>
          )}
        </Fact>
        <CodeFact label={labels.date} code={row.date} />
        {row.cheque_state && (
          <Fact label={labels.cheque_state}>{chequeText({ ...row, cheque_state: row.cheque_state })}</Fact>
        )}
        <Fact label={labels.paid_by}>
          <bdi>{row.paid_by}</bdi>
        </Fact>
        {row.campaign && <Fact label={labels.campaign_id}>{row.campaign.name}</Fact>}
        {invoice_number && <CodeFact label={labels.agent_invoice_id} code={invoice_number} />}
        {contract_number && (
          <Fact label={labels.contract_id}>
            <a className="underline" href={`/contracts/${contract_id}`}>
              <bdi dir="ltr">{contract_number}</bdi>
            </a>
            {row.contract_customer && isOfAnother(row) && (
              <>
                {" عقد "}
                <PersonLink id={row.contract_customer.id}>{row.contract_customer.name}</PersonLink>
              </>
            )}
          </Fact>
        )}
        {row.purpose && (
          <Fact label={labels.purpose}>{purposeText(paidFor, { ...row, purpose: row.purpose })}</Fact>
        )}
        {settlement && (
          <Fact label={settlement.label}>
            <SettlementText of={settlement} />
          </Fact>
        )}
        <Fact label={labels.description}>{row.description ?? "لا يوجد"}</Fact>
      </dl>
      <div className="form-actions">
        <a className="button primary" href={`${path}/${id}/print`}>
          طباعة
        </a>
        {status === "confirmed" && (
          <>
            <ButtonLink href={`${path}/${id}/edit${query}`}>تعديل</ButtonLink>
            <a className="button" href={`${path}/${id}/cancel${query}`} data-stay="">
              إلغاء السند
            </a>
            <ReturnLink to={path} row={row} className="button" />
          </>
        )}
        <AuditLogLink of={payment} id={id} />
        <a className="button" href={path + query} data-stay="">
          إغلاق
        </a>
      </div>
    </Dialog>
  );
}
