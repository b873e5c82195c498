import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readersOf } from "~/domain/entity";
import { officeToday } from "~/domain/office-day.server";
import { customer } from "~/features/customers/customer";
import { customers } from "~/features/customers/customers.server";
import { listPapers } from "~/features/customers/papers/papers.server";
import { PapersSection } from "~/features/customers/papers/papers-section";
import { idParam, screen } from "~/http/screen.server";
import { useHolds } from "~/ui/page/links";
import { Page } from "~/ui/page/page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.person.name ?? "العميل" }];

export const loader = screen(readersOf(customer), async ({ params }) => {
  const person = await customers.find(db, idParam(params.customer));
  return {
    person,
    papers: await listPapers(person.id),
    today: officeToday(),
  };
});

export default function Person() {
  const { person, papers, today } = useLoaderData<typeof loader>();
  return (
    <Page title={person.name}>
      <PapersSection
        customerId={person.id}
        papers={papers}
        today={today}
        mayWrite={useHolds(customer.write)}
      />
    </Page>
  );
}
