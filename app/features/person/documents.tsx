import { formatMoney } from "~/domain/money";
import { cellText } from "~/domain/travellers";
import { contract, contractStates, stands } from "~/features/contracts/contract";
import { visa, visaStates, visaTypeLabels } from "~/features/visas/visa";
import { useHolds } from "~/ui/page/links";
import { Badge } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import { code, Newest, type Part } from "./newest";

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
