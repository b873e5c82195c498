import Big from "big.js";
import { cellText } from "~/domain/travellers";
import { Money } from "~/ui/page/money";
import type { PricedSigner } from "./cell";
import { contract, priceLabel } from "./contract";
import { discountedTotal } from "./discount";
import type { Offer } from "./use-offer";

const { labels } = contract;

/** A signer, and whether the campaign's rule gives a free place. */
type Charged = PricedSigner & { isFree: boolean };

/** What a signer will owe; undefined while it is unclear. */
export function totalOf(
  { price, isFree }: Charged,
  offer: Offer["packages"][number],
  discount: Record<string, unknown>,
) {
  if (price === undefined) return undefined;
  return discountedTotal(
    price,
    offer.currency.decimals,
    isFree ? { discount_amount: String(price) } : discount,
  );
}

/** What the signers will owe: the package's price or that of each one's room and age, less the discount. */
export function Total({
  offer,
  signers,
  discount,
}: {
  offer?: Offer["packages"][number];
  signers: Charged[];
  discount: Record<string, unknown>;
}) {
  return (
    <div className="field wide">
      <label htmlFor="contract-total">{labels.total_amount}</label>
      <output id="contract-total" className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5">
        {offer ? <Sums {...{ offer, signers, discount }} /> : "يحدد من سعر الباقة"}
      </output>
    </div>
  );
}

function Sums({
  offer,
  signers,
  discount,
}: {
  offer: Offer["packages"][number];
  signers: Charged[];
  discount: Record<string, unknown>;
}) {
  const lines = signers.map((one) => ({ ...one, left: totalOf(one, offer, discount) }));
  const [first] = lines;
  if (lines.length > 1 || lines.some(({ room }) => room))
    return (
      <>
        {lines.map(({ id, name, room, traveller, left, price }) => (
          <span key={id} className="block">
            {name}
            {room && traveller && ` (${cellText(room, traveller)})`}:{" "}
            {left ? (
              <Money amount={left.total.toNumber()} currency={offer.currency} />
            ) : price === undefined ? (
              "لا سعر في الباقة لهذا الاختيار"
            ) : (
              "الخصم غير واضح أو أكبر من السعر"
            )}
          </span>
        ))}
        {lines.length > 1 && lines.every(({ left }) => left) && (
          <strong className="block">
            المجموع{" "}
            <Money
              amount={lines.reduce((sum, { left }) => sum.plus(left?.total ?? 0), Big(0)).toNumber()}
              currency={offer.currency}
            />
          </strong>
        )}
      </>
    );
  const left = first?.left;
  if (!left) return "الخصم غير واضح أو أكبر من السعر";
  return (
    <>
      <Money amount={left.total.toNumber()} currency={offer.currency} />
      {left.discount.gt(0) && (
        <>
          {" "}
          ({priceLabel} <span className="money">{offer.price}</span>، {labels.discount_amount}{" "}
          <Money amount={left.discount.toNumber()} currency={offer.currency} />)
        </>
      )}
    </>
  );
}
