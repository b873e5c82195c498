import Big from "big.js";
import type { Contract } from "~/features/contracts/contract";
import { FamilySums } from "~/features/contracts/contract-sums";
import { useAnswer } from "~/ui/form/use-answer";
import { CodeFact, MoneyFact } from "~/ui/page/facts";
import { Money } from "~/ui/page/money";

/** A contract's paid amount and its rest, without the edited voucher. */
export function ContractFacts({
  contract,
  remaining,
  isEdited,
}: {
  contract: Contract;
  remaining: string;
  isEdited: boolean;
}) {
  const { currency, total_amount } = contract;
  const facts: [label: string, amount: number][] = [
    ["إجمالي العقد", total_amount],
    [isEdited ? "المدفوع قبل هذا السند" : "المدفوع", Number(Big(total_amount).minus(remaining))],
    [isEdited ? "المتبقي قبل هذا السند" : "المتبقي", Number(remaining)],
  ];
  const { due_amount, overdue_amount, next_due_date } = contract;
  return (
    <dl className="facts mt-4 rounded-md bg-sand p-3 sm:grid-cols-3">
      {facts.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
      {!isEdited && next_due_date && (
        <>
          <MoneyFact label="المستحق اليوم" amount={due_amount} currency={currency} />
          <MoneyFact label="المتأخر منه" amount={overdue_amount} currency={currency} />
          <CodeFact label="أقرب موعد غير مسدد" code={next_due_date} />
        </>
      )}
    </dl>
  );
}

/**
 * The sums of the family with which a contract was signed.
 * @param first the family of the contract that the server knows
 */
export function FamilyOf({ contract, first }: { contract: Contract; first: Contract[] }) {
  const isFirst = first.some(({ id }) => id === contract.id);
  const query = `signed_with=${contract.id}&status=standing`;
  const read = useAnswer<{ contracts: Contract[] }>(isFirst ? null : `/api/contracts?${query}`);
  return <FamilySums contracts={isFirst ? first : (read?.contracts ?? [])} />;
}
