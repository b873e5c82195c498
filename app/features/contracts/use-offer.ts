import { useEffect, useState } from "react";
import { formatMoney } from "~/domain/money";
import type { AttachedPackage, Campaign } from "~/features/campaigns/campaign";
import { type Terms, usualTerms } from "~/features/instalments/instalment";

/** The packages of the campaign `of` for a new contract. */
export type Offer = {
  of: string;
  packages: ReturnType<typeof offer>[];
  /** The campaign's usual terms of payment. */
  terms?: Terms;
  hasFailed?: boolean;
};

export const offer = ({ id, name, total_price, prices, currency }: AttachedPackage) => ({
  id,
  name,
  total_price,
  prices,
  currency,
  price: formatMoney(total_price, currency),
});

/** The packages of the chosen campaign: those of the page, or those of a call when another campaign is chosen. */
export function useOffers(campaignId: string, initial: Offer) {
  const [answer, setFetched] = useState(initial);
  const current = [answer, initial].find(({ of, hasFailed }) => of === campaignId && !hasFailed);
  useEffect(() => {
    if (!campaignId || current) return;
    const request = new AbortController();
    fetchOffered(campaignId, request.signal).then(setFetched, () => {
      if (!request.signal.aborted) setFetched({ of: campaignId, packages: [], hasFailed: true });
    });
    return () => request.abort();
  }, [campaignId]);
  const hasFailed = !current && answer.of === campaignId && answer.hasFailed;
  return {
    offered: current?.packages ?? [],
    terms: current?.terms,
    isAsking: !current && !hasFailed,
    hasFailed,
  };
}

async function fetchOffered(of: string, signal: AbortSignal): Promise<Offer> {
  const answer = await fetch(`/api/campaigns/${of}`, { signal });
  const { campaign }: { campaign: Campaign } = await answer.json();
  const packages = campaign.packages.filter(({ status }) => status === "active").map(offer);
  return { of, packages, terms: usualTerms(campaign) };
}
