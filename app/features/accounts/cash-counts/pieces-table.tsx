import Big from "big.js";
import { formatAmount, type ShownCurrency } from "~/domain/money";
import { Money } from "~/ui/page/money";
import { Table } from "~/ui/page/table";
import type { Piece } from "../count";

/** The pieces of each note and coin, and their worth. */
export function PiecesTable({ pieces, currency }: { pieces: Piece[]; currency: ShownCurrency }) {
  return (
    <Table
      compact
      caption="القطع المعدودة"
      rows={pieces.map((piece, id) => ({ id, piece }))}
      columns={[
        { label: "الفئة", kind: "n", cell: ({ piece: [denomination] }) => <bdi>{denomination}</bdi> },
        { label: "العدد", kind: "n", cell: ({ piece: [, count] }) => <bdi>{formatAmount(count, 0)}</bdi> },
        {
          label: "القيمة",
          kind: "n",
          cell: ({ piece: [denomination, count] }) => (
            <Money amount={Big(denomination).times(count).toNumber()} currency={currency} />
          ),
        },
      ]}
    />
  );
}
