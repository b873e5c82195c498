import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { readPage, rowsOrRefusal } from "~/db/list.server";
import { campaign } from "~/features/campaigns/campaign";
import { contract } from "~/features/contracts/contract";
import { customer } from "~/features/customers/customer";
import { receipt } from "~/features/financial/receipts/receipt";
import { GapsNotice } from "~/features/groups/gaps-notice";
import { GroupPage } from "~/features/groups/group-page";
import { readinessTitle } from "~/features/links/handed-papers";
import { PersonLink } from "~/features/links/person-link";
import { readinessPath } from "~/features/links/readiness-link";
import { travellers, trip } from "~/features/trips/trip";
import { screen } from "~/http/screen.server";
import { DayText } from "~/ui/page/day";
import { ExportLinks } from "~/ui/page/export-links";
import { FilterBar, FilterOffer, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { Figures, List, Page } from "~/ui/page/page";
import { type Column, Table } from "~/ui/page/table";
import { BedsNote, CheckCell, Readiness } from "./check-cell";
import {
  type Check,
  checkLabels,
  labelsOf,
  mendingOf,
  type Pilgrim,
  type ReadinessFigures,
  type State,
  wantedLabelsOf,
} from "./readiness";
import { daysOf, gapsIn, groupsIn, readinessFigures, readinessOf, scopeOf } from "./readiness.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? readinessTitle(data.scope) : "الجاهزية" },
];

export const loader = screen([trip.write], async ({ params, url: { searchParams } }) => {
  const scope = await scopeOf({ params });
  const [page, groups, gaps] = await Promise.all([
    rowsOrRefusal(async () => {
      const figures = await readinessFigures(scope, searchParams);
      const page = await readPage(readinessOf(scope, searchParams, figures), searchParams);
      return { ...page, figures };
    }),
    groupsIn(scope, searchParams),
    gapsIn(scope),
  ]);
  return { scope, ...gaps, days: daysOf(scope), offers: { group_id: groups }, figures: null, ...page };
});

export default function ShowReadiness() {
  const { scope, gaps, moreGaps, days, offers, figures, ...page } = useLoaderData<typeof loader>();
  const { kind, id } = scope;
  const own = readinessPath(kind, id);
  const filters = new URLSearchParams(useSearchParams()[0]);
  for (const name of ["page", "per_page"]) filters.delete(name);
  const query = filters.size ? `?${filters}` : "";
  const actions = (
    <>
      <ButtonLink href={`${own}/print${query}`}>طباعة</ButtonLink>
      <ExportLinks path={own} search={query} />
    </>
  );
  const content = (
    <>
      <GapsNotice groups={gaps} more={moreGaps} isNamed={kind !== "group"} />
      {figures && <Counts figures={figures} checks={scope.checks} labels={labelsOf(scope)} own={own} />}
      <FilterBar searchLabel="بحث بالاسم أو الهوية أو الهاتف أو الجواز">
        <FilterSelect name="state" label="الجاهزية" choices={wantedLabelsOf(scope)} />
        <FilterSelect
          name="check"
          label="البند"
          choices={Object.fromEntries(scope.checks.map((check) => [check, checkLabels[check]]))}
        />
        {offers.group_id && <FilterOffer name="group_id" label="المجموعة" offer={offers.group_id} />}
      </FilterBar>
      <List
        of={travellers}
        page={page}
        next="يظهر هنا كل من في المجموعة أو الرحلة أو الحملة، وما ينقصه للسفر."
      >
        <div className="overflow-x-auto">
          <Table
            caption={readinessTitle(scope)}
            rows={page.rows}
            columns={useColumns(scope.checks, kind !== "group")}
          />
        </div>
      </List>
    </>
  );
  if (kind === "group")
    return (
      <GroupPage screen="readiness" actions={actions}>
        {content}
      </GroupPage>
    );
  return (
    <Page
      title={readinessTitle(scope)}
      lead={
        <>
          المغادرة <DayText {...days.departure} /> · العودة <DayText {...days.return} />
        </>
      }
      actions={
        <>
          {actions}
          <Back kind={kind} id={id} />
        </>
      }
    >
      {content}
    </Page>
  );
}

/** A link to the trip or to the campaigns, for users who may open it. */
function Back({ kind, id }: { kind: "trip" | "campaign"; id: number }) {
  const mayOpenCampaigns = useHolds(campaign.write);
  if (kind === "trip") return <ButtonLink href={`${trip.path}/${id}`}>الرحلة</ButtonLink>;
  return mayOpenCampaigns ? <ButtonLink href={campaign.path}>الحملات</ButtonLink> : null;
}

function useColumns(checks: Check[], hasGroups: boolean): Column<Pilgrim>[] {
  const may = {
    customers: useHolds(customer.write),
    contracts: useHolds(contract.write),
    receipts: useHolds(receipt.write),
  };
  return [
    {
      label: "الاسم",
      cell: ({ customer_id, name, phone, group_id, group_name, departure_date }) => (
        <span>
          <PersonLink id={customer_id}>{name}</PersonLink>
          <small>
            <bdi dir="ltr">{phone}</bdi>
          </small>
          {hasGroups && (
            <small>
              {group_id ? <a href={readinessPath("group", group_id)}>{group_name}</a> : "بلا مجموعة"} ·{" "}
              <bdi dir="ltr">{departure_date}</bdi>
            </small>
          )}
        </span>
      ),
    },
    {
      label: "الجاهزية",
      cell: (row) => (
        <>
          <Readiness {...row} />
          <BedsNote stays={row.stays} />
        </>
      ),
    },
    ...checks.map((check) => ({
      label: checkLabels[check],
      cell: (row: Pilgrim) => <CheckCell row={row} check={check} href={mendingOf(row, check, may)} />,
    })),
  ];
}

/** The number of pilgrims in each state, and what is missing most often. Each figure links to its pilgrims. */
function Counts({
  figures,
  checks,
  labels,
  own,
}: {
  figures: ReadinessFigures;
  checks: Check[];
  labels: Record<State, string>;
  own: string;
}) {
  const [params] = useSearchParams();
  const countLink = (filter: { state?: string; check?: Check }, count: number) => {
    const to = new URLSearchParams(params);
    for (const name of ["page", "state", "check"]) to.delete(name);
    for (const [name, value] of Object.entries(filter)) to.set(name, value);
    const isShown = ["state", "check"].every((name) => to.get(name) === (params.get(name) || null));
    return (
      <a href={to.size ? `${own}?${to}` : own} aria-current={isShown ? "page" : undefined}>
        <bdi>{count.toLocaleString("en-US")}</bdi>
      </a>
    );
  };
  return (
    <>
      <Figures
        figures={[
          { label: travellers.noun.many, value: countLink({}, figures.total) },
          ...(["green", "amber", "red"] as const).map((state) => ({
            label: labels[state],
            value: countLink({ state }, figures[state]),
          })),
        ]}
      />
      <dl className="misses">
        <dt>ينقص:</dt>
        {checks.map((check) => (
          <dd key={check}>
            {checkLabels[check]} {countLink({ check }, figures[check])}
          </dd>
        ))}
      </dl>
    </>
  );
}
