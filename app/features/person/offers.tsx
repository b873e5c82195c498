import { formatMoney } from "~/domain/money";
import { offer, offerStates } from "~/features/offers/offer";
import { StateBadge } from "~/ui/page/status-badge";
import { code, Newest, type Part } from "./newest";

/** What a person was offered, alone or with others; nothing without any. */
export function Offers({ customerId, ...part }: Part<"offers"> & { customerId: number }) {
  const { labels, path } = offer;
  if (!part.total) return null;
  return (
    <Newest
      title="عروض الأسعار"
      none="لا عروض بعد."
      {...part}
      list={`${path}?customer_id=${customerId}`}
      columns={[
        {
          label: labels.offer_number,
          kind: "code",
          cell: ({ id, offer_number }) => (
            <a href={`${path}/${id}?customer_id=${customerId}`}>{offer_number}</a>
          ),
        },
        { label: labels.offer_date, kind: "code", cell: ({ offer_date }) => offer_date },
        { label: labels.valid_until, kind: "code", cell: ({ valid_until }) => valid_until },
        {
          label: "الحملة والباقة",
          cell: (row) => (
            <span>
              {row.campaign.name}
              <small>{row.package.name}</small>
              {row.customer_id !== customerId && <small>عرض {row.customer_name}</small>}
            </span>
          ),
        },
        { label: labels.sum_amount, kind: "n", cell: (row) => formatMoney(row.sum_amount, row.currency) },
        {
          label: labels.status,
          cell: ({ status, contracts }) => (
            <span>
              <StateBadge of={offerStates} state={status} />
              {contracts.map(({ id, contract_number }) => (
                <small key={id}>{code(contract_number)}</small>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}
