import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { Card, Cards, Summary } from "~/ui/cards";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { DeleteLink, EditLink, NewLink } from "~/ui/links";
import { formatMoney } from "~/ui/money";
import { List, Page } from "~/ui/page";
import { availabilityLabels } from "~/ui/status";
import { StatusBadge } from "~/ui/status-badge";
import { lookupChoices } from "../lookups/lookups.server";
import { ServiceIcon } from "./icons";
import { otherService } from "./other-service";
import { otherServices } from "./other-services.server";

const { labels } = otherService;

export const meta = () => [{ title: "الخدمات الأخرى" }];

export const loader = screen([otherService.write], async ({ url: { searchParams } }) => ({
  ...(await screenPage(otherServices.list, searchParams)),
  categories: await lookupChoices(db, "service-categories"),
}));

export default function OtherServices() {
  const { categories, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title="الخدمات الأخرى" lead="السعر للفرد الواحد" actions={<NewLink to={otherService} />}>
      <FilterBar searchLabel="بحث بالاسم أو الوصف">
        <FilterSelect name="category_id" label={labels.category_id} choices={categories} />
        <FilterSelect name="status" label={labels.status} choices={availabilityLabels} />
      </FilterBar>
      <List of={otherService} page={page} next="أضف ما تقدمه مع الباقات، كالتأشيرات والتذاكر والمزارات.">
        <Cards of={otherService}>
          {page.rows.map((row) => (
            <Card
              key={row.id}
              name={row.name}
              lead={row.category.name}
              icon={<ServiceIcon name={row.icon} />}
              badge={<StatusBadge status={row.status} labels={availabilityLabels} />}
              facts={[[labels.price, formatMoney(row.price, row.currency)]]}
              description={row.description}
              actions={
                <>
                  <EditLink to={otherService} id={row.id} />
                  <DeleteLink to={otherService} id={row.id} by="browser" />
                </>
              }
            />
          ))}
        </Cards>
        <Summary
          of={otherService}
          rows={page.rows}
          columns={[
            {
              label: "الخدمة",
              cell: ({ name, category }) => (
                <>
                  {name}
                  <small>{category.name}</small>
                </>
              ),
            },
            { label: labels.price, kind: "n", cell: ({ price, currency }) => formatMoney(price, currency) },
            {
              label: labels.status,
              cell: ({ status }) => <StatusBadge status={status} labels={availabilityLabels} />,
            },
          ]}
        />
      </List>
    </Page>
  );
}
