import { feeLinesLabel } from "~/features/fees/fee-lines";
import { Money } from "~/ui/page/money";
import { Fact } from "~/ui/page/page";
import { type Contract, contract as entity } from "./contract";

/** What a contract says of the fee of its cancelling, on its page. @param lines in words */
export const FeeTermsFact = ({ lines }: { lines: string[] }) =>
  lines.length > 0 && (
    <Fact label={feeLinesLabel}>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </Fact>
  );

/** What the office keeps of a cancelled contract, and why it is another fee than the terms give. */
export const FeeFact = ({ contract }: { contract: Contract }) => (
  <Fact label={entity.labels.cancellation_fee}>
    <Money amount={contract.cancellation_fee} currency={contract.currency} />
    {contract.fee_reason && <small className="block text-muted">{contract.fee_reason}</small>}
  </Fact>
);
