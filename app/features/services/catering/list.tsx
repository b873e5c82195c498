import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/domain/money";
import { Card } from "~/ui/page/cards";
import { FilterBar } from "~/ui/page/filter-bar";
import { editAndDelete, NewLink } from "~/ui/page/links";
import { ListCards } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import { StatusBadge, statusColumn } from "~/ui/page/status-badge";
import { serviceList } from "../service-list.server";
import { catering, mealsInWords } from "./catering";
import { caterings } from "./caterings.server";

const { labels } = catering;

export const meta = () => [{ title: "الإعاشة" }];

export const loader = serviceList(catering, caterings, "catering-types");

export default function Caterings() {
  const { offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title="الإعاشة" lead="السعر اليومي للفرد الواحد" actions={<NewLink to={catering} />}>
      <FilterBar
        searchLabel="بحث بالاسم أو الوصف"
        of={catering}
        by={[["catering_type_id", offers.catering_type_id], "status"]}
      />
      <ListCards
        of={catering}
        page={page}
        card={(row) => (
          <Card
            name={row.name}
            lead={row.catering_type.name}
            badge={<StatusBadge status={row.status} />}
            facts={[
              [labels.price_per_day, formatMoney(row.price_per_day, row.currency)],
              ["الوجبات", mealsInWords(row.meals_per_day)],
            ]}
            description={row.description}
            actions={editAndDelete(catering)(row)}
          />
        )}
        columns={[
          {
            label: "الخدمة",
            cell: ({ name, catering_type }) => (
              <>
                {name}
                <small>{catering_type.name}</small>
              </>
            ),
          },
          { label: "الوجبات", cell: ({ meals_per_day }) => mealsInWords(meals_per_day) },
          {
            label: labels.price_per_day,
            kind: "n",
            cell: ({ price_per_day, currency }) => formatMoney(price_per_day, currency),
          },
          statusColumn(),
        ]}
      >
        أضف خدمات الإعاشة بأسعارها اليومية لتبني منها الباقات.
      </ListCards>
    </Page>
  );
}
