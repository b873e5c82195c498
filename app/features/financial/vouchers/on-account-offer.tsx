import { allocationAddress } from "~/features/links/allocation-address";
import { type OnAccount, onAccountText } from "~/features/money/on-account";
import { useAnswer } from "~/ui/form/use-answer";
import { Sentence } from "~/ui/page/sentence";

/**
 * Says what the customer of a receipt has on account already, and offers to allocate it.
 * @param first what the customer `firstId` has, whom the server knows
 * @param contractId the contract that the form has chosen
 */
export function OnAccountOffer({
  customerId,
  firstId,
  first,
  contractId,
}: {
  customerId: number | null;
  firstId?: number;
  first: OnAccount[];
  contractId: string;
}) {
  const isFirst = customerId === firstId;
  const read = useAnswer<{ on_account: OnAccount[] }>(
    customerId && !isFirst ? `/api/allocations/on-account?customer_id=${customerId}` : null,
  );
  const all = isFirst ? first : (read?.on_account ?? []);
  if (!customerId || !all.length) return null;
  return (
    <p className="notice info mt-4" role="note">
      <Sentence text={`له تحت الحساب ${onAccountText(all)}:`} />{" "}
      <a className="underline" href={allocationAddress("customers", customerId, { to: Number(contractId) })}>
        خصصه لعقده
      </a>{" "}
      بدل أن يدفع من جديد.
    </p>
  );
}
