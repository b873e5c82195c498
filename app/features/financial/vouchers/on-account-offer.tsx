import { useEffect, useState } from "react";
import { allocationAddress } from "~/features/links/allocation-address";
import { type OnAccount, onAccountText } from "~/features/money/on-account";
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
  const [read, setRead] = useState<{ id: number; all: OnAccount[] }>();
  useEffect(() => {
    if (!customerId || customerId === firstId) return;
    let isPresent = true;
    const show = async () => {
      const answer = await fetch(`/api/allocations/on-account?customer_id=${customerId}`);
      if (answer.ok && isPresent) setRead({ id: customerId, all: (await answer.json()).on_account });
    };
    show().catch(() => undefined); // an offer only: the form does its work without it
    return () => {
      isPresent = false;
    };
  }, [customerId, firstId]);
  const all = customerId === firstId ? first : read?.id === customerId ? read.all : [];
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
