import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { rowsOrRefusal } from "~/db/list.server";
import { officeToday } from "~/domain/office-day.server";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
import { listCurrencies } from "~/features/currencies/currencies.server";
import { allocationAddress } from "~/features/links/allocation-address";
import { PersonLink } from "~/features/links/person-link";
import { StatementLink, statementPath } from "~/features/links/statement-link";
import { listScreen } from "~/http/screen.server";
import { FilterBar, FilterOffer, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import { Figures, List, Page } from "~/ui/page/page";
import { NameCell, Table } from "~/ui/page/table";
import { depositColumns, figureColumns, LastReminded } from "./columns";
import { ageLabels, ageNames, ages, type Debt } from "./debt";
import { readDebts } from "./debts.server";
import { type DebtKind, debtKinds, debtListOf, debtsPath, depositsPath, screenListOf } from "./kinds";
import { chosen, lettersPath, reminderPath, unremindedDays } from "./reminder";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? data.title : "الديون" }];

export const loader = listScreen(["manage_financials"], async ({ params, url: { searchParams } }) => {
  const { list, kind, title, path } = screenListOf(params, searchParams);
  const [page, offers, currencies] = await Promise.all([
    rowsOrRefusal(async () => readDebts(debtListOf(params, searchParams).kind, searchParams, list)),
    campaignFilter(searchParams),
    listCurrencies(db),
  ]);
  const codes = currencies.map(({ code }) => code);
  const rows = drawRows(page.rows, (row) => ({ ...row, id: `${row.party_id} ${row.currency.code}` }));
  return { figures: undefined, ...page, rows, list, kind, title, path, offers, codes, today: officeToday() };
});

const depositParties = { customers: "العملاء", agents: "الوكلاء", suppliers: "الموردون" };

/** The rows as the shared list names them. */
const debts = {
  table: "contracts",
  noun: { one: "الدين", a: "دين", many: "الديون", some: "ديون", name: "name" },
} as const;

const deposits = {
  table: "contracts",
  noun: { one: "الأمانة", a: "أمانة", many: "الأمانات", some: "أمانات", name: "name" },
} as const;

export default function Debts() {
  const { figures, list, kind, title, path, offers, codes, today, ...page } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const day = useSearchParams()[0].get("on");
  const { party, isOwedToOffice } = debtKinds[kind];
  const areDebts = list === "debts";
  const maySeeDocuments = useHolds(isOwedToOffice ? "manage_contracts" : "manage_invoices");
  return (
    <Page
      title={title}
      lead={
        day && figures ? (
          <>
            في نهاية يوم <bdi dir="ltr">{figures.day}</bdi>
          </>
        ) : undefined
      }
      actions={<ButtonLink href={`${path}/print${search}`}>طباعة</ButtonLink>}
    >
      <nav className="tabs" aria-label="الديون">
        {Object.entries(debtKinds).map(([name, { tab }]) => (
          <a
            key={name}
            href={`/financial/debts/${name}`}
            aria-current={areDebts && name === kind ? "page" : undefined}
          >
            {tab}
          </a>
        ))}
        <a href={depositsPath} aria-current={areDebts ? undefined : "page"}>
          أمانات ودفعات على الحساب
        </a>
      </nav>
      {figures && !areDebts && (
        <Figures
          figures={[
            {
              label: isOwedToOffice ? "لهم عندنا" : "لنا عندهم",
              value: <Money amount={figures.sums.remaining_amount.sum} currency={figures.currency} />,
            },
          ]}
        />
      )}
      {figures && areDebts && (
        <Figures
          figures={[
            { label: "المستحق حتى اليوم", name: "due_amount" as const, age: "" },
            { label: "المتأخر منه", name: "overdue_amount" as const, age: "overdue" },
            ...ageNames.map((age) => ({ label: ages[age], name: age, age })),
          ].map(({ label, name, age }) => ({
            label,
            value: <Money amount={figures.sums[name].sum} currency={figures.currency} />,
            href: withAge(kind, search, age),
          }))}
        />
      )}
      <FilterBar searchLabel={`بحث باسم ${party} أو هاتفه`}>
        {areDebts ? (
          <FilterSelect name="age" label="العمر" choices={ageLabels} none="المستحق حتى اليوم" />
        ) : (
          <FilterSelect name="kind" label="لمن" choices={depositParties} chosen={kind} />
        )}
        {(isOwedToOffice || !areDebts) && (
          <FilterSelect
            name="currency_code"
            label="العملة"
            choices={codes.map((code): [string, string] => [code, code])}
          />
        )}
        <FilterOffer name="campaign_id" label="الحملة" offer={offers.campaign_id} />
        {isOwedToOffice && areDebts && (
          <FilterSelect name="unreminded" label="لم يُذكَّر منذ" choices={unremindedDays} />
        )}
        {day && <input type="hidden" name="on" value={day} />}
      </FilterBar>
      {!isOwedToOffice && areDebts && (
        <p className="mb-3 text-sm text-muted">فاتورة بلا تاريخ استحقاق تعد مستحقة من تاريخها.</p>
      )}
      {isOwedToOffice && areDebts && page.rows.length > 0 && <LettersForm />}
      <List
        of={areDebts ? debts : deposits}
        page={page}
        next={areDebts ? "لا شيء مستحق اليوم." : "لا أحد له شيء عندنا."}
      >
        <Table<Debt & { id: string }>
          caption={title}
          rows={page.rows}
          columns={[
            {
              label: party,
              cell: (row) => <Party kind={kind} isReminded={areDebts} today={today} {...row} />,
            },
            ...(areDebts
              ? figureColumns(kind, (row, isOverdue) =>
                  maySeeDocuments
                    ? documentsOf(kind, row.party_id, isOverdue)
                    : statementPath(kind, row.party_id),
                )
              : depositColumns(kind)),
          ]}
          actions={({ party_id, on_account_amount, credits }) => (
            <>
              {(on_account_amount > 0 || credits.length > 0 || (!areDebts && isOwedToOffice)) && (
                <a href={allocationAddress(kind, party_id)}>تخصيص</a>
              )}
              {isOwedToOffice && areDebts && <a href={reminderPath(party_id)}>تذكير</a>}
              {isOwedToOffice ? (
                <a href={`/financial/receipts/new?customer=${party_id}`}>سند قبض</a>
              ) : (
                <>
                  {!areDebts && <a href={`/financial/receipts/new?${payerOf[kind]}=${party_id}`}>سند قبض</a>}
                  {maySeeDocuments && <a href={documentsOf(kind, party_id)}>الفواتير</a>}
                </>
              )}
              <StatementLink of={kind} id={party_id} />
            </>
          )}
        />
      </List>
    </Page>
  );
}

