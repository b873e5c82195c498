import { countPhrase } from "~/domain/count-words";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { nightCount } from "~/features/journey/nights";
import type { DatedStay } from "~/features/journey/stay-dates.server";
import { allocationsPath } from "~/features/links/allocation-address";
import { offersPath } from "~/features/links/offer-address";
import {
  type ChequeState,
  shownState,
  shownStates,
  type VoucherStatus,
  voucherStates,
} from "~/features/money/voucher";
import { Fact } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import { Table } from "~/ui/page/table";
import { type Contract, contract as entity } from "./contract";

/** The hotels with their nights, and their dates for the customer's group. */
export function StaysFact({
  stays,
}: {
  stays: Pick<DatedStay, "place" | "hotel" | "nights" | "check_in" | "check_out">[];
}) {
  if (!stays.length) return null;
  return (
    <Fact label="السكن">
      {stays.map(({ place, hotel, nights, check_in, check_out }) => (
        <span key={place} className="block">
          {hotel} · {countPhrase(nights, nightCount)}
          {check_in && check_out && (
            <small className="block text-muted">
              من <bdi dir="ltr">{check_in}</bdi> إلى <bdi dir="ltr">{check_out}</bdi>
            </small>
          )}
        </span>
      ))}
    </Fact>
  );
}

type Receipt = {
  id: number;
  receipt_number: string;
  date: string;
  amount: number;
  currency: ShownCurrency;
  status: VoucherStatus;
  cheque_state: ChequeState | null;
};

/** The receipt vouchers of a contract, which only cashiers may see (rulings §2). */
export const ReceiptsOf = ({ contract, receipts }: { contract: string; receipts: Receipt[] }) => (
  <>
    <h3 className="mt-5 mb-2 font-semibold text-green">سندات القبض</h3>
    {receipts.length ? (
      <Table
        caption={`سندات قبض العقد ${contract}`}
        rows={receipts}
        columns={[
          { label: "رقم السند", kind: "code", cell: ({ receipt_number }) => receipt_number },
          { label: "التاريخ", kind: "code", cell: ({ date }) => date },
          { label: "المبلغ", kind: "n", cell: ({ amount, currency }) => formatMoney(amount, currency) },
          { label: "الحالة", cell: (row) => <StateBadge of={shownStates} state={shownState(row)} /> },
        ]}
      />
    ) : (
      <p className="text-muted">لم يسجل سند قبض لهذا العقد بعد.</p>
    )}
  </>
);

type Allocation = {
  id: number;
  allocation_number: string;
  date: string;
  amount: number;
  isTo: boolean;
  /** The number of the other contract; null where it is what is on account. */
  other: string | null;
  status: VoucherStatus;
};

/** The allocations to a contract and out of it; nothing without any. */
export const AllocationsOf = ({
  contract: { contract_number, currency },
  allocations,
}: {
  contract: { contract_number: string; currency: ShownCurrency };
  allocations: Allocation[];
}) =>
  allocations.length > 0 && (
    <>
      <h3 className="mt-5 mb-2 font-semibold text-green">التخصيصات</h3>
      <Table
        caption={`تخصيصات العقد ${contract_number}`}
        rows={allocations}
        columns={[
          {
            label: "رقم التخصيص",
            kind: "code",
            cell: ({ id, allocation_number }) => (
              <a href={`${allocationsPath}/${id}/print`}>{allocation_number}</a>
            ),
          },
          { label: "التاريخ", kind: "code", cell: ({ date }) => date },
          {
            label: "من أو إلى",
            cell: ({ isTo, other }) => (
              <>
                {isTo ? "إليه من" : "منه إلى"} {other ? <bdi dir="ltr">{other}</bdi> : "ما تحت الحساب"}
              </>
            ),
          },
          { label: "المبلغ", kind: "n", cell: ({ amount }) => formatMoney(amount, currency) },
          { label: "الحالة", cell: ({ status }) => <StateBadge of={voucherStates} state={status} /> },
        ]}
      />
    </>
  );

/** The contract from which a contract was moved, and the one to which it was. */
export const MovedFacts = ({ contract }: { contract: Pick<Contract, "moved_from" | "moved_to"> }) =>
  (["moved_from", "moved_to"] as const).map((name) => {
    const other = contract[name];
    return (
      other && (
        <Fact key={name} label={entity.labels[`${name}_id`]}>
          <a className="underline" href={`${entity.path}/${other.id}`}>
            <bdi dir="ltr">{other.contract_number}</bdi>
          </a>
        </Fact>
      )
    );
  });

/** The offer that a contract was signed by. */
export const OfferFact = ({ contract: { offer } }: { contract: Pick<Contract, "offer"> }) =>
  offer && (
    <Fact label={entity.labels.offer_id}>
      <a className="underline" href={`${offersPath}/${offer.id}`}>
        <bdi dir="ltr">{offer.offer_number}</bdi>
      </a>
    </Fact>
  );
