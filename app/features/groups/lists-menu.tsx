import { customer } from "~/features/customers/customer";
import { groupVoucherAddress } from "~/features/links/voucher-address";
import { useHolds } from "~/ui/page/links";
import { group } from "./group";

/** The lists of a group as links. */
export function GroupLists({ id }: { id: number }) {
  const path = `${group.path}/${id}`;
  const mayWriteCustomers = useHolds(customer.write);
  return (
    <>
      <a href={`${path}/manifest`}>كشف الركاب</a>
      <a href={`${path}/visas`}>التأشيرات</a>
      {mayWriteCustomers && <a href={`${path}/papers`}>الأوراق</a>}
      <a href={`${path}/families`}>العائلات</a>
      <a href={`${path}/stays`}>مواعيد الإقامات</a>
      <a href={`${path}/rooms`}>توزيع الغرف</a>
      <a href={`${path}/buses`}>مقاعد الحافلات</a>
      <a href={`${path}/badges`}>البطاقات</a>
      <a href={groupVoucherAddress(id)}>قسائم الخدمات</a>
    </>
  );
}
