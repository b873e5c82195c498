import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { dayOf, dayOrNone } from "~/domain/hijri";
import { formatMoney } from "~/domain/money";
import { PersonLink } from "~/features/links/person-link";
import { idParam, screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { DayText } from "~/ui/page/day";
import { CodeFact } from "~/ui/page/facts";
import { AuditLogLink, ButtonLink } from "~/ui/page/links";
import { Fact, useListSearch } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { StateBadge } from "~/ui/page/status-badge";
import { whatsappOf } from "./message.server";
import { offer, offerStates } from "./offer";
import { ContractLinks, OfferFacts } from "./offer-facts";
import { findOffer } from "./offers.server";
import { PeopleTable, SchedulesOf } from "./people";
import { priceToday } from "./today.server";

const { labels, path } = offer;

export const meta = () => [{ title: "عرض سعر" }];

export const loader = screen([offer.write], async ({ params }) => {
  const row = await findOffer(db, idParam(params.id));
  return {
    row,
    whatsapp: row.status === "open" ? await whatsappOf(db, row) : null,
    today: row.status === "signed" ? undefined : await priceToday(db, row),
    days: {
      made: dayOf(row.offer_date),
      until: dayOf(row.valid_until),
      visa: dayOrNone(row.visa_issue_date),
    },
  };
});

export default function ShowOffer() {
  const { row, today, days } = useLoaderData<typeof loader>();
  const { agent, notes } = row;
  return (
    <Dialog title={`عرض السعر ${row.offer_number}`} back={path + useListSearch()}>
      <dl className="facts grid-cols-2 sm:grid-cols-3">
        <Fact label={labels.customer_id}>
          <PersonLink id={row.customer_id}>{row.customer_name}</PersonLink>
        </Fact>
        <CodeFact label="رقم الهاتف" code={row.customer.phone} />
        <Fact label={labels.status}>
          <StateBadge of={offerStates} state={row.status} />
          <ContractLinks contracts={row.contracts} />
        </Fact>
        <Fact label={labels.offer_date}>
          <DayText {...days.made} />
        </Fact>
        <Fact label={labels.valid_until}>
          <DayText {...days.until} />
        </Fact>
        <Fact label="أعده">
          <bdi>{row.username}</bdi>
        </Fact>
        <OfferFacts of={row} />
        {days.visa && (
          <Fact label={labels.visa_issue_date}>
            <DayText {...days.visa} />
          </Fact>
        )}
        {row.visa_duration_days && <Fact label={labels.visa_duration_days}>{row.visa_duration_days}</Fact>}
        {agent && (
          <Fact label={labels.agent_id}>
            {agent.name} · <bdi dir="ltr">{row.commission_rate}%</bdi>
            {row.commission_reason && <small className="block text-muted">{row.commission_reason}</small>}
          </Fact>
        )}
        {notes && (
          <Fact label={labels.notes}>
            <span className="whitespace-pre-line">
              <Sentence text={notes} />
            </span>
          </Fact>
        )}
      </dl>
      {row.companions.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 font-semibold text-green">المسافرون وأسعارهم</h3>
          <PeopleTable of={row} />
        </>
      )}
      <SchedulesOf of={row} />
      {today && (
        <p className="notice info mt-4" role="note">
          سعره اليوم قبل الخصم{" "}
          <span className="money">{formatMoney(today.amount, today.currency, "code")}</span>
          {row.status === "open" ? "، ويوقع بسعر العرض إلى آخر أيامه." : "، والعرض انتهت أيامه."}
        </p>
      )}
      <Actions />
    </Dialog>
  );
}

function Actions() {
  const { row, whatsapp } = useLoaderData<typeof loader>();
  const { id, status } = row;
  const query = useListSearch();
  return (
    <div className="form-actions">
      {status === "open" && (
        <a className="button primary" href={`${path}/${id}/sign${query}`} data-stay="">
          توقيع العقد
        </a>
      )}
      {status === "expired" && (
        <a className="button primary" href={`${path}/new?from=${id}`} data-stay="" data-discover="true">
          عرض جديد بسعر اليوم
        </a>
      )}
      <ButtonLink href={`${path}/${id}/print`}>طباعة العرض</ButtonLink>
      {whatsapp && <ButtonLink href={whatsapp}>إرسال بواتساب</ButtonLink>}
      {status === "open" && (
        <a className="button" href={`${path}/${id}/edit${query}`} data-stay="">
          تعديل
        </a>
      )}
      {status !== "expired" && (
        <a className="button" href={`${path}/new?from=${id}`} data-stay="">
          عرض مثله
        </a>
      )}
      <AuditLogLink of={offer} id={id} />
      <a className="button" href={path + query} data-stay="">
        إغلاق
      </a>
    </div>
  );
}
