import {
  type ChequeState,
  isReturnable,
  type PaymentMethod,
  type VoucherStatus,
} from "~/features/money/voucher";
import { useListSearch } from "~/ui/page/page";

/** A link to the return of a voucher's cheque, or to the charge of a receipt whose cheque was returned. */
export function ReturnLink({
  to,
  row,
  hasCharge,
  className,
}: {
  to: string;
  row: { id: number; status: VoucherStatus; payment_method: PaymentMethod; cheque_state: ChequeState | null };
  hasCharge?: boolean;
  className?: string;
}) {
  const search = useListSearch();
  const words = isReturnable(row) ? "شيك مرتجع" : hasCharge && row.cheque_state && "رسم الشيك المرتجع";
  return (
    words && (
      <a className={className} href={`${to}/${row.id}/return${search}`} data-stay="">
        {words}
      </a>
    )
  );
}
