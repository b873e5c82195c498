import {
  type ChequeState,
  type PaymentMethod,
  paymentMethodLabels,
  shownState,
  shownStates,
  type VoucherStatus,
} from "~/features/money/voucher";
import { StateBadge } from "~/ui/page/status-badge";
import { type Column, NameCell } from "~/ui/page/table";
import { statusField } from "./fields";

type Row = {
  account: string;
  payment_method: PaymentMethod;
  payment_reference: string | null;
  date: string;
  status: VoucherStatus;
  cheque_state: ChequeState | null;
};

/** The last columns of a list of vouchers. */
export const voucherColumns: Column<Row>[] = [
  {
    label: "الحساب وطريقة الدفع",
    later: true,
    cell: ({ account, payment_method, payment_reference }) => (
      <NameCell
        also={
          <>
            {paymentMethodLabels[payment_method]}
            {payment_reference && (
              <>
                {" "}
                <span dir="ltr">{payment_reference}</span>
              </>
            )}
          </>
        }
      >
        {account}
      </NameCell>
    ),
  },
  { label: "التاريخ", kind: "code", later: true, cell: ({ date }) => date },
  { label: statusField.label, cell: (row) => <StateBadge of={shownStates} state={shownState(row)} /> },
];
