import { useLoaderData, useLocation } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { orRefusal, screenPageWith } from "~/db/list.server";
import { countPhrase } from "~/domain/count-words";
import { filterLabels } from "~/domain/filter-labels";
import type { RowOf } from "~/domain/html-only";
import { officeToday } from "~/domain/office-day.server";
import { chequesPath } from "~/features/links/cheques-address";
import { PersonLink } from "~/features/links/person-link";
import { listScreen } from "~/http/screen.server";
import { FilterBar, FilterDate } from "~/ui/page/filter-bar";
import { ButtonLink } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import { Figures, List, Page } from "~/ui/page/page";
import { NameCell, Table } from "~/ui/page/table";
import { receipt } from "../receipts/receipt";
import { voucherOffers } from "../vouchers/filters.server";
import { VoucherFilters } from "../vouchers/list-filters";
import { cheque, chequeCount, chosen, deedAddress, stateOf, type Tab, tabs } from "./cheque";
import { listCheques, sumsOf, tabOf } from "./cheques.server";
import { chequeColumns, toCheque } from "./columns";

const title = "الشيكات";

export const meta = () => [{ title }];

export const loader = listScreen([cheque.write], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, offers, { result: tab = "in_hand" as Tab }] = await Promise.all([
    screenPageWith(listCheques, searchParams, (list) => sumsOf(db, list)),
    voucherOffers("receipt_vouchers", searchParams),
    orRefusal(async () => tabOf(searchParams)),
  ]);
  const today = officeToday();
  return { ...page, tab, rows: drawRows(rows, (row) => toCheque(row, today)), offers };
});

type Row = RowOf<typeof loader>;

const tabAddress = (tab: string) => (tab === "in_hand" ? chequesPath : `${chequesPath}?due=${tab}`);
const form = "cheques";

/** The cheques of customers by their due dates, to be collected, returned or taken to the bank. */
export default function Cheques() {
  const { figures, offers, tab, ...page } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const isInHand = stateOf(tab) === "in_hand";
  return (
    <Page title={title} actions={<ButtonLink href={`${chequesPath}/print${search}`}>طباعة</ButtonLink>}>
      <nav className="tabs" aria-label={title}>
        {Object.entries(tabs).map(([name, label]) => (
          <a key={name} href={tabAddress(name)} aria-current={name === tab ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {figures && figures.length > 0 && (
        <Figures
          figures={figures.map(({ amount, currency, count }) => ({
            label: `${tabs[tab]}، ${countPhrase(count, chequeCount)}`,
            value: <Money amount={amount} currency={currency} />,
          }))}
        />
      )}
      <FilterBar searchLabel="بحث برقم الشيك أو السند أو العميل أو المبلغ">
        <VoucherFilters offers={offers} />
        <FilterDate name="due_from" label={filterLabels.due_from} />
        <FilterDate name="due_to" label={filterLabels.due_to} />
        {tab !== "in_hand" && <input type="hidden" name="due" value={tab} />}
      </FilterBar>
      {page.rows.length > 0 && tab !== "returned" && <Deeds isInHand={isInHand} />}
      <List
        of={cheque}
        page={page}
        next={
          isInHand
            ? "سجل سند قبض بشيك في حساب شيكات برسم التحصيل ليظهر هنا."
            : "تظهر هنا شيكات السندات بعد تحصيلها أو ارتجاعها."
        }
      >
        <Table<Row>
          of={cheque}
          rows={page.rows}
          columns={[
            {
              label: receipt.labels.customer_id,
              cell: (row) => (
                <span className="flex items-start gap-2">
                  {row.status === "confirmed" && (
                    <input
                      type="checkbox"
                      form={form}
                      name={chosen}
                      value={row.id}
                      aria-label={`شيك ${row.receipt_number} من ${row.customer}`}
                    />
                  )}
                  <NameCell
                    also={
                      <a href={`${receipt.path}?search=${row.receipt_number}`}>
                        <bdi dir="ltr">{row.receipt_number}</bdi>
                      </a>
                    }
                  >
                    <span className="one-line">
                      {row.customer_id === null ? (
                        row.customer
                      ) : (
                        <PersonLink id={row.customer_id}>{row.customer}</PersonLink>
                      )}
                    </span>
                  </NameCell>
                </span>
              ),
            },
            ...chequeColumns,
          ]}
          actions={({ id, cheque_state }) => (
            <>
              {cheque_state === "in_hand" && <a href={deedAddress("collect", [id])}>تحصيل</a>}
              {cheque_state === "collected" && <a href={deedAddress("uncollect", [id])}>تراجع عن التحصيل</a>}
              <a href={`${receipt.path}/${id}/return`}>
                {cheque_state === "returned" ? "رسم الشيك المرتجع" : "شيك مرتجع"}
              </a>
              <a href={`${receipt.path}/${id}/print`}>طباعة السند</a>
            </>
          )}
        />
      </List>
    </Page>
  );
}

/** What is done with the ticked cheques: each button leads to a page that asks. */
const Deeds = ({ isInHand }: { isInHand: boolean }) => (
  <form id={form} className="mb-3 flex flex-wrap items-center gap-3" action={`${chequesPath}/slip`}>
    {isInHand ? (
      <button className="button primary" type="submit" formAction={`${chequesPath}/collect`}>
        تحصيل
      </button>
    ) : (
      <button className="button" type="submit" formAction={`${chequesPath}/uncollect`}>
        تراجع عن التحصيل
      </button>
    )}
    <button className="button" type="submit" formAction={`${chequesPath}/return`}>
      شيك مرتجع
    </button>
    <button className="button" type="submit" formAction={`${chequesPath}/slip`}>
      حافظة إيداع
    </button>
    <span className="text-sm text-muted">لما علّمته من الشيكات في القائمة.</span>
  </form>
);
