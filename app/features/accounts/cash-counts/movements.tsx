import { formatMoney, type ShownCurrency } from "~/domain/money";
import { Money } from "~/ui/page/money";
import { Table } from "~/ui/page/table";
import type { MovementsSince } from "../count";

/** «‎+50.00 ر.س» */
export const signedMoney = (amount: number, currency: ShownCurrency) =>
  `${amount > 0 ? "+" : ""}${formatMoney(amount, currency)}`;

/** The movements of a box during its count; nothing without movements. */
export function MovedMeanwhile({ moved, currency }: { moved?: MovementsSince; currency: ShownCurrency }) {
  if (!moved?.count) return null;
  return (
    <>
      <h3 className="mt-5 mb-2 font-semibold text-green">
        ما تحرك منذ فتح الجرد حتى حفظه: <span className="money">{signedMoney(moved.amount, currency)}</span>
      </h3>
      <Table
        compact
        caption="الحركات منذ فتح الجرد"
        rows={moved.lines}
        columns={[
          { label: "الوقت", kind: "code", cell: ({ at }) => <bdi dir="ltr">{at}</bdi> },
          {
            label: "السبب",
            cell: ({ cause, document_number }) => (
              <span>
                {cause} {document_number && <bdi dir="ltr">{document_number}</bdi>}
              </span>
            ),
          },
          { label: "المبلغ", kind: "n", cell: ({ amount }) => <Money amount={amount} currency={currency} /> },
          { label: "المستخدم", later: true, cell: ({ username }) => <bdi>{username ?? "—"}</bdi> },
        ]}
      />
      {moved.count > moved.lines.length && (
        <p className="hint">
          أحدث <bdi>{moved.lines.length}</bdi> من <bdi>{moved.count}</bdi>، وكلها في كشف الصندوق.
        </p>
      )}
    </>
  );
}
