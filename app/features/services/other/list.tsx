import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/domain/money";
import { availabilityLabels } from "~/domain/status";
import { Card } from "~/ui/page/cards";
import { FilterBar } from "~/ui/page/filter-bar";
import { editAndDelete, NewLink } from "~/ui/page/links";
import { ListCards } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import { StatusBadge, statusColumn } from "~/ui/page/status-badge";
import { serviceList } from "../service-list.server";
import { ServiceIcon } from "./icons";
import { otherService } from "./other-service";
import { otherServices } from "./other-services.server";

const { labels } = otherService;

export const meta = () => [{ title: "الخدمات الأخرى" }];

export const loader = serviceList(otherService, otherServices, "service-categories");

export default function OtherServices() {
  const { offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title="الخدمات الأخرى" lead="السعر للفرد الواحد" actions={<NewLink to={otherService} />}>
      <FilterBar
        searchLabel="بحث بالاسم أو الوصف"
        of={otherService}
        by={[
          ["category_id", offers.category_id],
          ["status", availabilityLabels],
        ]}
      />
      <ListCards
        of={otherService}
        page={page}
        card={(row) => (
          <Card
            name={row.name}
            lead={row.category.name}
            icon={<ServiceIcon name={row.icon} />}
            badge={<StatusBadge status={row.status} labels={availabilityLabels} />}
            facts={[[labels.price, formatMoney(row.price, row.currency)]]}
            description={row.description}
            actions={editAndDelete(otherService)(row)}
          />
        )}
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
      >
        أضف ما تقدمه مع الباقات، كالتأشيرات والتذاكر والمزارات.
      </ListCards>
    </Page>
  );
}
