import type { ComponentProps, ReactNode } from "react";
import { formatMoney } from "~/domain/money";
import { cellText } from "~/domain/travellers";
import { contract, contractStates, stands } from "~/features/contracts/contract";
import { allocation } from "~/features/financial/allocations/allocation";
import { ChequesNote } from "~/features/financial/debts/cheques-note";
import { reminderPath } from "~/features/financial/debts/reminder";
import { currencyOf, payment } from "~/features/financial/payments/payment";
import { receipt } from "~/features/financial/receipts/receipt";
import { ReminderHistory } from "~/features/financial/reminders/history";
import { paidFor, purposeText, receivedFor } from "~/features/financial/vouchers/purpose";
import { allocationAddress } from "~/features/links/allocation-address";
import { statementPath } from "~/features/links/statement-link";
import { shownState, shownStates, voucherStates } from "~/features/money/voucher";
import { visa, visaStates, visaTypeLabels } from "~/features/visas/visa";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import { Badge, Fact } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import { type Column, Table } from "~/ui/page/table";
import type { Overview } from "./overview.server";

export type Part<Name extends keyof Overview> = NonNullable<Overview[Name]>;

/** The newest rows of a list, and a link to all of them where there are more. */
export function Newest<Row extends { id: number }>({
  title,
  none,
  rows,
  total,
  list,
  columns,
}: {
  title: string;
  none: string;
  rows: Row[];
  total: number;
  /** The list's address with its filter; null for who may not open it. */
  list: string | null;
  columns: Column<Row>[];
}) {
  return (
    <section className="sheet-card">
      <h2>{title}</h2>
      {rows.length ? (
        <Table caption={title} rows={rows} columns={columns} />
      ) : (
        <p className="text-muted">{none}</p>
      )}
      {list && total > rows.length && (
        <p className="mt-3">
          <a href={list}>
            عرض الكل (<bdi>{total.toLocaleString("en-US")}</bdi>)
          </a>
        </p>
      )}
    </section>
  );
}

export const code = (text: ReactNode) => <bdi dir="ltr">{text}</bdi>;

