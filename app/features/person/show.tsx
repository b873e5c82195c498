import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { readersOf } from "~/domain/entity";
import { dayOrNone } from "~/domain/hijri";
import { officeTime, officeToday } from "~/domain/office-day.server";
import { contract } from "~/features/contracts/contract";
import { customer } from "~/features/customers/customer";
import { NotesSection } from "~/features/customers/notes/notes-section";
import { PapersSection } from "~/features/customers/papers/papers-section";
import { receipt } from "~/features/financial/receipts/receipt";
import { offer } from "~/features/offers/offer";
import { idParam, screen } from "~/http/screen.server";
import { AuditLogLink, ButtonLink, useHolds } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { StatusBadge } from "~/ui/page/status-badge";
import { LatinName } from "~/ui/page/table";
import { Contracts, Visas } from "./documents";
import { PersonFacts } from "./facts";
import { Journeys } from "./journeys";
import { Allocations, Payments, Receipts, Reminders, Statement } from "./money";
import { Offers } from "./offers";
import { overviewOf } from "./overview.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.customer.name ?? "العميل" }];

/** One person, one page: each part for who may read it. */
export const loader = screen(readersOf(customer), async ({ params, url, user }) => {
  const allNotes = url.searchParams.get("notes") === "all";
  const { customer, ...overview } = await overviewOf(user, idParam(params.customer), { allNotes });
  const { date_of_birth, passport_issue_date, passport_expiry } = customer;
  return {
    customer,
    ...overview,
    days: {
      birth: dayOrNone(date_of_birth),
      issue: dayOrNone(passport_issue_date),
      expiry: dayOrNone(passport_expiry),
    },
    today: officeToday(),
    reminders: overview.reminders && {
      ...overview.reminders,
      rows: drawRows(overview.reminders.rows, (row) => ({ ...row, time: officeTime(row.sent_at) })),
    },
  };
});

export default function Person() {
  const { customer: person, photo, days, today, papers, ...overview } = useLoaderData<typeof loader>();
  const { id } = person;
  const may = {
    write: useHolds(customer.write),
    sign: useHolds(contract.write),
    receive: useHolds(receipt.write),
  };
  return (
    <Page
      title={person.name}
      lead={
        <>
          {person.name_latin && <LatinName>{person.name_latin}</LatinName>}{" "}
          <StatusBadge status={person.status} />
        </>
      }
      actions={
        <>
          {may.sign && (
            <a
              className="button primary"
              href={`${contract.path}/new?customer_id=${id}`}
              data-discover="true"
            >
              عقد جديد
            </a>
          )}
          {may.sign && (
            <a className="button" href={`${offer.path}/new?customer_id=${id}`} data-discover="true">
              عرض سعر
            </a>
          )}
          {may.receive && (
            <a className="button" href={`${receipt.path}/new?customer=${id}`} data-discover="true">
              سند قبض
            </a>
          )}
          {may.write && <ButtonLink href={`${customer.path}/${id}/edit?from=page`}>تعديل</ButtonLink>}
          {may.write && <ButtonLink href={customer.path}>العملاء</ButtonLink>}
        </>
      }
    >
      <PersonFacts person={person} photo={photo} days={days} today={today} />
      {overview.notes && <NotesSection {...overview.notes} customerId={id} today={today} />}
      {overview.journeys && (
        <Journeys
          journeys={overview.journeys}
          relatives={overview.relatives ?? []}
          readiness={overview.readiness ?? []}
        />
      )}
      {overview.contracts && <Contracts {...overview.contracts} customerId={id} />}
      {overview.offers && <Offers {...overview.offers} customerId={id} />}
      {overview.receipts && <Receipts {...overview.receipts} customerId={id} />}
      {overview.payments && <Payments {...overview.payments} customerId={id} />}
      {overview.allocations && <Allocations {...overview.allocations} customerId={id} />}
      {overview.sums && (
        <Statement
          sums={overview.sums}
          onAccount={overview.on_account ?? []}
          inHand={overview.cheques_in_hand ?? []}
          customerId={id}
        />
      )}
      {overview.reminders && <Reminders {...overview.reminders} customerId={id} />}
      {overview.visas && <Visas {...overview.visas} customerId={id} />}
      <PapersSection customerId={id} papers={papers} today={today} mayWrite={may.write} />
      <AuditLogLink of={customer} id={id} />
    </Page>
  );
}
