import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { accountKinds, custodyOf } from "~/features/accounts/account";
import { findAccount } from "~/features/accounts/accounts.server";
import { idParam, listScreen } from "~/http/screen.server";
import { FilterBar } from "~/ui/page/filter-bar";
import { ButtonLink, ShowLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Money } from "~/ui/page/money";
import { Figures, Page, useListSearch } from "~/ui/page/page";
import { countsOf, countLabels as labels } from "../count";
import { lastCount, listCounts } from "./counts.server";
import { Difference } from "./difference";

export const meta = () => [{ title: "جرد الصندوق" }];

export const loader = listScreen(["manage_financials"], async ({ params, url: { searchParams } }) => {
  const box = await findAccount(db, "cash_box", idParam(params.id));
  const [page, last] = await Promise.all([
    screenPage((params) => listCounts(box.id, params), searchParams),
    lastCount(db, box.id),
  ]);
  return { box, last, ...page };
});

export default function CashCounts() {
  const { box, last, ...page } = useLoaderData<typeof loader>();
  const { currency } = box;
  const counts = countsOf(box.id);
  const query = useListSearch();
  return (
    <Page
      title={`جرد «${box.name}»`}
      lead={box.holder && custodyOf(box.holder)}
      actions={
        <>
          <a className="button primary" href={`${counts.path}/new${query}`} data-discover="true">
            جرد جديد
          </a>
          <ButtonLink href={`${accountKinds.cash_box.path}/${box.id}/movements`}>الحركات</ButtonLink>
          <ButtonLink href={accountKinds.cash_box.path}>{accountKinds.cash_box.noun.many}</ButtonLink>
        </>
      }
    >
      <Figures
        figures={[
          { label: "الرصيد الآن", value: <Money amount={box.balance} currency={currency} /> },
          { label: "آخر جرد", value: last ? <bdi dir="ltr">{last.at}</bdi> : "لم يجرد بعد" },
          ...(last
            ? [{ label: "فرق آخر جرد", value: <Difference amount={last.difference} currency={currency} /> }]
            : []),
        ]}
      />
      <FilterBar searchLabel="بحث برقم الجرد" />
      <ListTable
        of={counts}
        page={page}
        columns={[
          { label: labels.count_number, kind: "code", cell: ({ count_number }) => count_number },
          { label: labels.at, kind: "code", later: true, cell: ({ at }) => at },
          {
            label: labels.expected,
            kind: "n",
            later: true,
            cell: ({ expected }) => <Money amount={expected} currency={currency} />,
          },
          {
            label: labels.counted,
            kind: "n",
            cell: ({ counted }) => <Money amount={counted} currency={currency} />,
          },
          {
            label: labels.difference,
            kind: "n",
            cell: ({ difference }) => <Difference amount={difference} currency={currency} />,
          },
          { label: labels.reason, later: true, cell: ({ reason }) => reason ?? "—" },
          { label: labels.counted_by, later: true, cell: ({ counted_by }) => <bdi>{counted_by}</bdi> },
        ]}
        actions={({ id }) => (
          <>
            <ShowLink to={counts} id={id} />
            <a href={`${counts.path}/${id}/print`}>طباعة</a>
          </>
        )}
      >
        عدّ ما في الصندوق وسجله هنا، ليقابل برصيده.
      </ListTable>
    </Page>
  );
}
