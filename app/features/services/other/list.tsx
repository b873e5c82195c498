import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { Card, Cards, Summary } from "~/ui/cards";
import { FilterField } from "~/ui/field-columns";
import { FilterBar } from "~/ui/filter-bar";
import { editAndDelete, NewLink } from "~/ui/links";
import { formatMoney } from "~/ui/money";
import { List, Page } from "~/ui/page";
import { availabilityLabels } from "~/ui/status";
import { StatusBadge, statusColumn } from "~/ui/status-badge";
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
        <FilterField of={otherService} name="category_id" choices={categories} />
        <FilterField of={otherService} name="status" choices={availabilityLabels} />
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
              actions={editAndDelete(otherService)(row)}
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
            statusColumn(availabilityLabels),
          ]}
        />
      </List>
    </Page>
  );
}
