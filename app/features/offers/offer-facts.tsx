import { cellText } from "~/domain/travellers";
import type { NamedContract } from "~/features/contracts/contract";
import { packagePriceLabel, priceLabel } from "~/features/contracts/contract";
import { packagePriceOf } from "~/features/contracts/package-price";
import { MoneyFact } from "~/ui/page/facts";
import { Money } from "~/ui/page/money";
import { Fact } from "~/ui/page/page";
import { type Offer, offer } from "./offer";

const { labels } = offer;

/** What an offer is about, and its price. */
export function OfferFacts({ of }: { of: Offer }) {
  const { currency, room, traveller, companions } = of;
  const isAlone = companions.length === 0;
  return (
    <>
      <Fact label={labels.campaign_id}>{of.campaign.name}</Fact>
      <Fact label={labels.package_id}>
        {of.package.name}
        {isAlone && room && traveller && <small className="block">{cellText(room, traveller)}</small>}
      </Fact>
      {isAlone && of.supplement_amount !== null && (
        <>
          <MoneyFact label={packagePriceLabel} amount={packagePriceOf(of)} currency={currency} />
          <MoneyFact label={labels.supplement_amount} amount={of.supplement_amount} currency={currency} />
        </>
      )}
      {of.discount_amount > 0 && (
        <>
          {isAlone && <MoneyFact label={priceLabel} amount={of.price_amount} currency={currency} />}
          <Fact label={isAlone ? labels.discount_amount : `${labels.discount_amount} لكل مسافر`}>
            <Money amount={of.discount_amount} currency={currency} />
            <small className="block text-muted">{of.discount_reason}</small>
          </Fact>
        </>
      )}
      <MoneyFact
        label={isAlone ? labels.total_amount : labels.sum_amount}
        amount={of.sum_amount}
        currency={currency}
      />
    </>
  );
}

/** The contracts that an offer has become. */
export const ContractLinks = ({ contracts }: { contracts: NamedContract[] }) =>
  contracts.map(({ id, contract_number }) => (
    <a key={id} className="block underline" href={`/contracts/${id}`}>
      <bdi dir="ltr">{contract_number}</bdi>
    </a>
  ));
