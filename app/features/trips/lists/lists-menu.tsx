import { customer } from "~/features/customers/customer";
import { groupVoucherAddress } from "~/features/links/voucher-address";
import { useHolds } from "~/ui/page/links";
import { More } from "~/ui/page/more";
import { group } from "../groups/group";
import { trip } from "../management/trip";

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

export function TripLists({ id }: { id: number }) {
  const path = `${trip.path}/${id}`;
  return (
    <More label="كشوف" button>
      <a href={`${path}/manifest`}>كشف الركاب</a>
      <a href={`${path}/buses`}>كشف الحافلات</a>
      <a href={`${path}/badges`}>البطاقات</a>
    </More>
  );
}