/** What a person has signed, and what remains to be paid. */
export function Contracts({ customerId, ...part }: Part<"contracts"> & { customerId: number }) {
  const mayOpen = useHolds(contract.write);
  const { labels, path } = contract;
  return (
    <Newest
      title="العقود"
      none="لا عقود بعد."
      {...part}
      list={mayOpen ? `${path}?customer_id=${customerId}` : null}
      columns={[
        {
          label: labels.contract_number,
          kind: "code",
          cell: ({ id, contract_number }) =>
            mayOpen ? (
              <a href={`${path}/${id}?customer_id=${customerId}`}>{contract_number}</a>
            ) : (
              contract_number
            ),
        },
        { label: labels.contract_date, kind: "code", cell: ({ contract_date }) => contract_date },
        {
          label: "الحملة والباقة",
          cell: (row) => (
            <span>
              {row.campaign.name}
              <small>{row.package.name}</small>
              {row.room && row.traveller && <small>{cellText(row.room, row.traveller)}</small>}
            </span>
          ),
        },
        {
          label: labels.total_amount,
          kind: "n",
          cell: (row) => formatMoney(row.total_amount, row.currency),
        },
        {
          label: labels.remaining_amount,
          kind: "n",
          cell: (row) =>
            stands(row)
              ? formatMoney(row.remaining_amount, row.currency)
              : row.refundable_amount > 0
                ? `يرد منه ${formatMoney(row.refundable_amount, row.currency)}`
                : "—",
        },
        {
          label: "أقرب موعد غير مسدد",
          cell: ({ next_due_date, overdue_amount }) =>
            next_due_date ? (
              <span>
                {code(next_due_date)} {overdue_amount > 0 && <Badge tone="bad">متأخر</Badge>}
              </span>
            ) : (
              "—"
            ),
        },
        {
          label: labels.status,
          cell: ({ status, moved_from, moved_to }) => (
            <span>
              <StateBadge of={contractStates} state={status} />
              {moved_from && (
                <small>
                  {labels.moved_from_id} {code(moved_from.contract_number)}
                </small>
              )}
              {moved_to && (
                <small>
                  {labels.moved_to_id} {code(moved_to.contract_number)}
                </small>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

/** What a person has paid, and what others paid for their contracts. */
export function Receipts({ customerId, ...part }: Part<"receipts"> & { customerId: number }) {
  const { labels, path } = receipt;
  return (
    <Newest
      title="سندات القبض"
      none="لا سندات بعد."
      {...part}
      list={`${path}?customer_id=${customerId}`}
      columns={[
        {
          label: labels.receipt_number,
          kind: "code",
          cell: ({ id, receipt_number }) => <a href={`${path}/${id}/print`}>{receipt_number}</a>,
        },
        { label: labels.date, kind: "code", cell: ({ date }) => date },
        {
          label: "العقد أو الغرض",
          cell: ({ contract, customer_id, customer, purpose, service }) =>
            contract ? (
              <span>
                {code(contract.contract_number)}
                {contract.customer.id !== customerId && <small>عقد {contract.customer.name}</small>}
                {customer_id !== customerId && <small>دفعه {customer}</small>}
              </span>
            ) : purpose ? (
              purposeText(receivedFor, { purpose, service })
            ) : (
              "—"
            ),
        },
        {
          label: labels.amount,
          kind: "n",
          cell: ({ amount, currency }) => formatMoney(amount, currency),
        },
        { label: labels.status, cell: (row) => <StateBadge of={shownStates} state={shownState(row)} /> },
      ]}
    />
  );
}

/** What was paid to a person, and to others of their contracts; nothing without any. */
export function Payments({ customerId, ...part }: Part<"payments"> & { customerId: number }) {
  const { labels, path } = payment;
  if (!part.total) return null;
  return (
    <Newest
      title="سندات الصرف"
      none="لا سندات بعد."
      {...part}
      list={`${path}?customer_id=${customerId}`}
      columns={[
        {
          label: labels.payment_number,
          kind: "code",
          cell: ({ id, payment_number }) => <a href={`${path}/${id}`}>{payment_number}</a>,
        },
        { label: labels.date, kind: "code", cell: ({ date }) => date },
        {
          label: "العقد أو الغرض",
          cell: ({ contract_number, contract_customer, customer_id, beneficiary, purpose, service }) =>
            contract_number ? (
              <span>
                رد من العقد {code(contract_number)}
                {contract_customer && contract_customer.id !== customerId && (
                  <small>عقد {contract_customer.name}</small>
                )}
                {customer_id !== customerId && <small>صُرف إلى {beneficiary}</small>}
              </span>
            ) : purpose ? (
              purposeText(paidFor, { purpose, service })
            ) : (
              "—"
            ),
        },
        { label: labels.amount, kind: "n", cell: (row) => formatMoney(row.amount, currencyOf(row)) },
        { label: labels.status, cell: (row) => <StateBadge of={shownStates} state={shownState(row)} /> },
      ]}
    />
  );
}

/** What of a person's money was set against contracts; nothing without any. */
export function Allocations({ customerId, ...part }: Part<"allocations"> & { customerId: number }) {
  const { labels, path } = allocation;
  if (!part.total) return null;
  return (
    <Newest
      title="التخصيصات"
      none="لا تخصيصات بعد."
      {...part}
      list={`${path}?customer_id=${customerId}`}
      columns={[
        {
          label: labels.allocation_number,
          kind: "code",
          cell: ({ id, allocation_number }) => <a href={`${path}/${id}/print`}>{allocation_number}</a>,
        },
        { label: labels.date, kind: "code", cell: ({ date }) => date },
        { label: "من", cell: ({ from_contract_number: from }) => (from ? code(from) : "تحت الحساب") },
        { label: "إلى", cell: ({ contract_number: to }) => (to ? code(to) : "تحت الحساب") },
        { label: labels.amount, kind: "n", cell: ({ amount, currency }) => formatMoney(amount, currency) },
        { label: labels.status, cell: ({ status }) => <StateBadge of={voucherStates} state={status} /> },
      ]}
    />
  );
}

/** What a person owes, or is owed, in each currency, and what of it is on account. */
export function Statement({
  sums,
  onAccount,
  inHand,
  customerId,
}: {
  sums: Part<"sums">;
  onAccount: Part<"on_account">;
  inHand: Part<"cheques_in_hand">;
  customerId: number;
}) {
  return (
    <section className="sheet-card">
      <h2>كشف الحساب</h2>
      {sums.length ? (
        <dl className="facts grid-cols-2 sm:grid-cols-4">
          {sums.map(({ currency, closing }) => (
            <Fact key={currency.code} label={closing > 0 ? "عليه" : closing < 0 ? "له" : "الرصيد"}>
              <Money amount={Math.abs(closing)} currency={currency} />
            </Fact>
          ))}
          {onAccount.map(({ amount, currency }) => (
            <Fact key={currency.code} label="له تحت الحساب">
              <Money amount={amount} currency={currency} />
            </Fact>
          ))}
        </dl>
      ) : (
        <p className="text-muted">لا حركة في حسابه بعد.</p>
      )}
      <ChequesNote all={inHand} />
      <p className="mt-3">
        <ButtonLink href={statementPath("customers", customerId)}>كشف الحساب</ButtonLink>{" "}
        {onAccount.length > 0 && (
          <ButtonLink href={allocationAddress("customers", customerId)}>تخصيص ما تحت الحساب</ButtonLink>
        )}
      </p>
    </section>
  );
}

/** When and how a person was reminded of what they owe. */
export function Reminders({
  rows,
  total,
  customerId,
}: {
  rows: ComponentProps<typeof ReminderHistory>["rows"];
  total: number;
  customerId: number;
}) {
  return (
    <section className="sheet-card">
      <h2>التذكيرات بالسداد</h2>
      {rows.length ? <ReminderHistory rows={rows} /> : <p className="text-muted">لا تذكيرات بعد.</p>}
      <p className="mt-3">
        <ButtonLink href={reminderPath(customerId)}>
          {total > rows.length ? `تذكير، وكل التذكيرات (${total})` : "تذكير بالسداد"}
        </ButtonLink>
      </p>
    </section>
  );
}

export function Visas({ customerId, ...part }: Part<"visas"> & { customerId: number }) {
  const { labels, path } = visa;
  return (
    <Newest
      title="التأشيرات"
      none="لا تأشيرات بعد."
      {...part}
      list={`${path}?customer_id=${customerId}`}
      columns={[
        {
          label: labels.visa_type,
          cell: ({ id, visa_type }) => <a href={`${path}/${id}`}>{visaTypeLabels[visa_type]}</a>,
        },
        { label: labels.passport_number, cell: ({ passport_number }) => code(passport_number) },
        { label: labels.visa_number, cell: ({ visa_number }) => code(visa_number ?? "—") },
        { label: labels.submission_date, kind: "code", cell: ({ submission_date }) => submission_date },
        { label: labels.last_day, kind: "code", cell: ({ last_day }) => last_day ?? "—" },
        { label: labels.status, cell: ({ status }) => <StateBadge of={visaStates} state={status} /> },
      ]}
    />
  );
}
