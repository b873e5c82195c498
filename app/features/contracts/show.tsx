import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { dayOf, dayOrNone } from "~/domain/hijri";
import { holdsAny } from "~/domain/permissions";
import { cellText } from "~/domain/travellers";
import { contractStates } from "~/features/contracts/contract";
import { signedLineText } from "~/features/fees/fee-lines";
import { ScheduleTable } from "~/features/instalments/schedule-table";
import { datesOfContract } from "~/features/journey/stay-dates.server";
import { allocationAddress } from "~/features/links/allocation-address";
import { commissionPath } from "~/features/links/commission-link";
import { moveAddress } from "~/features/links/move-address";
import { PersonLink } from "~/features/links/person-link";
import { refundAddress } from "~/features/links/refund-address";
import { voucherAddress } from "~/features/links/voucher-address";
import { idParam, screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { DayText } from "~/ui/page/day";
import { CodeFact, MoneyFact } from "~/ui/page/facts";
import { AuditLogLink, ButtonLink, useHolds } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import { Fact, useListSearch } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { StateBadge } from "~/ui/page/status-badge";
import { contentsOfContract } from "./contents.server";
import {
  contract as entity,
  ownReason,
  packagePriceLabel,
  priceLabel,
  refundedLabel,
  stands,
} from "./contract";
import { FamilySums } from "./contract-sums";
import { familyOf, findContract } from "./contracts.server";
import { FeeFact, FeeTermsFact } from "./fee-terms";
import { GroupFact } from "./group-fact";
import { groupOfContract } from "./group-of-contract.server";
import { moneyOfContract } from "./money-of-contract.server";
import { packagePriceOf } from "./package-price";
import { AllocationsOf, MovedFacts, OfferFact, ReceiptsOf, StaysFact } from "./show-parts";

const { labels } = entity;

export const loader = screen(["manage_contracts"], async ({ params, user }) => {
  const contract = await findContract(db, idParam(params.id));
  const isCashier = holdsAny(user, ["manage_financials"]); // only cashiers may read vouchers (rulings §2)
  const decision: { username: string; discounted_on: string } | undefined = await db("contracts")
    .join("users", "users.id", "discounted_by")
    .where({ "contracts.id": contract.id })
    .first("username", "discounted_on");
  const { stays, fee_lines, hasChanged } = await contentsOfContract(db, contract);
  return {
    contract,
    stays: await datesOfContract(db, contract, stays),
    feeLines: fee_lines.map((line) => signedLineText(line, contract.currency)),
    hasChanged,
    place: await groupOfContract(db, contract),
    family: await familyOf(db, contract.id),
    decision,
    days: {
      contract: dayOf(contract.contract_date),
      visa: dayOrNone(contract.visa_issue_date),
      due: dayOrNone(contract.next_due_date),
      cancelled: dayOrNone(contract.cancelled_on),
    },
    money: isCashier ? await moneyOfContract(db, contract) : null,
  };
});

export default function ShowContract() {
  const { contract, place, family, stays, feeLines, money, hasChanged, days } =
    useLoaderData<typeof loader>();
  const { contract_number, customer, currency, status, visa_duration_days } = contract;
  const query = useListSearch();
  return (
    <Dialog title={`العقد ${contract_number}`} back={`/contracts${query}`}>
      <dl className="facts grid-cols-2 sm:grid-cols-3">
        <Fact label={labels.customer_id}>
          <PersonLink id={customer.id}>{customer.name}</PersonLink>
        </Fact>
        <CodeFact label="رقم الهاتف" code={customer.phone} />
        <Fact label={labels.campaign_id}>{contract.campaign.name}</Fact>
        <GroupFact contract={contract} place={place} />
        <Fact label={labels.package_id}>
          {contract.package.name}
          {contract.room && contract.traveller && (
            <small className="block">{cellText(contract.room, contract.traveller)}</small>
          )}
        </Fact>
        <Fact label={labels.contract_date}>
          <DayText {...days.contract} />
        </Fact>
        <Fact label={labels.status}>
          <StateBadge of={contractStates} state={status} />
        </Fact>
        <Amounts />
        <MovedFacts contract={contract} />
        <OfferFact contract={contract} />
        <Fact label={labels.visa_issue_date}>{days.visa ? <DayText {...days.visa} /> : "—"}</Fact>
        <Fact label={labels.visa_duration_days}>{visa_duration_days ?? "—"}</Fact>
        <StaysFact stays={stays} />
        <FeeTermsFact lines={feeLines} />
        <AgentFact />
        {contract.notes && (
          <Fact label={labels.notes}>
            <span className="whitespace-pre-line">
              <Sentence text={contract.notes} />
            </span>
          </Fact>
        )}
      </dl>
      {contract.schedule.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 font-semibold text-green">{labels.schedule}</h3>
          <ScheduleTable parts={contract.schedule} currency={currency} />
        </>
      )}
      <FamilySums contracts={family} />
      {hasChanged && (
        <p className="notice info mt-4" role="note">
          تغيرت الباقة بعد توقيع العقد: يطبع العقد ما وقع عليه، وتطبع القسيمة ما في الباقة الآن.
        </p>
      )}
      {money && <ReceiptsOf contract={contract_number} receipts={money.receipts} />}
      {money && <AllocationsOf contract={contract} allocations={money.allocations} />}
      <Actions />
    </Dialog>
  );
}