/** Whose debt it is, with a box to tick for a letter. */
function Party({
  kind,
  isReminded,
  today,
  party_id,
  name,
  phone,
  last_reminder,
}: Pick<Debt, "party_id" | "name" | "phone" | "last_reminder"> & {
  kind: DebtKind;
  isReminded: boolean;
  today: string;
}) {
  if (!debtKinds[kind].isOwedToOffice || !isReminded)
    return (
      <NameCell also={<bdi dir="ltr">{phone}</bdi>}>
        <span className="one-line">
          <a className="name-link" href={statementPath(kind, party_id)}>
            {name}
          </a>
        </span>
      </NameCell>
    );
  const also = (
    <>
      <bdi dir="ltr">{phone}</bdi>
      {last_reminder && <LastReminded {...last_reminder} today={today} />}
    </>
  );
  return (
    <span className="flex items-start gap-2">
      <input
        type="checkbox"
        form={lettersForm}
        name={chosen}
        value={party_id}
        aria-label={`رسالة إلى ${name}`}
      />
      <NameCell also={also}>
        <span className="one-line">
          <PersonLink id={party_id}>{name}</PersonLink>
        </span>
      </NameCell>
    </span>
  );
}

const lettersForm = "letters";

/** Prints letters for the ticked rows, or for all rows of the present filters. */
function LettersForm() {
  const filters = [...new URLSearchParams(useLocation().search)].filter(
    ([name, value]) => value && name !== "page",
  );
  return (
    <form id={lettersForm} className="mb-3 flex flex-wrap items-center gap-3" action={lettersPath}>
      {filters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button" type="submit">
        رسائل تذكير
      </button>
      <span className="text-sm text-muted">تطبع لمن علّمتهم في القائمة؛ فإن لم تعلّم أحدًا فلكل من فيها.</span>
    </form>
  );
}

/** The parameter that names a party in the address of a receipt's form. */
const payerOf = { customers: "customer", agents: "agent", suppliers: "supplier" };

/** The list of a party's invoices, or of a customer's contracts that owe something; of the overdue ones alone. */
function documentsOf(kind: DebtKind, party: number, isOverdue?: boolean) {
  const state = isOverdue ? "&overdue=true" : "";
  if (kind === "agents") return `/invoices/agents?agent_id=${party}${state}`;
  if (kind === "suppliers") return `/invoices/purchases?supplier_id=${party}${state}`;
  return `/contracts?customer_id=${party}&is_owing=true&status=standing${state}`;
}

/** The address of the list with another age, and the other filters. */
function withAge(kind: DebtKind, search: string, age: string) {
  const params = new URLSearchParams(search);
  for (const name of ["page", "age"]) params.delete(name);
  if (age) params.set("age", age);
  return `${debtsPath(kind)}${params.size ? `?${params}` : ""}`;
}
