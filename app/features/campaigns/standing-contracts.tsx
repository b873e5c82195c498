import { countNoun, countPhrase } from "~/domain/count-words";
import { Enumeration } from "~/ui/page/enumeration";
import { useHolds } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import type { Standing } from "./standing";

const standingCount = countNoun("عقد قائم واحد", "عقدان قائمان", "عقود قائمة", "عقدًا قائمًا", "عقد قائم");

/** What stands in a cancelled campaign. */
export const StandingText = ({ count, paid }: Standing) => (
  <>
    الحملة ملغية ولها {countPhrase(count, standingCount)}،{" "}
    {paid.length > 0 ? (
      <>
        دفع منها{" "}
        <Enumeration
          of={paid.map(({ amount, currency }) => (
            <Money key={currency.code} amount={amount} currency={currency} />
          ))}
        />
        .
      </>
    ) : (
      "لم يدفع منها شيء."
    )}
  </>
);

/** The same with the way to cancel all of them, for who may; nothing where none stands. */
export function StandingContracts({ id, standing }: { id: number; standing: Standing | undefined }) {
  const isMine = useHolds("manage_contracts");
  if (!standing) return null;
  return (
    <p className="notice info" role="note">
      <StandingText {...standing} />{" "}
      {isMine && <a href={`/campaigns/${id}/cancel-contracts`}>إلغاء العقود كلها</a>}
    </p>
  );
}