/** What was agreed, what is paid, and what is due. */
function Amounts() {
  const { contract, decision, days } = useLoaderData<typeof loader>();
  const { currency } = contract;
  return (
    <>
      {contract.supplement_amount !== null && (
        <>
          <MoneyFact label={packagePriceLabel} amount={packagePriceOf(contract)} currency={currency} />
          <MoneyFact
            label={labels.supplement_amount}
            amount={contract.supplement_amount}
            currency={currency}
          />
        </>
      )}
      {contract.discount_amount > 0 && (
        <>
          <MoneyFact label={priceLabel} amount={contract.price_amount} currency={currency} />
          <Fact label={labels.discount_amount}>
            <Money amount={contract.discount_amount} currency={currency} />
            <small className="block text-muted">
              {contract.discount_reason}
              {decision && (
                <>
                  {" "}
                  (<bdi>{decision.username}</bdi>، <bdi dir="ltr">{decision.discounted_on}</bdi>)
                </>
              )}
            </small>
          </Fact>
        </>
      )}
      <MoneyFact label={labels.total_amount} amount={contract.total_amount} currency={currency} />
      <MoneyFact label={labels.paid_amount} amount={contract.paid_amount} currency={currency} />
      {!stands(contract) && <Cancellation />}
      {(stands(contract) || contract.remaining_amount > 0) && (
        <MoneyFact label={labels.remaining_amount} amount={contract.remaining_amount} currency={currency} />
      )}
      <Refunds />
      {contract.due_amount > 0 && (
        <Fact label="المستحق اليوم">
          <Money amount={contract.due_amount} currency={currency} />
          {contract.overdue_amount > 0 && (
            <small className="block text-red">
              المتأخر منه <Money amount={contract.overdue_amount} currency={currency} />
            </small>
          )}
        </Fact>
      )}
      {days.due && (
        <Fact label="أقرب موعد غير مسدد">
          <DayText {...days.due} />
        </Fact>
      )}
    </>
  );
}

function Actions() {
  const { contract, money } = useLoaderData<typeof loader>();
  const { id, customer_id, refundable_amount } = contract;
  const query = useListSearch();
  const isStanding = stands(contract);
  const isOwing = contract.remaining_amount > 0;
  return (
    <div className="form-actions">
      <a className="button primary" href={`/contracts/${id}/print`}>
        طباعة العقد
      </a>
      {money && refundable_amount > 0 && (
        <>
          <a className="button" href={refundAddress(id)} data-discover="true">
            سند صرف للاسترداد
          </a>
          <a className="button" href={allocationAddress("customers", customer_id, { from_contract: id })}>
            تخصيص المستحق رده
          </a>
        </>
      )}
      {isStanding && <ButtonLink href={voucherAddress([id])}>قسيمة الخدمات</ButtonLink>}
      {money && isOwing && (
        <>
          <a className="button" href={`/financial/receipts/new?contract=${id}`} data-discover="true">
            سند قبض جديد
          </a>
          {money.hasOnAccount && (
            <a className="button" href={allocationAddress("customers", customer_id, { to: id })}>
              تخصيص مما تحت الحساب
            </a>
          )}
        </>
      )}
      <a className="button" href={`/contracts/${id}/edit${query}`} data-stay="">
        تعديل
      </a>
      {isOwing && (
        <a className="button" href={`/contracts/${id}/schedule${query}`} data-stay="">
          {labels.schedule}
        </a>
      )}
      {isStanding && <ButtonLink href={moveAddress([id])}>نقل العقد</ButtonLink>}
      <a className="button" href={`/contracts/${id}/cancel${query}`} data-stay="">
        {isStanding ? "إلغاء العقد" : "بيانات الإلغاء"}
      </a>
      <AuditLogLink of={entity} id={id} />
      <a className="button" href={`/contracts${query}`} data-stay="">
        إغلاق
      </a>
    </div>
  );
}

/** The agent with their rate, why it is not their own, and what they have earned. */
function AgentFact() {
  const { contract } = useLoaderData<typeof loader>();
  const mayInvoice = useHolds("manage_invoices");
  const { agent, commission_rate, commission_reason, earned_commission, currency } = contract;
  if (!agent) return null;
  return (
    <Fact label={labels.agent_id}>
      {mayInvoice ? (
        <a className="name-link" href={commissionPath(agent.id)}>
          {agent.name}
        </a>
      ) : (
        agent.name
      )}{" "}
      · <bdi dir="ltr">{commission_rate}%</bdi>
      {commission_reason && <small className="block text-muted">{commission_reason}</small>}
      <small className="block text-muted">
        {labels.earned_commission} <Money amount={earned_commission ?? 0} currency={currency} />
      </small>
    </Fact>
  );
}

/** When and why a contract was cancelled, and what the office keeps. */
function Cancellation() {
  const { contract, days } = useLoaderData<typeof loader>();
  const cancellation_reason = ownReason(contract);
  return (
    <>
      {days.cancelled && (
        <Fact label={labels.cancelled_on}>
          <DayText {...days.cancelled} />
          {cancellation_reason && <small className="block text-muted">{cancellation_reason}</small>}
        </Fact>
      )}
      <FeeFact contract={contract} />
    </>
  );
}

/** What is to be given back of a contract, and what was. */
function Refunds() {
  const { contract, money } = useLoaderData<typeof loader>();
  const { currency, refundable_amount, refunded_amount } = contract;
  return (
    <>
      {(!stands(contract) || refundable_amount > 0) && (
        <MoneyFact label={labels.refundable_amount} amount={refundable_amount} currency={currency} />
      )}
      {refunded_amount > 0 && (
        <Fact label={refundedLabel(contract)}>
          <Money amount={refunded_amount} currency={currency} />
          {money?.refunds.map(({ id, payment_number }) => (
            <a key={id} className="block underline" href={`/financial/payments/${id}`}>
              <bdi dir="ltr">{payment_number}</bdi>
            </a>
          ))}
        </Fact>
      )}
    </>
  );
}
